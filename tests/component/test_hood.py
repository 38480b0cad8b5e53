"""The stage of Under the hood: two trainers stepped together, with code, data and keys."""

import pytest
from playwright.sync_api import expect

from bpe_ui.pages.hood.state import Hood
from tests.browser.axe import violations
from tests.browser.view_page import expect_at, part, press, view


def pane(page, title):
    return page.locator(f"section[aria-label='{title}']")


def marked(page, title):
    return pane(page, title).locator(".line[aria-current]")


def test_both_trainers_are_stepped_with_the_same_keys_and_the_lines_that_ran_are_marked(open_hood):
    page = open_hood()
    press(page, "n", 3)
    expect(part(page, "sentence")).to_have_text("Merge 1: u + g occurs 20 times and becomes ug.")
    expect(marked(page, "Recount everything")).to_contain_text("self.count()")
    expect(marked(page, "Keep a queue")).to_contain_text("negative_count, pair = heappop(self.queue)")

    press(page, "ArrowRight", 4)
    expect(marked(page, "Recount everything")).to_contain_text("choose(")
    expect(pane(page, "Keep a queue").locator(".said")).to_have_text(
        "u + g still occurs 20 times: it is merged."
    )
    expect(pane(page, "Keep a queue").locator(".phases [aria-current]")).to_have_text("4 Pop, merge, update")

    press(page, "ArrowLeft", 3)
    press(page, "Home", 0)
    press(page, "End", 61)
    expect(part(page, "sentence")).to_have_text("The end: both learned the same 7 merges.")
    press(page, "N", 59)


def test_a_trainer_that_is_done_with_a_merge_waits_for_the_other(open_hood):
    page = open_hood(step=7)
    expect(pane(page, "Recount everything").locator(".said")).to_have_text(
        "Done with this part: it waits for the other one."
    )
    expect(part(page, "live")).to_have_text("")
    press(page, "ArrowRight", 8)
    expect(part(page, "live")).to_have_text(
        "Keep a queue: Pushes the pairs that came: h + ug, p + ug and ug + s."
    )


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 720}, {"width": 390, "height": 844}])
def test_it_fits_the_window_and_has_no_fault_that_a_screen_reader_meets(open_hood, viewport):
    page = open_hood(step=7)  # where one of the trainers waits
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if viewport["width"] > 1000:
        box = view(page).bounding_box()
        assert box["y"] + box["height"] <= viewport["height"]


def test_escape_leaves_present_and_python_hears_where_it_stands(open_hood, bench):
    page = open_hood(present=True)
    press(page, "PageDown", 1)
    page.keyboard.press("Escape")
    bench.wait_until_told("window.told.some(([kind]) => kind === 'trigger')")
    assert (bench.visit.present, bench.visit.state(Hood).step) == (False, 1)
    expect_at(page, 1)
