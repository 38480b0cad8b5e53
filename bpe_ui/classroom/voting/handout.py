"""A handout: what a class works on at its phones in place of the stage, such as a quiz or a lesson.

The page that has it makes one of its own kind, and says what a phone is told and what it may do. Each student
has a sheet of their own, under the name of their browser, so that a phone that reloads goes on where it was.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from bpe_ui.stage.component.actions import RefusedActionError
from bpe_ui.stage.html.chips import Html
from bpe_ui.stage.text.sentences import Sentence

Sheet = TypeVar("Sheet")

_BLANK = ""


class Handout(ABC, Generic[Sheet]):
    """What was sent to the phones, and the sheet of each student who has begun to work on it."""

    page: ClassVar[str] = ""
    """The name of the page that has it, if its form must not be on the wall while the class works."""

    page_after: ClassVar[str] = ""
    """The name of the page that the teacher sees after its end; empty for the one on screen."""

    stays: ClassVar[bool] = False
    """Whether phones still show it after its end, until something new or a student goes to the class."""

    def __init__(self) -> None:
        """Nobody has begun."""
        self.number = 0
        """Identifies it in its room."""
        self.sheets: dict[str, Sheet] = {}
        """The sheets by student."""
        self.is_over = False
        """Whether nobody works on it any more."""
        self._messages: dict[str, str] = {}

    @property
    @abstractmethod
    def title(self) -> str:
        """What it is."""

    @property
    @abstractmethod
    def how_to_end(self) -> str:
        """The words on the button that ends it."""

    @abstractmethod
    def blank(self) -> Sheet:
        """A sheet on which nothing was done."""

    @abstractmethod
    def message_json(self, sheet: Sheet) -> str:
        """What a phone is told of a sheet: a JSON object, with the `number` and the `kind` of view."""

    @abstractmethod
    def do(self, sheet: Sheet, said: Mapping[str, Any]) -> None:
        """Do what a phone asks, which may be anything; raises `RefusedActionError`."""

    @abstractmethod
    def finished(self) -> Sequence[Sheet]:
        """The sheets that belong to the results of the class."""

    @abstractmethod
    def progress(self, people: int) -> Sentence:
        """How far the class is, with so many people in it."""

    def asked(self) -> Sequence[Html]:
        """What the wall shows while the class works, one at a time, such as a quiz's questions."""
        return ()

    def open(self, *, is_open: bool) -> None:
        """Let the class work on it, also once more, or end that."""
        self.is_over = not is_open
        self._messages.clear()

    def told(self, student: str) -> str:
        """What a student's phone is told."""
        owner = student if student in self.sheets else _BLANK
        if owner not in self._messages:
            self._messages[owner] = self.message_json(self.sheets.get(student) or self.blank())
        return self._messages[owner]

    def material(self, student: str) -> str:
        """What is large and the same for others, which a phone is told once, as JSON; empty if nothing is."""
        return ""

    def take(self, student: str, said: Mapping[str, Any]) -> bool:
        """Do what a student's phone asks; returns False, and does nothing, if that cannot be done."""
        sheet = self.sheets.get(student) or self.blank()
        try:
            self.do(sheet, said)
        except RefusedActionError:
            return False
        self.sheets[student] = sheet
        self._messages.pop(student, None)
        return True

    def forget_unfinished(self, student: str) -> None:
        """Forget a student's sheet, unless it belongs to the results already."""
        if self.sheets.get(student) not in self.finished():
            self.sheets.pop(student, None)
            self._messages.pop(student, None)
