"""The Train page speaks another language from one table: in a pseudo-language every text of it is marked."""

from itertools import combinations

import pytest
from playwright.sync_api import expect

from tests.browser.view_page import history_row, pair_row, part, press, step
from tests.catalogue import pseudo_language

GREEK = {"αβγ": 10, "πβγ": 5, "πβν": 12, "εβν": 4, "αβγζ": 5}
"""hug, pug, pun, bun, hugs in letters that no text of ours has."""
UNMARKED = """root => {
    const found = [];
    let depth = 0;
    const read = (text, place) => {
        let outside = "";
        for (const character of text) {
            if (character === "⟦") depth += 1;
            else if (character === "⟧") depth -= 1;
            else if (depth === 0) outside += character;
        }
        if (/[A-Za-z]/.test(outside)) found.push(`${place}: ${text}`);
    };
    const walk = (node) => {
        if (node.nodeType === Node.TEXT_NODE) return read(node.data, node.parentElement.tagName);
        for (const name of ["aria-label", "aria-valuetext", "title", "placeholder", "alt"]) {
            if (node.hasAttribute(name)) read(node.getAttribute(name), name);
        }
        for (const child of node.childNodes) walk(child);
    };
    walk(root);
    if (depth !== 0) found.push(`depth ${depth}`);
    return found;
}"""


@pytest.fixture
def pseudo(bench):
    """The pseudo-language, here and in the browser."""
    with pseudo_language() as table:
        bench.page.evaluate("table => void (globalThis.translations = table)", table)
        yield
        bench.page.evaluate("delete globalThis.translations")


def check(page):
    """Nothing on the stage is unmarked but what is the corpus's."""
    assert part(page, "stage").evaluate(UNMARKED) == []


def test_every_text_of_a_step_a_tie_and_a_choice_by_hand_is_translated(pseudo, open_stage):
    page = open_stage(words=GREEK)
    check(page)
    expect(part(page, "sentence")).to_have_text(
        "⟦β + γ is next: it occurs 20 times, αβγ 10 + πβγ 5 + αβγζ 5.⟧"
    )
    step(page, 1)
    pair_row(page, "β + ν").hover()
    check(page)

    press(page, "t", 4)  # two pairs are tied
    part(page, "other-rules").locator("summary").click()
    pair_row(page, "αβγ + ζ").hover()
    check(page)
    part(page, "merge-instead").click()
    expect(part(page, "cost")).to_be_visible()
    check(page)

    part(page, "words-tools").click()
    part(page, "words-search").fill("x")
    expect(part(page, "words").locator("li")).to_have_count(0)
    part(page, "find-pair").fill("x")
    expect(page.get_by_text("pairs found")).to_be_visible()
    check(page)


def test_every_text_of_predict_is_translated(pseudo, open_stage):
    page = open_stage(words=GREEK, predict=True)
    check(page)
    part(page, "predict-counts").check()
    pair_row(page, "β + γ").get_by_role("button").first.click()
    check(page)
    part(page, "commit").click()
    part(page, "count").fill("3")
    part(page, "count").press("Enter")
    expect(part(page, "question")).to_contain_text("Not quite")
    check(page)

    page = open_stage(words=GREEK, position=4, predict=True)
    pair_row(page, "αβγ + ζ").get_by_role("button").first.click()
    part(page, "commit").click()
    expect(part(page, "sentence")).to_contain_text("Half right")
    check(page)


def test_every_text_of_the_keys_of_present_and_of_the_end_is_translated(pseudo, open_stage):
    page = open_stage(words=GREEK, present=True)
    page.keyboard.press("?")
    expect(part(page, "help-dialog")).to_be_visible()
    check(page)
    page.keyboard.press("?")
    page.keyboard.press("End")
    expect(part(page, "sentence")).to_contain_text("The end")
    check(page)
    expect(history_row(page, 0)).to_be_attached()


def test_every_text_of_a_corpus_with_pages_of_words_and_a_long_vocabulary_is_translated(pseudo, open_stage):
    letters = "αβγδεζηθικλμνξοπρστυφχψω"
    page = open_stage(words={"".join(trio): 3 for trio in combinations(letters[:16], 3)}, position=60)
    expect(part(page, "token-order").locator("option").first).to_have_text("⟦Newest first⟧")
    check(page)
    part(page, "find-token").fill("α")
    expect(page.get_by_text("tokens found")).to_be_visible()
    page.keyboard.press("Escape")
    part(page, "words-sort").select_option("next")
    check(page)
    part(page, "predict").click()
    check(page)
    part(page, "skip").click()
    expect(part(page, "notice")).to_contain_text("Skipped")
    check(page)
