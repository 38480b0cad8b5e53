"""A question of a lesson: what the browser draws, and the reply to an answer."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from bpe_core.errors import AnswerError
from bpe_core.studies.typed_answers import AnswerForm
from bpe_ui.pages.learn.figures import Figures
from bpe_ui.pages.learn.lesson import PartQuestion
from bpe_ui.pages.learn.state import MAX_ANSWER, SEEN
from bpe_ui.stage.component.actions import RefusedActionError, text
from bpe_ui.stage.html.prose import sentence
from bpe_ui.stage.text.sentences import Number, Token
from bpe_ui.visit.messages.texts import Texts

_WRONG = "wrong "
"""How a reply to one particular mistake begins."""


class Judged(NamedTuple):
    """The reply to an answer."""

    is_right: bool
    feedback: str
    """The text from the lesson, with places for live values."""


def judge(question: PartQuestion, figures: Figures, answer: str) -> Judged | None:
    """The reply to an answer; None if it is no answer."""
    if answer in ("", SEEN):
        return None
    if question.options:
        number = int(answer) if answer.isdecimal() else len(question.options)
        chosen = question.options[number : number + 1]
        return Judged(chosen[0].is_right, chosen[0].feedback) if chosen else None
    form, feedback = form_of(question, figures), question.feedback or {}
    try:
        read = form.read(answer)
    except AnswerError:
        return None
    if read == form.read(_written(question.answer, figures)):
        return Judged(True, feedback["right"])
    wrong_answers = (each for each in feedback if each.startswith(_WRONG))
    named = (
        each for each in wrong_answers if form.read(_written(each.removeprefix(_WRONG), figures)) == read
    )
    return Judged(False, feedback[next(named, "wrong")])


def form_of(question: PartQuestion, figures: Figures) -> AnswerForm:
    """What an answer must look like; the question has no options."""
    mistakes = (each.removeprefix(_WRONG) for each in question.feedback or {} if each.startswith(_WRONG))
    return AnswerForm.of(
        _written(question.answer, figures), [_written(mistake, figures) for mistake in mistakes]
    )


def refusal(question: PartQuestion, figures: Figures, answer: str) -> str:
    """What to type instead of an answer that cannot be read; empty if it can."""
    if question.options:
        return ""
    try:
        form_of(question, figures).read(answer)
    except AnswerError as error:
        return str(error)
    return ""


def can_be_given(question: PartQuestion, answer: str) -> bool:
    """Whether it is the number of an option, or something typed, which may not be readable."""
    if not question.options:
        return bool(answer.strip())
    return answer.isdecimal() and answer.isascii() and int(answer) < len(question.options)


def heard(value: object, part: str) -> str:
    """The answer in a value from the browser, which may be anything; empty if it is not an answer."""
    if not isinstance(value, Mapping) or value.get("part") != part:
        return ""
    try:
        return text(value, "answer", MAX_ANSWER).strip()
    except RefusedActionError:
        return ""


def message_json(
    question: PartQuestion, figures: Figures, answer: str, part: str, *, is_large: bool, refused: str = ""
) -> dict[str, str]:
    """The message to the browser, as one text; `refused` is about an answer that could not be read."""
    drawn = fields(question, figures, answer, part, refused)
    if judge(question, figures, answer) is None:
        drawn["answer"] = ""
    drawn["large"] = is_large
    return {"json": json.dumps(drawn, ensure_ascii=False, separators=(",", ":"))}


def fields(
    question: PartQuestion, figures: Figures, answer: str, part: str | int, refused: str
) -> dict[str, Any]:
    """The question as component/question draws it, with the answer as it was given."""
    texts = Texts()

    def parts(text: str) -> list[object]:
        return texts.parts(sentence(text, figures.value))

    judged = judge(question, figures, answer)
    return {
        "part": part,
        "ask": parts(question.ask),
        "options": [parts(option.text) for option in question.options],
        "answer": answer,
        "verdict": judged and {"right": judged.is_right, "sentence": parts(judged.feedback)},
        "form": "" if question.options else form_of(question, figures).hint,
        "refused": texts.reason(refused) if refused else [],
        "longest": MAX_ANSWER,
        "texts": texts.runs,
        "rtl": texts.right_to_left,
    }


def _written(text: str, figures: Figures) -> str:
    """A line of the lesson as a person would type it."""
    return "".join(
        part.text if isinstance(part, Token) else str(part.value) if isinstance(part, Number) else part
        for part in sentence(text, figures.value)
    )
