"""Rule scores: how far each rule for ties explains somebody's merges, and which rules explain them best.

A score has the merges that a rule would not have picked, given the merges before. The rules differ only where
pairs are tied, so one history does for all.

>>> from bpe_core.config import BPEConfig
>>> forced = ForcedHistory({"ab": 2, "cd": 2, "ef": 1}, BPEConfig(), [("c", "d"), ("a", "b"), ("e", "f")])
>>> scores = judge_by(forced, [TieRule("first_seen", "code_point"), TieRule("greatest_pair", "code_point")])
>>> [(score.rule.name, score.deviating, score.prefix) for score in scores]
[('first_seen', 1, 0), ('greatest_pair', 0, 3)]
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property

from bpe_core.config import BPEConfig
from bpe_core.profiles import PROFILES
from bpe_core.studies.diagnosis.forced_history import ForcedHistory
from bpe_core.studies.diagnosis.rule_words import differences_from_profiles
from bpe_core.studies.diagnosis.segmentation import Segmentation, TieRule, with_tie_rule
from bpe_core.symbols import obligatory_codes
from bpe_core.tie_breaks import TIE_BREAKS

_FIRST_BATCH, _LARGEST_BATCH = 8, 256
"""How many merges, at first and at most, are made before they are judged, each time twice as many: the count
log is then computed once for all of them."""

_FEW = 3, 0.05
"""A list with at most 3 deviations, or in at most 5 % of its merges, otherwise follows the rules."""


@dataclass
class RuleScore:
    """How far one rule for ties explains the merges judged so far."""

    rule: TieRule
    judged: int = 0
    """How many merges of the list have been judged."""

    ranks: list[int] = field(default_factory=list)
    """The merges that the rule would not have picked."""

    @property
    def deviating(self) -> int:
        """How many merges the rule would not have picked."""
        return len(self.ranks)

    @property
    def prefix(self) -> int:
        """How many merges it explains before the first that it does not."""
        return self.ranks[0] if self.ranks else self.judged


def judge_by(
    forced: ForcedHistory,
    rules: Sequence[TieRule],
    *,
    limits: BPEConfig | None = None,
    is_lost: Callable[[RuleScore], bool] = lambda score: False,
    tick: Callable[[], object] = lambda: None,
) -> list[RuleScore]:
    """Make the merges of a list, and judge them by each rule until they end or the rule is lost.

    `limits` is a config whose limits count: a merge beyond them is one that no rule picks. `tick` is called
    at each merge; what it raises ends the work.
    """
    scores = [RuleScore(rule) for rule in rules]
    batch, alive = _FIRST_BATCH, scores
    while alive and len(forced.symbols) < len(forced.merges):
        first = len(forced.symbols)
        for _ in range(batch):
            tick()
            forced.extend()
        for rank in range(first, len(forced.symbols)):
            tick()
            _judge_merge(forced, rank, alive, limits)
        alive = [score for score in alive if not is_lost(score)]
        batch = min(2 * batch, _LARGEST_BATCH)
    return scores


def _judge_merge(
    forced: ForcedHistory, rank: int, scores: Sequence[RuleScore], limits: BPEConfig | None
) -> None:
    position, symbols = forced.positions[rank], forced.symbols[rank]
    highest, tied = forced.highest_at(position)
    is_highest = symbols is not None and forced.history.counts[position] == highest
    is_over = limits is not None and bool(end_before(forced, rank, highest, limits))
    for score in scores:
        agrees = is_highest and not is_over
        if agrees and len(tied) > 1:
            agrees = symbols == forced.taken_by(score.rule, tied, highest, position)
        if not agrees:
            score.ranks.append(rank)
        score.judged += 1


def end_before(forced: ForcedHistory, rank: int, highest: int, limits: BPEConfig) -> str:
    """Why a config's limits allow no merge of this rank where the highest count is this; empty if they do."""
    if limits.max_merges is not None and rank >= limits.max_merges:
        merges = "merge" if limits.max_merges == 1 else "merges"
        return f"the limit of {limits.max_merges:,} {merges} is reached"
    if limits.vocab_size is not None:
        base = {*forced.history.table.codes, *obligatory_codes(limits)}
        if len(limits.leading_tokens) + len(base) + rank >= limits.vocab_size:
            return f"the vocabulary has its {limits.vocab_size:,} tokens"
    if not highest:
        return "no pair is left"
    if highest < limits.min_frequency:
        return f"the highest count is {highest:,}, below the minimum frequency of {limits.min_frequency:,}"
    return ""


@dataclass(frozen=True)
class TriedRules:
    """A set of rules, and how far it explains the merges."""

    segmentation: Segmentation
    score: RuleScore  # of one of its rules for ties
    profiles: tuple[str, ...]  # those that have these rules

    @cached_property
    def config(self) -> BPEConfig:
        """The rules, as the first of the profiles has them if there is one."""
        if not self.profiles:
            return with_tie_rule(self.segmentation, self.score.rule)
        return PROFILES[self.profiles[0]].config

    def rank(self, merges: int) -> tuple[float, ...]:
        """Greater is closer: longest prefix, most agreeing, a profile, the simplest, the best known."""
        return (
            self.score.prefix,
            -self.deviating(merges),
            bool(self.profiles),
            -self.differences,
            -self._complexity,
            -TIE_BREAKS[self.score.rule.name].rarity,
        )

    def deviating(self, merges: int) -> float:
        """How many of all merges deviate; estimated where it was given up."""
        return self.score.deviating * merges / max(1, self.score.judged)

    def is_whole(self, merges: int) -> bool:
        """Whether all merges were judged."""
        return self.score.judged == merges

    @cached_property
    def differences(self) -> int:
        """In how many rules a mixture differs from the nearest profile."""
        return 0 if self.profiles else differences_from_profiles(self.config)

    @cached_property
    def _complexity(self) -> int:
        """How many rules are not the usual ones."""
        usual = BPEConfig()
        return sum(getattr(self.config, each.name) != getattr(usual, each.name) for each in fields(usual))


def closest_of(tried: Sequence[TriedRules], merges: int) -> TriedRules:
    """Return the rules that explain a list best.

    Where some explain all merges but a few, these are the ones with the fewest deviations; of a mixture, each
    rule that differs from a profile counts as one more. So a rule that by chance fits one deviation, and
    little after it, does not win. Where none does, they are the ones with the longest prefix.
    """
    few = max(_FEW[0], _FEW[1] * merges)
    nearly = [rules for rules in tried if rules.is_whole(merges) and rules.score.deviating <= few]
    if nearly:
        return max(
            nearly, key=lambda rules: (-rules.score.deviating - rules.differences, *rules.rank(merges))
        )
    return longest_of(tried, merges)


def longest_of(tried: Sequence[TriedRules], merges: int) -> TriedRules:
    """Return the rules with the longest prefix; of several, those that explain the most merges."""
    prefix = max(rules.score.prefix for rules in tried)
    return max(
        (rules for rules in tried if rules.score.prefix == prefix), key=lambda rules: rules.rank(merges)
    )
