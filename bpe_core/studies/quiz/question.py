"""A question, its answers, and where one can see the right one.

Texts put tokens between backticks.

>>> answers = Answer("4"), Answer("22", "Add the numbers, not their digits.")
>>> question = Question("Sums", "2 + 2?", "number", answers, "It is 4.", None)
>>> question.judge(" 4. ").is_right, question.judge("22").mistake, question.judge("5").is_right
(True, 'Add the numbers, not their digits.', False)
>>> question.form.read("four")
Traceback (most recent call last):
    ...
bpe_core.errors.AnswerError: Type one number, in digits.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from bpe_core.config import BPEConfig
from bpe_core.corpus import Corpus
from bpe_core.errors import AnswerError
from bpe_core.studies.typed_answers import AnswerForm


class Answer(NamedTuple):
    """An answer to a question."""

    text: str
    """What it says."""

    mistake: str = ""
    """Which mistake leads to it; empty for the right answer."""

    @property
    def is_right(self) -> bool:
        """Whether it is the right one."""
        return not self.mistake


class Place(NamedTuple):
    """Where a person can see why an answer is right."""

    corpus: Corpus
    """What to train on."""

    config: BPEConfig
    """The rules."""

    position: int = 0
    """After how many merges."""

    text: str = ""
    """What to tokenize there; empty to look at the training."""

    rules: str = ""
    """Rules by hand with which to tokenize it, a line each; empty for those of the training."""


@dataclass(frozen=True)
class Question:
    """A question that has one right answer."""

    topic: str
    """What it is about."""

    prompt: str
    """The question."""

    kind: Literal["choose", "number", "tokens"]
    """"choose": one of the answers; a "number" and "tokens" are typed, as the `form` reads them."""

    answers: tuple[Answer, ...]
    """The right one and those that known mistakes lead to, in the order in which they are offered."""

    explanation: str
    """Why the right one is right, with the numbers."""

    place: Place
    """Where to see it."""

    @property
    def right(self) -> str:
        """The right answer."""
        return next(answer.text for answer in self.answers if answer.is_right)

    @cached_property
    def form(self) -> AnswerForm:
        """How an answer that is typed is read."""
        return AnswerForm.of(self.right, (answer.text for answer in self.answers))

    def refusal(self, given: str) -> str:
        """What to type in place of an answer that cannot be read; empty where it can, or none is given."""
        if self.kind == "choose" or not given.strip():
            return ""
        try:
            self.form.read(given)
        except AnswerError as error:
            return str(error)
        return ""

    def judge(self, given: str) -> Answer:
        """The answer that was given; one that cannot be read is a mistake as well."""
        if self.kind == "choose":
            chosen = (answer for answer in self.answers if answer.text == given)
            return next(chosen, Answer(given, "That is none of the answers."))
        right = " ".join(f"`{token}`" if self.kind == "tokens" else token for token in self.right.split())
        try:
            read = self.form.read(given)
        except AnswerError:
            return Answer(given, f"It cannot be read. The answer is {right}.")
        known = (answer for answer in self.answers if self.form.read(answer.text) == read)
        return next(known, Answer(" ".join(read), f"The answer is {right}."))
