"""Tools for arrays: packed pairs, runs of equal keys, the largest numbers, and an array that grows.

There are two ways to pack a pair of symbols. By its symbols: left << 32 | right, the fastest to pack and
unpack, sorted as the ids are. By age: the newer of the two symbols comes first. A pair cannot exist before
its newer symbol does, so pairs packed by age sort by the merge that created them: new pairs go to the end.

>>> by_age = pack_by_age(np.array([7, 2]), np.array([3, 9]))
>>> [symbols.tolist() for symbols in unpack_by_age(by_age)]
[[7, 2], [3, 9]]
>>> (by_age >> 32).tolist()
[7, 9]

Sorted keys come in runs, and values can be summed over each run:

>>> keys = np.array([3, 3, 5, 5, 5])
>>> group_starts(keys).tolist(), group_sums(np.array([1, 1, 10, 10, 10]), group_starts(keys)).tolist()
([0, 2], [2, 30])
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from bpe_core.symbols import Int64Array

RIGHT = 0xFFFFFFFF
"""The mask for the right symbol of a pair packed by its symbols."""


def pack(left: npt.NDArray[Any], right: npt.NDArray[Any]) -> Int64Array:
    """Pairs packed by their symbols. In plain Python, write left << 32 | right."""
    packed: Int64Array = left.astype(np.int64) << 32 | right
    return packed


def unpack(packed: Int64Array) -> tuple[Int64Array, Int64Array]:
    """The left and the right symbols of packed pairs."""
    return packed >> 32, packed & RIGHT


def pack_by_age(left: npt.NDArray[Any], right: npt.NDArray[Any]) -> Int64Array:
    """Pairs packed by age: newer << 32 | older << 1 | (1 if the newer symbol is the left one)."""
    newer = np.maximum(left, right).astype(np.int64)
    older = np.minimum(left, right).astype(np.int64)
    packed: Int64Array = newer << 32 | older << 1 | (left > right)
    return packed


def packed_by_age(left: int, right: int) -> int:
    """One pair packed by age."""
    return left << 32 | right << 1 | 1 if left > right else right << 32 | left << 1


def unpack_by_age(packed: Int64Array) -> tuple[Int64Array, Int64Array]:
    """The left and the right symbols of pairs packed by age."""
    newer, older = packed >> 32, (packed & RIGHT) >> 1
    newer_is_left = (packed & 1).astype(bool)
    return np.where(newer_is_left, newer, older), np.where(newer_is_left, older, newer)


def unpacked(packed: Int64Array) -> list[tuple[int, int]]:
    """Pairs packed by age as a list of (left, right)."""
    left, right = unpack_by_age(packed)
    return list(zip(left.tolist(), right.tolist(), strict=True))


def group_starts(*keys: npt.NDArray[Any]) -> Int64Array:
    """Where each run of equal keys starts; several arrays make one key."""
    return group_bounds(*keys)[:-1]


def group_bounds(*keys: npt.NDArray[Any]) -> Int64Array:
    """Where each run of equal keys starts, and where the last one ends."""
    first, *others = keys
    differs = np.empty(len(first) + 1, dtype=bool)
    differs[0], differs[-1] = len(first) > 0, True
    np.not_equal(first[1:], first[:-1], out=differs[1:-1])
    for column in others:
        differs[1:-1] |= column[1:] != column[:-1]
    return differs.nonzero()[0]


def group_sums(values: npt.NDArray[Any], starts: Int64Array) -> Int64Array:
    """The sum of each group of values; the groups begin at `starts`."""
    return np.add.reduceat(values, starts, dtype=np.int64) if len(starts) else np.empty(0, np.int64)


def sum_by_key(keys: Int64Array, values: Int64Array) -> tuple[Int64Array, Int64Array]:
    """The distinct keys, ascending, and the sum of each key's values."""
    order = np.argsort(keys, kind="stable")
    starts = group_starts(keys[order])
    return keys[order][starts], group_sums(values[order], starts)


def without_overlaps(places: Any, length: int) -> Any:
    """The places of a pair (a, a) that can be merged, from the left.

    "aaaa" holds (a, a) at three places in a row; the first and the third can be merged.
    """
    if isinstance(places, list):
        taken, after = [], -1
        for place in places:
            if place >= after:
                taken.append(place)
                after = place + 2 * length
        return taken
    follows = np.concatenate(([False], places[1:] == places[:-1] + length))
    index = np.arange(len(places))
    run_start = np.maximum.accumulate(np.where(follows, 0, index))
    return places[(index - run_start) % 2 == 0]


def largest_first(sizes: Int64Array, limit: int) -> Int64Array:
    """The indexes of the largest numbers, largest first; of equal ones, the earliest first."""
    if len(sizes) <= limit:
        return np.argsort(-sizes, kind="stable")
    candidates = np.flatnonzero(sizes >= np.partition(sizes, -limit)[-limit])
    return candidates[np.argsort(-sizes[candidates], kind="stable")[:limit]]


class GrowingArray:
    """A numpy array that grows at its end."""

    def __init__(self, values: npt.NDArray[Any]) -> None:
        self._room = values
        self._size = len(values)

    @property
    def values(self) -> npt.NDArray[Any]:
        """The values: a view that is valid until the array grows."""
        return self._room[: self._size]

    def extend(self, values: npt.NDArray[Any]) -> None:
        """Add values at the end."""
        needed = self._size + len(values)
        if needed > len(self._room):
            room = np.empty(max(needed, len(self._room) * 3 // 2), dtype=self._room.dtype)
            room[: self._size] = self.values
            self._room = room
        self._room[self._size : needed] = values
        self._size = needed

    def truncate(self, size: int) -> None:
        """Keep the first `size` values."""
        self._size = size
