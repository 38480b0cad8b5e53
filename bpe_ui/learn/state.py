"""Where a person is on the Learn page, and what they answered: all that a link holds of it.

>>> settings = LearnSettings("hug")
>>> settings.answer("u + g")
>>> settings.part, settings.answers
(0, {'hug/0': 'u + g'})
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

MAX_NAME = 60
"""The longest name of a lesson, in characters; also of a part of one."""
MAX_PART = 50
"""The most parts of a lesson."""
MAX_ANSWER = 100
"""The longest answer that is typed, in characters."""
MAX_ANSWERS = 500
MAX_TYPED = 300
"""The longest text of a stage that a link keeps, in characters."""
SEEN = "-"
"""The answer to a part that was left without one."""


@dataclass
class LearnSettings:
    """Everything that was done on the page: what a link holds."""

    lesson: str = ""
    """The name of the lesson on screen; empty for the path of all lessons."""

    part: int = 0
    """Its part on screen, by the number that links have for it."""

    answers: Mapping[str, str] = field(default_factory=dict)
    """What was answered, by lesson and part: the number of an option, what was typed, or `SEEN`."""

    at: int | None = None
    """Where the stage of the part on screen stands, in merges or rules; None: where the part begins."""

    text: str | None = None
    """The text on that stage; None for the lesson's own."""

    place: int = 0
    """The character of that text whose word is traced."""

    def go(self, lesson: str, part: int = 0) -> None:
        """Go to a part, or to the path; the stage begins where the lesson says."""
        self.lesson, self.part = lesson, part
        self.at, self.text, self.place = None, None, 0

    def key(self, part: int | None = None) -> str:
        """The name of a part of the lesson, by default the one on screen, among the answers."""
        return f"{self.lesson}/{self.part if part is None else part}"

    @property
    def answered(self) -> str:
        """What was answered on screen."""
        return self.answers.get(self.key(), "")

    def answer(self, given: str) -> None:
        """Answer the question on screen."""
        if len(self.answers) < MAX_ANSWERS:
            self.answers = {**self.answers, self.key(): given}
