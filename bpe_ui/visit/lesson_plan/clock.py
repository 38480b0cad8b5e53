"""A lesson that is given by a plan: how much of its time is left, and whether its notes are open in a window.

>>> ticks = iter([100.0, 160.0, 400.0])
>>> clock = PlanClock(clock=lambda: next(ticks))
>>> clock.start()
>>> clock.arrive()
>>> clock.times_left(5, 20)
TimesLeft(stop=60.0, lesson=900.0)
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from bpe_ui.visit.registry.page_state import PageState

NOTES_SECONDS = 5.0
"""How long after the last word from the window with the notes it counts as open."""


class TimesLeft(NamedTuple):
    """What is left of the planned times, in seconds; negative once they are over."""

    stop: float
    """Of the current stop."""

    lesson: float
    """Of the lesson."""


@dataclass
class PlanClock(PageState):
    """What is known about the lesson besides its plan. The clock stands until the teacher starts it."""

    clock: Callable[[], float] = time.monotonic
    """Returns seconds."""

    began: float | None = None
    """When the lesson began."""

    arrived: float = 0.0
    """When the class came to the current stop."""

    notes_seen: float | None = None
    """When the window with the notes was last heard of."""

    def start(self) -> None:
        """Begin to count the time of the lesson and of its current stop, or begin again."""
        self.began = self.arrived = self.clock()

    def arrive(self) -> None:
        """Begin to count the time of another stop."""
        if self.began is not None:
            self.arrived = self.clock()

    def times_left(self, stop_minutes: int, lesson_minutes: int) -> TimesLeft | None:
        """What is left of these times; None while the clock stands."""
        if self.began is None:
            return None
        now = self.clock()
        return TimesLeft(60 * stop_minutes - now + self.arrived, 60 * lesson_minutes - now + self.began)

    def see_notes(self) -> None:
        """The window with the notes is open."""
        self.notes_seen = self.clock()

    @property
    def notes_are_open(self) -> bool:
        """Whether the teacher has the notes in a window, so that the wall needs nothing of the plan."""
        return self.notes_seen is not None and self.clock() - self.notes_seen < NOTES_SECONDS

    def would_be_lost(self) -> bool:
        """Whether the clock runs, which is in no address."""
        return self.began is not None
