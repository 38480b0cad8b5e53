"""The stage on the real page: what Python hears of its steps, the header around it, and other people."""

import random
import re

import pytest
from playwright.sync_api import expect

from bpe_core import EXAMPLES
from bpe_ui.share.links import Link
from bpe_ui.training.training import Source
from tests.browser.view_page import (
    QUESTION,
    chips,
    expect_at,
    fits_the_window,
    is_on_screen,
    pair_row,
    part,
    position,
    positions_seen,
    press,
    sentence,
    stage,
    step,
    watch_positions,
    where,
    width_of_page,
)
from tests.e2e.app_page import wait_until_idle
from tests.e2e.train_page import close_panel, open_on_text, open_on_words, open_panel, open_train, panel
from tests.ui.hostile import HOSTILE

HUG = EXAMPLES["hug_pug_pun"]
FONT_SIZE = "element => parseFloat(getComputedStyle(element).fontSize)"


@pytest.fixture
def train(page, server):
    open_train(page, server)
    return page


def visit_tokenize_and_come_back(page):
    expect(page.get_by_label("Text to tokenize")).to_be_visible()
    wait_until_idle(page)
    page.get_by_role("link", name="Train").click()


# ---- what Python hears


def test_steps_right_before_a_click_on_another_page_are_not_lost_and_stay_there_and_back(train):
    train.get_by_role("link", name="Tokenize").hover()
    for _ in range(3):
        train.keyboard.press("ArrowRight")
    train.mouse.down()
    train.mouse.up()
    visit_tokenize_and_come_back(train)
    expect_at(train, 3)

    press(train, "ArrowLeft", 2)
    wait_until_idle(train)
    train.get_by_role("link", name="Tokenize").click()
    visit_tokenize_and_come_back(train)

    expect_at(train, 2)


def test_a_held_key_goes_in_order_through_many_windows_and_stops_when_it_is_released(page, server):
    draw = random.Random(2)
    words = ("".join(draw.choices("abcdefgh", k=draw.randint(4, 9))) for _ in range(260))
    open_on_text(page, server, " ".join(words))
    watch_positions(page)
    while where(page) <= 60:
        page.keyboard.down("ArrowRight")  # again and again, as a browser repeats a key that is held
    page.keyboard.up("ArrowRight")
    released_at = where(page)
    wait_until_idle(page)

    assert positions_seen(page) == list(range(released_at + 1))
    assert where(page) == released_at
    expect(position(page)).to_have_text(re.compile(rf"^merge {released_at} of "))


def test_keys_pressed_quickly_never_end_the_visit(server, new_page):
    page = new_page()
    open_on_words(page, server, {f"word{number}": number for number in range(60, 0, -1)})
    sentence(page).click()

    # At this pace some presses meet the answer to the last one, and some come before it.
    for pause in (20, 60, 100, 150, 250, 60) * 4:
        page.keyboard.press("p")
        page.wait_for_timeout(pause)
    wait_until_idle(page)

    page.get_by_role("link", name="Tokenize").click()
    expect(page.locator(".traces")).to_be_visible()


# ---- the header around it


def test_no_key_steps_while_a_panel_of_the_header_is_open(train):
    press(train, "ArrowRight", 1)
    box = open_panel(train, "Corpus", "Text").get_by_label("Text", exact=True)
    box.fill("hug pug")
    for key in ("ArrowLeft", "Home", "End", "p"):
        box.press(key)
    panel(train).get_by_role("radio", name="Text", exact=True).focus()
    train.keyboard.press("p")
    close_panel(train)

    assert where(train) == 1
    expect(part(train, "predict")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_the_page_fits_1280_by_720_and_present_mode_is_the_stage_alone_until_exit(train, color_scheme):
    step(train, 4)
    assert fits_the_window(train)
    for role in ("sentence", "words", "pairs", "merge", "scrubber", "statistics"):
        assert is_on_screen(train, f"[data-role={role}]"), role
    small = chips(train, 0).first.evaluate(FONT_SIZE)
    train.get_by_role("button", name="Present").click()
    expect(train.locator(".st-key-header")).to_have_count(0)
    expect_at(train, 4)
    assert fits_the_window(train)
    assert chips(train, 0).first.evaluate(FONT_SIZE) >= max(1.4 * small, 24)

    part(train, "exit").hover()
    train.keyboard.press("ArrowRight")  # right before the click, and not lost
    train.mouse.down()
    train.mouse.up()

    expect(train.locator(".st-key-header")).to_be_visible()
    wait_until_idle(train)
    expect_at(train, 5)


@pytest.mark.parametrize("viewport", [{"width": 390, "height": 844}])
def test_a_phone_never_scrolls_sideways(page, server, viewport):
    open_train(page, server, Link(Source.from_example("hug_pug_pun"), HUG.config, position=4, predict=True))

    assert width_of_page(page) <= viewport["width"]
    assert is_on_screen(page, "[data-role=words] .chip")


def test_the_colours_follow_a_theme_that_the_person_picks(server, new_page):
    page = new_page()
    page.add_init_script('localStorage.setItem("stActiveTheme-/-v2", JSON.stringify("Dark"))')
    open_train(page, server)

    expect(page.locator(".stApp")).to_have_css("background-color", "rgb(20, 22, 26)")
    next_chip = page.locator("[data-role=words] .chip.next").first
    expect(next_chip).to_have_css("background-color", "rgb(74, 51, 16)")


# ---- people


def test_two_people_do_not_see_each_other(server, new_page):
    first, second = new_page(), new_page()
    open_train(first, server)
    open_on_words(second, server, {"ab": 3, "abc": 2})

    press(first, "End", 7)
    press(second, "ArrowRight", 1)
    press(second, "p", 1)

    expect(sentence(second)).to_have_text(QUESTION)
    expect_at(first, 7)
    press(first, "ArrowLeft", 6)
    expect(sentence(first)).to_contain_text("b + un is next")
    expect(position(second)).to_have_text("merge 1 of 2")


def test_hostile_text_is_only_ever_shown(server, new_page):
    page = new_page()
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    text = " ".join(text[:60] for text in HOSTILE)
    open_on_text(page, server, f"{text} {text}")
    press(page, "ArrowRight", 1)
    pair_row(page, page.locator("button.pair").nth(2).get_attribute("title")).click()
    part(page, "find-pair").fill("<")
    expect(page.locator(".pairs-panel h2")).to_contain_text("found")
    sentence(page).click()
    page.keyboard.press("p")
    expect(stage(page)).to_have_class(re.compile("predicting"))
    wait_until_idle(page)
    open_panel(page, "Share")
    close_panel(page)
    page.get_by_role("link", name="Tokenize").click()
    page.get_by_label("Text to tokenize").fill(text)
    page.get_by_label("Text to tokenize").press("Control+Enter")
    expect(page.locator(".trace").first).to_be_visible()
    wait_until_idle(page)

    assert dialogs == []
    assert page.locator("[data-testid=stMain] img").count() == 0
    own = page.locator(":has(> #earlier-visit) > script")
    assert page.locator("[data-testid=stMain] script").count() == own.count() == 2
    assert page.locator("[data-testid=stMain] [onerror], [data-testid=stMain] [onfocus]").count() == 0
