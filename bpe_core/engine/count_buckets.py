"""The frequent pairs in buckets by count, so that the most frequent ones are found at once.

A pair lies in the bucket of the count that it had when it was put there. When a merge lowers its count, only
`counts` is updated. After the merge that created a pair its count never rises, so its bucket is never too
low. If the bucket is too high, the pair is moved when that bucket is taken.

>>> buckets = CountBuckets()
>>> buckets.put_all([1, 2, 3], [20, 16, 16], lowest=5)
>>> buckets.counts[1] -= 15
>>> buckets.take_highest(), buckets.take_highest(), buckets.take_highest()
((16, [2, 3]), (5, [1]), None)
"""

from heapq import heapify, heappop, heappush
from typing import Any

import numpy as np

_TOGETHER = 2_000
"""This many counts are unpickled at a time, in about a millisecond: no other thread runs meanwhile."""


class CountBuckets:
    """The frequent pairs, packed, each with its count."""

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}
        """An upper bound of each pair's count. It is exact except for pairs (a, a) that overlap. The trainer
        lowers, adds and removes entries."""
        self.lowest = 2**63 - 1
        """Every pair at least this frequent is here. Before the first `put_all` there is none."""
        self._buckets: dict[int, list[int]] = {}  # count -> the pairs that had it once
        self._heights: list[int] = []  # the counts that have a bucket, negative, as a heap

    def __getstate__(self) -> dict[str, Any]:
        # Millions of numbers: pickled as a few arrays.
        pairs, counts = (np.fromiter(column, np.int64) for column in (self.counts, self.counts.values()))
        buckets = {count: np.array(here, np.int64) for count, here in self._buckets.items()}
        return {**vars(self), "counts": (pairs, counts), "_buckets": buckets}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._buckets = {count: here.tolist() for count, here in state["_buckets"].items()}
        self.counts = {}
        pairs, counts = state["counts"]
        for first in range(0, len(pairs), _TOGETHER):
            some = slice(first, first + _TOGETHER)
            self.counts.update(zip(pairs[some].tolist(), counts[some].tolist(), strict=True))

    def put_all(self, pairs: list[int], counts: list[int], lowest: int) -> None:
        """Fill the empty buckets with all pairs that are at least as frequent as `lowest`."""
        self.lowest = lowest
        self.counts.update(zip(pairs, counts, strict=True))
        for pair, count in zip(pairs, counts, strict=True):
            self._buckets.setdefault(count, []).append(pair)
        self._heights = [-count for count in self._buckets]
        heapify(self._heights)

    def add(self, pair: int, count: int) -> None:
        """Add a pair, which must be at least as frequent as `lowest`."""
        self.counts[pair] = count
        if count in self._buckets:
            self._buckets[count].append(pair)
        else:
            self._buckets[count] = [pair]
            heappush(self._heights, -count)

    def put(self, pair: int) -> None:
        """Put a pair into the bucket of its count, unless it is too rare or no longer counted."""
        count = self.counts.get(pair)
        if count is None:
            return
        if count < self.lowest:
            del self.counts[pair]
        else:
            self.add(pair, count)

    def take_highest(self) -> tuple[int, list[int]] | None:
        """Remove and return the highest count and all pairs that have it; None if all buckets are empty."""
        counts = self.counts
        while self._heights:
            highest = -heappop(self._heights)
            here = []
            for pair in self._buckets.pop(highest):
                if counts.get(pair) == highest:
                    here.append(pair)
                else:
                    self.put(pair)
            if here:
                return highest, here
        return None
