"""The stage on the real page: what Python receives of its steps, the header, and other visits."""

import random
import re

import pytest
from playwright.sync_api import expect

from bpe_core import EXAMPLES
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.training.training import Source
from tests.browser.view_page import (
    QUESTION,
    chips,
    expect_at,
    expect_position,
    fits_the_window,
    is_on_screen,
    part,
    press,
    width_of_page,
)
from tests.e2e.app_page import wait_until_idle
from tests.e2e.train_page import open_on_text, open_on_words, open_train

HUG = EXAMPLES["hug_pug_pun"]
FONT_SIZE = "element => parseFloat(getComputedStyle(element).fontSize)"


# ---- what Python hears


def test_keys_pressed_quickly_do_not_end_the_visit(page, server):
    draw = random.Random(2)  # many words, so that Streamlit keeps the message in its cache
    words = ("".join(draw.choices("abcdefgh", k=draw.randint(4, 9))) for _ in range(260))
    open_on_text(page, server, " ".join(words))
    # At this pace some presses meet the answer to the last one, and some come before it.
    for milliseconds in (20, 60, 100, 150, 250, 60) * 2:
        page.keyboard.press("p", delay=milliseconds)
    wait_until_idle(page)

    page.get_by_role("link", name="Tokenize").click()
    expect(part(page, "symbols").locator(".chip").first).to_be_visible()


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 720}])
def test_the_page_fits_every_window_and_present_mode_is_the_stage_alone_until_exit(page, server, viewport):
    link = Screen(Source.from_example("hug_pug_pun"), HUG.config, position=4)
    open_train(page, server, link)
    assert fits_the_window(page)
    for role in ("sentence", "words", "pairs", "merge", "scrubber", "statistics"):
        assert is_on_screen(page, f"[data-role={role}]"), role
    small = chips(page, 0).first.evaluate(FONT_SIZE)
    part(page, "other-rules").locator("summary").click()
    page.get_by_role("button", name="Present").click()
    expect(page.locator(".st-key-header")).to_have_count(0)
    expect_at(page, 4)
    expect(part(page, "other-rules")).to_have_attribute("open", "")
    assert fits_the_window(page)
    assert chips(page, 0).first.evaluate(FONT_SIZE) >= max(1.4 * small, 24)

    part(page, "exit").hover()
    page.keyboard.press("ArrowRight")  # right before the click, and not lost
    page.mouse.down()
    page.mouse.up()

    expect(page.locator(".st-key-header")).to_be_visible()
    wait_until_idle(page)
    expect_at(page, 5)
    page.set_viewport_size({"width": 390, "height": 844})
    for predict in (False, True):
        if predict:
            part(page, "predict").click()
            expect(part(page, "stage")).to_have_class(re.compile("predicting"))
        assert width_of_page(page) <= 390, predict
        assert is_on_screen(page, "[data-role=words] .chip"), predict


# ---- people


def test_two_people_do_not_see_each_other_and_each_has_the_theme_that_they_picked(server, new_page):
    first, second = new_page(), new_page()
    first.goto(f"{server}/_stcore/health")  # any answer of the server will do
    first.evaluate("""localStorage.setItem("stActiveTheme-/-v2", '"Dark"')""")
    open_train(first, server)
    open_on_words(second, server, {"ab": 3, "abc": 2})
    expect(first.locator(".stApp")).to_have_css("background-color", "rgb(20, 22, 26)")
    next_chip = first.locator("[data-role=words] .chip.next").first
    expect(next_chip).to_have_css("background-color", "rgb(74, 51, 16)")
    expect(second.locator(".stApp")).to_have_css("background-color", "rgb(251, 250, 247)")

    press(first, "End", 7)
    press(second, "ArrowRight", 1)
    press(second, "p", 1)

    expect(part(second, "sentence")).to_have_text(QUESTION)
    expect_at(first, 7)
    press(first, "ArrowLeft", 6)
    expect(part(first, "sentence")).to_contain_text("b + un is next")
    expect_position(second, 1, "of 2")
