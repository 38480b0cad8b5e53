"""What pairs score where WordPiece's rule decides: the count, divided by the product of both parts' counts.

>>> counts, products = np.array([5, 20, 15, 0]), np.array([20 * 5, 36 * 20, 15 * 36, 1])
>>> in_order(counts, products, least=1).tolist()     # 1/20; then 1/36 twice; a pair that is gone
[2, 1, 1, 0]

Two scores that differ by less than a float can tell are told apart: whoever asks first finds the highest
floats, which is fast, and then compares only those by `digits`.
"""

import numpy as np
import numpy.typing as npt

from bpe_core.engine.arrays import group_starts
from bpe_core.engine.merge_log import Counts, MergeLog
from bpe_core.engine.timeline import Timeline
from bpe_core.symbols import Int64Array

MOST_SYMBOLS = 1_000_000
"""How many symbols a corpus may have where scores decide; below 2**20, so that `digits` are exact.
(Every pair is looked at before every merge.)"""

FloatArray = npt.NDArray[np.float64]


def rough(counts: Counts, products: Int64Array, least: int) -> FloatArray:
    """The scores as floats: never in a wrong order, but perhaps equal where they differ.

    They are above 0 and at most 1 for pairs that occur at least `least` times (1 or more), and 2 less for
    others.
    """
    scores: FloatArray = counts / np.maximum(products, 1) - 2 * (counts < least)
    return scores


def digits(counts: Counts, products: Int64Array) -> tuple[Int64Array, Int64Array]:
    """The quotients to 86 binary digits, in two integers.

    Two quotients of numbers up to 2**20 by products of two such numbers differ by 2**-80 or more, if at all.
    """
    divisors = np.maximum(products, 1)
    high, rest = np.divmod(counts.astype(np.int64) << 42, divisors)
    middle, rest = np.divmod(rest << 22, divisors)
    return high, middle << 22 | (rest << 22) // divisors


def in_order(counts: Counts, products: Int64Array, least: int) -> Int64Array:
    """Numbers from 0 that are in the order of the scores: equal for equal ones; 0 for pairs that are gone.
    Pairs that occur less often than `least` come before all others."""
    high, low = digits(counts, products)
    keys = low, high, counts >= least, counts > 0
    order = np.lexsort(keys)
    starts = np.zeros(len(counts), np.int64)
    starts[group_starts(*(key[order] for key in keys))] = 1
    places = np.empty(len(counts), np.int64)
    places[order] = starts.cumsum() - (not counts.all())
    return places


class SymbolCounts:
    """How often each symbol occurs at any position."""

    def __init__(self, timeline: Timeline, merge_log: MergeLog) -> None:
        """Count the base symbols."""
        here = timeline.base_symbols >= 0
        self._base = np.zeros(timeline.base_size, np.int64)
        np.add.at(self._base, timeline.base_symbols[here], timeline.weights[here])
        self._log = merge_log

    def at(self, position: int) -> Int64Array:
        """The count of each symbol, by its number."""
        left, right, saved = self._log.merges(0, position)
        counts = np.concatenate((self._base, saved))
        np.subtract.at(counts, left, saved)
        np.subtract.at(counts, right, saved)
        return counts
