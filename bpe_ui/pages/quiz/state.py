"""What a person did on the Quiz page, as a link holds it. There is no score: it is computed when needed.

>>> settings = QuizSettings(seed=7)
>>> settings.answer(1, " pug ")
>>> settings.answers[:3]
('', ' pug ', '')
"""

from dataclasses import dataclass
from typing import Annotated

from bpe_core.studies.quiz import MAX_SEED
from bpe_ui.visit.registry.schema import FLAG, integer, longest, tuple_of

QUESTIONS = 10
MAX_ANSWER = 200
"""The longest answer, in characters."""
MAX_NAME = 60
"""The longest name."""


@dataclass
class QuizSettings:
    """A quiz, and a person's progress with it."""

    seed: Annotated[int | None, integer(0, MAX_SEED)] = None
    """Its number; None until one is drawn."""

    answers: Annotated[
        tuple[str, ...], tuple_of(longest(MAX_ANSWER), "an answer", QUESTIONS, least=QUESTIONS)
    ] = ("",) * QUESTIONS
    """The answers in the order of the questions; empty if there is none."""

    name: Annotated[str, longest(MAX_NAME)] = ""
    """Whose answers they are."""

    handed_in: Annotated[bool, FLAG] = False
    """Whether the answers are final; they can be read then, with the right ones."""

    def begin(self, seed: int) -> None:
        """Begin another quiz, or the same one again."""
        self.seed, self.answers, self.handed_in = seed, QuizSettings.answers, False

    def answer(self, number: int, given: str) -> None:
        """Answer a question, counted from 0; answers that were handed in do not change."""
        if not self.handed_in:
            self.answers = (*self.answers[:number], given[:MAX_ANSWER], *self.answers[number + 1 :])
