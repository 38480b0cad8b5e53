"""Shelves: the frequent pairs by their counts, and which of them have the highest count now.

In: pairs with their counts, and what merges take from these. Out: the pairs noted with the highest count.

There is a shelf for every count, and a pair lies on the shelf of the count that it had when it was put there.
What a merge takes is only noted. After the merge that created a pair its count never rises, so a pair never
lies too low; if it lies too high, it is moved when the turn of that shelf comes.

>>> shelves = Shelves()
>>> shelves.put_all([1, 2, 3], [20, 16, 16], lowest=5)
>>> shelves.counts[1] -= 15
>>> shelves.take_highest(), shelves.take_highest(), shelves.take_highest()
((16, [2, 3]), (5, [1]), None)
"""

from heapq import heapify, heappop, heappush


class Shelves:
    """Pairs, packed, each with its count; rare ones are left out."""

    def __init__(self) -> None:
        """Without any pair."""
        self.counts: dict[int, int] = {}
        """At most so often each pair occurs: exact, but for pairs (a, a) whose overlaps do not count. The
        trainer lowers, adds and removes entries."""
        self.lowest = 2**63 - 1
        """Every pair at least as frequent as this is here; before the first `put_all`, none is."""
        self._shelves: dict[int, list[int]] = {}  # count -> the pairs that had it once
        self._heights: list[int] = []  # the counts that have a shelf, negative, as a heap

    def put_all(self, pairs: list[int], counts: list[int], lowest: int) -> None:
        """Fill the shelves, which must be empty, with pairs that are at least as frequent as `lowest`."""
        self.lowest = lowest
        self.counts.update(zip(pairs, counts, strict=True))
        for pair, count in zip(pairs, counts, strict=True):
            self._shelves.setdefault(count, []).append(pair)
        self._heights = [-count for count in self._shelves]
        heapify(self._heights)

    def add(self, pair: int, count: int) -> None:
        """Add a pair, which must be frequent enough, with its count."""
        self.counts[pair] = count
        if count in self._shelves:
            self._shelves[count].append(pair)
        else:
            self._shelves[count] = [pair]
            heappush(self._heights, -count)

    def put(self, pair: int) -> None:
        """Put a pair on the shelf of its count; leave it out if it is too rare, or has none any more."""
        count = self.counts.get(pair)
        if count is None:
            return
        if count < self.lowest:
            del self.counts[pair]
        else:
            self.add(pair, count)

    def take_highest(self) -> tuple[int, list[int]] | None:
        """The highest count and all pairs that have it, which then lie on no shelf; None if all are empty."""
        counts = self.counts
        while self._heights:
            highest = -heappop(self._heights)
            here = []
            for pair in self._shelves.pop(highest):
                if counts.get(pair) == highest:
                    here.append(pair)
                else:
                    self.put(pair)
            if here:
                return highest, here
        return None
