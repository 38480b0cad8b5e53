"""What a merge changed in the pair table.

In: what is known of a history, and the position after the merge. Out: `PairChange`s.
"""

from collections.abc import Sequence

import numpy as np

from bpe_core.engine.arrays import unpack_by_age
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.queries.known import MOST_WORDS, Known
from bpe_core.queries.records import PairChange, WordChange
from bpe_core.queries.words_with_pair import WordsWithPair, largest_first

ChangedPair = tuple[int, int, int, int]
"""A pair whose count a merge changed: left, right, count before, count after."""


def changes_before(known: Known, position: int) -> tuple[PairChange, ...]:
    """All that the merge before a position changed, the largest change first; nothing at the start."""
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
    """How the merge before a position changed the counts of some pairs."""
    before = known.words_with_each([(left, right, count) for left, right, count, _ in changed], position - 1)
    after = known.words_with_each([(left, right, count) for left, right, _, count in changed], position)
    return tuple(
        _change(known.history, *each, *words) for each, *words in zip(changed, before, after, strict=True)
    )


def _change(
    history: MergeHistory,
    left: int,
    right: int,
    before: int,
    after: int,
    words_before: WordsWithPair,
    words_after: WordsWithPair,
) -> PairChange:
    # A pair is new, with no words before, or it only loses words: one of the two has all the words of both.
    words = (words_before if before else words_after).words
    times = np.zeros(len(words), dtype=np.int64)
    times[np.searchsorted(words, words_after.words)] += words_after.times
    times[np.searchsorted(words, words_before.words)] -= words_before.times
    differ = np.flatnonzero(times)
    words, deltas = words[differ], times[differ] * history.word_counts[words[differ]]
    chosen = largest_first(abs(deltas), MOST_WORDS)
    largest = zip(words[chosen].tolist(), deltas[chosen].tolist(), strict=True)
    return PairChange(
        pair=history.pair_texts((left, right)),
        ids=history.token_ids((left, right)),
        token=history.table.joined_text(left, right),
        before=before,
        after=after,
        words=tuple(WordChange(history.words[word], delta) for word, delta in largest),
        words_total=len(words),
    )
