"""Causes: what in the rules makes two trainings differ, one cause at a time.

The way from one set of rules to the other changes one cause at each step, with valid rules throughout. For
each cause the walk says which merges its change moved.

>>> from bpe_core import EXAMPLES, PROFILES
>>> minbpe, textbook = (PROFILES[name].config for name in ("minbpe_regex", "textbook"))
>>> [cause.name for cause in causes_between(minbpe, textbook)]
['pre_tokenization', 'alphabet', 'boundary']
>>> walk = walk_causes(EXAMPLES["hug_pug_pun"].corpus, minbpe, textbook)
>>> for step in walk.steps():
...     print(step.cause.name, step.merges, step.effect.first_difference)
pre_tokenization 7 None
alphabet 7 None
boundary 11 2

All rules on the way are trained once. If only the first merges matter:

>>> corpus = EXAMPLES["hug_pug_pun"].corpus
>>> [cause.name for cause in changing_causes(corpus, [(minbpe, textbook)], merges=3)]
['boundary']
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bpe_core.config import RULES, BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import ComparisonError, ConfigError
from bpe_core.merges import Pair
from bpe_core.progress import OnProgress, Stop, tell_nobody
from bpe_core.stepper import BPEStepper
from bpe_core.studies.comparison.alignment import Alignment
from bpe_core.studies.comparison.trainings import Trainings, train_in_turns
from bpe_core.validation import checked_integer


@dataclass(frozen=True)
class Cause:
    """One respect in which rules may differ."""

    name: str
    """The key in `CAUSES`."""

    title: str
    """Its name on screen."""

    fields: tuple[str, ...]
    """The fields of `BPEConfig` that belong to it; they change together, so that the rules stay valid."""


@dataclass(frozen=True)
class RuleChange:
    """A field that changes."""

    field: str
    """The field of `BPEConfig`."""

    before: Any
    """Its value before; None if the field has no effect, such as a pattern that is not used."""

    after: Any
    """Its value after."""


@dataclass(frozen=True)
class PathStep:
    """One step on the way from one set of rules to another."""

    cause: Cause
    """What changes."""

    config: BPEConfig
    """The rules after it."""

    changes: tuple[RuleChange, ...]
    """The fields that change and have an effect, at least one."""


@dataclass(frozen=True)
class Effect:
    """What a change of the rules does to the merges."""

    first_difference: int | None
    """The rank of the first merge that differs, or that only one of the two makes; None if all are the
    same."""

    same: int
    """How many merges stay at their rank."""

    moved: int
    """How many merges are made at another rank."""

    gone: tuple[Pair, ...]
    """The merges that are no longer made, as printed, in their old order."""

    new: tuple[Pair, ...]
    """The merges that were not made before, as printed, in order."""


@dataclass(frozen=True)
class CauseStep(PathStep):
    """One cause on the way, and its effect."""

    effect: Effect
    """How the merges differ from those of the rules before."""

    merges: int
    """How many merges the new rules make."""


_TITLES = {
    "normalization": "Normalization",
    "special_tokens": "Special tokens",
    "pre_tokenization": "Pre-tokenization",
    "alphabet": "Symbols and ids",
    "boundary": "Word boundary",
    "overlaps": "Counting of overlaps",
    "token_length": "Longest token",
    "score": "What wins",
    "ties": "Tie rule",
    "minimum_frequency": "Minimum frequency",
    "stop_rule": "Stop rule",
}

CAUSES: dict[str, Cause] = {
    name: Cause(name, title, tuple(field for field, rule in RULES.items() if rule.cause == name))
    for name, title in _TITLES.items()
}
"""The causes by name, in the order in which they affect a text."""


class CauseWalk(Trainings):
    """All rules on the way from one set of rules to another, trained on one corpus."""

    def __init__(self, start: BPEConfig, path: Sequence[PathStep], trainings: Trainings) -> None:
        """The way and its trainings; `walk_causes` makes one."""
        super().__init__(trainings.steppers)
        self.start = start
        """The rules at the start."""
        self.path = tuple(path)
        """The steps, each with the rules after it."""

    def steps(self) -> list[CauseStep]:
        """The effect of each cause; if the walk was stopped, on the merges that all rules have made so
        far."""
        return [
            CauseStep(
                step.cause,
                step.config,
                step.changes,
                effect_of(before, after, length=self.length),
                min(self.length, after.known_merges),
            )
            for step, before, after in zip(self.path, self.steppers, self.steppers[1:], strict=False)
        ]


def walk_causes(
    corpus: Corpus,
    start: BPEConfig,
    end: BPEConfig,
    *,
    merges: int | None = None,
    so_far: CauseWalk | None = None,
    tell: OnProgress = tell_nobody,
) -> CauseWalk:
    """Train each set of rules on the way from one to another once.

    With `merges`, all rules make that many merges, and the limits are no cause. `so_far` and `tell` are those
    of `train_in_turns`. Raises `ComparisonError` if the two sets of rules do the same.
    """
    if merges is not None:
        merges = checked_integer("merges", merges, ComparisonError, least=1)
        start, end = (replace(each, max_merges=merges, vocab_size=None) for each in (start, end))
    path = path_between(start, end)
    if not path:
        raise ComparisonError("The two sets of rules do the same; there is no cause to look for.")
    titled = [(f"After {step.cause.title.lower()}", step.config) for step in path]
    trainings = train_in_turns(corpus, [("At the start", start), *titled], so_far=so_far, tell=tell)
    return CauseWalk(start, path, trainings)


def changing_causes(
    corpus: Corpus,
    pairs: Iterable[tuple[BPEConfig, BPEConfig]],
    merges: int | None = None,
    *,
    tell: OnProgress = tell_nobody,
) -> tuple[Cause, ...]:
    """The causes that change a merge, or one of the first `merges`, on the way between each pair of rules.

    They are in the order of `CAUSES`. Raises what `walk_causes` raises, and `Stop` if `tell` does.
    """
    found: set[Cause] = set()
    for before, after in pairs:
        walk = walk_causes(corpus, before, after, merges=merges, tell=tell)
        if not walk.is_done:
            raise Stop
        found.update(step.cause for step in walk.steps() if step.effect.first_difference is not None)
    return tuple(cause for cause in CAUSES.values() if cause in found)


def causes_between(before: BPEConfig, after: BPEConfig) -> tuple[Cause, ...]:
    """The causes in which two sets of rules differ, in the order of `CAUSES`.

    A field without an effect does not count: the seed of a tie rule that is not random, or a marker that is
    given in one and is the default in the other.
    """
    return tuple(cause for cause in CAUSES.values() if _changes(cause, before, after))


def path_between(before: BPEConfig, after: BPEConfig) -> tuple[PathStep, ...]:
    """The way from one set of rules to another, one cause at a time; the last step's rules are `after`.

    Causes in which the two do not differ are skipped, so the way may be empty.
    """
    causes = [*causes_between(before, after)]
    steps: list[PathStep] = []
    config = before
    while causes:
        cause, changed = _first_valid(causes, config, after)
        causes.remove(cause)
        steps.append(PathStep(cause, changed if causes else after, _changes(cause, config, changed)))
        config = changed
    return tuple(steps)


def _first_valid(causes: Sequence[Cause], config: BPEConfig, after: BPEConfig) -> tuple[Cause, BPEConfig]:
    """The first cause that can change now, and the rules then: as long as scores decide, the prefix stays."""
    for cause in causes:
        try:
            return cause, replace(config, **{field: getattr(after, field) for field in cause.fields})
        except ConfigError:
            if cause is causes[-1]:
                raise
    raise ConfigError("There are no causes.")


def effect_of(before: BPEStepper, after: BPEStepper, *, length: int | None = None) -> Effect:
    """Compare the known merges of two steppers, or the first `length` of them.

    `bpe_core.studies.comparison.alignment` says which merges count as the same.
    """
    longest = max(before.known_merges, after.known_merges)
    histories = before.history, after.history
    alignment = Alignment(histories, longest if length is None else min(length, longest))
    gone, new = (
        [histories[side].pair(rank) for rank in alignment.only_in(side, 1 - side)] for side in (0, 1)
    )
    return Effect(alignment.first_divergence, *alignment.same_and_moved(1, 0), tuple(gone), tuple(new))


def _changes(cause: Cause, before: BPEConfig, after: BPEConfig) -> tuple[RuleChange, ...]:
    was, will_be = before.in_force, after.in_force
    return tuple(
        RuleChange(field, was[field], will_be[field])
        for field in cause.fields
        if was[field] != will_be[field] and getattr(before, field) != getattr(after, field)
    )
