"""A lesson plan in class: a presenter's remote goes from stop to stop, on every page and in present mode."""

import re

from playwright.sync_api import expect

from bpe_ui.visit.lesson_plan.plan_format import plan_bytes
from bpe_ui.visit.lesson_plan.ready_plans import ready_plan
from bpe_ui.visit.links.packing import as_text
from tests.browser.view_page import expect_at, part
from tests.e2e.app_page import wait_until_idle
from tests.ui.plans import HUG_PLAN


def test_page_down_and_page_up_go_from_stop_to_stop_also_in_present_mode_while_arrows_step(page, server):
    page.goto(f"{server}/?plan={as_text(plan_bytes(HUG_PLAN))}")
    here = page.locator(".st-key-plan_bar .stop")
    expect(here).to_have_text("1 of 5 Five words")
    expect(part(page, "stage")).to_be_visible()
    wait_until_idle(page)
    page.keyboard.press("?")
    expect(part(page, "help-dialog").get_by_role("row", name="Page ↓ ↑")).to_contain_text("lesson plan")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Present").click()
    expect(page.get_by_role("link", name="Train")).to_have_count(0)
    wait_until_idle(page)

    page.keyboard.press("PageDown")
    expect(here).to_have_text("2 of 5 The first merge")
    expect_at(page, 1)
    page.keyboard.press("ArrowRight")
    expect_at(page, 2)
    expect(here).to_have_text("2 of 5 The first merge")
    page.keyboard.press("PageUp")
    expect(here).to_have_text(re.compile("^1 of 5"))
    expect_at(page, 0)

    part(page, "exit").click()
    expect(page.get_by_role("link", name="Train")).to_be_visible()
    wait_until_idle(page)
    for number in range(2, 6):
        page.keyboard.press("PageDown")
        expect(here).to_have_text(re.compile(f"^{number} of 5"))
    expect(page.get_by_label("Text to tokenize")).to_have_value("bug mug thug")
    page.get_by_role("button", name="Present").click()
    expect(page.get_by_role("link", name="Train")).to_have_count(0)
    wait_until_idle(page)
    expect(part(page, "symbols").locator(".chip")).to_have_text(["b", "u", "g"])
    page.keyboard.press("ArrowRight")
    expect(part(page, "symbols").locator(".chip")).to_have_text(["b", "ug1"])
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Train")).to_be_visible()


def test_the_notes_stand_in_a_window_of_their_own_which_moves_the_lesson_and_leaves_nothing_on_the_wall(
    page, server
):
    page.goto(f"{server}/?plan={as_text(plan_bytes(ready_plan(20)))}")
    here = page.locator("p.stop")
    expect(here).to_have_text("1 of 4 Five words")
    wait_until_idle(page)
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Notes").click()
    notes = opened.value
    expect(notes.locator(".plan-note")).to_contain_text("12 + 5 = 17")
    expect(notes.locator(".st-key-notes_clock")).to_contain_text("5 minutes here, 20 minutes in all.")
    notes.get_by_role("button", name="Start the clock").click()
    expect(notes.locator(".st-key-notes_clock")).to_contain_text(re.compile(r"4:5\d left here. 19:5\d left"))

    page.get_by_role("button", name="Present").click()
    expect(page.get_by_role("link", name="Train")).to_have_count(0)
    expect(here).to_be_hidden()
    notes.get_by_role("button", name="Next view").click()
    expect_at(page, 1)
    expect(notes.locator(".stop")).to_have_text("2 of 4 What comes next?")
    expect(notes.locator(".st-key-notes_clock")).to_contain_text(re.compile(r"5:5\d left here. 19:"))
    notes.keyboard.press("PageDown")
    expect_at(page, 4)
    page.keyboard.press("PageUp")
    expect_at(page, 1)
    expect(here).to_be_hidden()
    page.reload()
    expect(notes.locator(".st-key-notes_clock")).to_contain_text("left of the lesson")
    notes.close()
