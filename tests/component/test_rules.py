"""The stage of Tokenize: a text and its tokens, and a word whose rules fire one after another."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from bpe_core import EXAMPLES
from tests.browser.view_page import expect_at, part, press

TEXT = "bug mug thug unhug"


@pytest.fixture
def unhug(open_rules):
    """At the last word of the example: u+g, u+n, then h+ug."""
    return open_rules(TEXT, place=14)


def rows(page, role):
    return [row.inner_text().split("\t") for row in part(page, role).locator("tbody tr").all()]


def test_the_tokens_have_their_ids_and_the_word_that_is_shown_is_marked(unhug):
    expect(part(unhug, "tokens").locator(".chip")).to_have_text(
        ["b0", "ug7", "[UNK]–", "ug7", "[UNK]–", "hug9", "un8", "hug9"]
    )
    expect(part(unhug, "tokens").locator(".here")).to_have_text(["un8", "hug9"])
    expect(part(unhug, "tokens").locator(".unknown")).to_have_count(2)
    expect(part(unhug, "counts")).to_contain_text("8 tokens, 2.00 a word")
    expect(part(unhug, "counts")).to_contain_text("18 bytes")


def test_a_step_applies_the_rule_of_the_pair_that_was_learned_first(unhug):
    assert rows(unhug, "candidates") == [
        ["u + g", "1", "1", "next"],
        ["u + n", "2", "1", ""],
        ["n + h", "–", "1", "no merge"],
        ["h + u", "–", "1", "no merge"],
    ]
    expect(part(unhug, "sentence")).to_have_text("u + g is next: 2 merges fit, and merge 1 comes first.")

    press(unhug, "ArrowRight", 1)
    press(unhug, "ArrowRight", 2)

    expect(part(unhug, "symbols").locator(".chip")).to_have_text(["un2", "h", "ug1"])
    assert rows(unhug, "candidates")[0] == ["h + ug", "3", "1", "next"]
    assert rows(unhug, "fired") == [["2", "u + n → un", "2"], ["1", "u + g → ug", "1"]]

    press(unhug, "End", 3)

    expect(part(unhug, "sentence")).to_have_text("No pair left has a merge: unhug is 2 tokens: un hug")
    assert rows(unhug, "candidates") == [["un + hug", "–", "1", "no merge"]]
    part(unhug, "fired").get_by_role("button", name="Show the word after merge 1").click()
    expect_at(unhug, 1)


def test_a_symbol_stands_above_what_it_was_merged_from(unhug):
    pictures = part(unhug, "symbols").locator(".ancestry")
    expect(pictures).to_have_text(["u", "n", "h", "u", "g"])
    press(unhug, "ArrowRight", 1)
    expect(pictures).to_have_text(["u", "n", "h", "ug1gu"])

    press(unhug, "End", 3)

    expect(pictures).to_have_text(["un2nu", "hug3ug1guh"])
    hug = pictures.nth(1)
    expect(hug).to_have_attribute("aria-label", "hug = h + ug (merge 3); ug = u + g (merge 1)")
    top, ug, g, u, h = (block.bounding_box() for block in hug.locator("> span").all())
    assert top["y"] < ug["y"] < g["y"] == u["y"]
    assert [h["x"], u["x"], g["x"]] == sorted([h["x"], u["x"], g["x"]])
    assert bottom_of(h) == bottom_of(u)


def bottom_of(box):
    return round(box["y"] + box["height"])


def test_after_the_last_rule_the_next_word_comes_and_n_goes_through_the_words(open_rules):
    page = open_rules(TEXT, place=0)
    expect(part(page, "tokens").locator(".here")).to_have_text(["b0", "ug7"])
    press(page, "ArrowRight", 1)

    press(page, "ArrowRight", 0)  # the word bug has no more rules

    expect(part(page, "tokens").locator(".here")).to_have_text(["[UNK]–", "ug7"])
    expect(part(page, "subtitle")).to_have_text("mug begins as 3 symbols. m is not in the vocabulary.")
    expect(part(page, "beside")).to_have_text("bug after 1 merge. Shared with mug: 1.")
    expect(page.get_by_label("The word shown before").locator(".ancestry")).to_have_text(["b", "ug1gu"])
    page.keyboard.press("n")
    expect(part(page, "tokens").locator(".here")).to_have_text(["[UNK]–", "hug9"])
    page.keyboard.press("Shift+N")
    expect(part(page, "subtitle")).to_contain_text("mug begins as 3 symbols.")


def test_every_key_of_a_text_is_answered_and_no_key_waits(open_rules):
    page = open_rules("")
    expect(part(page, "sentence")).to_contain_text("Type a text")

    part(page, "text").press_sequentially("hugs pugs mugs", delay=1)

    expect(part(page, "tokens").locator(".chip")).to_have_text(
        ["hugs12", "pug11", "s5", "[UNK]–", "ug7", "s5"]
    )
    expect(part(page, "text")).to_have_value("hugs pugs mugs")
    expect(part(page, "tokens").locator(".here")).to_have_text(["[UNK]–", "ug7", "s5"])  # at the cursor
    part(page, "text").press("Home")
    expect(part(page, "tokens").locator(".here")).to_have_text(["hugs12"])


def test_a_token_that_is_pointed_at_is_marked_in_the_text_and_told(unhug):
    part(unhug, "tokens").locator(".chip").nth(6).hover()

    expect(unhug.locator(".lit-text mark")).to_have_text("un")
    expect(part(unhug, "token-detail")).to_have_text(
        "un: id 8, characters 14 to 15, bytes 75 6E, made by merge 2"
    )
    part(unhug, "candidates").locator("tr", has_text="n + h").hover()
    expect(part(unhug, "symbols").locator(".lit")).to_have_text(["n", "h"])


def test_a_text_beyond_the_limit_is_cut_which_is_said_and_typing_goes_on(open_rules):
    page = open_rules("hug")

    part(page, "text").fill("hugs " * 20_001)

    expect(page.locator(".textbox p")).to_have_text(
        "The text has 100,005 characters; the first 100,000 are read."
    )
    expect(part(page, "tokens").locator(".chip").first).to_have_text("hugs12")
    expect(part(page, "counts")).to_contain_text("20,000 tokens")
    part(page, "text").fill("pug")
    expect(part(page, "tokens").locator(".chip")).to_have_text(["pug11"])


def test_line_ends_of_a_pasted_text_that_a_box_changes_are_told(open_rules):
    page = open_rules("hug", config=replace(EXAMPLES["hug_pug_pun"].config, pre_tokenizer="none"))
    paste = """(box, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        box.dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
    }"""

    part(page, "text").evaluate(paste, "hug\r\npug")
    part(page, "text").fill("hug\r\npug")

    expect(page.locator(".textbox p")).to_contain_text("that end with \\r\\n; a box keeps \\n.")
    part(page, "text").fill("hug pug")
    expect(page.locator(".textbox p")).to_have_text("")
