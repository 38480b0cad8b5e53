"""Fault search: which mistake in a trainer explains somebody's merges.

In: the words of a corpus, merges, and the rules that may have been meant. Out: `FaultFit`s: each a mistake,
or two, under some rules, and how many merges come out with it.

A trainer with a mistake follows the list only as long as it agrees; most fail at the first merge.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.corpus.corpus import Corpus
>>> from bpe_core.studies.diagnosis.segmentation import TieRule
>>> words = CorpusWords(Corpus.from_word_counts({"mango": 9, "banana": 3, "nab": 4}))
>>> merges = [("a", "n"), ("m", "an"), ("man", "g"), ("n", "a"), ("b", "an"), ("ban", "an")]
>>> rules = Rules(BPEConfig(), {TieRule("first_seen", "code_point"): ("hf_course",)})
>>> search = FaultSearch(words, merges, [rules])
>>> for _ in search.run():
...     pass
>>> [(fit.faults[0].name, fit.prefix) for fit in search.answer()]
[('all_pairs_but_the_last', 6)]
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.corpus_words import CorpusWords
from bpe_core.studies.diagnosis.faults.corpus_part import CorpusPart
from bpe_core.studies.diagnosis.faults.fault import Fault, with_fault
from bpe_core.studies.diagnosis.faults.faults import FAULTS
from bpe_core.studies.diagnosis.faults.fits import FaultFit, Following, Rules, TieWay, ways_to_settle_ties
from bpe_core.studies.diagnosis.faults.misspelled_words import MisspelledWords
from bpe_core.studies.diagnosis.faults.other_rules import other_rules
from bpe_core.studies.diagnosis.faults.parts import right_parts
from bpe_core.studies.diagnosis.faults.possible_rules import PossibleRules, TooLarge
from bpe_core.studies.diagnosis.faults.trainer import SpelledWords, Trainer
from bpe_core.studies.diagnosis.forced_history import ForcedHistory
from bpe_core.studies.diagnosis.segmentation import Segmentation, written_for

_ALL_PAIRS = 60_000
"""Two mistakes at once are all tried under as many rules as have so many characters in their words."""

_LONGEST_OF_TWO = 1_000
"""And where no word has more characters."""

_AT_ONCE = 10
"""Where rules make fewer merges, all pairs are tried, else only those of which one alone makes more."""

_CARRIED_ON = 3
"""Under other rules only so many mistakes, those that come farthest, are tried with each of the others."""

_CLEARLY = 30
"""Two mistakes, or one that explains only the first merges, must explain so many; the latter must also
explain half of the list, and twice as many as any rules."""

_LONG = 100
"""A list of so many merges does not come out whole by chance."""

_BESIDE_TIES = tuple(fault for fault in FAULTS.values() if fault.part not in ("choose", "order"))
"""The mistakes that are tried one after the other."""

_ONE_AT_MOST: tuple[tuple[Fault, ...], ...] = ((), *((fault,) for fault in _BESIDE_TIES))

_TWO = sorted(
    (pair for pair in combinations(_BESIDE_TIES, 2) if pair[0].part != pair[1].part),
    key=lambda pair: pair[1].name if pair[1].part == "words" else "",
)
"""Two at once, those with the same words one after the other."""

Trial = tuple[Rules, tuple[Fault, ...]]
"""Rules, and mistakes that are made in them."""


class FaultSearch:
    """Tries mistakes on a merge list, slice by slice."""

    def __init__(self, words: CorpusWords, merges: Sequence[Pair], rules: Sequence[Rules]) -> None:
        """The likeliest `rules` first."""
        self._words = words
        self._part = CorpusPart(words.corpus)
        self._misspelled = MisspelledWords(words)
        self._possible = PossibleRules(words, merges, rules)
        self._merges = merges
        self._rules = rules
        self._characters = {character for pair in merges for symbol in pair for character in symbol}
        self._passed: set[tuple[Segmentation, tuple[Fault, ...]]] = set()
        self._without = 0  # the longest prefix that comes out without a mistake
        self._farthest: dict[Segmentation, int] = {}
        self._alone: dict[tuple[Segmentation, tuple[Fault, ...]], int] = {}  # prefixes by the rules for ties
        self._fits: dict[FaultFit, None] = {}  # in the order in which they were found
        self.planned = 1
        """How many there are to try, as far as is known."""
        self.mistakes = 0
        """How many different mistakes were tried; 0 where the words are too many."""
        self.is_done = False
        """Whether all were tried."""

    @property
    def tried(self) -> int:
        """How many were tried."""
        return len(self._passed)

    @property
    def too_large(self) -> TooLarge | None:
        """What kept the likeliest rules from being tried; None where nothing did."""
        return self._possible.too_large

    def run(self) -> Iterator[None]:
        """Try each mistake alone; pauses now and then."""
        self.is_done = False
        possible = yield from self._possible.run()
        self.mistakes = len(FAULTS) if possible else 0
        yield from self._try_all((rules, faults) for rules in possible for faults in _ONE_AT_MOST)
        yield from self._try_all(
            (rules, (fault,))
            for rules in possible
            if rules.are_expected
            for fault in other_rules(rules.segmentation)
        )
        self.is_done = True

    def run_two(self) -> Iterator[None]:
        """Try two mistakes at once where none alone makes the whole list; pauses now and then."""
        if self._is_whole() or len(self._merges) < _CLEARLY:
            return
        self.is_done = False
        possible = yield from self._possible.run()
        yield from self._try_all(self._two_at_once(possible))
        self.is_done = True

    def answer(self) -> tuple[FaultFit, ...]:
        """The mistakes that explain the most merges, each as well as the others; none where rules explain as
        many, or where those mistakes explain too few to be more than chance."""
        best = self._best()
        if not best or best[0].prefix <= self._without:
            return ()
        is_whole, mistakes = best[0].prefix == len(self._merges), len(best[0].faults)
        is_much = best[0].prefix >= max(2 * self._without, len(self._merges) // 2)
        if not is_whole and (best[0].is_without_order or not is_much):
            return ()
        if best[0].prefix < _CLEARLY and not (is_whole and mistakes == 1):
            return ()
        by_faults: dict[tuple[Fault, ...], FaultFit] = {}
        for fit in sorted(best, key=lambda fit: (fit.profile is None, fit.wrong)):
            by_faults.setdefault(fit.faults, fit)
        return tuple(by_faults.values())

    @property
    def is_explained(self) -> bool:
        """Whether one mistake makes the whole of a long list, so that no mixture of rules need be tried."""
        return len(self._merges) >= _LONG and self._is_whole()

    @property
    def is_of_words(self) -> bool:
        """Whether it is a mistake in which words there are, which a mixture of rules may make as well."""
        return any(fit.faults[0].part == "words" for fit in self._best())

    def _is_whole(self) -> bool:
        best = self._best()
        return bool(best) and best[0].explains <= (-len(self._merges), False, 1)

    def _best(self) -> list[FaultFit]:
        # Two mistakes that make a part of the list are chance.
        fits = [fit for fit in self._fits if len(fit.faults) == 1 or fit.prefix == len(self._merges)]
        least = min((fit.explains for fit in fits), default=())
        return [fit for fit in fits if fit.explains == least]

    # What there is to try

    def _two_at_once(self, possible: Sequence[Rules]) -> Iterator[Trial]:
        """All pairs of mistakes where the words are few; else those that come farthest, with the others."""
        left = _ALL_PAIRS
        for rules in sorted(possible, key=lambda rules: -self._farthest.get(rules.segmentation, 0)):
            words = self._words.of(rules.segmentation)
            left -= sum(map(len, words.counts))
            if left > 0 and words.longest <= _LONGEST_OF_TWO:
                yield from ((rules, faults) for faults in _TWO if self._may_be_two(rules, faults))
        singles = (fit for fit in self._fits if len(fit.faults) == 1 and fit.faults[0] in _BESIDE_TIES)
        beginnings = (fit for fit in singles if fit.prefix > 1 + 1.5 * self._without)
        best = sorted(beginnings, key=lambda fit: fit.explains)[:_CARRIED_ON]
        rules_of = {rules.segmentation: rules for rules in possible}
        for fit in best:
            yield from ((rules_of[fit.segmentation], faults) for faults in _TWO if fit.faults[0] in faults)

    def _may_be_two(self, rules: Rules, faults: tuple[Fault, ...]) -> bool:
        """Whether one of them alone leads past the first merge that no rules would make: only at the first
        merges both may show at once."""
        right = self._alone.get((rules.segmentation, ()), 0) if rules.are_expected else self._without
        return right < _AT_ONCE or any(
            self._alone.get((rules.segmentation, (fault,)), 0) > right for fault in faults
        )

    # Trying

    def _try_all(self, trials: Iterable[Trial]) -> Iterator[None]:
        waiting = list(dict.fromkeys((rules.segmentation, faults) for rules, faults in trials))
        self.planned = len(self._passed.union(waiting))
        rules_of = {rules.segmentation: rules for rules in self._rules}
        for segmentation, faults in waiting:
            if (segmentation, faults) not in self._passed:
                yield from self._try(rules_of[segmentation], faults)
                self._passed.add((segmentation, faults))

    def _try(self, rules: Rules, faults: tuple[Fault, ...]) -> Iterator[None]:
        """Follow the list with some mistakes beside those in tie rules, and with all of these in turn."""
        if not all(fault.fits(rules.segmentation) for fault in faults):
            return
        if any(not self._characters.isdisjoint(fault.never) for fault in faults):
            return
        parts = right_parts(rules.segmentation)
        for fault in faults:
            parts = with_fault(parts, fault)
        cut = next((fault for fault in faults if fault.part == "words"), None)
        if cut is not None and not self._part.may_begin_with(self._merges, rules.segmentation, cut, parts):
            return
        start = self._misspelled.of(rules.segmentation, cut)
        yield
        if start is None:
            return
        if cut is not None and len(faults) == 1 and not (yield from self._may_gain(start)):
            return
        yield from start.run()
        merges = written_for(self._merges, start.config.alphabet)
        if not (yield from start.may_begin_with(merges[0], parts)):
            return
        ways = ways_to_settle_ties(rules, parts, faults)
        trainer = yield from self._follow(rules, faults, Trainer(start, parts), merges, ways)
        if trainer.has_made_again:
            again = Trainer(start, replace(parts, numbers_again=True))
            yield from self._follow(rules, faults, again, merges, ways)

    def _may_gain(self, words: SpelledWords) -> Generator[None, None, bool]:
        """Whether more of the list may come out of these words than of the right ones; soon said, since all
        but the words is right."""
        history = ForcedHistory(words.given, words.config, self._merges)
        return (yield from history.follow_most_frequent()) > self._without

    def _follow(
        self,
        rules: Rules,
        faults: tuple[Fault, ...],
        trainer: Trainer,
        merges: Sequence[Pair],
        ways: Sequence[TieWay],
    ) -> Generator[None, None, Trainer]:
        yield from trainer.count()
        following = Following(trainer, merges, ways)
        yield from following.run()
        for way, prefix in following.prefixes.items():
            if prefix:
                self._note(rules, faults, way, prefix)
        return trainer

    def _note(self, rules: Rules, faults: tuple[Fault, ...], way: TieWay, prefix: int) -> None:
        if way.fault is None:
            key = rules.segmentation, faults
            self._alone[key] = max(self._alone.get(key, 0), prefix)
        else:
            faults = (*faults, way.fault)
        farthest = self._farthest.get(rules.segmentation, 0)
        self._farthest[rules.segmentation] = max(farthest, prefix)
        if faults:
            self._fits[rules.fit(faults, way, prefix)] = None
        else:
            self._without = max(self._without, prefix)
