"""A lesson on phones: every part has its prose, its question and what its stage shows."""

import json

import pytest

from bpe_ui.pages.learn.class_lesson import ClassLesson, is_part, lesson_among
from bpe_ui.pages.learn.lesson import read_lessons

LESSONS = read_lessons()
HUG = LESSONS["hug_pug_pun"]


@pytest.fixture
def lesson():
    return ClassLesson(HUG, 0)


def told(lesson, student="Ada"):
    return json.loads(lesson.told(student))


def material(lesson, student="Ada"):
    return json.loads(lesson.material(student))


@pytest.mark.parametrize("name", LESSONS)
def test_every_part_of_every_lesson_has_its_words_its_question_and_what_its_stage_shows(name):
    parts = LESSONS[name].parts
    lesson = ClassLesson(LESSONS[name], parts[0].number)

    for part in parts:
        assert lesson.take("Ada", {"part": part.number})
        shown, asked = material(lesson), told(lesson)["question"]
        assert (shown["part"], shown["title"]) == (part.number, part.title)
        assert "{{" not in lesson.material("Ada")
        assert (asked is None) == (part.question is None)
        if part.stage.view == "train":
            whole, predict = shown["stage"]["message"], shown["stage"]["message"]["predict"]
            assert (whole["first"], whole["last"], whole["position"]) == (
                0,
                whole["known"],
                part.stage.position,
            )
            assert (predict["on"], predict["offered"]) == (part.stage.predict, part.stage.predict)
        else:
            assert shown["stage"] is None
            assert shown["still"]


def test_another_part_that_is_sent_takes_everybody_there_and_keeps_their_answers(lesson):
    assert lesson.take("Ada", {"question": 0, "answer": "1"})
    assert lesson.take("Ada", {"part": 3})
    assert told(lesson)["part"] == 3

    again = lesson_among([lesson], HUG, HUG.part(1))
    assert again is lesson
    assert is_part(lesson, HUG, HUG.part(1))
    assert not is_part(lesson, HUG, HUG.part(0))
    assert [told(lesson, student)["part"] for student in ("Ada", "Alan")] == [1, 1]
    assert lesson.take("Ada", {"part": 0})
    assert told(lesson)["question"]["answer"] == "1"
    assert lesson_among([lesson], LESSONS["ties"], LESSONS["ties"].parts[0]) is not lesson


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"part": 99},
        {"part": True},
        {"question": 0, "answer": "4"},
        {"question": 0, "answer": "²"},
        {"question": 2, "answer": "1"},
        {"question": 1, "answer": "1" * 101},
        {"question": 1, "answer": "  "},
    ],
)
def test_what_is_no_answer_and_no_part_does_nothing(lesson, said):
    assert not lesson.take("Ada", said)
    assert lesson.sheets == {}
