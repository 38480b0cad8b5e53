"""Any token of a picture opens a panel on its parts beside it: by click, key and tap."""

import pytest
from playwright.sync_api import Page, expect

from bpe_core.studies.vocabulary_study import VocabularyStudy
from bpe_ui.pages.tokenize.vocabulary.view import tree_json
from tests.browser.axe import violations
from tests.browser.touch import tap
from tests.browser.view_page import (
    chips,
    merge_row,
    pair_row,
    part,
    press,
    where,
)
from tests.component.bench import Bench
from tests.ui.examples import stepper_of


@pytest.fixture
def train(bench: Bench, open_stage) -> Page:
    """Hug, pug, pun after four merges: ug, un, hug, pun."""
    page: Page = open_stage(position=4)
    bench.open_tokens()
    return page


def panel(page):
    return part(page, "token-panel")


def says(page, *said):
    """Wait until the panel says this; the first is where the token comes from."""
    expect(part(page, "origin")).to_have_text(said[0])
    expect(panel(page).locator(".remarks p")).to_have_text([*said[1:]])


def picture(page):
    """The tokens in the panel's picture, the topmost first."""
    return panel(page).locator(".ancestry > span > .token").all_text_contents()


def token_of_vocabulary(page, token):
    return part(page, "vocabulary").get_by_role("button", name=token, exact=True)


HUG = "hug (id 9) was learned as merge 3: h + ug occurred 15 times."


def test_a_token_of_the_vocabulary_opens_beside_it_and_closes_at_a_second_click_escape_or_a_click_elsewhere(
    train,
):
    hug = token_of_vocabulary(train, "hug 9")
    hug.click()
    says(train, HUG)
    assert picture(train) == ["hug", "ug", "g", "u", "h"]
    token, box = hug.bounding_box(), panel(train).bounding_box()
    assert box["y"] + box["height"] <= token["y"] or box["y"] >= token["y"] + token["height"]

    hug.click()
    expect(panel(train)).to_have_count(0)
    hug.click()
    says(train, HUG)
    train.keyboard.press("Escape")
    expect(panel(train)).to_have_count(0)
    hug.click()
    says(train, HUG)
    train.locator("#header").click(position={"x": 2, "y": 2})
    expect(panel(train)).to_have_count(0)
    hug.click()
    says(train, HUG)
    press(train, "ArrowRight", then=5)
    expect(panel(train)).to_have_count(0)


def test_a_chip_of_a_word_is_framed_and_opens_and_a_second_one_makes_a_pair(train):
    hug, s = chips(train, 4).all()
    hug.click()
    says(train, HUG)
    expect(hug).to_have_attribute("aria-pressed", "true")

    s.click()
    expect(panel(train)).to_have_count(0)
    train.mouse.move(2, 2)
    expect(part(train, "pair-detail")).to_have_text("hug + s: only in hugs.")
    expect(part(train, "merge-instead")).to_be_visible()


def test_while_one_predicts_a_click_is_an_answer_and_the_vocabulary_still_opens(bench, open_stage):
    page = open_stage(position=4, predict=True)
    bench.open_tokens()

    chips(page, 4).first.click()
    chips(page, 4).nth(1).click()
    expect(part(page, "pick")).to_have_text("Your pick: hug + s")
    pair_row(page, "p + ug").locator(".token").first.click()
    expect(part(page, "pick")).to_have_text("Your pick: p + ug")
    expect(panel(page)).to_have_count(0)

    token_of_vocabulary(page, "ug 7").click()
    says(page, "ug (id 7) was learned as merge 1: u + g occurred 20 times.", "A part of hug.")


def test_by_keyboard_a_token_opens_is_walked_through_and_gives_the_focus_back(train):
    token_of_vocabulary(train, "ug 7").focus()
    train.keyboard.press("ArrowDown")
    train.keyboard.press("ArrowDown")
    train.keyboard.press("Enter")
    says(train, HUG)
    expect(token_of_vocabulary(train, "hug 9")).to_be_focused()

    train.keyboard.press("Tab")
    expect(panel(train).locator(".origin .token").first).to_be_focused()
    for _ in range(4):  # h, ug of the sentence; hug, ug of the picture
        train.keyboard.press("ArrowDown")
    train.keyboard.press("Enter")
    says(train, "ug (id 7) was learned as merge 1: u + g occurred 20 times.", "A part of hug.")
    assert where(train) == 4
    train.keyboard.press("Escape")
    expect(panel(train)).to_have_count(0)
    expect(token_of_vocabulary(train, "hug 9")).to_be_focused()


@pytest.mark.parametrize("viewport", [{"width": 390, "height": 844}])
def test_on_a_phone_a_tap_opens_it_at_the_lower_edge_and_a_tap_elsewhere_closes_it(train):
    tap(train, chips(train, 4).first)
    says(train, HUG)
    box = panel(train).bounding_box()
    assert (box["x"], box["width"], box["y"] + box["height"]) == (0, 390, 844)

    tap(train, train.locator("#header"))
    expect(panel(train)).to_have_count(0)


def test_a_column_opens_its_own_token(bench, open_columns):
    page = open_columns(
        position=7
    )  # first seen merges p + ug before hug + s, smallest pair the other way round
    bench.open_tokens()

    first, _, smallest, _ = merge_row(page, 5).locator(".merge").all()
    first.click()
    says(page, "pug (id 11) was learned as merge 5: p + ug occurred 5 times.", "In the column First seen.")
    smallest.click()
    says(
        page, "hugs (id 11) was learned as merge 5: hug + s occurred 5 times.", "In the column Smallest pair."
    )
    assert where(page) == 7
    merge_row(page, 5).get_by_role("button").first.focus()
    page.keyboard.press("o")
    expect(part(page, "origin")).to_contain_text("pug (id 11) was learned as merge 5")


def picture_of(bench, study, token_id):
    """The picture of a token on a page."""
    bench.mount_message("token_picture", tree_json(study.ancestry(token_id)))
    return part(bench.page, "token-picture").locator(".ancestry")


def test_a_picture_on_a_page_has_each_token_above_its_parts_and_says_so(bench):
    stepper = stepper_of(position=3)
    drawn = picture_of(bench, VocabularyStudy(stepper.tokenizer()), stepper.history[2].token_id)

    expect(drawn).to_have_accessible_name("hug = h + ug (merge 3); ug = u + g (merge 1)")
    expect(drawn.get_by_role("button")).to_have_text(["hug3", "ug1", "g", "u", "h"])
    tops = {each.inner_text(): each.bounding_box() for each in drawn.get_by_role("button").all()}
    assert tops["hug\n3"]["y"] < tops["ug\n1"]["y"] < tops["g"]["y"] == tops["u"]["y"]
    assert violations(bench.page) == []


def test_it_can_be_read_and_used_by_everybody(train):
    token_of_vocabulary(train, "hug 9").click()
    says(train, HUG)
    assert violations(train) == []
