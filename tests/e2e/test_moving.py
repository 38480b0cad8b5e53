"""Moving on the stage: keys, buttons, the scrubber, the history, playing, and a key that is held down."""

import random
import re

import pytest
from playwright.sync_api import expect

from bpe_core import EXAMPLES
from bpe_ui.share.links import Link
from bpe_ui.training.training import Source
from tests.e2e.app_page import hold, wait_until_idle
from tests.e2e.train_page import (
    aside,
    chips,
    close_panel,
    expect_at,
    history_row,
    open_on_text,
    open_panel,
    open_train,
    pair_row,
    panel,
    part,
    position,
    positions_seen,
    press,
    sentence,
    stage,
    step,
    watch_positions,
    where,
    words_on_screen,
)

HUG = EXAMPLES["hug_pug_pun"]
END = "The end: every word is one token, so no pairs are left."


@pytest.fixture
def train(page, server):
    open_train(page, server)
    return page


@pytest.fixture(scope="module")
def long_text():
    """A text, short enough for a link, whose training has more merges than the stage gets at once."""
    draw = random.Random(2)
    return " ".join("".join(draw.choices("abcdefgh", k=draw.randint(4, 9))) for _ in range(260))


@pytest.fixture
def long_history(page, server, long_text):
    open_on_text(page, server, long_text)
    return page


# ---- keys


def test_the_keys_step_there_and_back_and_to_either_end(train):
    press(train, "ArrowRight", 1)
    press(train, "ArrowLeft", 0)
    press(train, "ArrowLeft", 0)
    press(train, "End", 7)
    expect(sentence(train)).to_have_text(END)
    assert words_on_screen(train) == ["hug", "pug", "pun", "bun", "hugs"]
    press(train, "ArrowRight", 7)
    press(train, "Home", 0)
    expect(sentence(train)).to_have_text("u + g is next: it occurs 20 times, hug 10 + pug 5 + hugs 5.")
    expect(position(train)).to_have_text("merge 0 of 7")


def test_seven_presses_without_waiting_end_at_seven(train):
    for _ in range(7):
        train.keyboard.press("ArrowRight")

    assert where(train) == 7
    wait_until_idle(train)
    assert where(train) == 7


def test_a_position_stays_when_the_server_has_heard_of_it_and_is_the_one_of_other_pages(train):
    for _ in range(3):
        train.keyboard.press("ArrowRight")
    train.keyboard.press("ArrowLeft")
    expect_at(train, 2)

    train.get_by_role("link", name="Tokenize").click()
    expect(train.get_by_label("Text to tokenize")).to_be_visible()
    wait_until_idle(train)
    train.get_by_role("link", name="Train").click()

    expect_at(train, 2)


@pytest.mark.parametrize("key", ["Control+ArrowRight", "Alt+ArrowRight", "Meta+ArrowRight", "Shift+Tab"])
def test_a_key_with_a_modifier_is_the_browsers(train, key):
    train.evaluate("history.pushState(null, '', location.href)")  # so that Alt and an arrow have where to go
    train.keyboard.press(key)

    assert where(train) == 0


def test_no_key_steps_while_a_text_field_has_the_focus(train):
    press(train, "ArrowRight", 1)
    field = part(train, "find-pair")
    field.click()
    for key in ("p", "?", " ", "ArrowLeft", "ArrowRight", "Home", "End"):
        train.keyboard.press(key)

    expect(field).to_have_value("p? ")
    assert where(train) == 1
    expect(part(train, "predict")).to_have_attribute("aria-pressed", "false")
    expect(part(train, "help-dialog")).not_to_be_visible()


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


def test_space_on_a_button_presses_it_and_does_not_play(train):
    part(train, "merge").focus()
    train.keyboard.press("Space")

    expect_at(train, 1)
    expect(part(train, "play")).to_have_accessible_name("Play (Space)")


def test_the_question_mark_opens_the_list_of_keys_which_then_has_them(train):
    train.keyboard.press("?")
    dialog = part(train, "help-dialog")
    expect(dialog).to_be_visible()
    expect(dialog.locator("kbd")).to_have_text(
        ["→", "←", "Home", "End", "Space", "P", "Tab", "↑ ↓", "Enter", "Page ↓ ↑", "?", "Esc"]
    )
    train.keyboard.press("ArrowRight")
    assert where(train) == 0

    train.keyboard.press("Escape")

    expect(dialog).not_to_be_visible()
    press(train, "ArrowRight", 1)


def focused_pair(page):
    """The pair whose row has the focus, or None."""
    return page.evaluate("document.activeElement.shadowRoot?.activeElement?.closest('button.pair')?.title")


def test_the_panels_are_worked_by_keyboard_alone(train):
    step(train, 2)
    for _ in range(30):
        if focused_pair(train):
            break
        train.keyboard.press("Tab")
    assert focused_pair(train) == "h + ug"
    train.keyboard.press("ArrowDown")
    assert focused_pair(train) == "p + un"
    train.keyboard.press("Enter")
    expect(pair_row(train, "p + un")).to_have_class(re.compile("picked"))

    press(train, "ArrowRight", 3)

    assert focused_pair(train) == "p + un"


# ---- buttons, scrubber, history


def test_the_buttons_are_named_and_do_what_the_keys_do(train):
    train.get_by_role("button", name="To the end (End)").click()
    expect_at(train, 7)
    train.get_by_role("button", name="Back one merge (Left arrow)").click()
    expect_at(train, 6)
    train.get_by_role("button", name="To the start (Home)").click()
    expect_at(train, 0)
    train.get_by_role("button", name="Merge", exact=True).click()
    expect_at(train, 1)


