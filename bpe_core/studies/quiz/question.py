"""A question, its answers, and where to see the right one.

In its texts, tokens stand between backticks.

>>> answers = Answer("4"), Answer("22", "Add the numbers, not their digits.")
>>> question = Question("2 + 2?", "number", answers, "It is 4.", None)
>>> question.judge(" 4. ").is_right, question.judge("22").mistake, question.judge("5").is_right
(True, 'Add the numbers, not their digits.', False)
>>> question.form.read("four")
Traceback (most recent call last):
    ...
bpe_core.errors.AnswerError: Type one number, in digits.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from bpe_core.config import BPEConfig
from bpe_core.corpus import Corpus
from bpe_core.errors import AnswerError
from bpe_core.merges import Pair
from bpe_core.studies.typed_answers import AnswerForm


class Answer(NamedTuple):
    """A possible answer."""

    text: str
    """The text of the answer."""

    mistake: str = ""
    """The mistake that leads to it; empty for the right answer."""

    @property
    def is_right(self) -> bool:
        """Whether it is the right answer."""
        return not self.mistake


class Place(NamedTuple):
    """Where to see why an answer is right."""

    corpus: Corpus
    """What to train on."""

    config: BPEConfig
    """The rules."""

    position: int = 0
    """The number of merges made."""

    text: str = ""
    """What to tokenize there; empty to look at the training."""

    rules: str = ""
    """Rules written by hand to tokenize it with, one per line; empty for those of the training."""


@dataclass(frozen=True)
class Question:
    """A question with one right answer."""

    prompt: str
    """The question itself."""

    kind: Literal["choose", "number", "tokens"]
    """"choose": one of the answers; "number" and "tokens" are typed, and read by `form`."""

    answers: tuple[Answer, ...]
    """The right answer and those that known mistakes lead to, in the order in which they are offered."""

    explanation: str
    """Why the right answer is right, with the numbers."""

    place: Place
    """Where to see it in the app."""

    otherwise: str = ""
    """What is said of a typed answer that is none of the answers; empty to say what the answer is."""

    topic: str = ""
    """Its topic."""

    @property
    def right(self) -> str:
        """The right answer."""
        return next(answer.text for answer in self.answers if answer.is_right)

    @cached_property
    def form(self) -> AnswerForm:
        """How a typed answer is read."""
        return AnswerForm.of(self.right, (answer.text for answer in self.answers))

    def offered(self, number: str) -> Answer | None:
        """The answer with this number, from 0, which may be any text; None if there is none."""
        is_number = number.isascii() and number.isdecimal()
        return next(iter(self.answers[int(number) :]), None) if is_number else None

    def refusal(self, given: str) -> str:
        """What to type instead of an answer that cannot be read, or that has letters which the word has not;
        empty for any other answer, and if none is given."""
        if self.kind == "choose" or not given.strip():
            return ""
        try:
            return self.form.doubt(given)
        except AnswerError as error:
            return str(error)

    def can_be_read(self, given: str) -> bool:
        """Whether the answer means something, if one is given."""
        if self.kind == "choose" or not given.strip():
            return True
        try:
            return bool(self.form.read(given))
        except AnswerError:
            return False

    def judge(self, given: str) -> Answer:
        """The given answer; one that cannot be read counts as a mistake."""
        if self.kind == "choose":
            chosen = (answer for answer in self.answers if answer.text == given)
            return next(chosen, Answer(given, "That is none of the answers."))
        right = " ".join(f"`{token}`" if self.kind == "tokens" else token for token in self.right.split())
        try:
            read = self.form.read(given)
        except AnswerError:
            return Answer(given, f"It cannot be read. The answer is {right}.")
        known = (answer for answer in self.answers if self.form.read(answer.text) == read)
        return next(known, Answer(" ".join(read), self.otherwise or f"The answer is {right}."))


def answers(right: str, mistakes: Mapping[str, str]) -> tuple[Answer, ...]:
    """The right answer first, then those that mistakes lead to, if they differ from it."""
    return Answer(right), *(Answer(*each) for each in mistakes.items() if each[0] != right)


def merges_text(count: int) -> str:
    """`1 merge`, `4 merges`."""
    return f"{count} merge{'s' * (count != 1)}"


def pair_text(pair: Pair) -> str:
    """A pair as a question writes it."""
    return f"`{pair[0]}` + `{pair[1]}`"


def tokens_text(tokens: Iterable[str]) -> str:
    """Tokens as a question writes them."""
    return " ".join(f"`{token}`" for token in tokens)
