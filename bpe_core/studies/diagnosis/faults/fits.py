"""Fault fits: how far a trainer with a mistake follows somebody's merges, whatever settles its ties.

In: rules, a trainer with a mistake, and merges. Out: for each way to settle ties, how many merges come out.
What settles ties decides nothing else, so that all tie rules and all mistakes in them are tried in one go.

>>> from bpe_core.studies.diagnosis.faults.trainer import SpelledWords, finish
>>> words = SpelledWords({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, BPEConfig())
>>> finish(words.run())
>>> trainer, rules = Trainer(words, Parts()), Rules(BPEConfig(), {_FIRST_SEEN: ("hf_course",)})
>>> finish(trainer.count())
>>> merges = [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un"), ("hug", "s")]
>>> following = Following(trainer, merges, ways_to_settle_ties(rules, Parts(), ()))
>>> finish(following.run())
>>> [way.fault.name for way, prefix in following.prefixes.items() if prefix == 5][:3]
['last_seen', 'smallest_pair', 'longest_token']
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.faults.fault import Fault
from bpe_core.studies.diagnosis.faults.faults import FAULTS
from bpe_core.studies.diagnosis.faults.other_rules import OTHER_TIE_RULES
from bpe_core.studies.diagnosis.faults.parts import TIE_RULES, Choose, Parts, changed_counts, first_seen
from bpe_core.studies.diagnosis.faults.trainer import Trainer
from bpe_core.studies.diagnosis.segmentation import Segmentation, TieRule, with_tie_rule

_FIRST_SEEN = TieRule("first_seen", "code_point")


class Rules(NamedTuple):
    """Rules that may have been meant: those of some profiles, which differ in how they settle ties."""

    segmentation: Segmentation
    profiles: dict[TieRule, tuple[str, ...]]
    """The names of the profiles by their rules for ties, the likeliest first; of expected rules, none."""
    are_expected: bool = False
    """Whether a person says that these were meant, tie rule included."""

    def meant_with(self, fault: Fault) -> TieRule:
        """The tie rule that was meant where there is a mistake in it."""
        named = [rule for rule in self.profiles if rule.name == fault.instead_of]
        if named or self.are_expected or not fault.instead_of:
            return next(iter(named or self.profiles))
        return TieRule(fault.instead_of, "code_point")

    def fit(self, faults: tuple[Fault, ...], way: "TieWay", prefix: int) -> "FaultFit":
        """That so many merges come out with these mistakes."""
        profiles = self.profiles.get(way.rule, ())
        return FaultFit(faults, self.segmentation, way.rule, profiles[0] if profiles else None, prefix)


@dataclass(frozen=True)
class FaultFit:
    """How far some rules with a mistake explain a merge list."""

    faults: tuple[Fault, ...]
    """The mistake, or two."""

    segmentation: Segmentation
    """The rules without their tie rule."""

    rule: TieRule
    """The tie rule that was meant."""

    profile: str | None
    """The profile that has these rules, if one has."""

    prefix: int
    """How many merges come out."""

    @property
    def config(self) -> BPEConfig:
        """The rules that were meant."""
        return with_tie_rule(self.segmentation, self.rule)

    @property
    def code(self) -> tuple[str, ...]:
        """For each mistake, its usual lines after a minus, and those that mend it after a plus."""
        return tuple(fault.code(TIE_RULES[self.rule], self.config) for fault in self.faults)

    @property
    def wrong(self) -> int:
        """How many of its mistakes are more than that other rules were followed."""
        return sum(not fault.is_rule for fault in self.faults)

    @property
    def is_without_order(self) -> bool:
        """Whether no rule settles the ties: what always fits where only ties are wrong."""
        return any(fault.wrong == "any" for fault in self.faults)

    @property
    def explains(self) -> tuple[int, ...]:
        """Smaller is better: more merges, some order of ties, one mistake before two."""
        return -self.prefix, self.is_without_order, len(self.faults)


class TieWay(NamedTuple):
    """One way to settle ties."""

    rule: TieRule  # that is followed, or that was meant
    fault: Fault | None  # what is wrong with it
    choose: Choose
    order: str  # of the tied pairs


def ways_to_settle_ties(rules: Rules, parts: Parts, faults: Sequence[Fault]) -> list[TieWay]:
    """The tie rules that may have been meant, and every mistake in one that may come with these other
    mistakes: two at once at most, and no order, which fits any tie, only alone."""
    in_place = parts.changed is not changed_counts
    ways = [TieWay(rule, None, TIE_RULES[rule], "met") for rule in rules.profiles]
    if in_place and _FIRST_SEEN in rules.profiles:  # who changes counts one by one has pairs in these orders
        ways += [TieWay(_FIRST_SEEN, None, first_seen, order) for order in ("inserted", "deleted")]
    if len(faults) > 1:
        return ways
    for rule, fault in OTHER_TIE_RULES.items():
        if rule not in rules.profiles and fault.fits(rules.segmentation):
            ways.append(TieWay(next(iter(rules.profiles)), fault, fault.wrong, "met"))
    for fault in FAULTS.values():
        if not fault.fits(rules.segmentation):
            continue
        if fault.part == "choose":
            ways.append(TieWay(rules.meant_with(fault), fault, fault.wrong, "met"))
        elif fault.part == "order" and not in_place and (fault.wrong != "any" or not faults):
            ways.append(TieWay(_FIRST_SEEN, fault, first_seen, fault.wrong))
    return ways


class Following:
    """A trainer that makes the merges of a list as long as some way to settle ties takes them."""

    def __init__(self, trainer: Trainer, merges: Sequence[Pair], ways: Sequence[TieWay]) -> None:
        """The trainer has counted its pairs."""
        self._trainer = trainer
        self._merges = merges
        self.prefixes = dict.fromkeys(ways, 0)
        """How many merges come out with each way."""

    def run(self) -> Iterator[None]:
        """Do the work; pauses now and then."""
        alive = list(self.prefixes)
        for rank, pair in enumerate(self._merges, start=1):
            picks = yield from self._picks(alive, pair)
            alive = list(picks)
            if not alive:
                return
            self.prefixes.update(dict.fromkeys(alive, rank))
            yield from self._trainer.merge(picks[alive[0]])
            yield

    def _picks(self, ways: list[TieWay], pair: Pair) -> Generator[None, None, dict[TieWay, Pair]]:
        """The ways that take what the list has, each with its pick."""
        trainer = self._trainer
        tied = trainer.tied()
        own = [each for each in tied if trainer.written(each) == pair]
        if not own or len(tied) == 1:
            return dict.fromkeys(ways, own[0]) if own else {}
        yield from trainer.look_up_pairs()
        orders = {way.order for way in ways} - {"any"}
        in_order = {order: trainer.in_order(tied, order) for order in orders} | {"any": own}
        picks = {way: way.choose(in_order[way.order], trainer.symbols) for way in ways}
        return {way: pick for way, pick in picks.items() if pick in own}
