"""The merges of a history as frozen records, made when they are asked for.

The records are told before the history is cut, so that a merge that somebody still holds keeps what it knows.
"""

import weakref

import numpy as np

from bpe_core.engine.merge_history import MergeHistory
from bpe_core.merges import Merge, Pair, TiedPairs
from bpe_core.queries.pair_table import tied_pairs
from bpe_core.symbols import SymbolPair


class MergeRecords:
    """Makes the records of a history's merges, and keeps them."""

    def __init__(self, history: MergeHistory) -> None:
        self._history = history
        self._merges: dict[int, Merge] = {}
        self._handed_out: weakref.WeakValueDictionary[int, TiedPairs] = weakref.WeakValueDictionary()

    def merge(self, rank: int) -> Merge:
        """One merge of the history."""
        if rank not in self._merges:
            self._merges[rank] = self._made(rank)
        return self._merges[rank]

    def forget(self, rank: int) -> None:
        """Forget one record: the merge has been chosen by the rule instead of the user, or the reverse."""
        self._merges.pop(rank, None)

    def forget_from(self, position: int) -> None:
        """The history is about to be cut here."""
        self._merges = {rank: merge for rank, merge in self._merges.items() if rank < position}
        for tied in list(self._handed_out.values()):
            if tied.position > position:
                tied.resolve()

    def tied_with(self, position: int, pair: SymbolPair) -> TiedPairs:
        """The pairs that share the highest count at this position, but for the given one of them."""
        history = self._history  # not these records: they keep what is made here, and neither would go
        tied = TiedPairs(
            position,
            lambda: count_others_tied(history, position, pair),
            lambda limit: _others_tied(history, position, pair, limit),
        )
        self._handed_out[id(tied)] = tied  # by id: hashing it would list its pairs
        return tied

    def _made(self, rank: int) -> Merge:
        history, pair = self._history, self._history.pairs[rank]
        symbol = history.table.base_size + rank
        is_highest = history.counts[rank] == history.highest[rank]
        return Merge(
            rank=rank,
            pair=history.pair_texts(pair),
            token=history.table.text(symbol),
            token_id=len(history.config.leading_tokens) + symbol,
            count=history.counts[rank],
            merged=history.symbols_left[rank] - history.symbols_left[rank + 1],
            tied=self.tied_with(rank, pair) if is_highest else (),
            chosen_by="user" if history.by_user[rank] else "rule",
        )


def count_others_tied(history: MergeHistory, position: int, pair: SymbolPair) -> int:
    """How many other pairs share the highest count with this one at this position."""
    if position < len(history) and history.pairs[position] == pair:
        return history.tied_counts(position + 1)[position]
    counts = history.count_log.counts_at(position)[1]
    return int(np.count_nonzero(counts == counts.max())) - 1


def _others_tied(
    history: MergeHistory, position: int, pair: SymbolPair, limit: int | None
) -> tuple[Pair, ...]:
    """These pairs, in the tie rule's order; no more than `limit`."""
    rows = tied_pairs(history, position, None if limit is None else limit + 1)
    others = [row for row in rows if row != pair]
    return tuple(map(history.pair_texts, others[:limit]))
