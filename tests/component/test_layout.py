"""Layout: in a window, on a phone, in both themes, in present mode, with texts that could break it."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from bpe_core import EXAMPLES, PROFILES
from bpe_ui.pages.compare.settings.choices import LIBRARY_PICK
from tests.browser.pages import open_new_page
from tests.browser.view_page import (
    chips,
    expect_at,
    fits_the_window,
    is_on_screen,
    merge_row,
    pair_row,
    part,
    press,
    step,
    wider_than_their_box,
    width_of_page,
)
from tests.component.bench import Bench
from tests.component.conftest import TIES, mount_stage

HUG = EXAMPLES["hug_pug_pun"]
PHONE = {"width": 390, "height": 844}
SCRIPTS = "日本語 السلام עולם नमस्ते 👨‍👩‍👧‍👦 e\u0301 \u202eabc a\n\tb" + "x" * 400


# ---- the window of a projector


def test_every_position_fits_1280_by_720_without_scrolling_and_the_words_stay_where_they_are(train):
    def places():
        return train.locator("[data-role=words] li .count").evaluate_all(
            "counts => counts.map(count => count.getBoundingClientRect()).map(box => [box.x, box.y])"
        )

    before = places()
    assert fits_the_window(train)
    for number in range(1, 8):
        press(train, "ArrowRight", number)
        assert fits_the_window(train)
        assert places() == before
        for role in ("sentence", "words", "pairs", "merge", "scrubber", "statistics"):
            assert is_on_screen(train, f"[data-role={role}]"), (number, role)
        for selector in (".history-panel", ".words-panel", ".pairs-panel", ".controls"):
            assert is_on_screen(train, selector), (number, selector)
    assert wider_than_their_box(train) == []


def test_the_last_merge_is_always_in_sight_and_no_row_of_a_long_history_is_cut_in_half(open_stage):
    page = open_stage(corpus=EXAMPLES["fox"].corpus, config=EXAMPLES["fox"].config)

    def rows_seen() -> dict[str, float]:
        return dict(
            page.locator("[data-role=history]").evaluate("""table => {
            const box = table.closest('.scroll').getBoundingClientRect();
            const top = table.tHead.getBoundingClientRect().bottom;
            const seen = at => Math.min(at.bottom, box.bottom) - Math.max(at.top, top);
            return [...table.tBodies[0].rows]
                .map(row => [row.dataset.rank, seen(row.getBoundingClientRect())])
                .filter(([, height]) => height > 1);
        }""")
        )

    for key, times, position in (("ArrowRight", 12, 12), ("ArrowLeft", 5, 7)):
        for _ in range(times):
            page.keyboard.press(key)
        expect_at(page, position)
        page.wait_for_timeout(100)  # the list follows at the next frame
        seen = rows_seen()
        assert str(position - 1) in seen
        assert len(seen) >= 3
        assert min(seen.values()) > max(seen.values()) - 1.5


def test_names_on_the_timeline_never_touch_and_stay_where_they_have_room(open_stage):
    page = open_stage(words={"strawberry": 5})
    for position in range(10):
        expect_at(page, position)
        names = page.locator(".stop .name:visible").filter(has_text=re.compile("."))
        boxes = [name.bounding_box() for name in names.all()]
        assert len(boxes) > min(position, 4)  # what is ahead has no name
        for left, right in pairwise(boxes):
            assert left["x"] + left["width"] < right["x"]
        page.keyboard.press("ArrowRight")


@pytest.mark.parametrize(
    ("color_scheme", "configs"),
    [
        ("light", {title: replace(HUG.config, tie_break=TIES[title]) for title in list(TIES)[:2]}),
        ("dark", None),
        ("light", {choice.title: PROFILES[choice.name].config for choice in LIBRARY_PICK}),
    ],
)
def test_the_columns_fit_1280_by_720_at_every_position(open_columns, color_scheme, configs):
    page = open_columns(configs)
    for number in range(8):
        if number:
            press(page, "ArrowRight", number)
        assert fits_the_window(page), number
        for selector in (".columns .headline", ".columns .controls", ".merges-panel"):
            assert is_on_screen(page, selector), (number, selector)
        row = merge_row(page, max(number, 1)).bounding_box()
        sheet = page.locator(".merges-panel .sheet").bounding_box()
        assert sheet["y"] <= row["y"] <= row["y"] + row["height"] <= sheet["y"] + sheet["height"] + 1


# ---- a phone


@pytest.mark.parametrize("viewport", [PHONE])
@pytest.mark.parametrize("predict", [False, True])
def test_a_phone_never_scrolls_sideways_and_has_everything(open_stage, viewport, predict):
    page = open_stage(position=4, predict=predict)

    assert width_of_page(page) <= viewport["width"]
    assert is_on_screen(page, "[data-role=words] .chip")
    for role in ("commit" if predict else "merge", "back", "predict", "history", "pairs", "find-pair"):
        expect(part(page, role)).to_be_visible()
        part(page, role).scroll_into_view_if_needed()
    assert wider_than_their_box(page) == []


def test_a_finger_steps_picks_and_scrubs(browser):
    page = open_new_page(browser, has_touch=True, is_mobile=True, viewport=PHONE)
    mount_stage(Bench(page))

    part(page, "merge").tap()
    expect_at(page, 1)
    pair_row(page, "p + u").get_by_role("button").first.tap()
    part(page, "merge-instead").tap()
    expect_at(page, 2)
    for position in (1, 0):
        part(page, "back").tap()
        expect_at(page, position)
    controls = page.locator(".controls").bounding_box()
    assert controls["height"] <= 0.15 * PHONE["height"]
    chips(page, 0).first.tap()
    expect(chips(page, 0).first).to_have_attribute("aria-pressed", "true")
    assert width_of_page(page) <= PHONE["width"]
    page.evaluate("window.unmount()")  # Python may be hearing of the last step
    page.context.close()


# ---- colours


@pytest.mark.parametrize(
    ("color_scheme", "next_fill", "learned_fill"),
    [
        ("light", "rgb(253, 232, 200)", "rgb(211, 239, 233)"),
        ("dark", "rgb(74, 51, 16)", "rgb(18, 60, 56)"),
    ],
)
def test_the_colours_follow_the_theme_and_shapes_tell_the_same(train, color_scheme, next_fill, learned_fill):
    step(train, 2)
    words = part(train, "words")
    expect(words.locator(".chip.next").first).to_have_css("background-color", next_fill)
    expect(words.locator(".chip.learned:not(.next)").first).to_have_css("background-color", learned_fill)
    left, right = (words.locator(f".chip.next-{side}").first.bounding_box() for side in ("left", "right"))
    assert abs(left["x"] + left["width"] - right["x"]) <= 1.5  # one shape of two halves
    expect(words.locator(".chip.new")).to_have_text(["un2", "un2"])  # with the merge's number


# ---- present mode


# ---- texts that would break it


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 720}, PHONE])
def test_a_text_in_many_scripts_stays_inside_its_panels(open_stage, viewport):
    page = open_stage(text=SCRIPTS)
    for number in range(1, 5):
        press(page, "ArrowRight", number)

    assert width_of_page(page) <= viewport["width"]
    assert wider_than_their_box(page) == []
    expect(page.locator("[data-role=words] .symbols[dir=rtl]")).to_have_count(2)
    scroller = page.locator(".words-panel .scroll")
    assert scroller.evaluate("box => box.scrollWidth - box.clientWidth") <= 1
