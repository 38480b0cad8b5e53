"""A question, its answers, and where one can see the right one.

Texts put tokens between backticks.

>>> answers = Answer("4"), Answer("22", "Add the numbers, not their digits.")
>>> question = Question("Sums", "2 + 2?", "number", answers, "It is 4.", None)
>>> question.judge(" 4 ").is_right, question.judge("22").mistake, question.judge("5").is_right
(True, 'Add the numbers, not their digits.', False)
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from bpe_core.config import BPEConfig
from bpe_core.corpus import Corpus


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
    """"choose": one of the answers; a "number" and "tokens", with spaces between them, are typed."""

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

    def judge(self, given: str) -> Answer:
        """The answer that was given; spaces around tokens and backticks do not matter."""
        right = (
            " ".join(f"`{token}`" for token in self.right.split()) if self.kind == "tokens" else self.right
        )
        other = Answer(given, f"The answer is {right}.")
        return next((each for each in self.answers if _plain(each.text) == _plain(given)), other)


def _plain(answer: str) -> list[str]:
    return answer.replace("`", "").split()
