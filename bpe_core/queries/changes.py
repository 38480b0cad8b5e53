"""What a merge changed in the pair table."""

from collections.abc import Sequence

import numpy as np

from bpe_core.engine.arrays import unpack_by_age
from bpe_core.queries.known import MOST_WORDS, Known
from bpe_core.queries.records import PairChange, WordChange
from bpe_core.queries.words_with_pair import largest_first

ChangedPair = tuple[int, int, int, int]
"""A pair whose count a merge changed: left, right, count before, count after."""


def changes_before(known: Known, position: int) -> tuple[PairChange, ...]:
    """All changes made by the merge before a position, the largest first; empty at the start."""
    if not position:
        return ()
    count_log = known.history.count_log
    before = count_log.counts_at(position - 1)[1].copy()
    packed, after = count_log.counts_at(position)
    differing = np.flatnonzero(after != before)
    differing = differing[np.argsort(-abs(after - before)[differing], kind="stable")]
    left, right = (symbols.tolist() for symbols in unpack_by_age(packed[differing]))
    changed = zip(left, right, before[differing].tolist(), after[differing].tolist(), strict=True)
    return changes_of_each(known, list(changed), position)


def changes_of_each(known: Known, changed: Sequence[ChangedPair], position: int) -> tuple[PairChange, ...]:
    """How the merge before a position changed the counts of these pairs."""
    history, changes = known.history, []
    all_before = known.words_with_each([(left, right, was) for left, right, was, _ in changed], position - 1)
    all_after = known.words_with_each([(left, right, now) for left, right, _, now in changed], position)
    for (left, right, was, now), before, after in zip(changed, all_before, all_after, strict=True):
        # A pair is new (no words before), or it only loses words: one of the two has all words of both.
        words = (before if was else after).words
        times = np.zeros(len(words), dtype=np.int64)
        times[np.searchsorted(words, after.words)] += after.times
        times[np.searchsorted(words, before.words)] -= before.times
        differ = np.flatnonzero(times)
        words, deltas = words[differ], times[differ] * history.word_counts[words[differ]]
        chosen = largest_first(abs(deltas), MOST_WORDS)
        largest = zip(words[chosen].tolist(), deltas[chosen].tolist(), strict=True)
        change = PairChange(
            pair=history.pair_texts((left, right)),
            ids=history.token_ids((left, right)),
            token=history.table.joined_text(left, right),
            before=was,
            after=now,
            words=tuple(WordChange(history.words[word], delta) for word, delta in largest),
            words_total=len(words),
        )
        changes.append(change)
    return tuple(changes)
