"""Pair memory: what was found out about the pairs of a film, kept for the next position that is asked about.

In: a film, and a pair with its count. Out: its facts, its holders, its change from one count to the next, and
the order of tied pairs; found once and kept, as long as the film is not cut.

A pair comes into being with the newer of its two symbols. From then on it can only lose occurrences, none
comes back, and every word counts at least once. So while a pair's count stays, the words that hold it stay,
and so does how often each of them does. It is no different where `aaa` counts once: a run of one symbol loses
symbols at its ends alone, so what it counts falls or stays; and where the sum stays, every word's part of it
stays.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.run()
>>> first, second, third = stepper.scenes(2, 4)
>>> first.rows[2] is second.rows[1] is third.rows[0], third.rows[0].pair
(True, ('p', 'ug'))
"""

from collections.abc import Sequence

import numpy as np

from bpe_core.engine.arrays import unpack_by_age
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.queries.changes import PairChange, make_change
from bpe_core.queries.merge_records import MergeRecords
from bpe_core.queries.pair_facts import PairFacts, make_facts
from bpe_core.queries.tie_order import TieOrder
from bpe_core.queries.words_with_pair import NOWHERE, Holders, find_holders_of_each

CountedPair = tuple[int, int, int]
"""A pair with its count: left, right, count."""

_KEPT = 4_000
"""So many facts, and so many changes, are kept for later questions."""

_HOLDERS_KEPT = 2_000_000
"""So many words that hold a pair are kept, over all pairs: 16 MB."""


class PairMemory:
    """Finds out about pairs, and keeps what was asked for last; to be told before the film is cut."""

    def __init__(self, film: MergeHistory) -> None:
        """Remember the pairs of a film."""
        self.order = TieOrder(film)
        """The order of tied pairs."""
        self.records = MergeRecords(film)
        """The film's merges."""
        self._film = film
        self._facts: dict[CountedPair, PairFacts] = {}
        self._changes: dict[tuple[int, int, int, int], PairChange] = {}
        self._holders: dict[CountedPair, Holders] = {}
        self._words_held = 0

    def forget_from(self, position: int) -> None:
        """The film is about to be cut: other merges may then lead to the same counts."""
        self.records.forget_from(position)
        self._facts.clear()
        self._changes.clear()
        self._holders.clear()
        self._words_held = 0
        self.order.clear()

    def trim(self) -> None:
        """Let go of what was asked for longest ago; to be called before an answer, in which the same facts
        are one object wherever they stand."""
        for key in list(self._facts)[:-_KEPT]:
            del self._facts[key]
        for change_key in list(self._changes)[:-_KEPT]:
            del self._changes[change_key]

    def facts(self, left: int, right: int, count: int, position: int) -> PairFacts:
        """The facts of a pair that has this count after so many merges."""
        return self.facts_of_each([(left, right, count)], position)[0]

    def facts_of_each(self, counted: Sequence[CountedPair], position: int) -> list[PairFacts]:
        """The facts of some pairs with their counts after so many merges."""
        missing = [each for each in counted if each not in self._facts]
        for each, holders in zip(missing, self.holders_of_each(missing, position), strict=True):
            self._facts[each] = make_facts(self._film, *each, holders)
        for each in counted:
            self._facts[each] = self._facts.pop(each)  # at the end: asked for last
        return [self._facts[each] for each in counted]

    def changes_of_each(
        self, changed: Sequence[tuple[int, int, int, int]], position: int
    ) -> list[PairChange]:
        """How the merge before a position changed the counts of some pairs: left, right, before, after."""
        missing = [each for each in changed if each not in self._changes]
        before = [(left, right, count) for left, right, count, _ in missing]
        after = [(left, right, count) for left, right, _, count in missing]
        held, holds = self.holders_of_each(before, position - 1), self.holders_of_each(after, position)
        for each, *both in zip(missing, held, holds, strict=True):
            self._changes[each] = make_change(self._film, *each, *both)
        for each in changed:
            self._changes[each] = self._changes.pop(each)  # at the end: asked for last
        return [self._changes[each] for each in changed]

    def holders(self, left: int, right: int, count: int, position: int) -> Holders:
        """The words that hold a pair that has this count after so many merges."""
        return self.holders_of_each([(left, right, count)], position)[0]

    def holders_of_each(self, counted: Sequence[CountedPair], position: int) -> list[Holders]:
        """The words that hold each of some pairs with their counts after so many merges.

        They are found together, which takes a fraction of the time.
        """
        held = {each: self._holders.pop(each) for each in counted if each in self._holders}
        missing = [each for each in counted if each not in held and each[2]]
        if missing:
            found = find_holders_of_each(self._film, [each[:2] for each in missing], position)
            self._words_held += sum(len(holders.words) for holders in found)
            held.update(zip(missing, found, strict=True))
        self._holders.update(held)  # at the end: asked for last
        while self._words_held > _HOLDERS_KEPT:
            self._words_held -= len(self._holders.pop(next(iter(self._holders))).words)
        return [held.get(each, NOWHERE) for each in counted]


def changes_before(film: MergeHistory, position: int, memory: PairMemory) -> tuple[PairChange, ...]:
    """All that the merge before a position changed, the largest change first; nothing at the start."""
    memory.trim()
    if not position:
        return ()
    before = film.count_log.counts_at(position - 1)[1].copy()
    packed, after = film.count_log.counts_at(position)
    differing = np.flatnonzero(after != before)
    differing = differing[np.argsort(-abs(after - before)[differing], kind="stable")]
    left, right = (symbols.tolist() for symbols in unpack_by_age(packed[differing]))
    changed = zip(left, right, before[differing].tolist(), after[differing].tolist(), strict=True)
    return tuple(memory.changes_of_each(list(changed), position))
