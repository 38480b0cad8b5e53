"""Predicting: a person says which pair comes next before the counts are shown.

A position counts once in a history, whether it was answered, revealed or skipped.

>>> from bpe_core import EXAMPLES
>>> from bpe_ui.training.training import Source, start_training
>>> source = Source.from_example("hug_pug_pun")
>>> training, predicting = start_training(source, EXAMPLES["hug_pug_pun"].config), Predicting()
>>> predicting.commit(training, ("u", "g"))
>>> predicting.score, predicting.asked, predicting.streak, predicting.revealed
(1.0, 1, 1, 0)
"""

from dataclasses import dataclass, field, replace

from bpe_core.merges import Pair
from bpe_core.queries import PairFacts, Verdict
from bpe_ui.training.training import Training


@dataclass(frozen=True)
class CountQuestion:
    """How often will this pair occur after the coming merge?"""

    before: int
    """Its count before the merge; 0 for a pair that the merge brings about."""

    after: PairFacts
    """The pair after it, whose count is the answer."""

    given: int | None = None
    """What the person said, once they have."""


@dataclass
class Predicting:
    """The state of predict mode."""

    on: bool = False
    """Whether predict mode is on."""

    counts: bool = False
    """Whether a new count is asked for as well."""

    score: float = 0.0
    """1 for each right pair, 0.5 for each tied one."""

    asked: int = 0
    """How many predictions were judged."""

    right: int = 0
    """How many of them were right."""

    tied: int = 0
    """How many of them were half right."""

    streak: int = 0
    """How many right ones in a row; a half right one neither adds nor breaks."""

    best_streak: int = 0
    """The longest so far."""

    revealed: int | None = None
    """The position whose answer is open."""

    verdict: Verdict | None = None
    """What became of the prediction there."""

    counted_before: bool = False
    """Whether the prediction there was not scored, because nothing more was to be scored there."""

    question: CountQuestion | None = None
    """The question for a new count there."""

    _settled: set[tuple[str, int]] = field(default_factory=set)
    """Where nothing more is to be scored: history and position."""

    def turn(self, on: bool) -> None:
        """Switch predict mode; the score stays."""
        self.on = on
        self._hide()

    def moved_to(self, position: int) -> None:
        """At another position the answer is hidden again."""
        if position != self.revealed:
            self._hide()

    def begin_again(self) -> None:
        """Another training is on screen."""
        self._hide()
        self._settled.clear()

    def history_changed(self, before: str, after: str, position: int) -> None:
        """The history goes on differently from a position; what was settled up to there stays settled."""
        self._settled |= {(after, at) for known, at in self._settled if known == before and at <= position}
        self._hide()

    def commit(self, training: Training, pair: Pair) -> None:
        """Judge a pick. Raises a `BPEError` where training is over."""
        verdict = training.stepper.view.judge(pair)
        is_new = self._settle(training)
        if is_new:
            self._score(verdict)
        self._open(training, verdict)
        self.counted_before = not is_new

    def reveal(self, training: Training) -> None:
        """Show the answer; nothing is scored."""
        self._settle(training)
        self._open(training, None)

    def skip(self, training: Training) -> None:
        """Leave this position without an answer; nothing is scored."""
        self._settle(training)
        self._hide()

    def give_count(self, count: int) -> None:
        """Answer the question for a new count; nothing happens where none is open."""
        if self.question is not None and self.question.given is None:
            self.question = replace(self.question, given=count)

    def _settle(self, training: Training) -> bool:
        """Whether this position was still to be scored; it no longer is."""
        here = training.history_id, training.stepper.position
        is_new = here not in self._settled
        self._settled.add(here)
        return is_new

    def _score(self, verdict: Verdict) -> None:
        self.asked += 1
        self.score += verdict.score
        self.right += verdict.score == 1.0
        self.tied += verdict.score == 0.5
        if verdict.score == 1.0:
            self.streak += 1
            self.best_streak = max(self.best_streak, self.streak)
        elif verdict.score == 0.0:
            self.streak = 0

    def _open(self, training: Training, verdict: Verdict | None) -> None:
        self.revealed, self.verdict, self.counted_before = training.stepper.position, verdict, False
        self.question = question_for(training) if self.counts else None

    def _hide(self) -> None:
        self.revealed = self.verdict = self.question = None
        self.counted_before = False


def question_for(training: Training) -> CountQuestion | None:
    """About the pair whose count the coming merge changes most, of those that fall or are new.

    The table's order decides between equals. None where there is no such pair.
    """
    after = training.snapshot_at(training.stepper.position + 1)
    if after is None:
        return None
    rows = {row.ids: row for row in after.rows}
    changes = [change for change in after.changes if change.ids in rows]
    if not changes:
        return None
    largest = max(changes, key=lambda change: abs(change.after - change.before))
    return CountQuestion(largest.before, rows[largest.ids])
