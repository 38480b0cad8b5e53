"""The training of the second tokenizer, by other rules on the corpus on screen.

No Streamlit here: it may be trained in a worker process.
"""

from dataclasses import replace
from functools import cached_property

from bpe_core import BPEConfig, BPETokenizer, Corpus
from bpe_core.progress import Tell, tell_nobody
from bpe_core.studies.comparison import Trainings, train_in_turns


class SecondTraining(Trainings):
    """The result of the training."""

    def __init__(self, trainings: Trainings, merges: int) -> None:
        """With `merges` 0 only the base symbols are used; a training makes at least one merge."""
        super().__init__(trainings.steppers)
        self.merges = min(merges, self.length)
        """How many merges the tokenizer has."""

    @cached_property
    def tokenizer(self) -> BPETokenizer:
        """The tokenizer; only when all merges are made."""
        [stepper] = self.steppers
        stepper.goto(self.merges)
        try:
            return stepper.tokenizer()
        finally:
            stepper.goto(self.length)


def train_second(
    corpus: Corpus,
    rules: BPEConfig,
    merges: int,
    *,
    so_far: SecondTraining | None = None,
    tell: Tell = tell_nobody,
) -> SecondTraining:
    """Train; if `tell` raises `Stop`, as far as it has come."""
    titled = [("The second tokenizer", replace(rules, max_merges=max(1, merges)))]
    return SecondTraining(train_in_turns(corpus, titled, so_far=so_far, tell=tell), merges)
