"""The charts beside the stage: a click on a figure opens them; they follow; a click on a merge goes there."""

from playwright.sync_api import expect

from tests.browser.axe import OF_SIZES, violations
from tests.browser.view_page import expect_at, expect_no_wider, fits_the_window, part, press
from tests.e2e.app_page import wait_until_drawn
from tests.e2e.train_page import open_train

CHARTS, PHONE = ".st-key-train_charts", {"width": 390, "height": 844}
FETCHED = "performance.getEntriesByType('resource').some(({ name }) => /vega/i.test(name))"
"""Whether the page has what draws charts."""


def drawing(page, name):
    return page.locator(f".st-key-chart_{name} svg.marks")


def click_at(page, name, share):
    box = drawing(page, name).bounding_box()
    page.mouse.click(box["x"] + box["width"] * share, box["y"] + box["height"] / 2)
    page.mouse.move(0, 0)


def test_charts_open_on_their_panel_follow_the_steps_go_to_a_merge_that_is_clicked_and_close_with_esc(
    page, server
):
    open_train(page, server)
    assert not page.evaluate(FETCHED)
    part(page, "chart-symbols").hover()
    page.wait_for_function(FETCHED)
    part(page, "chart-symbols").click()
    expect(drawing(page, "whole_words")).to_be_visible()
    press(page, "ArrowRight", 1)
    press(page, "ArrowRight", 2)
    expect(drawing(page, "symbols")).to_contain_text("77")
    wait_until_drawn(page)

    click_at(page, "symbols", 0.95)
    expect_at(page, 7)
    press(page, "Home", 0)
    expect(drawing(page, "symbols")).to_contain_text("113")  # as the page is told a moment after the key
    wait_until_drawn(page)
    click_at(page, "symbols", 0.95)  # a second click on it
    expect_at(page, 7)

    press(page, "Home", 0)  # at the end no pairs are left to be drawn
    for figure, drawn in ("vocabulary", "vocabulary"), ("pairs", "count"), ("symbols", "symbols"):
        part(page, f"chart-{figure}").click()
        expect(drawing(page, drawn)).to_be_visible()
        expect(page.locator(f"{CHARTS} svg.marks")).to_have_count(2)
        wait_until_drawn(page)
        assert fits_the_window(page), figure
        charts, panel = page.locator(CHARTS).bounding_box(), part(page, "charts").bounding_box()
        for side, size in ("x", "width"), ("y", "height"):
            assert panel[side] <= charts[side], figure
            assert charts[side] + charts[size] <= panel[side] + panel[size], figure
        assert violations(page, within=CHARTS) == [], figure
    page.set_viewport_size(PHONE)
    assert violations(page, ["light"], OF_SIZES) == []
    expect_no_wider(page, PHONE["width"])

    page.keyboard.press("Escape")
    expect(page.locator(CHARTS)).to_have_count(0)
