"""Mistake fits: how far a trainer with a mistake follows somebody's merges, whatever settles its ties.

What settles ties decides nothing else, so that all tie rules and all mistakes in them are tried in one go.

>>> from bpe_core.studies.diagnosis.mistakes.trainer_words import TrainerWords
>>> words = TrainerWords({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, BPEConfig())
>>> from bpe_core.studies.diagnosis.mistakes.mistake import FIRST_SEEN
>>> rules = MeantRules(BPEConfig(), {FIRST_SEEN: ("hf_course",)})
>>> merges = [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un"), ("hug", "s")]
>>> prefixes = follow(words, None, merges, wrong_tie_ways(rules))
>>> [way.mistake.name for way, prefix in prefixes.items() if prefix == 5][:3]
['last_seen', 'smallest_pair', 'longest_token']
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.mistakes.known_mistakes import MISTAKES, tie_rule_mistakes
from bpe_core.studies.diagnosis.mistakes.mistake import Mistake, taking, taking_line
from bpe_core.studies.diagnosis.mistakes.running import EndRun, Run, merges_of_heap, train, written
from bpe_core.studies.diagnosis.mistakes.trainer_words import TrainerWords
from bpe_core.studies.diagnosis.segmentation import Segmentation, TieRule, with_tie_rule

_SMALLEST = TieRule("smallest_pair", "code_point")


@dataclass(frozen=True, eq=False)
class MeantRules:
    """What may have been meant: the rules of some profiles, which differ in how they settle ties."""

    segmentation: Segmentation
    """All but the rule for ties."""

    profiles: dict[TieRule, tuple[str, ...]]
    """The names of the profiles by their rules for ties, the likeliest first; of expected rules, none."""

    are_expected: bool = False
    """Whether a person says that these were meant, tie rule included."""

    def meant_with(self, mistake: Mistake) -> TieRule:
        """The tie rule that was meant where there is a mistake in it."""
        named = [rule for rule in self.profiles if rule.name == mistake.instead_of]
        if named or self.are_expected or not mistake.instead_of:
            return next(iter(named or self.profiles))
        return TieRule(mistake.instead_of, "code_point")

    def fit(self, mistake: Mistake, way: "TieWay", prefix: int) -> "MistakeFit":
        """That so many merges come out with a mistake."""
        profiles = self.profiles.get(way.rule, ())
        return MistakeFit(mistake, self.segmentation, way.rule, profiles[0] if profiles else None, prefix)


@dataclass(frozen=True)
class MistakeFit:
    """How far some rules with a mistake explain a merge list."""

    mistake: Mistake
    """The mistake."""

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
    def code(self) -> str:
        """The lines of the mistake after a minus, and those that mend it after a plus."""
        return self.mistake.code(self.rule, self.config)


@dataclass(frozen=True, eq=False)  # each is itself alone: to compare their fields takes long
class TieWay:
    """One way to settle ties."""

    rule: TieRule  # that is followed, or that was meant
    mistake: Mistake | None  # what is wrong with it
    line: str  # that takes one of the tied pairs


@lru_cache(maxsize=64)  # the same ways each time: a way equals only itself
def meant_tie_ways(rules: MeantRules) -> list[TieWay]:
    """The tie rules that may have been meant."""
    return [TieWay(rule, None, taking_line(rule)) for rule in rules.profiles]


@lru_cache(maxsize=64)
def heap_tie_ways(rules: MeantRules) -> list[TieWay]:
    """The tie rules that may have been meant, and what a heap of tuples does."""
    others = () if _SMALLEST in rules.profiles else (TieWay(_SMALLEST, None, taking_line(_SMALLEST)),)
    return [*meant_tie_ways(rules), *others]


@lru_cache(maxsize=64)
def wrong_tie_ways(rules: MeantRules) -> list[TieWay]:
    """Every mistake in a tie rule that may have been meant."""
    ways = [
        TieWay(next(iter(rules.profiles)), mistake, mistake.takes)
        for rule, mistake in tie_rule_mistakes().items()
        if rule not in rules.profiles and mistake.fits(rules.segmentation)
    ]
    ways += [
        TieWay(rules.meant_with(mistake), mistake, mistake.takes)
        for mistake in MISTAKES.values()
        if mistake.module == "ties" and mistake.fits(rules.segmentation)
    ]
    return ways


def follow(
    words: TrainerWords, mistake: Mistake | None, merges: Sequence[Pair], ways: Sequence[TieWay]
) -> dict[TieWay, int]:
    """Make the merges of a list as long as some way takes them: how many come out with each."""
    prefixes = dict.fromkeys(ways, 0)
    for again in (False, True):
        alive, pairs = dict.fromkeys(ways, 0), iter(merges)

        def take(run: Run, alive: dict[TieWay, int] = alive, pairs: Iterator[Pair] = pairs) -> Pair:
            pair = next(pairs, None)  # several may be chosen at once, more than are listed
            own = [each for each in run.tied if written(each) == pair]
            picks = dict.fromkeys(alive, own[0]) if own else {}
            if own and len(run.tied) > 1:
                picks = {way: taking(way.line)(run.tied, run.symbols) for way in alive}
            for way in alive.copy():
                if picks.get(way) not in own:
                    del alive[way]
                    continue
                alive[way] += 1
                prefixes[way] = max(prefixes[way], alive[way])
            if not alive:
                raise EndRun
            return picks[next(iter(alive))]

        if not train(words, mistake, take, len(merges), again=again).has_made_again:
            break
    return prefixes


def follow_heap(
    words: TrainerWords, mistake: Mistake, merges: Sequence[Pair], ways: Sequence[TieWay]
) -> dict[TieWay, int]:
    """How many merges of a list come out in each way with a mistake of the page with a heap."""
    prefixes = {}
    for way in ways:
        learned = merges_of_heap(words, mistake, way.line)
        same = takewhile(lambda both: both[0] == both[1][0], zip(merges, learned, strict=False))
        prefixes[way] = sum(1 for _ in same)
    return prefixes
