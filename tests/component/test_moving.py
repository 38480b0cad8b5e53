"""Moving on the stage: keys, buttons, the scrubber, the history, playing, and what Python is told."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.view_page import (
    expect_at,
    expect_position,
    history_row,
    part,
    positions_seen,
    press,
    step,
    watch_positions,
    where,
    words_on_screen,
)

END = "The end: every word is one symbol, so no pairs are left."
KEYS = ["→", "←", "Home", "End", "G", "T", "P", "Tab", "↑ ↓", "Enter", "Page ↓ ↑", "Space", "O", "Esc", "?"]


@pytest.fixture(scope="module")
def long_text():
    """A text whose training has more merges than the stage gets at once."""
    draw = random.Random(2)
    return " ".join("".join(draw.choices("abcdefgh", k=draw.randint(4, 9))) for _ in range(60))


@pytest.fixture
def long(open_stage, long_text):
    return open_stage(text=long_text)


def places_told(bench):
    return [value["position"] for kind, name, value in bench.told() if (kind, name) == ("state", "place")]


@pytest.fixture
def stopped_clock(train):
    """The stage with hug, pug, pun and a clock that stands still until `let_time_pass`."""
    train.evaluate(
        """() => {
            window.realTimers = [window.setTimeout, window.clearTimeout];
            window.waiting = new Map();
            window.setTimeout = run => { waiting.set(waiting.size + 1, run); return waiting.size; };
            window.clearTimeout = timer => waiting.set(timer, () => {});
            performance.now = () => 1_000_000;
        }"""
    )
    yield train
    train.evaluate("[window.setTimeout, window.clearTimeout] = window.realTimers; delete performance.now")


def let_time_pass(page):
    page.evaluate("() => [...waiting].forEach(([timer, run]) => { waiting.set(timer, () => {}); run(); })")


# ---- keys


def test_the_keys_step_there_and_back_and_to_either_end(train):
    press(train, "ArrowRight", 1)
    press(train, "ArrowLeft", 0)
    press(train, "ArrowLeft", 0)
    press(train, "End", 7)
    expect(part(train, "sentence")).to_have_text(END)
    assert words_on_screen(train) == ["hug", "pug", "pun", "bun", "hugs"]
    press(train, "ArrowRight", 7)
    press(train, "Home", 0)
    expect(part(train, "sentence")).to_have_text(
        "u + g is next: it occurs 20 times, hug 10 + pug 5 + hugs 5."
    )
    expect_position(train, 0, "of 7")


def test_seven_presses_without_waiting_end_at_seven_and_python_hears_of_the_last(stopped_clock, bench):
    for _ in range(7):
        stopped_clock.keyboard.press("ArrowRight")
    assert (where(stopped_clock), places_told(bench)) == (7, [])

    let_time_pass(stopped_clock)
    stopped_clock.evaluate("window.settled()")

    assert bench.visit.training.stepper.position == 7
    assert places_told(bench) == [7]
    assert where(stopped_clock) == 7


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


@pytest.mark.parametrize("above", ["data-testid='stPopoverBody'", "role='dialog'"])
def test_no_key_steps_while_a_panel_is_open_above_the_stage(train, above):
    train.evaluate(f'document.body.insertAdjacentHTML("beforeend", "<div id=above {above}></div>")')
    for key in ("ArrowRight", "End", "p"):
        train.keyboard.press(key)
    assert where(train) == 0
    expect(part(train, "predict")).to_have_attribute("aria-pressed", "false")

    train.evaluate("document.querySelector('#above').remove()")

    press(train, "ArrowRight", 1)


def test_the_question_mark_opens_the_list_of_keys_which_then_has_them(train):
    train.keyboard.press("?")
    dialog = part(train, "help-dialog")
    expect(dialog).to_be_visible()
    expect(dialog.locator("kbd")).to_have_text(KEYS)
    train.keyboard.press("ArrowRight")
    assert where(train) == 0

    train.keyboard.press("Escape")

    expect(dialog).not_to_be_visible()
    press(train, "ArrowRight", 1)


# ---- buttons, scrubber, history


def test_the_buttons_and_the_scrubber_go_where_they_say(train):
    for name, number in [
        ("To the end (End)", 7),
        ("Back one merge (Left arrow)", 6),
        ("To the start (Home)", 0),
        ("Merge", 1),
    ]:
        train.get_by_role("button", name=name, exact=True).click()
        expect_at(train, number)

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


def test_a_merge_of_the_history_shows_its_decision_and_a_second_click_goes_past_it(train):
    press(train, "End", 7)
    row = history_row(train, 4)
    row.get_by_role("button", name="Show the decision for merge 5, p + ug, tied with hug + s").click()
    expect_at(train, 4)
    expect(part(train, "sentence")).to_contain_text("A tie: p + ug and hug + s")
    expect(row).to_contain_text("hug + s")
    expect(row).to_have_class("undone next")

    row.click()

    expect_at(train, 5)
    expect(row).to_have_class("here")
    train.locator(".scrubber .tie", has_text="=").click()
    expect_at(train, 4)


def go_to(page, number):
    page.keyboard.press("g")
    page.keyboard.type(number)
    page.keyboard.press("Enter")


def test_a_number_typed_is_gone_to_and_one_that_is_none_stays_with_a_sentence(train):
    go_to(train, "5")
    expect_at(train, 5)
    press(train, "ArrowRight", 6)  # the field has let go of the arrow keys

    field = part(train, "go-to")
    for typed in ("8", "-1", "two", "1.5"):
        field.fill(typed)
        field.press("Enter")
        assert field.evaluate("field => field.validationMessage") == "Type a number from 0 to 7."
        expect(field).to_have_value(typed)
        assert where(train) == 6
    field.press("Escape")
    expect_position(train, 6, "of 7")
    field.fill(" 2 ")
    field.blur()
    expect_at(train, 2)


def test_the_next_tie_and_the_one_before_are_a_key_or_a_button_away_until_there_is_none(train):
    press(train, "t", 4)  # p + ug and hug + s
    expect(part(train, "sentence")).to_contain_text("A tie: p + ug and hug + s")
    expect(part(train, "tie-after")).to_have_attribute("aria-disabled", "true")
    press(train, "t", 4)
    press(train, "End", 7)

    part(train, "tie-before").click()

    expect_at(train, 4)
    expect(part(train, "tie-before")).to_have_attribute("aria-disabled", "true")


# ---- beyond what the stage was sent


def test_a_held_key_goes_in_order_far_beyond_the_first_window_and_back(long, bench):
    watch_positions(long)
    for _ in range(600):  # at the window's edge it waits for Python
        long.keyboard.down("ArrowRight")
        if where(long) > 60:
            break
    long.keyboard.up("ArrowRight")
    released_at = where(long)
    bench.wait_until_told("told => window.told.at(-1)?.[2].position === told", arg=released_at)

    seen = positions_seen(long)
    assert seen == list(range(released_at + 1))
    assert released_at > 60
    assert bench.visit.training.stepper.position == where(long) == released_at
    expect(part(long, "go-to")).to_have_value(str(released_at))
    for _ in range(20):
        long.keyboard.down("ArrowLeft")
    long.keyboard.up("ArrowLeft")
    back = positions_seen(long)[len(seen) :]
    assert back == list(range(released_at - 1, released_at - 1 - len(back), -1))


def test_at_the_windows_edge_one_step_waits_for_python(long, bench):
    last = bench.visit.training.window().last
    bench.is_answering = False
    go_to(long, str(last - 2))
    expect_at(long, last - 2)
    for _ in range(5):
        long.keyboard.press("ArrowRight")
    assert where(long) == last

    bench.is_answering = True
    bench.visit.step_to(last)
    long.evaluate("json => window.update(json)", bench.message(is_whole=False))

    expect_at(long, last + 1)


# ---- what Python is told


def test_a_step_right_before_a_click_elsewhere_is_told_first_and_the_click_comes_a_moment_later(
    stopped_clock, bench
):
    other = "document.querySelector('#other')"
    stopped_clock.evaluate(f"{other}.onclick = () => (window.clickedAt = window.told.at(-1)?.[2].position)")
    stopped_clock.locator("#other").hover()
    for _ in range(3):
        stopped_clock.keyboard.press("ArrowRight")
    stopped_clock.mouse.down()
    assert places_told(bench) == [3]
    stopped_clock.mouse.up()
    assert stopped_clock.evaluate("window.clickedAt") is None

    let_time_pass(stopped_clock)

    assert stopped_clock.evaluate("window.clickedAt") == 3


def test_while_training_is_under_way_the_stage_takes_no_step(train, bench):
    bench.visit.train_to(None)
    bench.send()

    expect(part(train, "stage")).to_have_attribute("data-busy", "true")
    expect(part(train, "merge")).to_have_attribute("aria-disabled", "true")
    bench.visit.task = None
    bench.send()
    expect(part(train, "stage")).not_to_have_attribute("data-busy", "true")


# ---- playing


def test_playing_merges_by_itself_to_the_end_and_stops_there(train):
    watch_positions(train)
    part(train, "speed").select_option("Very fast")
    part(train, "play").click()
    expect(part(train, "play")).to_have_accessible_name("Pause (Space)")

    expect_at(train, 7)

    expect(part(train, "play")).to_have_accessible_name("Play (Space)")
    assert positions_seen(train) == [0, 1, 2, 3, 4, 5, 6, 7]


def play_to_two(page):
    part(page, "words").click(position={"x": 2, "y": 2})  # a list takes no space bar
    page.keyboard.press("Space")
    expect_at(page, 1)
    let_time_pass(page)
    expect_at(page, 2)


@pytest.mark.parametrize(("key", "then"), [("Space", 2), ("ArrowLeft", 1), ("Home", 0)])
def test_a_pause_or_a_step_back_ends_the_playing_before_the_next_merge(stopped_clock, key, then):
    play_to_two(stopped_clock)

    stopped_clock.keyboard.press(key)

    expect(part(stopped_clock, "play")).to_have_accessible_name("Play (Space)")
    let_time_pass(stopped_clock)
    assert where(stopped_clock) == then


def test_playing_pauses_at_a_tie_and_goes_on_from_there(stopped_clock):
    part(stopped_clock, "pause-at-ties").check()
    step(stopped_clock, 3)
    part(stopped_clock, "play").click()
    expect_at(stopped_clock, 4)
    expect(part(stopped_clock, "play")).to_have_accessible_name("Play (Space)")
    let_time_pass(stopped_clock)
    assert where(stopped_clock) == 4

    part(stopped_clock, "play").click()

    let_time_pass(stopped_clock)
    expect_at(stopped_clock, 6)
