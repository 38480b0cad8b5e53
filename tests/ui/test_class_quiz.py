"""A quiz on phones: what a phone is told before and after it hands in, and what it may do."""

import json

import pytest

from bpe_core.studies.quiz import Quiz
from bpe_ui.pages.quiz.class_quiz import ClassQuiz
from bpe_ui.pages.quiz.state import QuizSettings
from tests.ui.stage import said

QUIZ = Quiz.of_seed(7)
TYPED = [number for number, question in enumerate(QUIZ.questions) if question.kind != "choose"]


@pytest.fixture
def quiz():
    return ClassQuiz(QuizSettings(7))


def told(quiz, student="Ada"):
    return json.loads(quiz.told(student))


def given(question, text):
    """What a phone says when a student gives this answer."""
    if question.kind != "choose":
        return text
    return str([answer.text for answer in question.answers].index(text))


def answer_all(quiz, student, *, is_right=True):
    for number, question in enumerate(QUIZ.questions):
        text = next(answer.text for answer in question.answers if answer.is_right == is_right)
        assert quiz.take(student, {"question": number, "answer": given(question, text)})


def test_nothing_that_a_phone_is_told_before_the_quiz_ends_tells_which_answer_is_right(quiz):
    for student, is_right in (("Ada", True), ("Alan", False)):
        answer_all(quiz, student, is_right=is_right)
    for is_handed_in in (False, True):
        for right, wrong in zip(told(quiz)["questions"], told(quiz, "Alan")["questions"], strict=True):
            assert right.keys() == wrong.keys()
            assert right["verdict"] == wrong["verdict"]
            assert right["closed"] == is_handed_in
        sent = quiz.told("Ada") + quiz.told("Alan") + quiz.told("Grace")
        assert "are right" not in sent
        for question in QUIZ.questions:
            assert question.explanation not in sent
            assert question.kind == "choose" or f'"{question.right}"' not in quiz.told("Grace")
        for student in ("Ada", "Alan", "Grace"):  # a blank sheet buys nothing either
            assert quiz.take(student, {"hand_in": student}) != is_handed_in


def test_what_was_handed_in_changes_no_more_and_is_judged_at_the_end_with_each_mistake_named(quiz):
    answer_all(quiz, "Ada", is_right=False)
    assert quiz.take("Ada", {"hand_in": " Ada "})
    assert not quiz.take("Ada", {"question": TYPED[0], "answer": "1"})
    assert not quiz.take("Ada", {"hand_in": "Alan"})
    assert [each.name for each in quiz.finished()] == ["Ada"]
    quiz.open(is_open=False)
    sheet = told(quiz)

    assert said(sheet, sheet["said"]) == "Ada: 0 of 10 answers are right."
    for question, shown in zip(QUIZ.questions, sheet["questions"], strict=True):
        mistake = next(answer.mistake for answer in question.answers if answer.mistake)
        verdict = said(sheet, shown["verdict"]["sentence"])
        assert verdict.startswith(mistake.replace("`", ""))
        assert question.explanation.replace("`", "") in verdict
        assert (shown["verdict"]["right"], shown["closed"]) == (False, True)


def test_results_have_what_was_handed_in_and_once_the_quiz_is_over_whatever_was_answered(quiz):
    answer_all(quiz, "Ada")
    assert quiz.take("Ada", {"hand_in": ""})
    assert quiz.take("Alan", {"question": 0, "answer": "0"})
    assert quiz.take("Grace", {"question": 4, "answer": "4"})
    assert quiz.take("Grace", {"question": 4, "answer": ""})

    assert len(quiz.finished()) == 1
    quiz.open(is_open=False)
    assert len(quiz.finished()) == 2


def test_the_end_shows_everybody_the_right_answers_and_the_name_counts_as_it_was_typed(quiz):
    assert quiz.take("Ada", {"name": " Ada "})
    assert quiz.take("Ada", {"question": 4, "answer": "four"})
    quiz.open(is_open=False)
    ended = told(quiz)

    assert ended["ended"] == "The quiz has ended. Your teacher has your answer."
    assert told(quiz, "Alan")["ended"] == "The quiz has ended. Your teacher has no answer of yours."
    assert ended["is_closed"]
    assert said(ended, ended["said"]) == "Ada: 0 of 10 answers are right."
    assert all(question["closed"] and not question["refused"] for question in ended["questions"])
    assert [each.name for each in quiz.finished()] == ["Ada"]
    assert not quiz.take("Ada", {"name": "Alan"})

    quiz.open(is_open=True)
    again = told(quiz)
    assert (again["ended"], again["is_closed"], again["name"]) == ("", False, "Ada")
    assert quiz.take("Ada", {"question": 4, "answer": "4"})


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"question": 10, "answer": "0"},
        {"question": True, "answer": "0"},
        {"question": 0, "answer": 0},
        {"question": 0, "answer": "²"},
        {"question": 4, "answer": "1" * 201},
        {"question": 4, "answer": "\ud800"},
        {"name": "A" * 61},
        {"hand_in": ["Ada"]},
    ],
)
def test_what_is_no_answer_does_nothing(quiz, said):
    before = quiz.told("Ada")

    assert not quiz.take("Ada", said)
    assert (quiz.told("Ada"), quiz.sheets) == (before, {})


def test_the_wall_shows_each_question_with_what_is_offered_and_never_which_answer_is_right(quiz):
    asked = quiz.asked()
    assert len(asked) == len(QUIZ.questions)
    for html, question in zip(asked, QUIZ.questions, strict=True):
        assert html.count("<li>") == (len(question.answers) if question.kind == "choose" else 1)
        assert question.kind == "choose" or question.right not in html.partition("cmp-lines")[2]
