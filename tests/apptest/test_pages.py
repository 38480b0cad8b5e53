"""The pages without a browser: each opened by its address, the links between them, and stepping."""

import pytest

from bpe_core import EXAMPLES
from bpe_ui.visit.links.link import link_text
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.training.training import Source
from tests.apptest.page_run import HOOD, TOKENIZE, open_app, open_page_alone


@pytest.fixture
def page():
    return open_app()


def test_the_address_remembers_which_charts_stand_beside_the_stage_and_no_others_open(page):
    page.act("chart", chart="symbols")
    assert page.address() != open_app().address()

    again = open_page_alone(**page.address())
    assert again.stage()["chart"] == "symbols"
    for unknown in ("pie", ["symbols"], None, 3):
        again.act("chart", chart=unknown)
        assert again.stage()["chart"] == "symbols"
    assert again.act("chart", chart="").stage()["chart"] == ""


def hood_link(**settings):
    config = EXAMPLES["hug_pug_pun"].config
    source, place = Source.from_example("hug_pug_pun"), {"position": 3, "page": "hood", **settings}
    return link_text(Screen(source, config, **place))


def test_while_one_predicts_nothing_under_the_hood_tells_the_answer():
    page = open_page_alone(HOOD, hood_link(predict=True))
    assert "While you predict, the counts are hidden here too." in page.text()
    assert page.views() == []


def test_tokenize_can_use_any_number_of_merges_and_train_goes_along(page):
    page.go_to_page(TOKENIZE).type_text("hugs")
    assert page.tokens() == "hugs 12"  # although Train is at position 0, where no merge has been made
    page.open_panel("tokenizer_popover")
    assert "7 merges are known; Train is at merge 0." in page.text()

    page.app.number_input(key="tokenize_count").set_value(3)
    assert page.run().tokens() == "hug 9, s 5"
    assert page.go_to_page("app.py").position() == "merge 3 of 7"


def test_who_has_done_nothing_yet_is_shown_the_way_to_learn_until_the_first_step():
    page = open_page_alone()
    assert page.stage()["is_new"]
    assert "Byte-pair encoding in an hour" in page.act("learn").text()

    page.go_to_page("app.py").step_to(1)
    assert not page.run().stage()["is_new"]
    assert not page.step_to(0).run().stage()["is_new"]
    assert not open_page_alone(
        link=link_text(Screen(Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config, position=2))
    ).stage()["is_new"]
