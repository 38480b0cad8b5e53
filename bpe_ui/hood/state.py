"""What a person set on the page Under the hood, and what its stage was told.

In: choices, and pictures. Out: the data of the stage. No Streamlit here; the visit holds one `Hood`, a link
one `HoodSettings`.
"""

import json
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, fields

from bpe_core.studies.trainer_work import MergeWork
from bpe_ui.hood.panes import Picture

VIEWS = ("trainers", "work", "timeline", "encoding")
"""The views of the page, in the order of their buttons; `page.VIEWS` draws each."""
MAX_STEP = 100_000
"""The largest position in a link."""
MAX_WORD = 40
"""The longest word that is encoded, in characters."""


@dataclass
class HoodSettings:
    """Everything that was set on the page: what a link holds."""

    view: str = "trainers"
    """The view on screen: one of `VIEWS`."""

    step: int = 0
    """The position of the stage: how many sub-steps were made."""

    word: str | None = None
    """The word that is encoded; None until a person typed one."""


@dataclass
class HoodStage:
    """The pictures that were made, and which one the browser has."""

    pictures: dict[str, tuple[Hashable, Picture]] = field(default_factory=dict)
    """For each view the last picture, and what it is of."""

    shown: tuple[str, Hashable] | None = None
    """The view on screen, and what it is of."""

    picture: Picture | None = None
    """The picture on screen."""

    number: int = 0
    """How many pictures were shown; the browser begins anew with each."""

    jump: int = 0
    """Goes up when the position changes other than in the browser."""

    step: int = 0
    """Where the browser stands."""

    left_at: dict[str, int] = field(default_factory=dict)
    """Where each view was left."""

    @property
    def history_id(self) -> str:
        """Another one for each picture."""
        return str(self.number)

    @property
    def last(self) -> int:
        """The last position."""
        return len(self.picture.places) - 1 if self.picture else 0

    def show(self, view: str, of: Hashable, make: Callable[[], Picture], step: int) -> int:
        """Show the picture of a view, which is made where it is of something else than before.

        Returns the position: the given one, or where a person who comes from another view had left this one.
        """
        if self.shown is not None and self.shown[0] != view:
            self.left_at[self.shown[0]] = step
            step = self.left_at.get(view, 0)
        if self.pictures.get(view, (None,))[0] != of:
            self.pictures[view] = of, make()
        if (view, of) != self.shown:
            self.shown, self.number = (view, of), self.number + 1
        self.picture = self.pictures[view][1]
        if min(step, self.last) != self.step:
            self.step = min(step, self.last)
            self.jump += 1
        return self.step

    def json(self, *, present: bool) -> dict[str, str]:
        """The message to the browser, as one text."""
        place = {
            "history_id": self.history_id,
            "jump": self.jump,
            "first": 0,
            "last": self.last,
            "known": self.last,
            "position": self.step,
            "present": present,
        }
        written = place | (self.picture.fields if self.picture else {})
        return {"json": json.dumps(written, ensure_ascii=False, separators=(",", ":"))}


@dataclass
class Hood(HoodSettings):
    """The page in one person's visit."""

    stage: HoodStage = field(default_factory=HoodStage)
    _work: tuple[Hashable, list[MergeWork]] = (None, [])

    def work_of(self, of: Hashable, measure: Callable[[], list[MergeWork]]) -> list[MergeWork]:
        """The work of both trainers, measured where it is of something else than before."""
        if self._work[0] != of:
            self._work = of, measure()
        return self._work[1]

    def settings(self) -> HoodSettings:
        """What was set, as a link holds it."""
        return HoodSettings(**{entry.name: getattr(self, entry.name) for entry in fields(HoodSettings)})

    def take(self, settings: HoodSettings) -> None:
        """Set everything as in a link."""
        self.stage.shown = None  # the position is that of the link's view
        for entry in fields(HoodSettings):
            setattr(self, entry.name, getattr(settings, entry.name))