def test_the_scrubber_goes_to_any_position_and_its_arrow_keys_move_one_step(train):
    scrubber = train.get_by_role("slider", name="Position in the training")
    scrubber.fill("5")
    expect_at(train, 5)
    expect(scrubber).to_have_attribute("aria-valuetext", "merge 5 of 7, pug")
    scrubber.focus()
    press(train, "ArrowRight", 6)
    press(train, "ArrowLeft", 5)

    box = scrubber.bounding_box()
    train.mouse.click(box["x"] + 2, box["y"] + box["height"] / 2)

    expect_at(train, 0)


def test_the_scrubber_names_the_tokens_and_marks_the_ties(train):
    # The one tie: p + ug and hug + s occur 5 times each.
    expect(train.locator(".scrubber .stop")).to_have_text(
        ["start", "ug", "un", "hug", "pun", "=pug", "hugs", "bun"]
    )


def test_a_click_on_a_row_of_the_history_goes_to_after_that_merge(train):
    press(train, "End", 7)

    history_row(train, 2).click()

    expect_at(train, 3)
    expect(train.locator("[data-role=history] tbody tr")).to_have_count(3)
    expect(history_row(train, 2)).to_have_class("here")


def test_the_scrubber_reaches_what_the_stage_was_not_sent_yet(long_history):
    last = int(part(long_history, "scrubber").get_attribute("max"))
    assert last > 150
    part(long_history, "scrubber").fill(str(last - 20))
    expect_at(long_history, last - 20)
    press(long_history, "ArrowRight", last - 19)

    part(long_history, "scrubber").fill("70")

    expect_at(long_history, 70)
    expect(history_row(long_history, 69)).to_have_class("here")


def test_steps_made_right_before_a_click_outside_the_stage_are_not_lost(train):
    train.get_by_role("link", name="Tokenize").hover()
    for _ in range(3):
        train.keyboard.press("ArrowRight")
    train.mouse.down()
    train.mouse.up()
    expect(train.get_by_label("Text to tokenize")).to_be_visible()
    wait_until_idle(train)
    train.get_by_role("link", name="Train").click()

    expect_at(train, 3)


def test_a_step_made_right_before_exit_is_not_lost(page, server):
    open_train(page, server, Link(Source.from_example("hug_pug_pun"), HUG.config, present=True))
    part(page, "exit").hover()
    page.keyboard.press("ArrowRight")
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".st-key-header")).to_be_visible()

    expect_at(page, 1)
    wait_until_idle(page)
    expect_at(page, 1)


# ---- playing


def test_playing_merges_by_itself_to_the_end_and_stops_there(train):
    watch_positions(train)
    part(train, "speed").select_option("Very fast")
    part(train, "play").click()
    expect(part(train, "play")).to_have_accessible_name("Pause (Space)")

    expect_at(train, 7)

    expect(part(train, "play")).to_have_accessible_name("Play (Space)")
    assert positions_seen(train) == [0, 1, 2, 3, 4, 5, 6, 7]


def wait_until_playing_has_reached(page, number):
    """Look at every frame: between two looks of an `expect` several merges can be played."""
    stage(page).evaluate(
        """(stage, number) => new Promise(reached => {
            const look = () => stage.dataset.position >= number ? reached() : requestAnimationFrame(look);
            look();
        })""",
        number,
    )


def expect_no_move_for_two_ticks(page):
    stopped_at = where(page)
    page.wait_for_timeout(900)
    assert where(page) == stopped_at < 7


def test_a_pause_takes_effect_before_the_next_tick(train):
    part(train, "speed").select_option("Fast")  # a merge every 400 ms
    train.locator("[data-role=words]").click(position={"x": 2, "y": 2})  # a list takes no space bar
    train.keyboard.press("Space")
    wait_until_playing_has_reached(train, 2)
    train.keyboard.press("Space")

    expect(part(train, "play")).to_have_accessible_name("Play (Space)")
    expect_no_move_for_two_ticks(train)


def test_a_step_back_ends_the_playing(train):
    part(train, "speed").select_option("Fast")
    part(train, "play").click()
    wait_until_playing_has_reached(train, 2)

    train.keyboard.press("ArrowLeft")

    expect(part(train, "play")).to_have_accessible_name("Play (Space)")
    expect_no_move_for_two_ticks(train)


# ---- a key that is held down


def test_a_key_held_for_three_seconds_goes_in_order_and_stops_when_it_is_released(long_history):
    watch_positions(long_history)
    hold(long_history, "ArrowRight", 3, until=lambda: where(long_history) > 20)
    released_at = where(long_history)
    wait_until_idle(long_history)
    long_history.wait_for_timeout(1000)  # whatever was still on its way has come

    seen = positions_seen(long_history)
    assert seen == list(range(len(seen)))
    assert released_at > 20
    assert where(long_history) == released_at
    expect(position(long_history)).to_have_text(re.compile(rf"^merge {released_at} of "))

    hold(long_history, "ArrowLeft", 1)
    back = positions_seen(long_history)[len(seen) :]
    assert back == list(range(released_at - 1, released_at - 1 - len(back), -1))


def test_end_and_home_reach_what_the_stage_was_not_sent_yet(long_history):
    last = int(part(long_history, "scrubber").get_attribute("max"))

    press(long_history, "End", last)

    expect(sentence(long_history)).to_have_text(END)
    expect(aside(long_history)).to_contain_text("Last merge:")
    press(long_history, "Home", 0)
    assert chips(long_history, 0).count() > 3
