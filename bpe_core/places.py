"""Places: where a symbol or a pair stands in the words, at any position of a film.

In: a timeline, and where each merge put its new token. Out: the places of any pair after any number of
merges, without going through the corpus.

A token once made stands until one of its two outer boundaries vanishes. So a learned symbol stands at a
place after k merges if its merge removed the boundary inside it (`merged_at` there is the symbol's rank)
and both outer boundaries are later than k. The places of a pair are among the places where the newer of
its two symbols was made; for two base symbols, among those where they stood at the start.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from bpe_core.symbols import SEPARATOR, Int32Array, Int64Array, SymbolTable
from bpe_core.timeline import Timeline


class PairPlaces:
    """Finds the places of pairs at any position."""

    def __init__(
        self,
        timeline: Timeline,
        table: SymbolTable,
        merged_pairs: list[tuple[int, int]],
        made_at: Callable[[int], Int32Array],
    ) -> None:
        """`merged_pairs` holds the symbols of every merge; `made_at(rank)` gives where its token was made."""
        self._timeline = timeline
        self._lengths = table.lengths
        self._merged_pairs = merged_pairs
        self._made_at = made_at
        self._base_places: tuple[Int64Array, Int64Array] | None = None

    def of_pair(self, left: int, right: int, position: int) -> Int64Array:
        """The places of the pair's left symbol after so many merges, ascending."""
        newer, base_size = max(left, right), self._timeline.base_size
        if newer < base_size:
            starts = self._places_at_start(left, right)
        else:
            starts = self._made_at(newer - base_size).astype(np.int64)
            if newer == right != left:
                starts = starts - self._lengths[left]
                starts = starts[starts > 0]
        starts = starts[self._stands(left, starts, position)]
        return starts[self._stands(right, starts + self._lengths[left], position)]

    def _stands(self, symbol: int, starts: Int64Array, position: int) -> npt.NDArray[np.bool_]:
        """At which of these places the symbol stands after so many merges."""
        timeline, merged_at = self._timeline, self._timeline.merged_at
        last = len(merged_at) - 1  # a separator: no boundary there ever vanishes
        if symbol < timeline.base_size:
            is_there = timeline.base_symbols[starts] == symbol
        else:
            rank = symbol - timeline.base_size
            inner = starts + self._lengths[self._merged_pairs[rank][0]]
            is_there = merged_at[np.minimum(inner, last)] == rank
        ends = np.minimum(starts + self._lengths[symbol], last)
        standing: npt.NDArray[np.bool_] = (
            is_there & (merged_at[starts] >= position) & (merged_at[ends] >= position)
        )
        return standing

    def _places_at_start(self, left: int, right: int) -> Int64Array:
        """Where two base symbols stand side by side before the first merge."""
        if self._base_places is None:
            symbols = self._timeline.base_symbols
            places = np.flatnonzero((symbols[:-1] != SEPARATOR) & (symbols[1:] != SEPARATOR))
            pairs = symbols[places].astype(np.int64) << 32 | symbols[places + 1]
            order = np.argsort(pairs, kind="stable")
            self._base_places = pairs[order], places[order]
        pairs, places = self._base_places
        pair = left << 32 | right
        return places[np.searchsorted(pairs, pair) : np.searchsorted(pairs, pair, side="right")]
