"""What a link holds of the Quiz page.

In: JSON from anybody. Out: `QuizSettings`, or a `LinkError` that says what is wrong; and back.
"""

from typing import Any

from bpe_core.studies.quiz import MAX_SEED
from bpe_ui.quiz.state import MAX_ANSWER, MAX_NAME, QUESTIONS, QuizSettings
from bpe_ui.share.link_forms import FLAG, Form, Member, a_list, integer, settings_form, text


def _read_answers(value: Any, name: str) -> tuple[str, ...]:
    answers = a_list(value, name, QUESTIONS, least=QUESTIONS)
    return tuple(text(MAX_ANSWER).read(answer, "an answer") for answer in answers)


_MEMBERS = {
    "number": Member("seed", integer(0, MAX_SEED)),
    "answers": Member("answers", Form(_read_answers, list)),
    "name": Member("name", text(MAX_NAME)),
    "handed_in": Member("handed_in", FLAG),
}
QUIZ = settings_form(QuizSettings, _MEMBERS)
"""The number of a quiz, and the answers."""
