"""Grouping: runs of equal keys in arrays, and runs of one symbol in words.

In: sorted keys, with values. Out: where each run begins (and ends), and sums over the runs.

>>> keys = np.array([3, 3, 5, 5, 5])
>>> group_starts(keys).tolist(), group_sums(np.array([1, 1, 10, 10, 10]), group_starts(keys)).tolist()
([0, 2], [2, 30])
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from bpe_core.symbols import Int64Array


def group_starts(*keys: npt.NDArray[Any]) -> Int64Array:
    """Where each run of equal keys starts; several columns make one key."""
    return group_bounds(*keys)[:-1]


def group_bounds(*keys: npt.NDArray[Any]) -> Int64Array:
    """As `group_starts`, and where the last run ends."""
    first, *others = keys
    differs = np.empty(len(first) + 1, dtype=bool)
    differs[0], differs[-1] = len(first) > 0, True
    np.not_equal(first[1:], first[:-1], out=differs[1:-1])
    for column in others:
        differs[1:-1] |= column[1:] != column[:-1]
    return differs.nonzero()[0]


def group_sums(values: npt.NDArray[Any], starts: Int64Array) -> Int64Array:
    """The sum of each group of values that begins at `starts`."""
    return np.add.reduceat(values, starts, dtype=np.int64) if len(starts) else np.empty(0, np.int64)


def sum_by_key(keys: Int64Array, values: Int64Array) -> tuple[Int64Array, Int64Array]:
    """The distinct keys, ascending, and the sum of the values of each."""
    order = np.argsort(keys, kind="stable")
    starts = group_starts(keys[order])
    return keys[order][starts], group_sums(values[order], starts)


def without_overlaps(places: Any, length: int) -> Any:
    """Of the places of a pair (a, a), those that can be merged, leftmost first.

    "aaaa" holds (a, a) at three places that follow one another; the first and the third can be merged.
    """
    if isinstance(places, list):
        return list(_every_other(places, length))
    follows = np.concatenate(([False], places[1:] == places[:-1] + length))
    index = np.arange(len(places))
    run_start = np.maximum.accumulate(np.where(follows, 0, index))
    return places[(index - run_start) % 2 == 0]


def _every_other(places: Iterable[int], length: int) -> Iterable[int]:
    taken_upto = -1
    for place in places:
        if place >= taken_upto:
            taken_upto = place + 2 * length
            yield place
