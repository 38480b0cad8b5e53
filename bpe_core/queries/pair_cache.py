"""What was found out about pairs: where their counts come from, and what the merges changed.

Facts and words with a pair are kept for the next position that is asked about, until the history is cut.

A pair comes into being with the newer of its two symbols. From then on it can only lose occurrences, none
comes back, and every word counts at least once. So while a pair's count stays, the words that contain it
stay, and so does how often each of them does. It is no different where `aaa` counts once: a run of one symbol
loses symbols at its ends alone, so what it counts falls or stays; and where the sum stays, every word's part
of it stays.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from bpe_core.engine.arrays import unpack_by_age
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.queries.merge_records import MergeRecords
from bpe_core.queries.records import PairChange, PairFacts, WordChange
from bpe_core.queries.tie_order import TieOrder
from bpe_core.queries.words_with_pair import (
    NOWHERE,
    WordsWithPair,
    find_words_with_pairs,
    largest_first,
    largest_shares,
)

CountedPair = tuple[int, int, int]
"""A pair with its count: left, right, count."""

MOST_WORDS = 4
"""Most words named by facts and changes."""

_FACTS_KEPT = 4_000
_WORDS_KEPT = 2_000_000
"""Most facts, and words with a pair (16 MB), kept before all are let go."""


class PairCache:
    """Finds out about pairs, and keeps it; must be told before the history is cut."""

    def __init__(self, history: MergeHistory) -> None:
        self.order = TieOrder(history)
        """The order of tied pairs."""
        self.records = MergeRecords(history)
        """The history's merges."""
        self._history = history
        self._facts: dict[CountedPair, PairFacts] = {}
        self._words: dict[CountedPair, WordsWithPair] = {}
        self._words_kept = 0

    def __reduce__(self) -> tuple[Any, ...]:
        return PairCache, (self._history,)  # what it keeps is soon found out again

    def forget_from(self, position: int) -> None:
        """The history is about to be cut: other merges may then lead to the same counts."""
        self.records.forget_from(position)
        self.order.clear()
        self._facts.clear()
        self._forget_words()

    def trim(self) -> None:
        """Forget facts if there are many; called before an answer, within which facts are made only once."""
        if len(self._facts) > _FACTS_KEPT:
            self._facts.clear()

    def facts(self, counted: CountedPair, position: int) -> PairFacts:
        """The facts of one pair with its count at this position."""
        return self.facts_of_each([counted], position)[0]

    def facts_of_each(self, counted: Sequence[CountedPair], position: int) -> list[PairFacts]:
        """The facts of some pairs with their counts at this position."""
        missing = [each for each in counted if each not in self._facts]
        for each, found in zip(missing, self.words_with_each(missing, position), strict=True):
            self._facts[each] = _make_facts(self._history, each, found)
        return [self._facts[each] for each in counted]

    def changes_of_each(
        self, changed: Sequence[tuple[int, int, int, int]], position: int
    ) -> list[PairChange]:
        """How the merge before a position changed the counts of some pairs: left, right, before, after."""
        before = self.words_with_each(
            [(left, right, count) for left, right, count, _ in changed], position - 1
        )
        after = self.words_with_each([(left, right, count) for left, right, _, count in changed], position)
        return [
            _make_change(self._history, *each, *words)
            for each, *words in zip(changed, before, after, strict=True)
        ]

    def words_with_each(self, counted: Sequence[CountedPair], position: int) -> list[WordsWithPair]:
        """The words with each of some pairs with their counts at this position.

        They are found together, which takes a fraction of the time.
        """
        if self._words_kept > _WORDS_KEPT:
            self._forget_words()
        missing = [each for each in counted if each[2] and each not in self._words]
        if missing:
            found = find_words_with_pairs(self._history, [each[:2] for each in missing], position)
            self._words_kept += sum(len(words.words) for words in found)
            self._words.update(zip(missing, found, strict=True))
        return [self._words.get(each, NOWHERE) for each in counted]

    def _forget_words(self) -> None:
        self._words.clear()
        self._words_kept = 0


def changes_before(history: MergeHistory, position: int, cache: PairCache) -> tuple[PairChange, ...]:
    """All that the merge before a position changed, the largest change first; nothing at the start."""
    if not position:
        return ()
    before = history.count_log.counts_at(position - 1)[1].copy()
    packed, after = history.count_log.counts_at(position)
    differing = np.flatnonzero(after != before)
    differing = differing[np.argsort(-abs(after - before)[differing], kind="stable")]
    left, right = (symbols.tolist() for symbols in unpack_by_age(packed[differing]))
    changed = zip(left, right, before[differing].tolist(), after[differing].tolist(), strict=True)
    return tuple(cache.changes_of_each(list(changed), position))


def changed_words(history: MergeHistory, position: int) -> list[int]:
    """The indexes of the words that the merge before a position changed, ascending."""
    if not position:
        return []
    places = history.merge_log.places(position - 1).astype(np.int64)
    words: list[int] = np.unique(history.timeline.word_of(places)).tolist()
    return words


def _make_facts(history: MergeHistory, counted: CountedPair, found: WordsWithPair) -> PairFacts:
    left, right, count = counted
    return PairFacts(
        pair=history.pair_texts((left, right)),
        ids=history.token_ids((left, right)),
        token=history.table.joined_text(left, right),
        count=count,
        words=len(found.words),
        merged=found.merged,
        shares=largest_shares(history, found, MOST_WORDS),
    )


def _make_change(
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
