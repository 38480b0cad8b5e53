"""Windows of the teacher's training, for students who explore it on their own.

A phone names a position, and is sent a window with it. The windows lie on a grid, so that all phones share a
few of them:

    positions    0 ... 40 ... 80 ... 120
    windows      |------------|               0 to 100, asked for at 0 to 39
                   |----------------|        20 to 140, asked for at 40 to 79
"""

from weakref import ref

from bpe_ui.stage.message import StageState, TrainingStage, draw, message
from bpe_ui.training.predicting import Predicting
from bpe_ui.training.training import Training
from bpe_ui.training.window import ROWS_SHOWN, Window
from bpe_ui.training.words_view import WordsView
from bpe_ui.visit.visit import Visit

GRID = 40
"""A window is asked for at the positions from one multiple of this to the next."""
AROUND = 20
"""It has so many more before and after these; more than `training.window.MARGIN`."""
WINDOWS_KEPT = 8
"""So many are kept; the one that was made first goes first."""
PATIENCE = 2.0
"""How many seconds to wait for a run of the teacher's page that is under way."""


class Windows:
    """The windows of one visit's training. They do not keep the visit."""

    def __init__(self, visit: Visit) -> None:
        self._visit = ref(visit)
        self._kept: dict[tuple[str, int, int], str] = {}

    def at(self, position: int) -> str | None:
        """The stage's message with a window around a position, or around the last that is known.

        None if there is no such training any more, or while it is busy. May be called from any thread, but
        only once at a time: it holds up the teacher for as long as a window takes.
        """
        visit = self._visit()
        if visit is None or not visit.lock.acquire(timeout=PATIENCE):
            return None
        try:
            return None if visit.task is not None else self._message(visit.training, position)
        finally:
            visit.lock.release()

    def _message(self, training: Training, position: int) -> str:
        known = training.stepper.known_merges
        begin = min(position, known) // GRID * GRID
        key = training.history_id, known, begin
        if key not in self._kept:
            while len(self._kept) >= WINDOWS_KEPT:
                del self._kept[next(iter(self._kept))]
            last = min(begin + GRID + AROUND, known)
            self._kept[key] = _drawn(training, max(0, begin - AROUND), last)
        return self._kept[key]


def _drawn(training: Training, first: int, last: int) -> str:
    snapshots = training.stepper.history.snapshots(first, last, rows=ROWS_SHOWN)
    window = Window(first, tuple(snapshots))
    # The cost of a person's own choices takes long, and is the teacher's: it is not made while busy.
    state = StageState(WordsView(), Predicting(), voting=True, busy=True)
    stage = TrainingStage()
    stage.follow(training)
    return stage.json(message(training, draw(training, window), state))["json"]
