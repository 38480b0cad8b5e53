"""axe-core finds no serious or critical violation in a component, in any of its modes, in both themes."""

import pytest
from playwright.sync_api import expect

from bpe_ui.classroom.voting.asking import tell_class
from bpe_ui.classroom.voting.ballot import message_json
from bpe_ui.classroom.voting.class_vote import ClassVote
from tests.browser.axe import OF_SIZES, violations
from tests.browser.view_page import expect_at, pair_row, part, press, step

PHONE = {"width": 390, "height": 844}
WINDOW, AS_A_PHONE = {"width": 1280, "height": 720}, {"themes": ["light"], "rules": OF_SIZES}
"""A phone shows the same parts in the same colours."""


@pytest.mark.parametrize(
    ("mode", "viewport", "looked_at"),
    [("predicting", WINDOW, {}), ("presenting", WINDOW, {}), ("stepping", PHONE, AS_A_PHONE)],
)
def test_axe_finds_nothing_on_the_stage(open_stage, looked_at, mode):
    page = open_stage(position=4, predict=mode == "predicting", present=mode == "presenting")
    if mode == "predicting":
        assert violations(page, **looked_at) == []
        pair_row(page, "hug + s").get_by_role("button").first.click()
        part(page, "commit").click()
        expect(part(page, "sentence")).to_contain_text("Half right")
    else:
        pair_row(page, "hug + s").get_by_role("button").first.click()
        expect(part(page, "merge-instead")).to_be_visible()
    assert violations(page, **looked_at) == []


def test_axe_finds_nothing_beside_merges_by_hand_and_in_the_list_of_keys(open_stage):
    page = open_stage()
    pair_row(page, "p + u").hover()
    part(page, "merge-instead").click()
    expect_at(page, 1)
    expect(part(page, "cost")).to_be_visible()
    step(page, 1)
    assert violations(page) == []

    page.keyboard.press("?")
    expect(part(page, "help-dialog")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("viewport", [PHONE])
def test_axe_finds_nothing_in_the_columns_on_a_phone(open_columns):  # of a window: e2e/test_compare.py
    page = open_columns()
    press(page, "d", 5)

    assert violations(page, **AS_A_PHONE) == []


@pytest.mark.parametrize("viewport", [PHONE])
def test_axe_finds_nothing_on_a_ballot_before_and_after_the_answer(open_ballot):
    page, teacher = open_ballot()
    page.get_by_role("button", name="p + u").click()
    assert violations(page) == []

    teacher.state(ClassVote).room.vote("Ada", 1, 3)
    teacher.reveal()
    tell_class(teacher)
    page.evaluate("json => window.update(json)", message_json(teacher.state(ClassVote).room.ballot("Ada")))
    expect(part(page, "sentence")).to_contain_text("Not this one")
    assert violations(page) == []
