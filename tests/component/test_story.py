"""The first sight, which gives no answer away, and the story of a merge.

The numbers are counted by hand: hug 10, pug 5, pun 12, bun 4, hugs 5.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.view_page import QUESTION, expect_at, pair_row, part, press, words_on_screen

SUM = "u + g: hug 10 + pug 5 + hugs 5 = 20"
NEXT = "u + n is next: it occurs 16 times, pun 12 + bun 4."


@pytest.fixture
def fresh(open_stage) -> Page:
    """The stage of a visit in which nothing was done yet."""
    return open_stage(is_new=True)


def pairs_on_screen(page: Page) -> list[str]:
    names: list[str] = page.locator("[data-role=pairs] button.pair").evaluate_all(
        "pairs => pairs.map(pair => pair.title)"
    )
    return names


def change_of(page: Page, pair: str):
    return pair_row(page, pair).locator("td.change")


def test_the_first_sight_says_what_it_is_for_and_gives_no_answer(fresh):
    expect(part(fresh, "sentence")).to_contain_text("Byte-pair encoding finds the pieces.")
    for door in ("Learn it", "Teach it", "Check mine"):
        expect(fresh.get_by_role("button", name=door)).to_be_visible()
    assert pairs_on_screen(fresh) == ["b + u", "g + s", "h + u", "p + u", "u + g", "u + n"]
    shown = part(fresh, "stage").inner_text()
    assert not {"20", "17", "16", "15"} & set(shown.split())
    expect(fresh.locator(".chip.next, .chip.tied, tr.next")).to_have_count(0)

    pair_row(fresh, "u + g").hover()

    expect(fresh.locator(".chip.lit")).to_have_count(6)
    expect(part(fresh, "pair-detail")).to_contain_text("Count them yourself")
    assert violations(fresh) == []


def test_the_story_is_told_in_states_where_nothing_is_to_move(fresh):
    fresh.emulate_media(reduced_motion="reduce")
    sentence = part(fresh, "sentence")

    press(fresh, "ArrowRight", 0)
    expect(sentence).to_have_text(SUM)
    expect(fresh.locator(".chip.next")).to_have_count(6)
    press(fresh, "ArrowRight", 0)
    expect(sentence).to_have_text("u + g is next: it occurs 20 times, hug 10 + pug 5 + hugs 5.")
    press(fresh, "ArrowRight", 1)
    expect(sentence).to_have_text("u + g becomes ug in 20 places.")
    assert words_on_screen(fresh) == ["h ug", "p ug", "p u n", "b u n", "h ug s"]
    press(fresh, "ArrowRight", 1)
    expect(sentence).to_have_text("What changed: 3 pairs new, 1 fell, 3 gone.")
    expect(change_of(fresh, "p + u")).to_have_text("−5: pug has ug")
    expect(change_of(fresh, "h + ug")).to_have_text("new: hug, hugs")
    assert violations(fresh) == []
    press(fresh, "ArrowRight", 1)
    expect(sentence).to_have_text(NEXT)
    press(fresh, "ArrowRight", 2)  # the next merge is a step


def test_the_story_goes_by_itself_and_any_key_or_click_ends_it_after_the_merge(fresh, open_stage):
    part(fresh, "merge").click()
    expect(part(fresh, "sentence")).to_have_text(NEXT)
    expect_at(fresh, 1)

    for end in (lambda page: page.keyboard.press("ArrowRight"), lambda page: part(page, "merge").click()):
        page = open_stage(is_new=True)
        end(page)
        end(page)
        expect(part(page, "sentence")).to_have_text(NEXT)
        expect_at(page, 1)
    page = open_stage(is_new=True)
    page.keyboard.press("ArrowRight")
    press(page, "ArrowLeft", 0)


def test_explained_tells_each_merge_and_normal_says_for_a_moment_why_a_count_fell(train):
    press(train, "ArrowRight", 1)
    expect(change_of(train, "p + u")).to_have_text("−5 pug")

    train.emulate_media(reduced_motion="reduce")
    part(train, "speed").select_option(label="Explained")
    press(train, "ArrowRight", 1)
    expect(part(train, "sentence")).to_have_text("u + n: pun 12 + bun 4 = 16")
    for position in (1, 2, 2, 2, 2):
        press(train, "ArrowRight", position)
    expect(part(train, "sentence")).to_contain_text("h + ug: hug 10")


def test_the_story_follows_an_answer_and_keeps_the_next_one(open_stage):
    page = open_stage(is_new=True, predict=True)
    page.emulate_media(reduced_motion="reduce")
    expect(part(page, "sentence")).to_have_text(QUESTION)
    part(page, "reveal").click()
    expect(part(page, "sentence")).to_contain_text("u + g is next")
    for position in (0, 0, 1):
        press(page, "ArrowRight", position)

    expect(part(page, "sentence")).to_have_text("u + g becomes ug in 20 places.")
    press(page, "ArrowRight", 1)
    expect(part(page, "sentence")).to_have_text(QUESTION)
    assert pairs_on_screen(page) == ["b + u", "h + ug", "p + u", "p + ug", "u + n", "ug + s"]
