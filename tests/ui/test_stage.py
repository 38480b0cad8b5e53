"""A view's position, known to the server and to the browser; the browser's messages can be stale."""

import json

import pytest

from bpe_ui.visit.messages.stage import CHANGED, Listener, Stage


class Page:
    """A visit with one stage of eight positions, and what was done."""

    def __init__(self):
        self.stage, self.stands_at, self.done, self.why_not = Stage(last=7), 0, [], ""
        self.listener = Listener(
            lambda page: page.stage,
            lambda page, position: setattr(page, "stands_at", position),
            anywhere={"look": lambda page, action: page.done.append("look")},
            here={"cut": lambda page, action: page.done.append(f"cut at {page.stands_at}")},
            why_not=lambda page: page.why_not,
        )

    def said(self, **fields):
        return {"history_id": self.stage.history_id, "position": 3, "jump": self.stage.jump, **fields}

    def message(self, **fields):
        return json.loads(self.stage.json({"words": ["hug"], **fields})["json"])


@pytest.fixture
def page():
    return Page()


def test_a_step_of_the_browser_sends_nothing_again_until_all_of_the_page_is_drawn(page):
    before = page.message()

    page.listener.hear_place(page, page.said())

    assert (page.stands_at, page.stage.position, page.message()) == (3, 3, before)
    page.stage.begin()
    assert (page.message()["position"], page.message()["jump"]) == (3, 0)


def test_a_position_that_others_chose_is_a_jump_and_what_was_said_before_it_is_stale(page):
    before = page.said(position=5)

    page.stage.stand_at(2)

    page.listener.hear_place(page, before)
    assert (page.stage.position, page.message()["position"], page.message()["jump"]) == (2, 2, 1)


def test_an_action_is_done_where_it_was_asked_for_and_not_in_another_history(page):
    asked = page.said(name="cut")
    page.listener.hear_action(page, asked)
    assert page.done == ["cut at 3"]

    page.stage.begin_history()
    page.listener.hear_action(page, asked)
    page.listener.hear_action(page, {**asked, "name": "look"})
    assert (page.done, page.stage.notice) == (["cut at 3", "look"], CHANGED)


def test_while_the_page_cannot_it_says_why_and_stands_still(page):
    page.why_not = "Training is under way."

    page.listener.hear_place(page, page.said())
    page.listener.hear_action(page, page.said(name="cut"))
    page.listener.hear_action(page, page.said(name="look"))

    assert (page.stands_at, page.done, page.message()["notice"]) == (0, ["look"], "Training is under way.")
