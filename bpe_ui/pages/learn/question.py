"""A question of a lesson: what the browser draws, and the reply to an answer."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from bpe_core.studies.quiz import Answer, Question
from bpe_ui.pages.learn.figures import Figures
from bpe_ui.pages.learn.state import MAX_ANSWER, MOST_TRIES, SEEN
from bpe_ui.stage.component.actions import RefusedActionError, text
from bpe_ui.stage.html.prose import sentence
from bpe_ui.stage.text.sentences import Number, Token
from bpe_ui.visit.messages.texts import Texts, as_json


class Given(NamedTuple):
    """An answer, and how often the question was answered wrongly; a first mistake is told without the
    answer, so that it can be mended."""

    answer: str
    tries: int = 0


def judge(question: Question, figures: Figures, answer: str) -> Answer | None:
    """The answer that was given; None if it is none."""
    if question.kind == "choose":
        return question.offered(answer)
    asked = typed(question, figures)
    return None if answer in ("", SEEN) or asked.refusal(answer) else asked.judge(answer)


def typed(question: Question, figures: Figures) -> Question:
    """The question with the answers as a person would type them."""
    answers = (Answer(_written(each.text, figures), each.mistake) for each in question.answers)
    return replace(question, answers=tuple(answers))


def refusal(question: Question, figures: Figures, answer: str) -> str:
    """What to type instead of an answer that cannot be read; empty if it can."""
    return "" if question.kind == "choose" else typed(question, figures).refusal(answer)


def can_be_given(question: Question, answer: str) -> bool:
    """Whether it is the number of an option, or something typed, which may not be readable."""
    return bool(answer.strip()) if question.kind != "choose" else question.offered(answer) is not None


def heard(value: object, part: str) -> str:
    """The answer in a value from the browser, which may be anything; empty if it is not an answer."""
    if not isinstance(value, Mapping) or value.get("part") != part:
        return ""
    try:
        return text(value, "answer", MAX_ANSWER).strip()
    except RefusedActionError:
        return ""


def message_json(
    question: Question, figures: Figures, given: Given, part: str, *, is_large: bool, refused: str = ""
) -> dict[str, str]:
    """The message to the browser, as one text; `refused` is about an answer that could not be read."""
    drawn = fields(question, figures, given, part, refused)
    if judge(question, figures, given.answer) is None:
        drawn["answer"] = ""
    drawn["large"] = is_large
    return {"json": as_json(drawn)}


def fields(
    question: Question, figures: Figures, given: Given, part: str | int, refused: str
) -> dict[str, Any]:
    """The question as component/question draws it, with the answer as it was given."""
    texts = Texts()

    def parts(text: str) -> list[object]:
        return texts.parts(sentence(text, figures.value))

    answer, is_choice = given.answer, question.kind == "choose"
    judged = judge(question, figures, answer)
    reply = "" if judged is None else judged.mistake or question.explanation
    if judged is not None and judged.mistake and not is_choice and given.tries >= MOST_TRIES:
        reply = f"{judged.mistake} The answer is {question.right}. {question.explanation}"
    return {
        "part": part,
        "ask": parts(question.prompt),
        "options": [parts(each.text) for each in question.answers] if is_choice else [],
        "answer": answer,
        "verdict": judged and {"right": judged.is_right, "sentence": parts(reply)},
        "form": "" if is_choice else typed(question, figures).form.hint,
        "refused": texts.reason(refused) if refused else [],
        "longest": MAX_ANSWER,
        **texts.fields,
    }


def _written(text: str, figures: Figures) -> str:
    """A line of the lesson as a person would type it."""
    return "".join(
        part.text if isinstance(part, Token) else str(part.value) if isinstance(part, Number) else part
        for part in sentence(text, figures.value)
    )
