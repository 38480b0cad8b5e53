"""Mistake search: which mistake in a trainer explains somebody's merges.

A trainer with a mistake follows the list only as long as it agrees; most fail at the first merge.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.corpus.corpus import Corpus
>>> from bpe_core.studies.diagnosis.mistakes.mistake import FIRST_SEEN
>>> words = CorpusWords(Corpus.from_word_counts({"mango": 9, "banana": 3, "nab": 4}))
>>> merges = [("a", "n"), ("m", "an"), ("man", "g"), ("n", "a"), ("b", "an"), ("ban", "an")]
>>> rules = MeantRules(BPEConfig(), {FIRST_SEEN: ("hf_course",)})
>>> search = MistakeSearch(words, merges, [rules])
>>> search.try_each()
>>> [(fit.mistake.name, fit.prefix) for fit in search.answer()]
[('all_pairs_but_the_last', 6)]
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, partial

from bpe_core.merges import Pair
from bpe_core.progress import OnProgress, Progress, tell_nobody
from bpe_core.studies.diagnosis.forced_history import ForcedHistory
from bpe_core.studies.diagnosis.mistakes.fits import (
    MeantRules,
    MistakeFit,
    TieWay,
    follow,
    follow_heap,
    heap_tie_ways,
    meant_tie_ways,
    wrong_tie_ways,
)
from bpe_core.studies.diagnosis.mistakes.known_mistakes import MISTAKES, rule_mistakes
from bpe_core.studies.diagnosis.mistakes.mistake import Mistake
from bpe_core.studies.diagnosis.mistakes.numbers import NUMBERS
from bpe_core.studies.diagnosis.mistakes.trainer_words import TrainerWords
from bpe_core.studies.diagnosis.mistakes.wrong_words import are_too_large, may_have_made, other_words
from bpe_core.studies.diagnosis.observed import Observed
from bpe_core.studies.diagnosis.rule_scores import judge_by
from bpe_core.studies.diagnosis.segmentation import CorpusWords, written_for

_NOT_BY_CHANCE = 30
"""A mistake that explains only the first merges must explain so many, half of the list, and twice as many as
any rules."""

_LONG_TEXT = 200_000
"""A text of more characters is cut wrongly under the likeliest rules alone: a page takes long to cut it."""

_BESIDE_TIES = tuple(
    mistake for mistake in MISTAKES.values() if mistake.is_of_words or not mistake.is_of_ties
)
"""The mistakes that are tried one after the other."""


class MistakeSearch:
    """Tries mistakes on a merge list."""

    def __init__(
        self,
        words: CorpusWords,
        merges: Sequence[Pair],
        rules: Sequence[MeantRules],
        tell: OnProgress = tell_nobody,
    ) -> None:
        """The likeliest `rules` first."""
        self._tell = tell
        self._words = words
        # All mistakes that change no words are tried one after the other.
        self._spelled = lru_cache(1)(lambda rules: TrainerWords(words.of(rules), rules, self._tick))
        self._merges = merges
        self._written = cache(partial(written_for, merges))
        self._observed = lru_cache(1)(partial(Observed, words, merges))
        self._rules = rules
        self._rules_of_text: MeantRules | None = None
        self._done, self._planned = 0, 1  # of what there is to try, as far as is known
        self._without = 0  # the longest prefix that comes out without a mistake
        self._plain: dict[
            str, int
        ] = {}  # what comes out without a mistake, by the line that takes tied pairs
        self._fits: list[MistakeFit] = []  # in the order in which they were found
        self.is_too_large = False
        """Whether the words of the likeliest rules kept mistakes from being tried under them."""
        self.tried = 0
        """How many different mistakes were tried; 0 where the words are too many."""

    def _tick(self) -> None:
        self._tell(Progress(self._done, self._planned, "mistakes"))

    def try_each(self) -> None:
        """Try each mistake, under all rules whose words are not too large and go with the list."""
        possible: list[MeantRules] = []
        for rules in self._rules:
            self._tick()
            words = self._words.of(rules.segmentation)
            is_large = are_too_large(words)
            self.is_too_large = is_large if rules is self._rules[0] else self.is_too_large
            if not words or is_large:
                continue
            is_uncut = rules.segmentation.pre_tokenizer == "none" and not self._words.are_cut
            if is_uncut and possible and self._has_all_pairs(possible[0]):
                continue  # a text that is not cut soon shows a pair across words
            if rules.are_expected or may_have_made(self._merges, words, rules.segmentation):
                possible.append(rules)
        self.tried = len(MISTAKES) if possible else 0
        for rules in possible:
            others = rule_mistakes(rules.segmentation) if rules.are_expected else ()
            trials = [None, *_BESIDE_TIES, *others]
            self._planned += len(trials)
            for mistake in trials:
                if mistake is None or mistake.fits(rules.segmentation):
                    for each in self._with_numbers(rules, mistake):
                        self._try(rules, each)
                self._done += 1

    def _with_numbers(self, rules: MeantRules, mistake: Mistake | None) -> Iterable[Mistake | None]:
        """The mistake, with each number that the list shows if it has one; where texts are cut, which takes
        long, under the first rules alone that have all pairs of the list."""
        is_long = self._words.corpus.characters > _LONG_TEXT
        if mistake is not None and mistake.is_of_words and is_long and rules is not self._rules[0]:
            return ()
        if mistake is None or mistake.name not in NUMBERS:
            return (mistake,)
        if mistake.is_of_words and not self._has_all_pairs(rules):
            return ()  # none of these adds a pair
        if mistake.is_of_text:
            self._rules_of_text = self._rules_of_text or rules
            if rules is not self._rules_of_text:
                return ()
        return map(mistake.with_number, NUMBERS[mistake.name](self._observed(rules.segmentation)))

    def _has_all_pairs(self, rules: MeantRules) -> bool:
        """Whether each pair of the list occurs in the words under some rules."""
        return all(step.count for step in self._observed(rules.segmentation).steps)

    def answer(self) -> tuple[MistakeFit, ...]:
        """The mistakes that explain the most merges, each as well as the others; none where rules explain as
        many, or where those mistakes explain too few to be more than chance."""
        best = self._best()
        if not best or best[0].prefix <= self._without:
            return ()
        much = max(_NOT_BY_CHANCE, 2 * self._without, len(self._merges) // 2)
        if best[0].prefix < len(self._merges) and best[0].prefix < much:
            return ()
        by_name: dict[str, MistakeFit] = {}  # with the likeliest number
        # A mistake with a number explains more easily than one without: it comes after.
        for fit in sorted(
            best, key=lambda fit: (fit.profile is None, not fit.mistake.is_rule, fit.mistake.number > 0)
        ):
            by_name.setdefault(fit.mistake.name, fit)
        return tuple(by_name.values())

    def _best(self) -> list[MistakeFit]:
        most = max((fit.prefix for fit in self._fits), default=0)
        return [fit for fit in self._fits if fit.prefix == most]

    def _try(self, rules: MeantRules, mistake: Mistake | None) -> None:
        """Follow the list with a mistake; with None, with every mistake in a tie rule."""
        segmentation = rules.segmentation
        cut = mistake if mistake is not None and mistake.is_of_words else None
        if cut is not None:
            self._note(rules, mistake, self._follow_words(rules, cut))
            return
        words = self._spelled(segmentation)
        self._tick()
        merges = self._written(words.config.alphabet)
        ways = meant_tie_ways(rules)
        if mistake is None:
            ways = [*ways, *wrong_tie_ways(rules)]
        if mistake is not None and mistake.module == "heap_trainer":
            plain = {way: self._plain.get(way.line, 0) for way in heap_tie_ways(rules)}
            farthest = max(plain.values())
            if farthest:  # no mistake of that page changes the first merge
                ways = [way for way, prefix in plain.items() if 2 * prefix >= farthest]
                prefixes = follow_heap(words, mistake, merges, ways)
                more = {way: prefix for way, prefix in prefixes.items() if prefix > plain[way]}
                self._note(rules, mistake, more)
            return
        prefixes = follow(words, mistake, merges, ways)
        if mistake is None:
            self._plain = {way.line: prefix for way, prefix in prefixes.items()}
        self._note(rules, mistake, prefixes)

    def _follow_words(self, rules: MeantRules, cut: Mistake) -> dict[TieWay, int]:
        """How many merges come out if a right trainer is given wrong words."""
        word_counts = other_words(self._words, rules.segmentation, cut)
        self._tick()
        if not word_counts:
            return {}
        forced = ForcedHistory(word_counts, cut.rules(rules.segmentation), self._merges)
        scores = judge_by(forced, [*rules.profiles], is_lost=lambda score: bool(score.ranks), tick=self._tick)
        ways = meant_tie_ways(rules)
        return {way: score.prefix for way, score in zip(ways, scores, strict=True)}

    def _note(self, rules: MeantRules, mistake: Mistake | None, prefixes: dict[TieWay, int]) -> None:
        for way, prefix in prefixes.items():
            wrong = mistake or way.mistake
            if wrong is None:
                self._without = max(self._without, prefix)
            elif prefix:
                self._fits.append(rules.fit(wrong, way, prefix))
