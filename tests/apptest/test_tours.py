"""Tours without a browser: opened, gone through on all pages and in present mode, made and kept."""

from bpe_core import EXAMPLES
from bpe_ui.share.links import Link
from bpe_ui.share.packing import as_text, from_text
from bpe_ui.tour.tour import Stop, Tour
from bpe_ui.tour.tour_format import tour_bytes
from bpe_ui.training.training import Source
from tests.apptest.page_run import TOKENIZE, open_app, open_page_alone
from tests.ui.hostile import HOSTILE
from tests.ui.tours import HUG_TOUR

TOUR = "tour_popover"
NEXT, BACK = "tour_PageDown", "tour_PageUp"
HUG = Link(Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config)


def at(page):
    return page.of_class("stop")


def open_tour(tour=HUG_TOUR, parameter="tour"):
    return open_page_alone(**{parameter: as_text(tour_bytes(tour))})


def test_a_tour_goes_from_stop_to_stop_on_every_page():
    page = open_tour()
    assert at(page) == "1 of 5 Five words"
    training = page.session.training

    assert page.press(NEXT).position() == "merge 1 of 7"
    assert page.press(NEXT).stage()["predict"]["on"]
    assert page.press(NEXT).position() == "merge 7 of 7"
    assert not page.stage()["predict"]["on"]
    page.press(NEXT)
    assert page.stage()["box"]["text"] == "bug mug thug"
    assert at(page) == "5 of 5 New words"
    assert page.press(BACK).position() == "merge 7 of 7"
    assert page.session.training is training  # it was never trained again


def test_present_mode_stays_and_shows_the_bar_alone():
    page = open_tour().press("present").press(NEXT)

    assert page.stage()["present"]
    assert at(page).startswith("2 of 5")
    assert not page.app.page_link


def test_a_tour_is_made_of_views_that_are_added_one_after_the_other():
    page = open_app().step_to(4).open_panel(TOUR).press("tour_add")
    page.step_to(5).press("tour_add")
    page.go_to_page(TOKENIZE).open_panel(TOUR).press("tour_add")
    page.app.text_input(key="tour_title").set_value("New words")
    page.app.text_area(key="tour_note").set_value("Ask first.\nThen show.")
    page.run()

    stops = [*page.session.tour.stops]
    assert [(stop.title, stop.view.page, stop.view.position) for stop in stops] == [
        ("hug, pug, pun, merge 4", "train", 4),
        ("hug, pug, pun, merge 5", "train", 5),
        ("New words", "tokenize", 5),
    ]
    assert stops[2].note == "Ask first.\nThen show."
    page.press("tour_shift_-1").press("tour_remove")
    assert [stop.title for stop in page.session.tour.stops] == [stop.title for stop in stops[:2]]


def test_what_is_saved_or_sent_begins_at_the_first_stop_for_somebody_else():
    page = open_tour().press(NEXT).open_panel(TOUR)
    sent = page.app.code[0].value.partition("?tour=")[2]

    linked = open_page_alone(tour=sent)
    opened = open_app().open_panel(TOUR)
    opened.app.file_uploader(key="tour_file").set_value(("a.bpetour", from_text(sent), ""))
    for other in (linked, opened.run()):
        assert at(other) == "1 of 5 Five words"
        assert other.session.tour.stops == page.session.tour.stops
        assert other.position() == "merge 0 of 7"


def test_a_reload_brings_the_tour_back_at_its_stop_and_the_view_where_the_teacher_had_gone_on():
    page = open_tour().press(NEXT).press(NEXT).step_to(2)

    again = open_page_alone(**page.run().address())

    assert (at(again), again.position()) == ("3 of 5 What comes next?", "merge 2 of 7")
    assert again.session.tour == page.session.tour


def test_a_stop_on_another_page_is_in_the_address_as_soon_as_that_page_is():
    page = open_tour()
    while page.app.button(key=NEXT).disabled is False:
        page.press(NEXT)

    assert page.stage()["box"]["text"] == "bug mug thug"
    assert page.app.query_params["tour"] == page.address()["tour"]


def test_what_is_no_tour_leaves_all_as_it_was_and_says_why():
    page = open_app().step_to(3).open_panel(TOUR)
    page.app.file_uploader(key="tour_file").set_value(("a.bpetour", b"hug,10", ""))

    assert page.run().errors() == ["The file is broken: it was cut short or changed on its way."]
    assert page.position() == "merge 3 of 7"
    assert open_page_alone(tour="hello").errors() == [
        "The link to a tour is broken: it was cut short or changed on its way."
    ]


def test_a_stop_whose_view_cannot_be_shown_says_so_and_the_next_one_opens():
    beyond = Link(HUG.source, HUG.config, position=9)
    tour = Tour("", [Stop("a", HUG), Stop("b", beyond), Stop("c", Link(HUG.source, HUG.config, (), 2))])

    page = open_tour(tour).press(NEXT)

    assert page.errors() == [
        "The view of this stop is broken: Position 9 is beyond the end: training stops at 7, no pairs left."
    ]
    assert page.position() == "merge 0 of 7"
    page.press(NEXT)
    assert (page.errors(), page.position()) == ([], "merge 2 of 7")


def test_hostile_titles_and_notes_are_text():
    texts = [text for text in HOSTILE if len(text) < 80]
    tour = Tour("", [Stop(text, HUG, text) for text in texts][:50])

    page = open_tour(tour).open_panel(TOUR)

    tags = [tag for markup in page.markups() for tag in markup.tags]
    assert {"img", "iframe", "a"}.isdisjoint(tags)


def test_a_closed_tour_leaves_no_bar():
    page = open_tour().open_panel(TOUR).press("tour_close")

    assert at(page) == ""


def test_a_link_that_was_made_while_a_tour_was_called_a_lesson_opens():
    assert at(open_tour(parameter="lesson")) == "1 of 5 Five words"


def test_a_view_as_it_begins_that_is_looked_at_during_a_tour_comes_back_and_not_the_stop():
    page = open_tour().press(NEXT).go_to_page(TOKENIZE)
    page.session.take_example("hug_pug_pun")
    said = page.run().address()

    again = open_page_alone(TOKENIZE, **said)

    assert again.of_class("stop") == "2 of 5 The first merge"
    assert again.stage()["box"]["text"] == "bug mug thug unhug"
