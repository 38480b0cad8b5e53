"""Causes: from one set of rules to another on a corpus, and which cause moved which merges.

In: a corpus and two configs. Out: for each cause on the way, what its change did to the merges. The way
itself is in `paths`, what a change did in `effects`.

>>> from bpe_core import EXAMPLES, PROFILES
>>> corpus = EXAMPLES["hug_pug_pun"].corpus
>>> walk = CauseWalk(corpus, PROFILES["minbpe_regex"].config, PROFILES["textbook"].config)
>>> walk.advance(10)
True
>>> for step in walk.steps():
...     print(step.cause.name, step.merges, step.effect.first_difference)
pre_tokenization 7 None
alphabet 7 None
boundary 11 2

All rules on the way are trained together in slices, each once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import ComparisonError
from bpe_core.progress import Progress
from bpe_core.stepper import BPEStepper
from bpe_core.studies.causes.effects import Effect, effect_of
from bpe_core.studies.causes.paths import CAUSES, Cause, Change, PathStep, causes_between, path_between
from bpe_core.studies.comparison.training_turns import TrainingTurns
from bpe_core.validation import checked_integer

__all__ = [
    "CAUSES",
    "Cause",
    "CauseStep",
    "CauseWalk",
    "Change",
    "Effect",
    "PathStep",
    "causes_between",
    "effect_of",
    "path_between",
]


@dataclass(frozen=True)
class CauseStep:
    """One cause on the way."""

    cause: Cause
    """What changes."""

    changes: tuple[Change, ...]
    """The fields that change."""

    config: BPEConfig
    """The rules after it."""

    effect: Effect
    """What it does to the merges of the rules before it."""

    merges: int
    """How many merges the rules after it make."""


class CauseWalk:
    """Trains all rules on the way from one set of rules to another, in slices."""

    def __init__(
        self,
        corpus: Corpus,
        start: BPEConfig,
        end: BPEConfig,
        *,
        order: Sequence[str] | None = None,
        merges: int | None = None,
    ) -> None:
        """Nothing is counted or trained before `advance`.

        `order` is that of `path_between`. With `merges` all rules make so many merges, and the stop rule is
        no cause. Raises `ComparisonError` where the two sets of rules do the same.
        """
        if merges is not None:
            merges = checked_integer("merges", merges, ComparisonError, least=1)
            start, end = (replace(each, max_merges=merges, vocab_size=None) for each in (start, end))
        self.start = start
        """The rules at the start."""
        self.path = path_between(start, end, order)
        """The steps, with the rules after each."""
        if not self.path:
            raise ComparisonError("The two sets of rules do the same; there is no cause to look for.")
        titled = [(f"After {step.cause.title.lower()}", step.config) for step in self.path]
        self._turns = TrainingTurns(corpus, [("At the start", start), *titled])

    def advance(self, seconds: float) -> bool:
        """Work for about so long, more where words are being counted; True when done.

        Raises `ComparisonError` where rules on the way cannot be trained on the corpus.
        """
        return self._turns.advance(seconds)

    @property
    def progress(self) -> Progress:
        """How far the work has come."""
        return self._turns.progress

    @property
    def is_done(self) -> bool:
        """Whether all rules are at their ends."""
        return self._turns.is_done

    @property
    def steppers(self) -> tuple[BPEStepper, ...]:
        """Those of the start and of each step, to be asked, not moved; empty while words are counted."""
        return self._turns.steppers

    def steps(self) -> list[CauseStep]:
        """What each cause did; before the work is done, to the merges that all rules have made by then."""
        length = self._turns.length
        return [
            CauseStep(
                cause=step.cause,
                changes=step.changes,
                config=step.config,
                effect=effect_of(before, after, length=length),
                merges=min(length, after.film_length),
            )
            for step, before, after in zip(self.path, self.steppers, self.steppers[1:], strict=False)
        ]
