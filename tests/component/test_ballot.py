"""The students' page on a phone: the choice shows at once and is told once, and the answer closes it."""

import pytest

from bpe_ui.classroom.voting.asking import tell_class
from bpe_ui.classroom.voting.ballot import message_json
from bpe_ui.classroom.voting.class_vote import ClassVote


@pytest.fixture
def viewport():
    return {"width": 390, "height": 844}


def message(teacher):
    return message_json(teacher.state(ClassVote).room.ballot("Ada"))


def test_a_tap_is_marked_at_once_told_with_its_question_and_can_be_changed(open_ballot, bench):
    page, _ = open_ballot()
    page.get_by_role("button", name="p + u").click()
    page.get_by_role("button", name="u + g").click()

    assert page.locator("[aria-pressed=true]").all_inner_texts() == ["u + g"]
    assert bench.told() == [["state", "vote", {"moment": 1, "pair": pair}] for pair in (3, 4)]


def test_the_pairs_are_as_large_as_a_thumb_and_fit_on_a_phone_with_the_words(open_ballot):
    page, _ = open_ballot()

    for button in page.get_by_role("button").all()[1:]:
        box = button.bounding_box()
        assert box["height"] >= 48
        assert box["width"] >= 90
        assert box["y"] + box["height"] <= 844
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_answer_marks_the_right_pair_and_the_vote_in_words_and_takes_no_other(open_ballot, bench):
    page, teacher = open_ballot()
    teacher.state(ClassVote).room.vote("Ada", 1, 3)
    teacher.reveal()
    tell_class(teacher)
    page.evaluate("json => window.update(json)", message(teacher))

    texts = [" ".join(text.split()) for text in page.locator(".choice").all_inner_texts()]
    assert texts == ["b + u", "g + s", "h + u", "p + u your vote", "u + g next", "u + n"]
    assert page.locator(".choice:enabled").count() == 0
    assert bench.told() == []
