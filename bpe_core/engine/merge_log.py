"""What each merge did: where it put its new token, and which pairs it created.

For every merge the log holds the places of its token, the token's neighbours, and how often each of the new
pairs occurred. `count_log` turns this into pair counts at any position.

The entries of all merges stand one after another, and `ends` says where those of each merge end. After two
merges of hug / pug / pun:

    merge          0: u + g               1: u + n
    places         2   6   18             10   14          where `ug`, `un` stand
    ends           0            3                 5
    neighbours     h|  p|  |s             p|  b|           of the new token: left of it, right of it
    counts         15  5   5              12  4

A neighbour is one number: its symbol << 1, plus 1 if it stands on the right. With the new token in front,
token << 32 | neighbour, it is the new pair packed by age (see `arrays`).

For a merge at many places the log also keeps which places have which neighbour, so that a pair is found
without searching all of them.
"""

from array import array
from bisect import bisect_left
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bpe_core.symbols import Int32Array, Int64Array

Places = list[int] | Int32Array | Int64Array
"""Positions of a symbol, ascending: a list where a loop reads it, an array where numpy does."""

CountType = type[np.int32] | type[np.int64]
"""An integer type that can hold every count of the corpus."""

Counts = Int32Array | Int64Array
"""Counts of pairs."""


class ByNeighbour(NamedTuple):
    """Which of a merge's places have which neighbour."""

    starts: memoryview
    """Where each neighbour's part of `order` begins; the last entry is where the last part ends."""
    order: npt.NDArray[np.unsignedinteger[Any]]
    """Indexes into the merge's places, which stand here twice: once for the left neighbours, once for the
    right ones. Sorted by neighbour, then ascending."""

    @classmethod
    def of(cls, bounds: Int64Array, order: Int64Array) -> "ByNeighbour":
        """Stored in as few bytes as the indexes need; a memoryview is faster to read item by item."""
        return cls(bounds.astype(np.int32).data, order.astype(np.min_scalar_type(len(order))))

    def __reduce__(self) -> tuple[Any, ...]:
        return ByNeighbour.of, (np.asarray(self.starts), self.order)


class MergeLog:
    """What the merges did, in arrays that grow at their ends."""

    def __init__(self, count_type: CountType) -> None:
        """`count_type` can hold every count."""
        self._left, self._right, self._saved = array("i"), array("i"), array("q")
        self._ends, self._places = array("q", [0]), array("i")
        self._pair_ends, self._neighbours = array("q", [0]), array("i")
        self.count_type = count_type
        """The type of every count."""
        self._counts = array(np.dtype(count_type).char)
        self._by_neighbour: dict[int, ByNeighbour] = {}

    def __len__(self) -> int:
        return len(self._left)

    def append(
        self,
        left: int,
        right: int,
        saved: int,
        places: Any,
        neighbours: Any,
        counts: Any,
        by_neighbour: ByNeighbour | None,
    ) -> None:
        """Add the next merge: it left `saved` symbols fewer, and put its token at `places`.

        Places, neighbours and counts are arrays with ascending neighbours if `by_neighbour` is given,
        otherwise lists.
        """
        if by_neighbour is None:
            self._places.fromlist(places)
            self._neighbours.fromlist(neighbours)
            self._counts.fromlist(counts)
        else:
            self._by_neighbour[len(self._left)] = by_neighbour
            self._places.frombytes(places.astype(np.int32).tobytes())
            self._neighbours.frombytes(neighbours.tobytes())
            self._counts.frombytes(counts.astype(self.count_type, copy=False).tobytes())
        self._left.append(left)
        self._right.append(right)
        self._saved.append(saved)
        self._ends.append(len(self._places))
        self._pair_ends.append(len(self._neighbours))

    def truncate(self, size: int) -> None:
        """Keep the first `size` merges."""
        for rank in [rank for rank in self._by_neighbour if rank >= size]:
            del self._by_neighbour[rank]
        for column in (self._left, self._right, self._saved):
            del column[size:]
        del self._ends[size + 1 :], self._pair_ends[size + 1 :]
        del self._places[self._ends[-1] :]
        del self._neighbours[self._pair_ends[-1] :], self._counts[self._pair_ends[-1] :]

    def new_pairs_from(self, first: int) -> int:
        """How many pairs were created by merge `first` and the later ones."""
        return len(self._neighbours) - self._pair_ends[first]

    def chunk_end(self, first: int, most: int) -> int:
        """Where to stop, from `first` on, to take about `most` new pairs and at least one merge."""
        ends = np.frombuffer(self._pair_ends, np.int64)
        return max(first + 1, int(np.searchsorted(ends, ends[first] + most, side="right")) - 1)

    def places(self, rank: int) -> Int32Array:
        """Where one merge put its new token."""
        return _taken(self._places, np.int32, self._ends[rank], self._ends[rank + 1])

    def places_next_to(self, rank: int, neighbour: int) -> Places:
        """Where one merge's new token has this neighbour: an array, ascending.

        For a merge at few places, where this is not kept, a list of all its places.
        """
        start, stop = self._ends[rank], self._ends[rank + 1]
        by_neighbour = self._by_neighbour.get(rank)
        if by_neighbour is None:
            return self._places[start:stop].tolist()
        first, last = self._pair_ends[rank], self._pair_ends[rank + 1]
        index = bisect_left(self._neighbours, neighbour, first, last)
        if index == last or self._neighbours[index] != neighbour:
            return np.empty(0, np.int32)
        chosen = by_neighbour.order[
            by_neighbour.starts[index - first] : by_neighbour.starts[index - first + 1]
        ]
        places: Int32Array = np.frombuffer(self._places, np.int32)[start:stop].take(chosen, mode="wrap")
        return places

    def left(self, rank: int) -> int:
        """The left symbol of one merge."""
        return self._left[rank]

    def merges(self, first: int, last: int) -> tuple[Int32Array, Int32Array, Int64Array]:
        """The left and the right symbol of each merge, and how many symbols it saved."""
        left, right = (_taken(column, np.int32, first, last) for column in (self._left, self._right))
        return left, right, _taken(self._saved, np.int64, first, last)

    def new_pairs(self, first: int, last: int) -> tuple[Int64Array, Int32Array, Counts]:
        """The pairs created by merges `first` to `last` - 1: rank, the new token's neighbour, first count."""
        ends = np.frombuffer(self._pair_ends, np.int64)[first : last + 1].copy()
        ranks = np.repeat(np.arange(first, last), np.diff(ends))
        neighbours = _taken(self._neighbours, np.int32, *ends[[0, -1]])
        return ranks, neighbours, _taken(self._counts, self.count_type, *ends[[0, -1]])


def _taken(column: Any, kind: type[np.generic], start: int, stop: int) -> npt.NDArray[Any]:
    """A copy, because an array.array cannot grow while numpy holds a view of it."""
    return np.frombuffer(column, kind)[start:stop].copy()
