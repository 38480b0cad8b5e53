"""Where a person is on the Learn page, and what they answered: all that a link holds of it.

>>> settings = LearnSettings("hug")
>>> settings.answer("u + g")
>>> settings.part, settings.answers
(0, {'hug/0': 'u + g'})
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any

from bpe_ui.registry.schema import MAX_POSITION, Form, LinkError, an_object, integer, longest
from bpe_ui.tokenize.settings.state import Tokenize
from bpe_ui.visit.visit import Visit

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


def _read_answers(value: Any, name: str) -> dict[str, str]:
    answers = an_object(value, name)
    if len(answers) > MAX_ANSWERS:
        raise LinkError(f"has {len(answers):,} answers; at most {MAX_ANSWERS:,} fit.")
    return {
        longest(MAX_NAME).read(part, "a part's name"): longest(MAX_ANSWER).read(answer, "an answer")
        for part, answer in answers.items()
    }


@dataclass
class LearnSettings:
    """Everything that was done on the page: what a link holds."""

    lesson: Annotated[str, longest(MAX_NAME)] = ""
    """The name of the lesson on screen; empty for the path of all lessons."""

    part: Annotated[int, integer(0, MAX_PART)] = 0
    """Its part on screen, by the number that links have for it."""

    answers: Annotated[Mapping[str, str], Form(_read_answers, dict)] = field(default_factory=dict)
    """What was answered, by lesson and part: the number of an option, what was typed, or `SEEN`."""

    at: Annotated[int | None, integer(0, MAX_POSITION)] = None
    """Where the stage of the part on screen stands, in merges or rules; None: where the part begins."""

    text: Annotated[str | None, longest(MAX_TYPED)] = None
    """The text on that stage; None for the lesson's own."""

    place: Annotated[int, integer(0, MAX_TYPED)] = 0
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


@dataclass
class Learn(LearnSettings):
    """The Learn page in one person's visit."""

    parts: dict[str, Visit] = field(default_factory=dict)
    """The stages of parts, each a visit of its own, by the names of their parts among the answers."""

    def settings(self) -> LearnSettings:
        """What a link holds, with where the stage on screen stands."""
        held = LearnSettings(**{entry.name: getattr(self, entry.name) for entry in fields(LearnSettings)})
        part = self.parts.get(self.key())
        if part is None:
            return held
        typed = part.of(Tokenize)
        at = typed.step if part.in_lesson == "tokenize" else part.training.stepper.position
        text = typed.text if typed.text and len(typed.text) <= MAX_TYPED else None
        return replace(held, at=at, text=text, place=typed.place if text else 0)

    def take(self, settings: LearnSettings) -> None:
        """Set everything as in a link; the stages begin anew, the one on screen where the settings say."""
        for entry in fields(LearnSettings):
            setattr(self, entry.name, getattr(settings, entry.name))
        self.parts = {}
