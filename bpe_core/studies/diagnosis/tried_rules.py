"""Tried rules: the sets of rules that were tried, and which of them is named.

In: a segmentation, and how far one of its rules for ties explains a merge list. Out: `TriedRules`; and of
many, those that are closest.

>>> from bpe_core.studies.diagnosis.segmentation import tie_rule_of, segmentation_of
>>> config = PROFILES["hf_course"].config
>>> scores = [RuleScore(tie_rule_of(config), judged=100, deviating=deviating) for deviating in (1, 40)]
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

_FEW = 3, 0.05
"""Up to so many deviations, or up to this part of the merges, are slips in a list that else follows the
rules."""

_TIES_BY_USE = (
    "first_seen",
    "smallest_ids",
    "greatest_pair",
    "smallest_pair",
    "shortest_token",
    "longest_token",
    "last_seen",
    "random",
)
"""The rules for ties, those first that most implementations have: of two that explain as much, one is
named."""


@dataclass(frozen=True)
class TriedRules:
    """A set of rules, and how far it explains the merges."""

    segmentation: Segmentation
    """What decides splits and counts."""

    score: RuleScore
    """How far one of its rules for ties explains the merges."""

    profiles: tuple[str, ...]
    """The profiles that have these rules, but for special tokens."""

    has_own_tokens: bool
    """Whether the special tokens that occur in the corpus are those of the first profile."""

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
        use = _TIES_BY_USE.index(self.score.rule.name)
        return (
            self.score.prefix,
            -self.deviating(merges),
            bool(self.profiles),
            self.has_own_tokens,
            -self._differences,
            -self._complexity,
            -use,
        )

    def deviating(self, merges: int) -> float:
        """How many of all merges deviate; estimated where it was given up."""
        return self.score.deviating * merges / max(1, self.score.judged)

    def is_whole(self, merges: int) -> bool:
        """Whether all merges were judged."""
        return self.score.judged == merges

    def slips(self) -> int:
        """The deviations and, of a mixture, the rules that differ from the nearest profile's."""
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


def closest_of(candidates: Sequence[TriedRules], merges: int) -> TriedRules:
    """The candidate that explains a list best.

    Where some explain all merges but a few slips, it is the one with the fewest slips; of a mixture, each
    rule that differs from a profile counts as one. A rule that by chance fits one slip more, and little after
    it, does not win so. Where none does, it is the one with the longest prefix.
    """
    few = max(_FEW[0], _FEW[1] * merges)
    nearly = [
        candidate
        for candidate in candidates
        if candidate.is_whole(merges) and candidate.score.deviating <= few
    ]
    if nearly:
        return max(nearly, key=lambda candidate: (-candidate.slips(), *candidate.rank(merges)))
    return longest_of(candidates, merges)


def longest_of(candidates: Sequence[TriedRules], merges: int) -> TriedRules:
    """The candidate with the longest prefix; of several, the one that explains the most merges."""
    return max(candidates, key=lambda candidate: candidate.rank(merges))


def most_of(candidates: Sequence[TriedRules], merges: int) -> TriedRules:
    """The candidate that explains the most merges, wherever its first deviation is."""
    return max(candidates, key=lambda candidate: (-candidate.deviating(merges), candidate.rank(merges)))
