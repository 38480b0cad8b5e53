"""Merging another pair than the rule's: the history marks it, the cost is counted, back undoes it."""

from playwright.sync_api import expect

from bpe_core import EXAMPLES, BPEStepper
from tests.browser.stage_truth import picture_of, picture_on
from tests.browser.view_page import (
    chips,
    expect_at,
    history_row,
    pair_row,
    part,
    press,
)

HUG = EXAMPLES["hug_pug_pun"]
HUG_WORDS = [word for word, _ in HUG.corpus.entries]


def merge_instead(page, pair, then):
    pair_row(page, pair).hover()
    page.get_by_role("button", name=f"Merge {pair} instead").click()
    expect_at(page, then)


def test_another_pair_is_merged_marked_counted_and_taken_back(train):
    stepper = BPEStepper(HUG.corpus, HUG.config)
    stepper.step(("u", "n"))
    merge_instead(train, "u + n", then=1)

    expect(history_row(train, 0).locator(".you")).to_have_text("your pick")
    expect(part(train, "subtitle")).to_contain_text(
        "Last merge: u + n became un; it occurred 16 times. The choice was yours."
    )
    expect(part(train, "cost")).to_have_text(
        "16 symbols saved so far; the rules would have saved 20, 4 more."
    )
    assert picture_on(train) == picture_of(stepper, HUG_WORDS)

    press(train, "ArrowLeft", 0)

    expect(part(train, "sentence")).to_have_text(
        "Your choice u + n is next; it occurs 16 times. The rules take u + g, 20."
    )
    expect(part(train, "cost")).to_be_hidden()
    expect(history_row(train, 0)).to_have_class("undone next")
    press(train, "ArrowRight", 1)  # forward again: the choice is still there
    expect(history_row(train, 0)).to_contain_text("you")

    press(train, "ArrowLeft", 0)
    merge_instead(train, "u + g", then=1)  # the rule's own pair
    press(train, "End", 7)
    stepper = BPEStepper(HUG.corpus, HUG.config)
    stepper.run()  # nothing was chosen by hand any more
    assert picture_on(train) == picture_of(stepper, HUG_WORDS)


def test_a_pair_picked_in_the_words_can_be_merged_and_the_next_pair_is_not_offered(train):
    chips(train, 4).nth(2).click()  # g of hugs
    chips(train, 4).nth(3).click()
    train.mouse.move(2, 2)  # while one points at a word, its pairs are shown
    train.get_by_role("button", name="Merge g + s instead").click()
    expect_at(train, 1)
    expect(part(train, "subtitle")).to_contain_text(
        "g + s became gs; it occurred 5 times. The choice was yours."
    )

    expect(part(train, "sentence")).to_contain_text("p + u is next: it occurs 17 times")
    pair_row(train, "p + u").hover()

    expect(part(train, "merge-instead")).to_have_count(0)
