"""Lesson plans without a browser: opened, gone through on all pages and in present mode, made and kept."""

from bpe_ui.visit.lesson_plan.plan import LessonPlan
from bpe_ui.visit.lesson_plan.plan_format import plan_bytes
from bpe_ui.visit.lesson_plan.ready_plans import READY_PLANS, ready_plan
from bpe_ui.visit.links.packing import as_text, from_text
from tests.apptest.page_run import TOKENIZE, open_app, open_page_alone
from tests.ui.plans import HUG_PLAN

PLAN = "teach_popover"
NEXT = "plan_PageDown"


def at(page):
    return page.of_class("stop")


def open_plan(plan=HUG_PLAN):
    return open_page_alone(plan=as_text(plan_bytes(plan)))


def of_the_view(widgets, key):
    [found] = [each for each in widgets if each.key.startswith(key)]
    return found


def test_a_plan_is_made_of_views_that_are_added_one_after_the_other():
    page = open_app().step_to(4).open_panel(PLAN).press("plan_add")
    page.step_to(5).press("plan_add")
    page.go_to_page(TOKENIZE).open_panel(PLAN).press("plan_add")
    of_the_view(page.app.text_input, "plan_title").set_value("New words")
    of_the_view(page.app.text_area, "plan_note").set_value("Ask first.\nThen show.")
    page.run()

    stops = [*page.session.state(LessonPlan).stops]
    assert [(stop.title, stop.view.page, stop.view.position) for stop in stops] == [
        ("hug, pug, pun, merge 4", "train", 4),
        ("hug, pug, pun, merge 5", "train", 5),
        ("New words", "tokenize", 5),
    ]
    assert stops[2].note == "Ask first.\nThen show."
    page.press("plan_shift_-1").press("plan_remove")
    assert [stop.title for stop in page.session.state(LessonPlan).stops] == [stop.title for stop in stops[:2]]


def test_what_is_saved_or_sent_begins_at_the_first_stop_for_somebody_else():
    page = open_plan().press(NEXT).open_panel(PLAN)
    sent = page.app.code[0].value.partition("?plan=")[2]

    linked = open_page_alone(plan=sent)
    opened = open_app().open_panel(PLAN)
    opened.app.file_uploader(key="plan").set_value(("a.bpeplan", from_text(sent), ""))
    for other in (linked, opened.run()):
        assert at(other) == "1 of 5 Five words"
        assert other.session.state(LessonPlan).stops == page.session.state(LessonPlan).stops
        assert other.position() == "merge 0 of 7"


def test_a_reload_brings_the_plan_back_at_its_stop_and_the_view_where_the_teacher_had_gone_on():
    page = open_plan().press(NEXT).press(NEXT).step_to(2)

    again = open_page_alone(**page.run().address())

    assert (at(again), again.position()) == ("3 of 5 What comes next?", "merge 2 of 7")
    assert again.session.state(LessonPlan) == page.session.state(LessonPlan)


def test_a_plan_that_is_ready_opens_at_its_first_view_and_can_be_changed():
    page = open_app().open_panel(PLAN).press("plan_ready_45")
    assert (at(page), page.position()) == ("1 of 7 Five words", "merge 0 of 7")

    of_the_view(page.open_panel(PLAN).app.number_input, "plan_minutes").set_value(8)
    page.run()

    assert page.session.state(LessonPlan).minutes == 47
    assert ready_plan(45).minutes == 45


def test_every_view_of_the_plans_that_are_ready_opens_and_has_a_note():
    stops = {stop.title: stop for minutes in READY_PLANS for stop in ready_plan(minutes).stops}
    page = open_plan(LessonPlan("All", [*stops.values()]))

    for number, stop in enumerate(stops.values(), start=1):
        assert (at(page), page.errors()) == (f"{number} of {len(stops)} {stop.title}", [])
        assert stop.note
        if number < len(stops):
            page.press(NEXT)
