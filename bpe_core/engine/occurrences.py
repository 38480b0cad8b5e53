"""Where a pair occurs in the words after any number of merges, without a search through the corpus.

A pair can first occur when the newer of its two symbols is created. From then on it only loses places. So its
places at any position are among its first ones: for base symbols they are a slice of one array sorted by
pair, for learned symbols a part of what the merge log holds. The timeline says which of them remain: a token
remains until one of its two outer boundaries vanishes.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from bpe_core.engine.arrays import group_bounds, group_sums, pack
from bpe_core.engine.merge_log import MergeLog, Places
from bpe_core.engine.timeline import Timeline
from bpe_core.symbols import SEPARATOR, BaseSymbols, Int32Array, Int64Array, SymbolTable


class Occurrences:
    """The places of all pairs, at any position."""

    def __init__(self, timeline: Timeline, table: SymbolTable, log: MergeLog) -> None:
        """Sort the places of all pairs of base symbols."""
        self._timeline = timeline
        self.lengths = table.lengths
        """How many base symbols each symbol covers."""
        self._log = log
        symbols, base_size = timeline.base_symbols, timeline.base_size
        if len(symbols) >= _MANY and base_size <= _MOST_IN_ONE:
            left, right, self._base_places = _sorted_in_one(symbols)
        else:
            left, right, self._base_places = _sorted_by_columns(symbols, base_size)
        self._base_bounds = group_bounds(left, right)
        firsts = self._base_bounds[:-1]
        self.base_pairs = pack(left[firsts], right[firsts])
        """The pairs of base symbols that occur, packed, ascending."""
        self.base_counts = group_sums(timeline.weights[self._base_places], firsts)
        """How often each of them occurs before the first merge, overlaps included."""

    def when_new(self, left: int, right: int) -> tuple[Places, int]:
        """Where the newer of the two symbols was created, and how far before that place the pair begins.

        An array holds only places of this pair; a list may hold places without the other symbol.
        """
        if left > right:
            newer, neighbour, back = left, right << 1 | 1, 0
        else:
            newer, neighbour, back = right, left << 1, self.lengths[left]
        rank = newer - self._timeline.base_size
        if rank >= 0:
            return self._log.places_next_to(rank, neighbour), back
        pair = left << 32 | right
        index = int(self.base_pairs.searchsorted(pair))
        if index == len(self.base_pairs) or self.base_pairs[index] != pair:
            return np.empty(0, np.int32), 0
        return self._base_places[self._base_bounds[index] : self._base_bounds[index + 1]], 0

    def of_pair(self, left: int, right: int, position: int) -> Int64Array:
        """The places of one pair, found as by `of_pairs`."""
        return self.of_pairs([(left, right)], position)[0]

    def of_pairs(self, pairs: Sequence[tuple[int, int]], position: int) -> tuple[Int64Array, Int64Array]:
        """The places of the left symbols of some pairs at this position, each with the index of its pair.

        They come pair by pair, ascending for each. Both symbols of a pair must exist at this position, and
        the pair itself must not have been merged yet.
        """
        when_new = [self._places_when_new(*pair) for pair in pairs]
        sizes = [len(places) for places in when_new]
        starts = np.concatenate([np.empty(0, np.int64), *when_new])
        pair_of = np.repeat(np.arange(len(pairs)), sizes)
        if not position:
            return starts, pair_of  # no boundary has vanished yet
        # Only the pair's own merge removes the boundary between its symbols. So the pair still stands where
        # neither of its outer boundaries has vanished.
        lengths = np.array(
            [self.lengths[left] + self.lengths[right] for left, right in pairs], dtype=np.int64
        )
        merged_at = self._timeline.merged_at
        stands = merged_at.take(starts) >= position
        stands &= merged_at.take(starts + np.repeat(lengths, sizes)) >= position
        stand = np.flatnonzero(stands)
        return starts.take(stand), pair_of.take(stand)

    def _places_when_new(self, left: int, right: int) -> Int64Array:
        """The places of the left symbol when the pair first occurred."""
        places, back = self.when_new(left, right)
        starts = np.asarray(places, dtype=np.int64) - back
        if isinstance(places, list):  # some of them may lack the older symbol
            starts = starts[starts > 0]
            older, at = (left, starts) if back else (right, starts + self.lengths[left])
            timeline, rank = self._timeline, older - self._timeline.base_size
            last = len(timeline.merged_at) - 1
            if rank < 0:
                has_stood = timeline.base_symbols[np.minimum(at, last)] == older
            else:
                inner = at + self.lengths[self._log.left(rank)]
                has_stood = timeline.merged_at[np.minimum(inner, last)] == rank
            starts = starts[has_stood]
        return starts


_PLACE_BITS, _SYMBOL_BITS = 31, 16
_MOST_IN_ONE = 2**_SYMBOL_BITS
"""With up to this many base symbols, a pair and a place fit into one 64-bit integer."""
_MANY = 10_000_000
"""From this many places on, one integer for each takes less memory than columns and no more time. Below,
columns take half the time on two million words."""
_BLOCK = 1_000_000

SortedPlaces = tuple[npt.NDArray[Any], npt.NDArray[Any], Int32Array]
"""Two neighbouring symbols, left and right, and their place; sorted by pair, then by place."""


def _sorted_in_one(symbols: BaseSymbols) -> SortedPlaces:
    """Sort integers of the form left << 47 | right << 31 | place."""
    packed = np.empty(len(symbols), dtype=np.int64)
    size = 0
    for start in range(0, len(symbols) - 1, _BLOCK):
        block = symbols[start : start + _BLOCK + 1]
        at = np.flatnonzero((block[:-1] != SEPARATOR) & (block[1:] != SEPARATOR))
        part = packed[size : size + len(at)]
        part[:] = block[at]
        part <<= _SYMBOL_BITS
        part |= block[at + 1]
        part <<= _PLACE_BITS
        part |= at + start
        size += len(at)
    packed = packed[:size]
    packed.sort()
    places = np.empty(size, dtype=np.int32)
    np.bitwise_and(packed, (1 << _PLACE_BITS) - 1, out=places, casting="unsafe")
    packed >>= _PLACE_BITS
    left = np.empty(size, dtype=np.uint16)
    np.right_shift(packed, _SYMBOL_BITS, out=left, casting="unsafe")
    return left, packed.astype(np.uint16), places


def _sorted_by_columns(symbols: BaseSymbols, base_size: int) -> SortedPlaces:
    """Sort by three columns, which works for any number of base symbols."""
    places = np.flatnonzero((symbols[:-1] != SEPARATOR) & (symbols[1:] != SEPARATOR)).astype(np.int32)
    # numpy sorts integers of up to 16 bits by counting them, in a fraction of the time.
    small = np.min_scalar_type(base_size)
    left, right = symbols[places].astype(small), symbols[places + 1].astype(small)
    order = np.lexsort((right, left))
    return left[order], right[order], places[order]
