"""How a class answered a quiz: for each question each answer, how many gave it, and what it shows.

>>> from bpe_core.studies.quiz import Quiz
>>> quiz = Quiz.of_seed(7, ["Bytes"])
>>> for row in answers_given(quiz, [["4"], ["1"], ["four"], [""], ["4."]]):
...     print(row.answer, row.count, row.share, row.is_right)
4 2 0.4 True
0 0 0.0 False
1 1 0.2 False
four 1 0.2 False
 1 0.2 False
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bpe_core.studies.quiz.question import Answer, Question
from bpe_core.studies.quiz.quiz import Quiz


@dataclass(frozen=True)
class AnswerGiven:
    """An answer to a question, and who gave it."""

    number: int
    """The number of the question, from 1."""

    topic: str
    """Its topic."""

    answer: str
    """The answer, in which tokens may stand between backticks; empty for none."""

    is_right: bool
    """Whether it is the right one."""

    misconception: str
    """The mistake that leads to it; empty for the right answer, for none, and where no mistake is known."""

    sheets: tuple[int, ...]
    """The indexes of the sheets with it, in order."""

    share: float
    """Their share of all sheets, from 0 to 1."""

    @property
    def count(self) -> int:
        """How many gave it."""
        return len(self.sheets)


def answers_given(quiz: Quiz, sheets: Sequence[Sequence[str]]) -> list[AnswerGiven]:
    """A row for each question and answer: those that were offered or are known mistakes, also if nobody
    gave them, then the others, most frequent first, and last the sheets without an answer, if there are any.

    Each sheet has the answers to all questions, in order.
    """
    rows = []
    for at, question in enumerate(quiz.questions):
        chosen = [question.judge(sheet[at]) if sheet[at].strip() else Answer("") for sheet in sheets]
        others = Counter(answer for answer in chosen if answer not in question.answers)
        by_count = sorted(others, key=lambda answer: (not answer.text, -others[answer]))
        for answer in (*question.answers, *by_count):
            who = tuple(number for number, each in enumerate(chosen) if each == answer)
            is_right = answer in question.answers and answer.is_right
            why = answer.mistake if answer in question.answers else ""
            share = len(who) / len(sheets) if sheets else 0.0
            rows.append(
                AnswerGiven(at + 1, question.topic, _written(question, answer), is_right, why, who, share)
            )
    return rows


def _written(question: Question, answer: Answer) -> str:
    """The answer with backticks around tokens that were typed."""
    if question.kind != "tokens":
        return answer.text
    return " ".join(f"`{token}`" for token in answer.text.split())
