"""Predict mode: a person says which pair comes next before the counts are shown.

A position counts only once in a history, whether it was answered, revealed or skipped.

>>> from bpe_core import EXAMPLES
>>> from bpe_ui.visit.training.training import Source, start_training
>>> source = Source.from_example("hug_pug_pun")
>>> training, predicting = start_training(source, EXAMPLES["hug_pug_pun"].config), Predicting()
>>> predicting.commit(training, ("u", "g"))
>>> predicting.score, predicting.asked, predicting.revealed
(1.0, 1, 0)
"""

from dataclasses import dataclass, field

from bpe_core.merges import Pair
from bpe_core.queries import Verdict
from bpe_ui.visit.training.training import Training


@dataclass
class Predicting:
    """The state of predict mode."""

    on: bool = False
    """Whether predict mode is on."""

    score: float = 0.0
    """1 for each right pair, 0.5 for each tied one."""

    asked: int = 0
    """How many predictions were judged."""

    right: int = 0
    """How many of them were right."""

    tied: int = 0
    """How many of them were half right."""

    revealed: int | None = None
    """The position whose answer is shown."""

    verdict: Verdict | None = None
    """The verdict on the prediction there."""

    counted_before: bool = False
    """Whether the prediction there had no score, because the position had counted already."""

    _settled: set[tuple[str, int]] = field(default_factory=set)
    """The positions that have counted already: history and position."""

    def hides(self, training: Training) -> bool:
        """Whether the answer at the training's position is hidden. No given merge is asked for."""
        return self.on and self.revealed != training.stepper.position and not training.next_is_given

    def turn(self, on: bool) -> None:
        """Switch predict mode on or off; the score stays."""
        self.on = on
        self._hide()

    def moved_to(self, position: int) -> None:
        """Hide the answer again, at another position."""
        if position != self.revealed:
            self._hide()

    def begin_again(self) -> None:
        """Begin again with another training."""
        self._hide()
        self._settled.clear()

    def history_changed(self, before: str, after: str, position: int) -> None:
        """The history has changed from a position on; positions up to there have still counted."""
        self._settled |= {(after, at) for known, at in self._settled if known == before and at <= position}
        self._hide()

    def commit(self, training: Training, pair: Pair) -> None:
        """Judge a pick. Raises a `BPEError` if the training is over."""
        verdict = training.stepper.view.judge(pair)
        is_new = self._settle(training)
        if is_new:
            self.asked += 1
            self.score += verdict.score
            self.right += verdict.score == 1.0
            self.tied += verdict.score == 0.5
        self._open(training, verdict)
        self.counted_before = not is_new

    def reveal(self, training: Training) -> None:
        """Show the answer, without a score."""
        self._settle(training)
        self._open(training, None)

    def skip(self, training: Training) -> None:
        """Leave this position without an answer or a score."""
        self._settle(training)
        self._hide()

    def _settle(self, training: Training) -> bool:
        """Make this position count; False if it has counted already."""
        here = training.history_id, training.stepper.position
        is_new = here not in self._settled
        self._settled.add(here)
        return is_new

    def _open(self, training: Training, verdict: Verdict | None) -> None:
        self.revealed, self.verdict, self.counted_before = training.stepper.position, verdict, False

    def _hide(self) -> None:
        self.revealed = self.verdict = None
        self.counted_before = False
