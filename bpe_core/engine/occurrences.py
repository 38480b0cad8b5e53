"""Where a pair occurs in the words, at any position of the history.

In: a timeline, and what each merge did. Out: the places of any pair after any number of merges, without going
through the corpus.

A pair comes into being with the newer of its two symbols, or is there from the start, and from then on it
only loses places. So its places at any position are among its first ones: for base symbols a slice of one
array sorted by pair, for learned ones a part of what their merge did. Which of them remain is read off the
timeline: a token remains as long as neither of its two outer boundaries has vanished.
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
        self._lengths = table.lengths
        self._log = log
        self.base_pairs, self._base_bounds, self._base_places = self._sorted_at_start()
        """The pairs of base symbols that occur, packed, ascending."""
        self.base_counts = group_sums(timeline.weights[self._base_places], self._base_bounds[:-1])
        """How often each of them occurs before the first merge, with overlaps."""

    def when_new(self, left: int, right: int) -> tuple[Places, int]:
        """Where the newer of the two symbols stood when the pair came to be, and how far before it the pair
        begins. An array holds just these places; a list perhaps also some without the other symbol."""
        if left > right:
            newer, neighbour, back = left, right << 1 | 1, 0
        else:
            newer, neighbour, back = right, left << 1, self._lengths[left]
        rank = newer - self._timeline.base_size
        if rank < 0:
            return self._at_start(left, right), 0
        return self._log.places_next_to(rank, neighbour), back

    def of_pair(self, left: int, right: int, position: int) -> Int64Array:
        """The places of one pair, as `of_pairs` finds them."""
        return self.of_pairs([(left, right)], position)[0]

    def of_pairs(self, pairs: Sequence[tuple[int, int]], position: int) -> tuple[Int64Array, Int64Array]:
        """The places of some pairs' left symbols at this position: those of the first pair, ascending,
        then those of the second one ..., each with the index of its pair. The symbols must have been made by
        then, the merge of the pair itself must not."""
        when_new = [self._places_when_new(*pair) for pair in pairs]
        sizes = [len(places) for places in when_new]
        starts = np.concatenate([np.empty(0, np.int64), *when_new])
        pair_of = np.repeat(np.arange(len(pairs)), sizes)
        if not position:
            return starts, pair_of  # no boundary has vanished yet
        # Both symbols were there, and only the pair's own merge removes the boundary between the two. So they
        # still are where neither of their outer boundaries has vanished.
        lengths = np.array(
            [self._lengths[left] + self._lengths[right] for left, right in pairs], dtype=np.int64
        )
        merged_at = self._timeline.merged_at
        stands = merged_at.take(starts) >= position
        stands &= merged_at.take(starts + np.repeat(lengths, sizes)) >= position
        stand = np.flatnonzero(stands)
        return starts.take(stand), pair_of.take(stand)

    def _places_when_new(self, left: int, right: int) -> Int64Array:
        """The places of the pair's left symbol when the pair came to be."""
        places, back = self.when_new(left, right)
        starts = np.asarray(places, dtype=np.int64) - back
        if isinstance(places, list):  # the older symbol was not beside all of them
            starts = starts[starts > 0]
            older, at = (left, starts) if back else (right, starts + self._lengths[left])
            starts = starts[self._stood(older, at)]
        return starts

    def _stood(self, symbol: int, starts: Int64Array) -> npt.NDArray[np.bool_]:
        """At which of these places the symbol has ever been."""
        timeline, last = self._timeline, len(self._timeline.merged_at) - 1
        if symbol < timeline.base_size:
            base: npt.NDArray[np.bool_] = timeline.base_symbols[np.minimum(starts, last)] == symbol
            return base
        rank = symbol - timeline.base_size
        inner = starts + self._lengths[self._log.left(rank)]
        learned: npt.NDArray[np.bool_] = timeline.merged_at[np.minimum(inner, last)] == rank
        return learned

    def _at_start(self, left: int, right: int) -> Int32Array:
        """Where two base symbols stand side by side before the first merge."""
        pair = left << 32 | right
        index = int(self.base_pairs.searchsorted(pair))
        if index == len(self.base_pairs) or self.base_pairs[index] != pair:
            return np.empty(0, np.int32)
        return self._base_places[self._base_bounds[index] : self._base_bounds[index + 1]]

    def _sorted_at_start(self) -> tuple[Int64Array, Int64Array, Int32Array]:
        """The pairs of base symbols, where the places of each begin and the last ones end, and the places."""
        symbols, base_size = self._timeline.base_symbols, self._timeline.base_size
        if len(symbols) >= _MANY and base_size <= _MOST_IN_ONE:
            left, right, places = _sorted_in_one(symbols)
        else:
            left, right, places = _sorted_by_columns(symbols, base_size)
        bounds = group_bounds(left, right)
        return pack(left[bounds[:-1]], right[bounds[:-1]]), bounds, places


_PLACE_BITS, _SYMBOL_BITS = 31, 16
_MOST_IN_ONE = 2**_SYMBOL_BITS
"""Up to so many base symbols, a pair and a place fit into one integer."""
_MANY = 10_000_000
"""From so many places on, one integer for each takes less memory than columns do, and no more time; below,
columns take half the time (benchmarks/many_words.py)."""
_BLOCK = 1_000_000

SortedPlaces = tuple[npt.NDArray[Any], npt.NDArray[Any], Int32Array]
"""The left and the right symbol where two stand side by side, and the place: by pair, then by place."""


def _sorted_in_one(symbols: BaseSymbols) -> SortedPlaces:
    """left << 47 | right << 31 | place, sorted in place."""
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
    """The same for any number of base symbols."""
    places = np.flatnonzero((symbols[:-1] != SEPARATOR) & (symbols[1:] != SEPARATOR)).astype(np.int32)
    # numpy sorts numbers of up to 16 bits by counting them, in a fraction of the time.
    small = np.min_scalar_type(base_size)
    left, right = symbols[places].astype(small), symbols[places + 1].astype(small)
    order = np.lexsort((right, left))
    return left[order], right[order], places[order]
