"""The charts beside the stage: a click on a figure opens them, and they follow each step."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.view_page import (
    expect_at,
    fits_the_window,
    is_on_screen,
    part,
    press,
    step,
    wider_than_their_box,
)

PHONE = {"width": 390, "height": 844}
SIZES = [{"width": 1280, "height": 720}, {"width": 1000, "height": 720}]


def titles(page):
    return part(page, "charts").locator("h2").all_inner_texts()


def pictures(page):
    """What each chart says to a screen reader."""
    return [each.get_attribute("aria-label") for each in part(page, "charts").locator("[role=img]").all()]


def open_charts(page, figure):
    part(page, f"chart-{figure}").click()
    expect(part(page, "charts")).to_be_visible()


def test_the_charts_follow_each_step_without_python_and_a_click_on_a_line_goes_to_its_position(train, bench):
    open_charts(train, "symbols")
    step(train, 4)
    symbols, words = pictures(train)
    assert "50" in symbols
    assert "22 of 36" in words
    assert {name for name in (each[1] for each in train.evaluate("window.told")) if name != "place"} == {
        "action"
    }

    here = part(train, "charts").locator(".here").first
    assert here.evaluate("mark => [mark.style.left, mark.style.top]") == ["57.1429%", "55.7522%"]
    area = part(train, "charts").locator(".area").first
    box = area.bounding_box()
    area.click(position={"x": box["width"] * 6 / 7, "y": 20})
    expect_at(train, 6)

    open_charts(train, "vocabulary")
    rows = part(train, "charts").locator(".bars > div")
    expect(rows.locator("b")).to_have_text(["7", "2", "3", "1"])
    expect(rows.nth(3).locator("em")).to_have_text("+1")
    train.keyboard.press("Home")
    expect(rows.locator("b")).to_have_text(["7", "0", "0", "0"])


@pytest.mark.parametrize("viewport", SIZES)
@pytest.mark.parametrize("present", [False, True])
@pytest.mark.parametrize("figure", ["vocabulary", "symbols"])
def test_the_stage_and_its_charts_fit_the_window_and_axe_finds_nothing(open_stage, viewport, present, figure):
    page = open_stage(present=present, position=4)
    open_charts(page, figure)
    assert violations(page) == []

    for number in range(5, 8):
        press(page, "ArrowRight", number)
        assert fits_the_window(page)
        for role in ("words", "charts", "merge", "scrubber", "statistics"):
            assert is_on_screen(page, f"[data-role={role}]"), (number, role)
        assert wider_than_their_box(page) == []
    if present:
        assert (
            page.locator(".plot p b").first.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
            > 24
        )
