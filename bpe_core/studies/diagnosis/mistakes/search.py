"""Mistake search: which mistake in a trainer explains somebody's merges.

In: the words of a corpus, merges, and the rules that may have been meant. Out: `MistakeFit`s: each a mistake,
or two, under some rules, and how many merges come out with it.

A trainer with a mistake follows the list only as long as it agrees; most fail at the first merge.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.corpus.corpus import Corpus
>>> from bpe_core.studies.diagnosis.mistakes.mistake import FIRST_SEEN
>>> words = CorpusWords(Corpus.from_word_counts({"mango": 9, "banana": 3, "nab": 4}))
>>> merges = [("a", "n"), ("m", "an"), ("man", "g"), ("n", "a"), ("b", "an"), ("ban", "an")]
>>> rules = Rules(BPEConfig(), {FIRST_SEEN: ("hf_course",)})
>>> search = MistakeSearch(words, merges, [rules])
>>> search.try_each()
>>> [(fit.mistakes[0].name, fit.prefix) for fit in search.answer()]
[('all_pairs_but_the_last', 6)]
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import combinations

from bpe_core.merges import Pair
from bpe_core.progress import Progress, Tell, tell_nobody
from bpe_core.studies.diagnosis.corpus_words import CorpusWords
from bpe_core.studies.diagnosis.mistakes.fits import (
    MistakeFit,
    Rules,
    TieWay,
    follow,
    ways_to_settle_ties,
)
from bpe_core.studies.diagnosis.mistakes.known_mistakes import MISTAKES, other_rules
from bpe_core.studies.diagnosis.mistakes.mistake import Mistake, can_be_at_once
from bpe_core.studies.diagnosis.mistakes.wrong_words import TooLarge, WrongWords, possible_rules
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

_BESIDE_TIES = tuple(mistake for mistake in MISTAKES.values() if not mistake.is_of_ties)
"""The mistakes that are tried one after the other."""

_ONE_AT_MOST: tuple[tuple[Mistake, ...], ...] = ((), *((mistake,) for mistake in _BESIDE_TIES))


@cache
def _two() -> list[tuple[Mistake, Mistake]]:
    """Two at once, those with the same words one after the other."""
    pairs = [pair for pair in combinations(_BESIDE_TIES, 2) if can_be_at_once(*pair)]
    return sorted(pairs, key=lambda pair: pair[1].name if pair[1].is_of_words else "")


Trial = tuple[Rules, tuple[Mistake, ...]]
"""Rules, and mistakes that are made in them."""


class MistakeSearch:
    """Tries mistakes on a merge list."""

    def __init__(
        self,
        words: CorpusWords,
        merges: Sequence[Pair],
        rules: Sequence[Rules],
        tell: Tell = tell_nobody,
    ) -> None:
        """The likeliest `rules` first."""
        self._tell = tell
        self._words = words
        self._wrong_words = WrongWords(words, self._tick)
        self._merges = merges
        self._written = cache(partial(written_for, merges))
        self._rules = rules
        self._characters = {character for pair in merges for symbol in pair for character in symbol}
        self._passed: set[tuple[Segmentation, tuple[Mistake, ...]]] = set()
        self._without = 0  # the longest prefix that comes out without a mistake
        self._farthest: dict[Segmentation, int] = {}
        self._alone: dict[
            tuple[Segmentation, tuple[Mistake, ...]], int
        ] = {}  # prefixes by the rules for ties
        self._fits: dict[MistakeFit, None] = {}  # in the order in which they were found
        self._planned = 1  # how many there are to try, as far as is known
        self._possible: list[Rules] = []  # those of the rules under which mistakes are tried
        self.too_large: TooLarge | None = None
        """What kept the likeliest rules from being tried; None where nothing did."""
        self.tried = 0
        """How many different mistakes were tried; 0 where the words are too many."""

    def _tick(self) -> None:
        self._tell(Progress(len(self._passed), self._planned, "mistakes"))

    def try_each(self) -> None:
        """Try each mistake alone."""
        self._possible, self.too_large = possible_rules(self._words, self._merges, self._rules, self._tick)
        self.tried = len(MISTAKES) if self._possible else 0
        self._try_all((rules, mistakes) for rules in self._possible for mistakes in _ONE_AT_MOST)
        self._try_all(
            (rules, (mistake,))
            for rules in self._possible
            if rules.are_expected
            for mistake in other_rules(rules.segmentation)
        )

    def try_two(self) -> None:
        """Try two mistakes at once where none alone makes the whole list."""
        if not self._is_whole() and len(self._merges) >= _CLEARLY:
            self._try_all(self._two_at_once())

    def answer(self) -> tuple[MistakeFit, ...]:
        """The mistakes that explain the most merges, each as well as the others; none where rules explain as
        many, or where those mistakes explain too few to be more than chance."""
        best = self._best()
        if not best or best[0].prefix <= self._without:
            return ()
        is_whole, mistakes = best[0].prefix == len(self._merges), len(best[0].mistakes)
        is_much = best[0].prefix >= max(2 * self._without, len(self._merges) // 2)
        if not is_whole and (best[0].is_without_order or not is_much):
            return ()
        if best[0].prefix < _CLEARLY and not (is_whole and mistakes == 1):
            return ()
        by_mistakes: dict[tuple[Mistake, ...], MistakeFit] = {}
        for fit in sorted(best, key=lambda fit: (fit.profile is None, fit.wrong)):
            by_mistakes.setdefault(fit.mistakes, fit)
        return tuple(by_mistakes.values())

    @property
    def is_explained(self) -> bool:
        """Whether one mistake makes the whole of a long list, so that no mixture of rules need be tried."""
        return len(self._merges) >= _LONG and self._is_whole()

    @property
    def is_of_words(self) -> bool:
        """Whether it is a mistake in which words there are, which a mixture of rules may make as well."""
        return any(fit.mistakes[0].is_of_words for fit in self._best())

    def _is_whole(self) -> bool:
        best = self._best()
        return bool(best) and best[0].explains <= (-len(self._merges), False, 1)

    def _best(self) -> list[MistakeFit]:
        # Two mistakes that make a part of the list are chance.
        fits = [fit for fit in self._fits if len(fit.mistakes) == 1 or fit.prefix == len(self._merges)]
        least = min((fit.explains for fit in fits), default=())
        return [fit for fit in fits if fit.explains == least]

    # What there is to try

    def _two_at_once(self) -> Iterator[Trial]:
        """All pairs of mistakes where the words are few; else those that come farthest, with the others."""
        left = _ALL_PAIRS
        for rules in sorted(self._possible, key=lambda rules: -self._farthest.get(rules.segmentation, 0)):
            words = self._words.of(rules.segmentation)
            left -= sum(map(len, words.counts))
            if left > 0 and words.longest <= _LONGEST_OF_TWO:
                yield from ((rules, mistakes) for mistakes in _two() if self._may_be_two(rules, mistakes))
        singles = (fit for fit in self._fits if len(fit.mistakes) == 1 and fit.mistakes[0] in _BESIDE_TIES)
        beginnings = (fit for fit in singles if fit.prefix > 1 + 1.5 * self._without)
        best = sorted(beginnings, key=lambda fit: fit.explains)[:_CARRIED_ON]
        rules_of = {rules.segmentation: rules for rules in self._possible}
        for fit in best:
            yield from ((rules_of[fit.segmentation], two) for two in _two() if fit.mistakes[0] in two)

    def _may_be_two(self, rules: Rules, mistakes: tuple[Mistake, ...]) -> bool:
        """Whether one of them alone leads past the first merge that no rules would make: only at the first
        merges both may show at once."""
        right = self._alone.get((rules.segmentation, ()), 0) if rules.are_expected else self._without
        return right < _AT_ONCE or any(
            self._alone.get((rules.segmentation, (mistake,)), 0) > right for mistake in mistakes
        )

    # Trying

    def _try_all(self, trials: Iterable[Trial]) -> None:
        waiting = {(rules.segmentation, mistakes): rules for rules, mistakes in trials}
        self._planned = len(self._passed.union(waiting))
        for trial, rules in waiting.items():
            if trial not in self._passed:
                self._try(rules, trial[1])
                self._passed.add(trial)

    def _try(self, rules: Rules, mistakes: tuple[Mistake, ...]) -> None:
        """Follow the list with some mistakes beside those in tie rules, and with all of these in turn."""
        if not all(mistake.fits(rules.segmentation) for mistake in mistakes):
            return
        if any(not self._characters.isdisjoint(mistake.never) for mistake in mistakes):
            return
        cut = next((mistake for mistake in mistakes if mistake.is_of_words), None)
        if cut is not None and not self._wrong_words.may_begin_with(
            self._merges, rules.segmentation, cut, mistakes
        ):
            return
        words = self._wrong_words.of(rules.segmentation, cut)
        self._tick()
        if words is None:
            return
        merges = self._written(words.config.alphabet)
        if not words.may_begin_with(merges[0], mistakes):
            return
        ways = ways_to_settle_ties(rules, mistakes)
        prefixes, run = follow(words, mistakes, merges, ways)
        self._note(rules, mistakes, prefixes)
        if run.has_made_again and not run.numbers_again:
            self._note(rules, mistakes, follow(words, mistakes, merges, ways, again=True)[0])

    def _note(self, rules: Rules, beside_ties: tuple[Mistake, ...], prefixes: dict[TieWay, int]) -> None:
        for way, prefix in prefixes.items():
            if not prefix:
                continue
            mistakes, key = beside_ties, (rules.segmentation, beside_ties)
            if way.mistake is None:
                self._alone[key] = max(self._alone.get(key, 0), prefix)
            else:
                mistakes = (*beside_ties, way.mistake)
            farthest = self._farthest.get(rules.segmentation, 0)
            self._farthest[rules.segmentation] = max(farthest, prefix)
            if mistakes:
                self._fits[rules.fit(mistakes, way, prefix)] = None
            else:
                self._without = max(self._without, prefix)
