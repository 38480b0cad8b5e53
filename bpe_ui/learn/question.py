"""A question of a lesson: what the browser draws, and what is said to an answer.

In: the question, its live values, and an answer. Out: JSON for `component/question`; texts as on the stage.
"""

import json
import re
from collections.abc import Mapping
from typing import NamedTuple

from bpe_ui.component.actions import RefusedActionError, text
from bpe_ui.html.prose import sentence
from bpe_ui.learn.figures import Figures
from bpe_ui.learn.lesson import Question
from bpe_ui.learn.state import MAX_ANSWER, SEEN
from bpe_ui.text.sentences import Number, Sentence, Token
from bpe_ui.train.message_texts import Texts

_BETWEEN_TOKENS = re.compile(r"[\s+|]+")


class Judged(NamedTuple):
    """What is said to an answer."""

    is_right: bool
    feedback: str
    """As the lesson has it, with places for live values."""


def judge(question: Question, figures: Figures, answer: str) -> Judged | None:
    """What is said to an answer; None where it is none."""
    if answer in ("", SEEN):
        return None
    if question.options:
        number = int(answer) if answer.isdecimal() else len(question.options)
        chosen = question.options[number : number + 1]
        return Judged(chosen[0].is_right, chosen[0].feedback) if chosen else None
    feedback = question.feedback or {}
    if _same(answer, question.answer, figures):
        return Judged(True, feedback["right"])
    mistakes = (said for said in feedback if said.startswith("wrong "))
    found = (said for said in mistakes if _same(answer, said.removeprefix("wrong "), figures))
    return Judged(False, feedback[next(found, "wrong")])


def heard(said: object, part: str) -> str:
    """The answer in a value from the browser, which may hold anything; empty where it is none."""
    if not isinstance(said, Mapping) or said.get("part") != part:
        return ""
    try:
        return text(said, "answer", MAX_ANSWER).strip()
    except RefusedActionError:
        return ""


def message_json(
    question: Question, figures: Figures, answer: str, part: str, *, is_large: bool
) -> dict[str, str]:
    """The message to the browser, as one text."""
    texts = Texts()

    def parts(text: str) -> list[object]:
        return texts.parts(sentence(text, figures.value))

    judged = judge(question, figures, answer)
    verdict = None if judged is None else {"right": judged.is_right, "sentence": parts(judged.feedback)}
    fields = {
        "part": part,
        "ask": parts(question.ask),
        "options": [parts(option.text) for option in question.options],
        "answer": answer if judged is not None else "",
        "verdict": verdict,
        "large": is_large,
        "longest": MAX_ANSWER,
        "texts": texts.runs,
        "rtl": texts.right_to_left,
    }
    return {"json": json.dumps(fields, ensure_ascii=False, separators=(",", ":"))}


def _same(typed: str, expected: str, figures: Figures) -> bool:
    """Whether a number or a row of tokens is the expected one, however it was typed."""
    return _read(typed) == _read(_written(sentence(expected, figures.value)))


def _written(parts: Sentence) -> str:
    return "".join(
        part.text if isinstance(part, Token) else str(part.value) if isinstance(part, Number) else part
        for part in parts
    )


def _read(text: str) -> int | list[str]:
    digits = text.strip().replace(",", "")
    if digits.isdecimal() and digits.isascii():
        return int(digits)
    return [token for token in _BETWEEN_TOKENS.split(text.strip()) if token]
