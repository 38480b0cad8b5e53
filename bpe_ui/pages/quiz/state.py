"""What a person did on the Quiz page, as a link holds it. There is no score: it is computed when needed.

>>> settings = QuizSettings(seed=7)
>>> settings.answer(1, " pug ")
>>> settings.answers[:3]
('', ' pug ', '')
>>> QuizSettings(words="hug 10, pug 5").quiz.corpus.entries
(('hug', 10), ('pug', 5))
"""

import secrets
from dataclasses import dataclass, replace
from typing import Annotated, Any

from bpe_core import BPEError, Corpus
from bpe_core.studies.quiz import MAX_SEED, MOST_QUESTIONS, TOPICS, Quiz
from bpe_ui.visit.registry.page_state import PageSettings
from bpe_ui.visit.registry.schema import FLAG, LinkError, integer, longest, one_of, tuple_of

MAX_ANSWER = 200
"""The longest answer, in characters."""
MAX_NAME = 60
"""The longest name."""
MAX_WORDS = 400
"""The longest text with own words."""
MAX_NUMBER = 2**32 - 1
"""The largest number of a sheet."""


@dataclass
class QuizSettings(PageSettings):
    """A quiz, and a person's progress with it."""

    seed: Annotated[int | None, integer(0, MAX_SEED)] = None
    """Its number; None until one is drawn."""

    topics: Annotated[tuple[str, ...], tuple_of(one_of(TOPICS), "a topic", len(TOPICS), least=1)] = (*TOPICS,)
    """What it asks about."""

    words: Annotated[str, longest(MAX_WORDS)] = ""
    """Own words, each with its count; empty for those that the number draws."""

    answers: Annotated[
        tuple[str, ...], tuple_of(longest(MAX_ANSWER), "an answer", MOST_QUESTIONS, least=MOST_QUESTIONS)
    ] = ("",) * MOST_QUESTIONS
    """The answers in the order of the questions; empty if there is none."""

    name: Annotated[str, longest(MAX_NAME)] = ""
    """Whose answers they are."""

    handed_in: Annotated[bool, FLAG] = False
    """Whether the answers are final."""

    sheet: Annotated[int, integer(0, MAX_NUMBER)] = 0
    """Tells sheets with the same name and answers apart, once they are handed in."""

    how_many: Annotated[int, integer(0, MOST_QUESTIONS)] = 0
    """How many questions it has; 0 for one on each topic."""

    is_homework: Annotated[bool, FLAG] = False
    """Whether a teacher gave it out: the page has nothing then that a teacher sets."""

    shows_answers: Annotated[bool, FLAG] = False
    """Whether the right answers of homework can be read once it is handed in."""

    @property
    def is_judged(self) -> bool:
        """Whether the right answers can be read."""
        return self.handed_in and (self.shows_answers or not self.is_homework)

    @property
    def quiz(self) -> Quiz:
        """The quiz; raises a `BPEError` for words that no quiz can ask about."""
        words = Corpus.from_word_count_text(self.words) if self.words else None
        return Quiz.of_seed(self.seed or 0, self.topics, words, self.how_many)

    def check(self) -> None:
        """Raise `LinkError` for words that no quiz can ask about."""
        try:
            _ = self.quiz
        except BPEError as error:
            raise LinkError(f"is broken: {error}") from error

    def begin(self, **changes: Any) -> None:
        """Begin another quiz, or the same one again; raises as `quiz` does, and then changes nothing."""
        new = replace(self, **changes, answers=QuizSettings.answers, handed_in=False)
        _ = new.quiz
        vars(self).update(vars(new))

    @property
    def blank(self) -> "QuizSettings":
        """The same quiz, on which nobody has begun to work."""
        return QuizSettings(self.seed, self.topics, self.words, how_many=self.how_many)

    def answer(self, number: int, given: str) -> None:
        """Answer a question, counted from 0; answers that were handed in do not change."""
        if not self.handed_in:
            self.answers = (*self.answers[:number], given[:MAX_ANSWER], *self.answers[number + 1 :])

    def hand_in(self) -> None:
        """Make the answers final."""
        self.handed_in, self.sheet = True, secrets.randbelow(MAX_NUMBER) + 1
