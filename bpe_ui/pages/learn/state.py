"""A person's place on the Learn page, and their answers, as a link holds them.

>>> settings = LearnSettings("hug")
>>> settings.answer("u + g")
>>> settings.part, settings.answers
(0, {'hug/0': 'u + g'})
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.visit.registry.page_state import PageSettings
from bpe_ui.visit.registry.schema import MAX_POSITION, Codec, LinkError, an_object, integer, longest, tuple_of
from bpe_ui.visit.visit import Visit

MAX_NAME = 60
"""The longest name of a lesson or of a part, in characters."""
MAX_PART = 50
"""The most parts of a lesson."""
MAX_ANSWER = 100
"""The longest typed answer, in characters."""
MAX_ANSWERS = 500
"""The most answers of a link; the lessons ask some forty questions."""
MAX_TYPED = 300
"""The longest text of a stage that a link holds, in characters."""
SEEN = "-"
"""The answer to a part that was left without one."""
PREDICTED, NOT_PREDICTED = "predicted", "not predicted"
"""The answer to a part whose stage asks for the next merge: whether a prediction was right."""
MOST_TRIES = 2
"""After so many wrong answers to type, the right one is told."""


def _read_answers(value: Any, name: str) -> dict[str, str]:
    answers = an_object(value, name)
    if len(answers) > MAX_ANSWERS:
        raise LinkError(f"has {len(answers):,} answers; at most {MAX_ANSWERS:,} fit.")
    return {
        longest(MAX_NAME).read(part, "a part's name"): longest(MAX_ANSWER).read(answer, "an answer")
        for part, answer in answers.items()
    }


@dataclass
class LearnSettings(PageSettings):
    """All that was done on the page, as a link holds it."""

    lesson: Annotated[str, longest(MAX_NAME)] = ""
    """The name of the lesson on screen; empty for the path of all lessons."""

    part: Annotated[int, integer(0, MAX_PART)] = 0
    """The part on screen, by its number in links."""

    answers: Annotated[Mapping[str, str], Codec(_read_answers, dict)] = field(default_factory=dict)
    """The answers by lesson and part: the number of an option, the typed text, or `SEEN`."""

    missed: Annotated[tuple[str, ...], tuple_of(longest(MAX_NAME), "a part's name", MAX_ANSWERS)] = ()
    """The parts whose answer was wrong at some time, each as often as it was, up to `MOST_TRIES`."""

    at: Annotated[int | None, integer(0, MAX_POSITION)] = None
    """The position of the stage on screen, in merges or rules; None at the beginning of the part."""

    text: Annotated[str | None, longest(MAX_TYPED)] = None
    """The text on that stage; None for the lesson's own."""

    place: Annotated[int, integer(0, MAX_TYPED)] = 0
    """The character of that text whose word is traced."""

    def go(self, lesson: str, part: int = 0) -> None:
        """Go to a part, or to the path; the stage begins as the lesson says."""
        self.lesson, self.part = lesson, part
        self.at, self.text, self.place = None, None, 0

    def key(self, part: int | None = None) -> str:
        """The key in `answers` for a part of the lesson, by default the one on screen."""
        return f"{self.lesson}/{self.part if part is None else part}"

    @property
    def answered(self) -> str:
        """The answer to the part on screen."""
        return self.answers.get(self.key(), "")

    def tries(self, part: int | None = None) -> int:
        """How often a part was answered wrongly, up to `MOST_TRIES`; by default the one on screen."""
        return self.missed.count(self.key(part))

    def answer(self, given: str, *, is_right: bool = True, part: int | None = None) -> None:
        """Answer the question of a part; a wrong answer is remembered when another one follows."""
        is_new, key = self.answers.get(self.key(part)) != given, self.key(part)
        self.answers = {**self.answers, key: given}
        if not is_right and is_new and self.tries(part) < MOST_TRIES:
            self.missed = (*self.missed, key)


@dataclass
class Learn(LearnSettings):
    """The Learn page in one person's visit."""

    parts: dict[str, Visit] = field(default_factory=dict)
    """The stages of parts, each a visit of its own, by the keys in `answers`."""

    def settings(self) -> LearnSettings:
        """What a link holds, with the position of the stage on screen."""
        held: LearnSettings = super().settings()
        part = self.parts.get(self.key())
        if part is None:
            return held
        typed = part.state(Tokenize)
        at = typed.step if part.in_lesson == "tokenize" else part.training.stepper.position
        text = typed.text if typed.text and len(typed.text) <= MAX_TYPED else None
        return replace(held, at=at, text=text, place=typed.place_in(text) if text else 0)

    def take(self, settings: LearnSettings) -> None:
        """Set everything as in a link; the stages begin again, the one on screen at the position given."""
        super().take(settings)
        self.parts = {}
