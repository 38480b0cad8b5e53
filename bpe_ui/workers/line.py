"""The line before the worker processes: a few pieces of work go on at a time, the others wait their turn.

In: work as it is asked for, again and again while somebody waits for it. Out: whether it is its turn, or what
it waits for.

>>> line = Line(most=1)
>>> first, second = Place(), Place()
>>> line.is_turn_of(first), line.is_turn_of(second)
(True, False)
>>> first.began_at, first.progress = time.monotonic() - 20, Progress(1_000, 4_000, "merges made")
>>> line.sentence(second)
'1 large corpus is being worked on. Yours begins in about a minute.'
>>> line.leave(first)
>>> line.is_turn_of(second)
True
"""

import os
import threading
import time
from collections.abc import Iterable

from bpe_core.progress import Progress
from bpe_ui.server.environment import whole_number

SETTING = "BPE_STEPPER_WORKERS"
"""The environment variable that says how many worker processes work at a time."""
ASKED_SECONDS = 2.0
"""Who has not asked for so long keeps nobody waiting: the page was left. A slow one is back in its place as
soon as it asks again."""


class Place:
    """A place in the line."""

    def __init__(self) -> None:
        self.since = time.monotonic()
        """Since when its person waits, perhaps with other work before this: who came first is first."""
        self.asked_at = 0.0
        """When it was last asked for."""
        self.began_at: float | None = None
        """When its work began; None before."""
        self.progress: Progress | None = None
        """How far its work is, where that is known."""

    def seconds_left(self, now: float) -> float | None:
        """About how long its work goes on; None where nobody knows."""
        share = self.progress.share if self.progress else None
        return (now - self.began_at) * (1 / share - 1) if share and self.began_at is not None else None


class Line:
    """Who works, and who waits."""

    def __init__(self, most: int) -> None:
        """At most so many work at a time."""
        self.most = most
        """How many work at a time."""
        self._places: list[Place] = []  # those that work, and behind them those that wait
        self._lock = threading.Lock()

    def is_turn_of(self, place: Place) -> bool:
        """Ask for a place in the line; True once its work may begin."""
        with self._lock:
            now = place.asked_at = time.monotonic()
            places = self._places if place in self._places else [*self._places, place]
            here = (each for each in places if _is_here(each, now))
            self._places = sorted(here, key=lambda each: (each.began_at is None, each.since))
            if place.began_at is None and self._places.index(place) < self.most:
                place.began_at = now
            return place.began_at is not None

    def leave(self, place: Place) -> None:
        """Its work is over, or nobody waits for it any more."""
        with self._lock:
            self._places = [each for each in self._places if each is not place]

    def sentence(self, place: Place) -> str:
        """What a place in the line waits for; empty where it does not wait."""
        with self._lock:
            places, now = list(self._places), time.monotonic()
        working = [each for each in places if each.began_at is not None]
        waiting = [each for each in places if each.began_at is None]
        if place not in waiting or places.index(place) < self.most:
            return ""
        ahead = waiting.index(place)
        if not working:
            return "Yours begins in a moment."
        said = _number_of(
            len(working), "large corpus is being worked on", "large corpora are being worked on"
        )
        if ahead:
            said += f", and {_number_of(ahead, 'waits', 'wait')} before yours"
        return f"{said}. Yours begins {_when(working, ahead, now)}."


def _is_here(place: Place, now: float) -> bool:
    return place.began_at is not None or now - place.asked_at < ASKED_SECONDS


def _number_of(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


def _when(working: Iterable[Place], ahead: int, now: float) -> str:
    """In about how long work begins, as far as that can be told from how the others get on."""
    left = sorted(seconds for each in working if (seconds := each.seconds_left(now)) is not None)
    if len(left) <= ahead:
        return "after that"
    if left[ahead] < 30:
        return "in a moment"
    minutes = round(left[ahead] / 60)
    return f"in about {'a minute' if minutes <= 1 else f'{minutes} minutes'}"


def _most_at_once() -> int:
    """As the setting says, or one for each processor; raises `ValueError` for a bad setting."""
    return whole_number(SETTING, "of processes", least=1, example=2) or os.cpu_count() or 1


line = Line(_most_at_once())
"""The line of this server."""
