"""Merge records: the merges of a film as frozen records that students can print, compare and keep.

In: a film and a rank. Out: a `Merge`, made when it is asked for, whose tied pairs are worked out when they
are looked at. Before the film is cut the records are told, so that a merge that somebody still holds keeps
what it knows.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.run()
>>> MergeRecords(stepper._film).merge(4).pair
('p', 'ug')
"""

import weakref

import numpy as np

from bpe_core.engine.merge_history import MergeHistory
from bpe_core.merges import Merge, Pair, TiedPairs
from bpe_core.queries.pair_table import tied_pairs

_KEPT = 100_000
"""With so many records, all are let go and made anew when asked for."""


class MergeRecords:
    """Makes the records of a film's merges, and keeps them."""

    def __init__(self, film: MergeHistory) -> None:
        """Tell of the merges of a film."""
        self._film = film
        self._merges: dict[int, Merge] = {}
        self._handed_out: weakref.WeakValueDictionary[int, TiedPairs] = weakref.WeakValueDictionary()

    def merge(self, rank: int) -> Merge:
        """One merge of the film."""
        merge = self._merges.get(rank)
        if merge is None:
            if len(self._merges) >= _KEPT:
                self._merges.clear()
            merge = self._merges[rank] = self._made(rank)
        return merge

    def forget(self, rank: int) -> None:
        """Somebody else has chosen this merge now: its record is to be made anew."""
        self._merges.pop(rank, None)

    def forget_from(self, position: int) -> None:
        """The film is about to be cut here."""
        self._merges = {rank: merge for rank, merge in self._merges.items() if rank < position}
        for tied in list(self._handed_out.values()):
            if tied.position > position:
                tied.resolve()

    def tied_with(self, position: int, pair: tuple[int, int]) -> TiedPairs:
        """The pairs that share the highest count after so many merges, but for the given one of them."""
        tied = TiedPairs(self, position, pair)
        self._handed_out[id(tied)] = tied  # by id: hashing it would list its pairs
        return tied

    def count_others_tied(self, position: int, pair: tuple[int, int]) -> int:
        """How many other pairs share the highest count with this one after so many merges."""
        film = self._film
        if position < len(film) and film.pairs[position] == pair:
            return film.tied_counts(position + 1)[position]
        counts = film.count_log.counts_at(position)[1]
        return int(np.count_nonzero(counts == counts.max())) - 1

    def others_tied(self, position: int, pair: tuple[int, int], limit: int | None) -> tuple[Pair, ...]:
        """These pairs, in the tie rule's order; no more than the first so many."""
        rows = tied_pairs(self._film, position, None if limit is None else limit + 1)
        others = [row for row in rows if row != pair]
        return tuple(map(self._film.pair_texts, others[:limit]))

    def _made(self, rank: int) -> Merge:
        film, pair = self._film, self._film.pairs[rank]
        symbol = film.table.base_size + rank
        is_highest = film.counts[rank] == film.highest[rank]
        return Merge(
            rank=rank,
            pair=film.pair_texts(pair),
            token=film.table.text(symbol),
            token_id=len(film.config.special_tokens) + symbol,
            count=film.counts[rank],
            tied=self.tied_with(rank, pair) if is_highest else (),
            chosen_by="user" if film.by_user[rank] else "rule",
        )
