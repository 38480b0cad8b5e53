"""The raw log: what every merge did, as the trainer hands it over, in arrays that grow at their ends.

In: `trainer.Merged`, one a merge. Out: the occurrences of any range of merges, for the pair log; and where
one merge put its new token.

The occurrences of all merges follow one another, and `ends` says where each merge's stop:

    merge        0: u + g        1: u + n
    places       2   6   18      10  14
    before       h   p   h       p   b        the symbol before the new token
    behind       |   |   s       |   |        the symbol after it
    ends     0           3            5
"""

from array import array
from typing import Any

import numpy as np
import numpy.typing as npt

from bpe_core.symbols import Int32Array, Int64Array
from bpe_core.trainer import Merged


class RawLog:
    """What the merges did, one after the other, as it came from the trainer."""

    def __init__(self) -> None:
        self._left, self._right = array("i"), array("i")
        self._ends = array("q", [0])
        self._places, self._before, self._behind = array("i"), array("i"), array("i")

    def __len__(self) -> int:
        return len(self._left)

    def append(self, left: int, right: int, merged: Merged) -> None:
        """Add what the next merge did."""
        self._left.append(left)
        self._right.append(right)
        columns = (self._places, merged.places), (self._before, merged.before), (self._behind, merged.behind)
        for column, values in columns:
            if isinstance(values, list):
                column.extend(values)
            else:
                column.frombytes(values.tobytes())
        self._ends.append(len(self._places))

    def truncate(self, size: int) -> None:
        """Keep the first `size` merges."""
        del self._left[size:], self._right[size:], self._ends[size + 1 :]
        for column in (self._places, self._before, self._behind):
            del column[self._ends[-1] :]

    def chunk_end(self, first: int, most: int) -> int:
        """The merge before which to stop so that about `most` occurrences are taken, at least one merge."""
        ends = np.frombuffer(self._ends, np.int64)
        return max(first + 1, int(np.searchsorted(ends, ends[first] + most, side="right")) - 1)

    def occurrences(self, first: int, last: int) -> tuple[Int64Array, Int64Array, Int64Array, Int64Array]:
        """Each merged occurrence: the merge's rank, its place, and the symbols before and behind it."""
        start, stop = self._ends[first], self._ends[last]
        ranks = np.repeat(
            np.arange(first, last), np.diff(np.frombuffer(self._ends, np.int64)[first : last + 1])
        )
        places, before, behind = (
            np.frombuffer(column, np.int32)[start:stop].astype(np.int64)
            for column in (self._places, self._before, self._behind)
        )
        return ranks, places, before, behind

    def places(self, rank: int) -> Int32Array:
        """Where one merge put its new token."""
        return np.frombuffer(self._places, np.int32)[self._ends[rank] : self._ends[rank + 1]].copy()

    def merged_pairs(self, first: int, last: int) -> tuple[Int32Array, Int32Array]:
        """The left and the right symbol of each merge."""
        left, right = (
            np.frombuffer(column, np.int32)[first:last].copy() for column in (self._left, self._right)
        )
        return left, right


class Column:
    """A numpy array that grows at its end."""

    def __init__(self, values: npt.NDArray[Any]) -> None:
        self._room = values
        self._size = len(values)

    @property
    def values(self) -> npt.NDArray[Any]:
        """What it holds: a view, good until the column grows."""
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
