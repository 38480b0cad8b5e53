"""A lesson plan: stops in order, each a view with a title and a note.

>>> from bpe_core import EXAMPLES
>>> from bpe_ui.visit.training.training import Source
>>> start = Screen(Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config)
>>> plan = LessonPlan("Ties")
>>> plan.add(PlanStop(stop_title(start), start))
>>> plan.add(PlanStop("A tie", replace(start, position=4)))
>>> [stop.title for stop in plan.stops], plan.here
(['hug, pug, pun, merge 0', 'A tie'], 1)
"""

from dataclasses import dataclass, field, replace
from typing import Any

from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.registry.page_state import PageState
from bpe_ui.visit.registry.pages import pages

MAX_STOPS = 50
"""The most stops of a lesson plan."""
MAX_TITLE = 80
"""The longest title of a lesson plan or stop, in characters."""
MAX_NOTE = 1_000
"""The longest note, in characters."""
MAX_MINUTES = 240
"""The longest time for a stop."""


class PlanError(ValueError):
    """Why a lesson plan cannot be changed; the message is for the person."""


@dataclass(frozen=True)
class PlanStop:
    """A view of a lesson plan."""

    title: str
    """What the class sees above it."""

    view: Screen
    """What is on screen. A lesson plan does not change present mode."""

    note: str = ""
    """What the teacher wants to say, ask or do here."""

    minutes: int = 0
    """How long it takes in class; 0 if that is not planned."""


@dataclass
class LessonPlan(PageState):
    """Stops in their order."""

    title: str = ""
    """The title of the lesson plan."""

    stops: list[PlanStop] = field(default_factory=list)
    """The stops, at most `MAX_STOPS`."""

    here: int = 0
    """The index of the current stop."""

    @property
    def stop(self) -> PlanStop:
        """The current stop; there must be one."""
        return self.stops[self.here]

    @property
    def minutes(self) -> int:
        """How long the lesson takes, as far as it is planned."""
        return sum(stop.minutes for stop in self.stops)

    def add(self, stop: PlanStop) -> None:
        """Insert a stop after the current one, and go there; raises `PlanError` if there are too many."""
        if len(self.stops) >= MAX_STOPS:
            raise PlanError(
                f"A lesson plan has at most {MAX_STOPS} views. Remove one, or begin another plan."
            )
        self.here += bool(self.stops)
        self.stops.insert(self.here, stop)

    # A second click on a button may arrive before the page is drawn without it, when no stop is left.

    def change(self, view: Screen, /, **changes: Any) -> None:
        """Give the stop with this very view another title, view, note or time."""
        self.stops = [replace(stop, **changes) if stop.view is view else stop for stop in self.stops]

    def shift(self, by: int) -> None:
        """Move the current stop earlier or later, at most to the ends."""
        if self.stops:
            stop = self.stops.pop(self.here)
            self.here = max(0, min(self.here + by, len(self.stops)))
            self.stops.insert(self.here, stop)

    def remove(self) -> None:
        """Remove the current stop; the next one takes its place, or else the one before."""
        del self.stops[self.here : self.here + 1]
        self.here = max(0, min(self.here, len(self.stops) - 1))


def stop_title(view: Screen) -> str:
    """A suggested title for a stop: the page, the corpus and the position."""
    page = "" if view.page == "train" else f"{pages()[view.page].title}: "
    position = getattr(view.settings.get(view.page), "position", view.position)
    return f"{page}{view.source.title}, merge {position:,}"
