"""Tried rules: the sets of rules that a search tried, and which of them explain a merge list best.

>>> from bpe_core.studies.diagnosis.segmentation import segmentation_of, tie_rule_of
>>> config = PROFILES["hf_course"].config
>>> scores = [RuleScore(tie_rule_of(config), judged=100, ranks=ranks) for ranks in ([99], [*range(40)])]
>>> profile = TriedRules(segmentation_of(config), scores[0], ("hf_course",), True)
>>> mixture = TriedRules(segmentation_of(config), scores[1], (), True)
>>> closest_of([profile, mixture], merges=100) is profile
True
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property

from bpe_core.config import BPEConfig
from bpe_core.profiles import PROFILES
from bpe_core.studies.diagnosis.rule_scores import RuleScore
from bpe_core.studies.diagnosis.rule_words import differences_from_profiles
from bpe_core.studies.diagnosis.segmentation import Segmentation, with_tie_rule
from bpe_core.tie_breaks import TIE_BREAKS

_FEW = 3, 0.05
"""A list with at most 3 deviations, or in at most 5 % of its merges, otherwise follows the rules."""


@dataclass(frozen=True)
class TriedRules:
    """A set of rules, and how far it explains the merges."""

    segmentation: Segmentation
    score: RuleScore  # of one of its rules for ties
    profiles: tuple[str, ...]  # those that have these rules, but for special tokens
    has_own_tokens: bool  # whether the special tokens in the corpus are those of the first profile

    @cached_property
    def config(self) -> BPEConfig:
        """The rules, as the first of the profiles has them if there is one."""
        if not self.profiles:
            return with_tie_rule(self.segmentation, self.score.rule)
        config = PROFILES[self.profiles[0]].config
        return (
            config
            if self.has_own_tokens
            else replace(config, special_tokens=self.segmentation.special_tokens)
        )

    def rank(self, merges: int) -> tuple[float, ...]:
        """Greater is closer: longest prefix, most agreeing, a profile, the simplest, the best known."""
        return (
            self.score.prefix,
            -self.deviating(merges),
            bool(self.profiles),
            self.has_own_tokens,
            -self._differences,
            -self._complexity,
            -TIE_BREAKS[self.score.rule.name].rarity,
        )

    def deviating(self, merges: int) -> float:
        """How many of all merges deviate; estimated where it was given up."""
        return self.score.deviating * merges / max(1, self.score.judged)

    def is_whole(self, merges: int) -> bool:
        """Whether all merges were judged."""
        return self.score.judged == merges

    def deviations(self) -> int:
        """The deviating merges and, of a mixture, the rules that differ from the nearest profile's."""
        return self.score.deviating + self._differences

    @cached_property
    def _differences(self) -> int:
        """In how many rules a mixture differs from the nearest profile."""
        return 0 if self.profiles else differences_from_profiles(self.config)

    @cached_property
    def _complexity(self) -> int:
        """How many rules are not the usual ones."""
        usual, config = BPEConfig(), self.config
        return sum(getattr(config, field.name) != getattr(usual, field.name) for field in fields(BPEConfig))


def closest_of(tried: Sequence[TriedRules], merges: int) -> TriedRules:
    """Return the rules that explain a list best.

    Where some explain all merges but a few, these are the ones with the fewest deviations; of a mixture, each
    rule that differs from a profile counts as one more. So a rule that by chance fits one deviation, and
    little after it, does not win. Where none does, they are the ones with the longest prefix.
    """
    few = max(_FEW[0], _FEW[1] * merges)
    nearly = [rules for rules in tried if rules.is_whole(merges) and rules.score.deviating <= few]
    if nearly:
        return max(nearly, key=lambda rules: (-rules.deviations(), *rules.rank(merges)))
    return longest_of(tried, merges)


def longest_of(tried: Sequence[TriedRules], merges: int) -> TriedRules:
    """Return the rules with the longest prefix; of several, those that explain the most merges."""
    return max(tried, key=lambda rules: rules.rank(merges))


def most_of(tried: Sequence[TriedRules], merges: int) -> TriedRules:
    """Return the rules that explain the most merges, wherever their first deviation is."""
    return max(tried, key=lambda rules: (-rules.deviating(merges), rules.rank(merges)))
