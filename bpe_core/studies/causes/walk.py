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
from bpe_core.studies.causes.effects import Effect, effect_of
from bpe_core.studies.causes.paths import PathStep, path_between
from bpe_core.studies.comparison.training_turns import TrainingTurns
from bpe_core.validation import checked_integer


@dataclass(frozen=True)
class CauseStep(PathStep):
    """One cause on the way, and what it does."""

    effect: Effect
    """What became of the merges of the rules before it."""

    merges: int
    """How many merges the rules after it make."""


class CauseWalk(TrainingTurns):
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

        `order` is that of `path_between`. With `merges` all rules make that many merges, and the stop rule is
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
        super().__init__(corpus, [("At the start", start), *titled])

    def steps(self) -> list[CauseStep]:
        """What each cause did; before the work is done, to the merges that all rules have made by then."""
        length = self.length
        return [
            CauseStep(
                step.cause,
                step.config,
                step.changes,
                effect_of(before, after, length=length),
                min(length, after.known_merges),
            )
            for step, before, after in zip(self.path, self.steppers, self.steppers[1:], strict=False)
        ]
