"""Rule scores: how far each rule for ties explains somebody's merges, all rules at once.

In: a forced history and rules for ties. Out: for each rule the merges that it would not have picked,
given the merges before. The rules differ only where pairs are tied, so one history does for all.

>>> from bpe_core.config import BPEConfig
>>> forced = ForcedHistory({"ab": 2, "cd": 2, "ef": 1}, BPEConfig(), [("c", "d"), ("a", "b"), ("e", "f")])
>>> scores = RuleScores(forced, [TieRule("first_seen", "code_point"), TieRule("greatest_pair", "code_point")])
>>> while scores.judge_next():
...     pass
>>> [(score.rule.name, score.deviating, score.prefix) for score in scores.scores]
[('first_seen', 1, 0), ('greatest_pair', 0, 3)]
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

from bpe_core.config import BPEConfig
from bpe_core.studies.diagnosis.forced_history import ForcedHistory
from bpe_core.studies.diagnosis.segmentation import TieRule
from bpe_core.symbols import SymbolPair, obligatory_codes

_AHEAD = 8, 256
"""How many merges, at first and at most, are made before they are judged: the count log is then computed once
for all of them."""

_QUICK = 0.05
"""If that took fewer seconds, twice as many are made next time."""


@dataclass
class RuleScore:
    """How far one rule for ties explains the merges judged so far."""

    rule: TieRule
    judged: int = 0
    """How many merges of the list have been judged."""

    ranks: list[int] = field(default_factory=list)
    """The merges that the rule would not have picked."""

    settled: list[int] = field(default_factory=list)
    """Those of them that it would not have picked either if `aaa` were counted the other way."""

    is_lost: bool = False
    """Whether it is judged no further, since others explain more."""

    @property
    def deviating(self) -> int:
        """How many merges the rule would not have picked."""
        return len(self.ranks)

    @property
    def prefix(self) -> int:
        """How many merges it explains before the first that it does not."""
        return self.ranks[0] if self.ranks else self.judged


class RuleScores:
    """Judges the merges of a forced history by several rules."""

    def __init__(
        self, forced: ForcedHistory, rules: Sequence[TieRule], *, limits: BPEConfig | None = None
    ) -> None:
        """`limits` is a config whose limits count: a merge beyond them is one that no rule picks."""
        self.forced = forced
        """The merges, made one after the other."""
        self.scores = [RuleScore(rule) for rule in rules]
        """One for each rule."""
        self._limits = limits
        self._ahead = _AHEAD[0]

    def judge_next(self) -> bool:
        """Make and judge some more merges; False at the list's end."""
        first, began = len(self.forced.symbols), perf_counter()
        for _ in range(self._ahead):
            if not self.forced.extend():
                break
        for rank in range(first, len(self.forced.symbols)):
            self._judge(rank)
        if perf_counter() - began < _QUICK:
            self._ahead = min(2 * self._ahead, _AHEAD[1])
        return len(self.forced.symbols) > first

    def _judge(self, rank: int) -> None:
        position, symbols = self.forced.positions[rank], self.forced.symbols[rank]
        highest, tied = self.forced.highest_at(position)
        is_highest = symbols is not None and self.forced.history.counts[position] == highest
        is_over = self._limits is not None and bool(end_before(self.forced, rank, highest, self._limits))
        by_overlaps = (
            not is_over and symbols is not None and self._depends_on_overlaps(symbols, tied, is_highest)
        )
        for score in self.scores:
            if score.is_lost:
                continue
            agrees = is_highest and not is_over
            if agrees and len(tied) > 1:
                agrees = symbols == self.forced.taken_by(score.rule, tied, highest, position)
            if not agrees:
                score.ranks.append(rank)
                if not by_overlaps:
                    score.settled.append(rank)
            score.judged += 1

    def _depends_on_overlaps(self, symbols: SymbolPair, tied: list[SymbolPair], is_highest: bool) -> bool:
        """Whether a deviation may be none if `aaa` is counted the other way, and with it pairs (a, a)."""
        twins = [left == right for left, right in tied]
        if not self.forced.history.config.count_overlaps:  # they would count more
            return symbols[0] == symbols[1] or any(twins)
        return any(twins) if is_highest else all(twins)  # they would count less


def end_before(forced: ForcedHistory, rank: int, highest: int, limits: BPEConfig) -> str:
    """Why a config's limits allow no merge of this rank where the highest count is this; empty if they do."""
    if limits.max_merges is not None and rank >= limits.max_merges:
        return f"the limit of {limits.max_merges:,} merges is reached"
    if limits.vocab_size is not None:
        base = {*forced.history.table.codes, *obligatory_codes(limits)}
        if len(limits.special_tokens) + len(base) + rank >= limits.vocab_size:
            return f"the vocabulary has its {limits.vocab_size:,} tokens"
    if not highest:
        return "no pair is left"
    if highest < limits.min_frequency:
        return f"the highest count is {highest:,}, below the minimum frequency of {limits.min_frequency:,}"
    return ""
