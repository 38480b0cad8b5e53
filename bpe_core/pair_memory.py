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

from __future__ import annotations

from typing import TYPE_CHECKING

from bpe_core.changes import PairChange, make_change
from bpe_core.holders import NOWHERE, Holders, find_holders
from bpe_core.pair_facts import PairFacts, make_facts
from bpe_core.tie_order import TieOrder

if TYPE_CHECKING:
    from bpe_core.film import Film

_KEPT = 4_000
"""So many facts, and so many changes, are kept for later questions."""

_HOLDERS_KEPT = 2_000_000
"""So many words that hold a pair are kept, over all pairs: 16 MB."""


class PairMemory:
    """Finds out about pairs, and keeps what was asked for last; to be cleared when the film is cut."""

    def __init__(self, film: Film) -> None:
        """Remember the pairs of a film."""
        self.order = TieOrder(film)
        """The order of tied pairs."""
        self._film = film
        self._facts: dict[tuple[int, int, int], PairFacts] = {}
        self._changes: dict[tuple[int, int, int, int], PairChange] = {}
        self._holders: dict[tuple[int, int, int], Holders] = {}
        self._words_held = 0

    def clear(self) -> None:
        """Forget everything: after a cut, other merges may lead to the same counts."""
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
        key = left, right, count
        facts = self._facts.pop(key, None)
        if facts is None:
            facts = make_facts(self._film, *key, self.holders(*key, position))
        self._facts[key] = facts  # at the end: asked for last
        return facts

    def change(self, left: int, right: int, before: int, after: int, position: int) -> PairChange:
        """How the merge before a position changed a pair's count, from `before` to `after`."""
        key = left, right, before, after
        change = self._changes.pop(key, None)
        if change is None:
            held, holds = (
                self.holders(left, right, count, at)
                for count, at in ((before, position - 1), (after, position))
            )
            change = make_change(self._film, *key, held, holds)
        self._changes[key] = change
        return change

    def holders(self, left: int, right: int, count: int, position: int) -> Holders:
        """The words that hold a pair that has this count after so many merges."""
        if not count:
            return NOWHERE
        key = left, right, count
        holders = self._holders.pop(key, None)
        if holders is None:
            holders = find_holders(self._film, left, right, position)
            self._words_held += len(holders.words)
            while self._words_held > _HOLDERS_KEPT and self._holders:
                self._words_held -= len(self._holders.pop(next(iter(self._holders))).words)
        self._holders[key] = holders
        return holders
