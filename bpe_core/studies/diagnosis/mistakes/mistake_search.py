"""Mistake search: which mistake in a trainer, or which two, explain somebody's merges.

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

from collections.abc import Sequence
from functools import cache, partial
from itertools import combinations

from bpe_core.merges import Pair
from bpe_core.progress import Progress, Tell, tell_nobody
from bpe_core.studies.diagnosis.mistakes.fits import (
    MistakeFit,
    Rules,
    TieWay,
    follow,
    ways_to_settle_ties,
)
from bpe_core.studies.diagnosis.mistakes.known_mistakes import MISTAKES, rule_mistakes
from bpe_core.studies.diagnosis.mistakes.mistake import Mistake, can_be_at_once
from bpe_core.studies.diagnosis.mistakes.wrong_words import (
    TooLarge,
    WrongWords,
    may_have_made,
    too_large,
)
from bpe_core.studies.diagnosis.segmentation import CorpusWords, Segmentation, written_for

_ALL_PAIRS = 60_000
"""Two mistakes at once are tried under as many rules as have so many characters in their words."""

_LONGEST_OF_TWO = 1_000
"""And where no word has more characters."""

_AT_ONCE = 10
"""Where rules make fewer merges, all pairs are tried, else only those of which one alone makes more."""

_CLEARLY = 30
"""Two mistakes, or one that explains only the first merges, must explain so many; the latter must also
explain half of the list, and twice as many as any rules."""

_LONG = 100
"""A list of so many merges does not come out whole by chance."""

_BESIDE_TIES = tuple(mistake for mistake in MISTAKES.values() if not mistake.is_of_ties)
"""The mistakes that are tried one after the other."""


@cache
def _two() -> list[tuple[Mistake, Mistake]]:
    """Two at once, those with the same words one after the other."""
    pairs = [pair for pair in combinations(_BESIDE_TIES, 2) if can_be_at_once(*pair)]
    return sorted(pairs, key=lambda pair: pair[1].name if pair[1].is_of_words else "")


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
        self._possible: list[Rules] = []  # those under which mistakes are tried
        self._done, self._planned = 0, 1  # of what there is to try, as far as is known
        self._alone: dict[tuple[Segmentation, tuple[Mistake, ...]], int] = {}  # prefixes by rules for ties
        self._fits: list[MistakeFit] = []  # in the order in which they were found
        self.too_large: TooLarge | None = None
        """What kept the likeliest rules from being tried; None where nothing did."""
        self.tried = 0
        """How many different mistakes were tried; 0 where the words are too many."""

    def _tick(self) -> None:
        self._tell(Progress(self._done, self._planned, "mistakes"))

    def try_each(self) -> None:
        """Try each mistake alone, under all rules whose words are not too large and go with the list."""
        for rules in self._rules:
            words = self._words.of(rules.segmentation)
            large = too_large(words)
            if rules is self._rules[0]:
                self.too_large = large
            if large is None and (
                rules.are_expected or may_have_made(self._merges, words, rules.segmentation)
            ):
                self._possible.append(rules)
            self._tick()
        self.tried = len(MISTAKES) if self._possible else 0
        mistakes: list[tuple[Mistake, ...]] = [(), *((mistake,) for mistake in _BESIDE_TIES)]
        for rules in self._possible:
            others = rule_mistakes(rules.segmentation) if rules.are_expected else ()
            self._try_all(rules, [*mistakes, *((other,) for other in others)])

    def try_two(self) -> None:
        """Try two mistakes at once where none alone makes the whole list, and the words are few."""
        if self._is_whole() or len(self._merges) < _CLEARLY:
            return
        farthest: dict[Segmentation, int] = {}
        for fit in self._fits:
            farthest[fit.segmentation] = max(farthest.get(fit.segmentation, 0), fit.prefix)
        left = _ALL_PAIRS
        for rules in sorted(self._possible, key=lambda rules: -farthest.get(rules.segmentation, 0)):
            words = self._words.of(rules.segmentation)
            left -= sum(map(len, words))
            if left <= 0 or max(map(len, words)) > _LONGEST_OF_TWO:
                continue
            # One of them alone leads past the first merge that no rules would make: only at the first merges
            # both may show at once.
            right = self._alone.get((rules.segmentation, ()), 0) if rules.are_expected else self._without
            alone = {
                mistake
                for mistake in _BESIDE_TIES
                if right < _AT_ONCE or self._alone.get((rules.segmentation, (mistake,)), 0) > right
            }
            self._try_all(rules, [two for two in _two() if not alone.isdisjoint(two)])

    def answer(self) -> tuple[MistakeFit, ...]:
        """The mistakes that explain the most merges, each as well as the others; none where rules explain as
        many, or where those mistakes explain too few to be more than chance."""
        best, without = self._best(), self._without
        if not best or best[0].prefix <= without:
            return ()
        is_whole, mistakes = best[0].prefix == len(self._merges), len(best[0].mistakes)
        is_much = best[0].prefix >= max(2 * without, len(self._merges) // 2)
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
        """Whether one mistake makes the whole of a long list, and no mixture of rules may make the same words
        as it: then none need be tried."""
        is_of_words = any(fit.mistakes[0].is_of_words for fit in self._best())
        return len(self._merges) >= _LONG and self._is_whole() and not is_of_words

    def _is_whole(self) -> bool:
        best = self._best()
        return bool(best) and best[0].explains <= (-len(self._merges), False, 1)

    def _best(self) -> list[MistakeFit]:
        # Two mistakes that make a part of the list are chance.
        fits = [fit for fit in self._fits if len(fit.mistakes) == 1 or fit.prefix == len(self._merges)]
        least = min((fit.explains for fit in fits), default=())
        return [fit for fit in fits if fit.explains == least]

    @property
    def _without(self) -> int:
        """The longest prefix that comes out without a mistake."""
        return max((prefix for (_, mistakes), prefix in self._alone.items() if not mistakes), default=0)

    def _try_all(self, rules: Rules, trials: Sequence[tuple[Mistake, ...]]) -> None:
        self._planned += len(trials)
        for mistakes in trials:
            if all(mistake.fits(rules.segmentation) for mistake in mistakes):
                self._try(rules, mistakes)
            self._done += 1

    def _try(self, rules: Rules, mistakes: tuple[Mistake, ...]) -> None:
        """Follow the list with some mistakes beside those in tie rules, and with all of these in turn."""
        segmentation = rules.segmentation
        cut = next((mistake for mistake in mistakes if mistake.is_of_words), None)
        if cut and not self._wrong_words.may_begin_with(self._merges, segmentation, cut, mistakes):
            return
        words = self._wrong_words.of(segmentation, cut)
        self._tick()
        if words is None:
            return
        merges = self._written(words.config.alphabet)
        if not words.may_begin_with(merges[0], mistakes):
            return
        keeps_counts = any(mistake.keeps_counts for mistake in mistakes)
        ways = ways_to_settle_ties(rules, len(mistakes), keeps_counts=keeps_counts)
        prefixes, run = follow(words, mistakes, merges, ways)
        self._note(rules, mistakes, prefixes)
        if run.has_made_again and not run.numbers_again:
            self._note(rules, mistakes, follow(words, mistakes, merges, ways, again=True)[0])

    def _note(self, rules: Rules, beside_ties: tuple[Mistake, ...], prefixes: dict[TieWay, int]) -> None:
        key = rules.segmentation, beside_ties
        for way, prefix in prefixes.items():
            if way.mistake is None:
                self._alone[key] = max(self._alone.get(key, 0), prefix)
            mistakes = beside_ties if way.mistake is None else (*beside_ties, way.mistake)
            if prefix and mistakes:
                self._fits.append(rules.fit(mistakes, way, prefix))
