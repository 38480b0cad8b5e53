"""Windows of the teacher's training, for students who explore it on their own.

A phone names a position, and is sent a window with it. The windows lie on a grid, so that all phones share a
few of them:

    positions    0 ... 40 ... 80 ... 120
    windows      |------------|               0 to 100, asked for at 0 to 39
                   |----------------|        20 to 140, asked for at 40 to 79
"""

import gzip
import time
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import ref

from bpe_core.queries import Snapshot
from bpe_ui.visit.messages.message import StageState, TrainingStage, drawing_of, message
from bpe_ui.visit.training.predicting import Predicting
from bpe_ui.visit.training.training import Training
from bpe_ui.visit.training.window import ROWS_SHOWN, Window
from bpe_ui.visit.training.words_view import WordsView
from bpe_ui.visit.visit import Visit

Key = tuple[str, int, int]
"""The history, how much of it is known, and where on the grid the window is asked for."""
GRID = 40
"""A window is asked for at the positions from one multiple of this to the next."""
AROUND = 20
"""It has so many more before and after these; more than `training.window.MARGIN`."""
WINDOWS_KEPT = 100
"""So many are kept, zipped: of a text of 34 kB, 26 kB each. The one that was made first goes first."""
PIECE = 4
"""So many positions are looked at before the teacher's page gets its turn. Late in a training with many ties
each takes 10 ms."""
BREATH_SECONDS = 0.005
PATIENCE_SECONDS = 2.0
"""How long to wait for a run of the teacher's page that is under way."""


class _NotNowError(Exception):
    """The training is busy, or another one."""


class Windows:
    """The windows of one visit's training. They do not keep the visit."""

    def __init__(self, visit: Visit) -> None:
        self._visit = ref(visit)
        self._kept: dict[Key, bytes] = {}

    def kept(self, position: int) -> bytes | None:
        """The window around a position, or around the last that is known, if it was made before.

        It is what a phone is told, `{"window": {...}}` with the stage's message, zipped.
        """
        visit = self._visit()
        return None if visit is None else self._kept.get(_key(visit.training, position))

    def make(self, position: int) -> bytes | None:
        """The same, made if need be; None if there is no such training any more, or while it is busy.

        May be called from any thread, but only once at a time. It goes on in pieces, so that the teacher does
        not wait for long.
        """
        visit = self._visit()
        if visit is None:
            return None
        try:
            key = _key(visit.training, position)
            if key not in self._kept:
                self._keep(key, _told(visit, key))
            return self._kept[key]
        except _NotNowError:
            return None

    def _keep(self, key: Key, told: str) -> None:
        while len(self._kept) >= WINDOWS_KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = gzip.compress(told.encode(), compresslevel=2, mtime=0)


def _key(training: Training, position: int) -> Key:
    known = training.stepper.known_merges
    return training.history_id, known, min(position, known) // GRID * GRID


@contextmanager
def _held(visit: Visit, key: Key) -> Iterator[Training]:
    """The training of a visit, which nothing else moves meanwhile; raises `_NotNowError`."""
    if not visit.lock.acquire(timeout=PATIENCE_SECONDS):
        raise _NotNowError
    try:
        if visit.task is not None or _key(visit.training, key[2]) != key:
            raise _NotNowError
        yield visit.training
    finally:
        visit.lock.release()


def _told(visit: Visit, key: Key) -> str:
    _, known, begin = key
    first, last = max(0, begin - AROUND), min(begin + GRID + AROUND, known)
    snapshots: list[Snapshot] = []
    while len(snapshots) <= last - first:
        at = first + len(snapshots)
        with _held(visit, key) as training:
            snapshots += training.stepper.history.snapshots(at, min(at + PIECE - 1, last), rows=ROWS_SHOWN)
        time.sleep(BREATH_SECONDS)
    with _held(visit, key) as training:
        return f'{{"window":{_drawn(training, Window(first, tuple(snapshots)))}}}'


def _drawn(training: Training, window: Window) -> str:
    # The cost of a person's own choices takes long, and is the teacher's: it is not made while busy.
    state = StageState(WordsView(), Predicting(), voting=True, busy=True)
    stage = TrainingStage()
    stage.follow(training)
    return stage.json(message(training, drawing_of(training, window), state))["json"]
