"""The settings of the page Under the hood, and what its stage was told.

No Streamlit here; the visit holds one `Hood`, a link one `HoodSettings`.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Annotated

from bpe_ui.pages.hood.panes import Recording
from bpe_ui.pages.hood.words import ChosenWords, choose_words
from bpe_ui.visit.messages.stage import Stage
from bpe_ui.visit.registry.page_state import PageSettings
from bpe_ui.visit.registry.schema import integer
from bpe_ui.visit.training.training import Training

MAX_STEP = 100_000
"""The largest position in a link."""


@dataclass
class HoodSettings(PageSettings):
    """All settings of the page, as a link holds them."""

    step: Annotated[int, integer(0, MAX_STEP)] = 0
    """The position of the stage: how many sub-steps were made."""


@dataclass
class HoodStage(Stage):
    """The stage's position, and the recording on it, which is a history of its own."""

    about: Hashable = None
    """What the recording is about."""

    recording: Recording | None = None
    """The recording on screen."""

    def show(self, about: Hashable, make: Callable[[], Recording], step: int) -> int:
        """Show a recording; it is made only if it is about something else than before.

        Returns the position: the given one, or the start of a recording about something else.
        """
        if self.recording is None or self.about != about:
            step = step if self.recording is None else 0
            self.about, self.recording = about, make()
            self.begin_history()
        self.last = len(self.recording.places) - 1
        self.stand_at(min(step, self.last))
        self.begin()
        return self.position

    def message(self, *, present: bool) -> dict[str, str]:
        """The message to the browser."""
        window = {"first": 0, "last": self.last, "present": present}
        fields = self.recording.fields if self.recording else {}
        return self.json(window | fields, holds_at=range(self.last + 1))


@dataclass
class Hood(HoodSettings):
    """The page in one person's visit."""

    why_none: str = ""
    """Why there is no recording, in a sentence; empty if there is one."""

    stage: HoodStage = field(default_factory=HoodStage)
    _chosen: tuple[int, ChosenWords] | None = None

    def words_of(self, training: Training, most_words: int, most_symbols: int) -> ChosenWords:
        """The words of a training that are used; chosen once."""
        if self._chosen is None or self._chosen[0] != training.serial:
            self._chosen = training.serial, choose_words(training.stepper, most_words, most_symbols)
        return self._chosen[1]

    def take(self, settings: HoodSettings) -> None:
        """Set everything as in a link."""
        self.stage.recording = None  # the position belongs to the link's recording
        super().take(settings)
