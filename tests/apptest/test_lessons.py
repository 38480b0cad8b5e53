"""Lessons without a browser: opened, gone through on all pages and in present mode, made and kept."""

import pytest

from bpe_core import EXAMPLES
from bpe_ui.lesson.lesson import Lesson, Stop
from bpe_ui.lesson.lesson_format import lesson_bytes
from bpe_ui.lesson.ready_made import READY_MADE
from bpe_ui.share.links import Link
from bpe_ui.share.packing import as_text, from_text
from bpe_ui.training.training import Source
from tests.apptest.page_run import TOKENIZE, open_app, open_page_alone
from tests.ui.hostile import HOSTILE

LESSON = "lesson_popover"
NEXT, BACK = "lesson_PageDown", "lesson_PageUp"
HUG = Link(Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config)


@pytest.fixture
def page():
    return open_app()


def at(page):
    return page.of_class("stop")


def open_lesson(lesson):
    return open_page_alone(lesson=as_text(lesson_bytes(lesson)))


def test_a_ready_made_lesson_opens_with_a_click_and_goes_from_stop_to_stop_on_every_page(page):
    page.open_panel(LESSON).press("lesson_ready_0")
    assert at(page) == "1 of 7 Five words, cut into characters"
    training = page.session.training

    assert page.press(NEXT).position() == "merge 1 of 7"
    assert page.press(NEXT).stage()["predict"]["on"]
    for position in (3, 4, 7):
        assert page.press(NEXT).position() == f"merge {position} of 7"
        assert not page.stage()["predict"]["on"]
    page.press(NEXT)
    assert page.stage()["box"]["text"] == "bug mug thug unhug"
    assert at(page) == "7 of 7 New words, after three merges"
    assert page.press(BACK).position() == "merge 7 of 7"
    assert page.session.training is training  # it was never trained again


def test_present_mode_stays_and_shows_the_bar_alone(page):
    page.open_panel(LESSON).press("lesson_ready_0").press("present")

    page.press(NEXT)

    assert page.stage()["present"]
    assert at(page).startswith("2 of 7")
    assert not page.app.page_link


def test_a_lesson_is_made_of_views_that_are_added_one_after_the_other(page):
    page.step_to(4).open_panel(LESSON).press("lesson_add")
    page.step_to(5).press("lesson_add")
    page.go_to_page(TOKENIZE).open_panel(LESSON).press("lesson_add")
    page.app.text_input(key="lesson_title").set_value("New words")
    page.app.text_area(key="lesson_note").set_value("Ask first.\nThen show.")
    page.run()

    stops = [*page.session.lesson.stops]
    assert [(stop.title, stop.view.page, stop.view.position) for stop in stops] == [
        ("hug, pug, pun, merge 4", "train", 4),
        ("hug, pug, pun, merge 5", "train", 5),
        ("New words", "tokenize", 5),
    ]
    assert stops[2].note == "Ask first.\nThen show."
    page.press("lesson_shift_-1").press("lesson_remove")
    assert [stop.title for stop in page.session.lesson.stops] == [stop.title for stop in stops[:2]]


def test_what_is_saved_or_sent_begins_at_the_first_stop_for_somebody_else(page):
    page.open_panel(LESSON).press("lesson_ready_1").press(NEXT).open_panel(LESSON)
    sent = page.app.code[0].value.partition("?lesson=")[2]

    linked = open_page_alone(lesson=sent)
    opened = open_app().open_panel(LESSON)
    opened.app.file_uploader(key="lesson_file").set_value(("a.bpelesson", from_text(sent), ""))
    for other in (linked, opened.run()):
        assert at(other) == "1 of 6 Five pairs, one count"
        assert other.session.lesson.stops == page.session.lesson.stops
        assert other.session.training.source.name == "low_lower"


def test_a_reload_brings_the_lesson_back_at_its_stop_and_the_view_where_the_teacher_had_gone_on(page):
    page.open_panel(LESSON).press("lesson_ready_0").press(NEXT).press(NEXT).step_to(2)

    again = open_page_alone(**page.run().address())

    assert (at(again), again.position()) == ("3 of 7 What comes next?", "merge 2 of 7")
    assert again.session.lesson == page.session.lesson


def test_a_stop_on_another_page_is_in_the_address_as_soon_as_that_page_is(page):
    page.open_panel(LESSON).press("lesson_ready_0")
    while page.app.button(key=NEXT).disabled is False:
        page.press(NEXT)

    assert page.stage()["box"]["text"] == "bug mug thug unhug"
    assert page.app.query_params["lesson"] == page.address()["lesson"]


def test_what_is_no_lesson_leaves_all_as_it_was_and_says_why(page):
    page.step_to(3).open_panel(LESSON)
    page.app.file_uploader(key="lesson_file").set_value(("a.bpelesson", b"hug,10", ""))

    assert page.run().errors() == ["The file is broken: it was cut short or changed on its way."]
    assert page.position() == "merge 3 of 7"
    assert open_page_alone(lesson="hello").errors() == [
        "The link to a lesson is broken: it was cut short or changed on its way."
    ]


def test_a_stop_whose_view_cannot_be_shown_says_so_and_the_next_one_opens():
    beyond = Link(HUG.source, HUG.config, position=9)
    lesson = Lesson("", [Stop("a", HUG), Stop("b", beyond), Stop("c", Link(HUG.source, HUG.config, (), 2))])

    page = open_lesson(lesson).press(NEXT)

    assert page.errors() == [
        "The view of this stop is broken: Position 9 is beyond the end: training stops at 7, no pairs left."
    ]
    assert page.position() == "merge 0 of 7"
    page.press(NEXT)
    assert (page.errors(), page.position()) == ([], "merge 2 of 7")


def test_hostile_titles_and_notes_are_text():
    texts = [text for text in HOSTILE if len(text) < 80]
    lesson = Lesson("", [Stop(text, HUG, text) for text in texts][:50])

    page = open_lesson(lesson).open_panel(LESSON)

    tags = [tag for markup in page.markups() for tag in markup.tags]
    assert {"img", "iframe", "a"}.isdisjoint(tags)


def test_a_closed_lesson_leaves_no_bar(page):
    page.open_panel(LESSON).press("lesson_ready_1").open_panel(LESSON).press("lesson_close")

    assert at(page) == ""
    assert READY_MADE[1].stops  # the ready-made one is still whole
