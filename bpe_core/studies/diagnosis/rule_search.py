"""Rule search: which rules explain somebody's merges, tried one set after the other.

First profiles are tried, then every mixture that the merges may show. What is tried is a segmentation, with
all rules for ties at once (`rule_scores`). One that falls behind what is known already is given up early.

>>> from bpe_core.studies.diagnosis.rule_scores import closest_of
>>> corpus = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
>>> merges = [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un"), ("hug", "s")]
>>> search = RuleSearch(corpus, merges)
>>> search.try_profiles()
>>> search.try_mixtures()
>>> closest = closest_of(search.tried_rules(), len(merges))
>>> closest.score.rule.name, closest.score.prefix, closest.profiles
('smallest_pair', 5, ())
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bpe_core.config import WORD_BOUNDARIES, BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import EmptyCorpusError
from bpe_core.merges import Pair
from bpe_core.profiles import PROFILES
from bpe_core.progress import OnProgress, Progress, tell_nobody
from bpe_core.studies.diagnosis.forced_history import ForcedHistory
from bpe_core.studies.diagnosis.mistakes.fits import MeantRules
from bpe_core.studies.diagnosis.rule_scores import RuleScore, TriedRules, judge_by, longest_of
from bpe_core.studies.diagnosis.segmentation import (
    CorpusWords,
    Segmentation,
    TieRule,
    segmentations_shown_by,
    tie_rule_of,
    tie_rules,
)
from bpe_core.symbols import left_out

_ALLOWED = 20
"""No segmentation is hopeless with this many deviations; beyond, it may deviate at one merge in four."""

_OVERLAPS = 3
"""Runs such as `aaa` are counted the other way with so many of the segmentations that come farthest."""


class RuleSearch:
    """Tries sets of rules on a merge list."""

    def __init__(
        self,
        corpus: Corpus,
        merges: Sequence[Pair],
        expected: BPEConfig | None = None,
        tell: OnProgress = tell_nobody,
    ) -> None:
        """With `expected`, only those rules are tried, with every rule for ties."""
        self.tell = tell
        """Is told now and then how far the search is; what it raises ends it."""
        self.words = CorpusWords(corpus)
        """The words that the merges were learned from."""
        self.merges = merges
        """The merges, as they were given."""
        self._planned = 1  # how many there are to try, as far as is known
        self._expected = expected
        self._passed: set[Segmentation] = set()  # that were tried
        self._trials: dict[Segmentation, list[RuleScore]] = {}
        self._own = {
            name: self.words.segmentation(profile.config)
            for name, profile in PROFILES.items()
            if not profile.config.is_wordpiece
        }
        self._profiles = _by_segmentation(self._own.items())

    def tick(self) -> None:
        """Tell how many sets of rules were tried or ruled out, of those known to be worth it."""
        self.tell(Progress(min(len(self._passed), self._planned), self._planned, "sets of rules"))

    def try_profiles(self) -> None:
        """Try the rules that were expected, or all profiles; raises `EmptyCorpusError`."""
        rules = self._own.values() if self._expected is None else [self.words.segmentation(self._expected)]
        self._try_all(rules)
        if not self._trials:
            raise EmptyCorpusError(
                "The corpus has no words: by whatever rules, there is nothing to train on."
            )

    def try_mixtures(self) -> None:
        """Try what else the merges may show, unless some profile explains them all."""
        if self._expected is None and not self.is_explained:
            self._try_all(self._mixtures())
            prefix = {each: max(score.prefix for score in self._trials[each]) for each in self._trials}
            farthest = sorted(prefix, key=lambda each: -prefix[each])[:_OVERLAPS]
            self._try_all(map(_overlaps_otherwise, farthest))
            self._try_all(map(self._with_few_characters, [*self._own.values(), *farthest]))

    @property
    def is_explained(self) -> bool:
        """Whether a profile, or what was expected, explains all merges."""
        explaining = (rules for rules in self.tried_rules() if not rules.score.ranks)
        if self._expected is None:
            return any(rules.profiles for rules in explaining)
        expected = self.words.segmentation(self._expected), tie_rule_of(self._expected)
        return any((rules.segmentation, rules.score.rule) == expected for rules in explaining)

    def likely_rules(self) -> list[MeantRules]:
        """The rules that may have been meant: what was expected, or the profiles that come farthest first."""
        if self._expected is not None:
            segmentation = self.words.segmentation(self._expected)
            rule = tie_rule_of(self._expected)
            rule = rule if rule in tie_rules() else tie_rule_of(BPEConfig())  # draws cannot be repeated
            return [MeantRules(segmentation, {rule: ()}, are_expected=True)]
        own = (
            (name, segmentation) for name, segmentation in self._own.items() if segmentation in self._trials
        )
        rules = _by_segmentation(own)
        prefix = {each: max(score.prefix for score in self._trials[each]) for each in rules}
        return [MeantRules(each, rules[each]) for each in sorted(rules, key=lambda each: -prefix[each])]

    def forced(self, config: BPEConfig, merges: Sequence[Pair]) -> ForcedHistory:
        """Make merges on the words of the corpus, spelled and numbered as the config says."""
        return ForcedHistory(self.words.of(self.words.segmentation(config)), config, merges)

    def tried_rules(self) -> list[TriedRules]:
        """Every set of rules that was tried, profiles first."""
        tried = []
        for segmentation, scores in self._trials.items():
            for score in scores:
                # Only bytes are numbered by their value.
                if segmentation.alphabet == "bytes" or score.rule.id_order == "code_point":
                    profiles = self._profiles.get(segmentation, {}).get(score.rule, ())
                    tried.append(TriedRules(segmentation, score, profiles))
        return tried

    # What there is to try

    def _mixtures(self) -> list[Segmentation]:
        """The segmentations that the merges may show, with the special tokens that explain most so far."""
        plain = self.words.of(self.words.segmentation(BPEConfig()))
        longest = longest_of(self.tried_rules(), len(self.merges)) if self._trials else None
        segmentations = segmentations_shown_by(
            self.merges,
            cuts_text=not self.words.are_cut,
            has_capitals=any(word != word.lower() for word in plain),
            special_tokens=() if longest is None else longest.segmentation.special_tokens,
        )
        # A marker that the corpus has as text, such as "_", is none.
        usual = {boundary.marker for boundary in WORD_BOUNDARIES.values()}
        markers = {each.marker for each in segmentations} - usual
        foreign = {marker for marker in markers if any(marker in word for word in plain)}
        own = (self.words.segmentation(each) for each in segmentations if each.marker not in foreign)
        return list(dict.fromkeys(own))

    def _with_few_characters(self, segmentation: Segmentation) -> Segmentation:
        """The same without the characters that are rarer than all that the list merges."""
        words = self.words.of(segmentation)
        by_count = left_out(words, replace(segmentation, alphabet="characters", limit_alphabet=1))
        marker = segmentation.marker
        merged = {letter for pair in self.merges for each in pair for letter in each.replace(marker, "")}
        rarest = max((place for place, letter in enumerate(by_count) if letter in merged), default=-1)
        is_limited = segmentation.alphabet == "characters" and rarest + 1 < len(by_count)
        return replace(segmentation, limit_alphabet=rarest + 2) if is_limited else segmentation

    # Trying

    def _try_all(self, segmentations: Iterable[Segmentation]) -> None:
        """Try segmentations, each once."""
        waiting = [each for each in dict.fromkeys(segmentations) if each not in self._passed]
        self._planned = len(self._passed) + len(waiting)
        for segmentation in waiting:
            self._try(segmentation)
            self._passed.add(segmentation)

    def _try(self, segmentation: Segmentation) -> None:
        """Judge the list by all rules for ties; of rules that draw only by the one that is expected."""
        try:
            self.tick()
            words = self.words.of(segmentation)
            self.tick()
            forced = ForcedHistory(words, segmentation, self.merges)
            self.tick()
        except EmptyCorpusError:
            return
        expected = [tie_rule_of(self._expected)] if self._expected is not None else []
        rules = list(dict.fromkeys([*tie_rules(), *expected]))
        self._trials[segmentation] = judge_by(
            forced, rules, limits=self._expected, is_lost=_is_lost, tick=self.tick
        )


def _is_lost(score: RuleScore) -> bool:
    """Whether a rule explains too little."""
    return score.deviating > max(_ALLOWED, score.judged // 4)


def _overlaps_otherwise(segmentation: Segmentation) -> Segmentation:
    return replace(segmentation, count_overlaps=not segmentation.count_overlaps)


def _by_segmentation(
    named: Iterable[tuple[str, Segmentation]],
) -> dict[Segmentation, dict[TieRule, tuple[str, ...]]]:
    """The names of profiles, by what decides the words and by their rules for ties."""
    names: dict[Segmentation, dict[TieRule, tuple[str, ...]]] = {}
    for name, segmentation in named:
        rules, rule = names.setdefault(segmentation, {}), tie_rule_of(PROFILES[name].config)
        rules[rule] = tuple(dict.fromkeys([*rules.get(rule, ()), name]))
    return names
