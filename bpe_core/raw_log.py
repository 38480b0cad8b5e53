"""The raw log: what every merge did, as the trainer hands it over, in arrays that grow at their ends.

In: what the trainer did, merge by merge. Out: where a merge put its new token, which pairs came to be with it
and how often each occurred then, and where it stood.

What all merges did follows one another, and `ends` says where each merge's part stops. After two merges of
hug / pug / pun:

    merge          0: u + g               1: u + n
    places         2   6   18             10   14          where `ug`, `un` stand
    ends           0            3                 5
    pairs          h ug   p ug   ug s     p un   b un      the pairs that hold the new token
    counts         15     5      5        12     4

Of a merge at many places, the places are kept a second time, sorted by the pair that the new token makes
with its neighbour, so that any pair is found without looking at the others.
"""

from array import array
from bisect import bisect_left
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bpe_core.symbols import Int32Array, Int64Array

Places = list[int] | Int32Array
"""Positions of a symbol, ascending: a list if few, else an array."""

Weights = npt.NDArray[np.int32] | Int64Array
"""The word count at each position of the timeline."""

FEW = 64
"""Below this many occurrences a plain loop beats numpy (benchmarks/engine.py)."""


class PlacesByPair(NamedTuple):
    """The places of a new token, sorted by the pair that it makes with a neighbour."""

    sides: memoryview
    """Each pair as neighbour << 1, or neighbour << 1 | 1 if the neighbour is the right symbol; ascending."""
    starts: memoryview
    """Where each pair's places begin in `places`, and where the last ones end."""
    places: Int32Array
    """Where the new token stands in each pair, ascending within a pair."""

    @classmethod
    def of(cls, sides: Int32Array, starts: Int64Array, places: Int32Array) -> "PlacesByPair":
        """From arrays; read item by item, a memoryview is the faster."""
        return cls(sides.data, np.append(starts, len(places)).data, places)

    def of_side(self, side: int) -> Int32Array:
        """The new token's places in one of the pairs."""
        index = bisect_left(self.sides, side)
        if index == len(self.sides) or self.sides[index] != side:
            return self.places[:0]
        return self.of_pair(index)

    def of_pair(self, index: int) -> Int32Array:
        """The same for a pair by its index."""
        return self.places[self.starts[index] : self.starts[index + 1]]


class RawLog:
    """What the merges did, one after the other, as it came from the trainer."""

    def __init__(self) -> None:
        self._left, self._right, self._saved = array("i"), array("i"), array("q")
        self._ends, self._places = array("q", [0]), array("i")
        self._pair_ends, self._pairs, self._counts = array("q", [0]), array("q"), array("q")
        self._by_pair: dict[int, PlacesByPair] = {}

    def __len__(self) -> int:
        return len(self._left)

    def append(
        self,
        left: int,
        right: int,
        saved: int,
        places: Any,
        pairs: Any,
        counts: Any,
        by_pair: PlacesByPair | None,
    ) -> None:
        """Add what the next merge did: `saved` symbols fewer, the token's places, and its new pairs."""
        if by_pair is None:
            self._places.extend(places)
            self._pairs.extend(pairs)
            self._counts.extend(counts)
        else:
            self._by_pair[len(self._left)] = by_pair
            for column, values in ((self._places, places), (self._pairs, pairs), (self._counts, counts)):
                column.frombytes(values.tobytes())
        self._left.append(left)
        self._right.append(right)
        self._saved.append(saved)
        self._ends.append(len(self._places))
        self._pair_ends.append(len(self._pairs))

    def truncate(self, size: int) -> None:
        """Keep the first `size` merges."""
        for rank in [rank for rank in self._by_pair if rank >= size]:
            del self._by_pair[rank]
        for column in (self._left, self._right, self._saved):
            del column[size:]
        del self._ends[size + 1 :], self._pair_ends[size + 1 :]
        del self._places[self._ends[-1] :]
        for column in (self._pairs, self._counts):
            del column[self._pair_ends[-1] :]

    def new_pairs_from(self, first: int) -> int:
        """How many pairs came to be from merge `first` on."""
        return self._pair_ends[-1] - self._pair_ends[first]

    def chunk_end(self, first: int, most: int) -> int:
        """The merge before which to stop so that about `most` new pairs are taken, at least one merge."""
        ends = np.frombuffer(self._pair_ends, np.int64)
        return max(first + 1, int(np.searchsorted(ends, ends[first] + most, side="right")) - 1)

    def places(self, rank: int) -> Int32Array:
        """Where one merge put its new token."""
        return _taken(self._places, np.int32, self._ends[rank], self._ends[rank + 1])

    def few_places(self, rank: int) -> list[int]:
        """The same as a list."""
        return self._places[self._ends[rank] : self._ends[rank + 1]].tolist()

    def by_pair(self, rank: int) -> PlacesByPair | None:
        """The places of a merge's token, by the pairs it makes; None where they are few."""
        return self._by_pair.get(rank)

    def left(self, rank: int) -> int:
        """The left symbol of one merge."""
        return self._left[rank]

    def merges(self, first: int, last: int) -> tuple[Int32Array, Int32Array, Int64Array]:
        """The left and the right symbol of each merge, and how many symbols it saved."""
        left, right = (_taken(column, np.int32, first, last) for column in (self._left, self._right))
        return left, right, _taken(self._saved, np.int64, first, last)

    def new_pairs(self, first: int, last: int) -> tuple[Int64Array, Int64Array, Int64Array]:
        """Each pair that came to be: the merge's rank, the packed pair, and its count then."""
        ends = np.frombuffer(self._pair_ends, np.int64)[first : last + 1].copy()
        ranks = np.repeat(np.arange(first, last), np.diff(ends))
        pairs, counts = (_taken(column, np.int64, *ends[[0, -1]]) for column in (self._pairs, self._counts))
        return ranks, pairs, counts


def _taken(column: Any, kind: type[np.generic], start: int, stop: int) -> npt.NDArray[Any]:
    """A copy, because an array.array cannot grow while numpy looks into it."""
    return np.frombuffer(column, kind)[start:stop].copy()
