"""The settings of the page Under the hood, and what its stage was told.

No Streamlit here; the visit holds one `Hood`, a link one `HoodSettings`.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Annotated

from bpe_core.studies.watching import MergeWork
from bpe_ui.hood.panes import Recording
from bpe_ui.hood.words import ChosenWords, choose_words
from bpe_ui.registry.schema import integer, longest, one_of
from bpe_ui.stage.stage import Stage
from bpe_ui.training.training import Training

VIEWS = ("trainers", "work", "encoding")
"""The views of the page, in the order of their buttons; `page.VIEWS` draws each."""
MAX_STEP = 100_000
"""The largest position in a link."""
MAX_WORD = 40
"""The longest word that is encoded, in characters."""


@dataclass
class HoodSettings:
    """All settings of the page, as a link holds them."""

    view: Annotated[str, one_of(VIEWS)] = "trainers"
    """The view on screen: one of `VIEWS`."""

    step: Annotated[int, integer(0, MAX_STEP)] = 0
    """The position of the stage: how many sub-steps were made."""

    word: Annotated[str | None, longest(MAX_WORD)] = None
    """The word that is encoded; None until a person has typed one."""


@dataclass
class HoodStage(Stage):
    """The stage's position, and the recordings that were made, each of which is a history of its own."""

    recordings: dict[str, tuple[Hashable, Recording]] = field(default_factory=dict)
    """For each view, the last recording and what it is about."""

    shown: tuple[str, Hashable] | None = None
    """The view on screen, and what it is about."""

    recording: Recording | None = None
    """The recording on screen."""

    def show(self, view: str, of: Hashable, make: Callable[[], Recording], step: int) -> int:
        """Show the recording of a view; it is made only if it is about something else than before.

        Returns the position: the given one, or the start of a recording about something else.
        """
        if self.recordings.get(view, (of,))[0] != of:
            step = 0
        if self.recordings.get(view, (None,))[0] != of:
            self.recordings[view] = of, make()
        if (view, of) != self.shown:
            self.shown = view, of
            self.begin_history()
        self.recording = self.recordings[view][1]
        self.last = len(self.recording.places) - 1
        self.stand_at(min(step, self.last))
        self.begin()
        return self.position

    def message(self, *, present: bool) -> dict[str, str]:
        """The message to the browser."""
        window = {"first": 0, "last": self.last, "present": present}
        return self.json(window | (self.recording.fields if self.recording else {}))


@dataclass
class Hood:
    """The page in one person's visit."""

    view: str = HoodSettings.view
    """The view on screen: one of `VIEWS`."""

    word: str | None = None
    """The word that is encoded; None until a person has typed one."""

    steps: dict[str, int] = field(default_factory=dict)
    """The position of the stage in each view that a person has opened."""

    why_none: str = ""
    """Why there is no recording, in a sentence; empty if there is one."""

    stage: HoodStage = field(default_factory=HoodStage)
    _chosen: dict[tuple[int, int, int], ChosenWords] = field(default_factory=dict)
    _work: tuple[Hashable, list[MergeWork]] = (None, [])

    @property
    def step(self) -> int:
        """The position in the view on screen."""
        return self.steps.get(self.view, 0)

    @step.setter
    def step(self, step: int) -> None:
        self.steps[self.view] = step

    def words_of(self, training: Training, most_words: int, most_symbols: int) -> ChosenWords:
        """The words of a training that are used; chosen once."""
        key = training.serial, most_words, most_symbols
        if key not in self._chosen:
            self._chosen = {
                known: self._chosen[known] for known in self._chosen if known[0] == training.serial
            }
            self._chosen[key] = choose_words(training.stepper, most_words, most_symbols)
        return self._chosen[key]

    def work_of(self, of: Hashable, measure: Callable[[], list[MergeWork]]) -> list[MergeWork]:
        """The work of both trainers, measured only if it is about something else than before."""
        if self._work[0] != of:
            self._work = of, measure()
        return self._work[1]

    def settings(self) -> HoodSettings:
        """The settings, as a link holds them."""
        return HoodSettings(self.view, self.step, self.word)

    def take(self, settings: HoodSettings) -> None:
        """Set everything as in a link."""
        self.stage.recordings.clear()  # the position belongs to the link's recording
        self.view, self.word, self.steps = settings.view, settings.word, {settings.view: settings.step}
