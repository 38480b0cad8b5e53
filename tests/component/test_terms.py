"""Words of the glossary explain themselves at the pointer, by keyboard and at a tap."""

import pytest
from playwright.sync_api import expect

from bpe_ui.stage.text.glossary import MEANINGS
from tests.browser.axe import violations
from tests.browser.touch import tap


@pytest.fixture
def explained(train):
    train.evaluate("meanings => void window.explain(meanings)", MEANINGS)
    return train


def tip(page):
    return page.get_by_role("tooltip")


def test_pointing_at_a_title_explains_its_words_until_the_pointer_leaves(explained):
    title = explained.locator(".pairs-panel h2")
    expect(tip(explained)).to_have_count(0)
    title.hover()

    expect(tip(explained)).to_contain_text("pair – two symbols next to each other in a word")
    expect(title).to_have_accessible_description(
        "pair – two symbols next to each other in a word "
        "count – how often a pair occurs in the corpus: its places in each word, times the count of the word "
        "overlap – aaa has the pair a + a twice, but only one can be merged; some rules count two,"
        " others one "
        "tie – several pairs share the highest count "
        "tie rule – decides which of the tied pairs is merged"
    )
    assert violations(explained) == []
    box = tip(explained).bounding_box()
    explained.mouse.move(box["x"] + 20, box["y"] + 40)  # what the tip covers is in reach
    expect(tip(explained)).to_have_count(0)


def test_tab_reaches_a_title_and_escape_closes_its_words_and_nothing_else(open_stage):
    page = open_stage(present=True)
    page.evaluate("meanings => void window.explain(meanings)", MEANINGS)
    page.locator("#other").focus()
    page.keyboard.press("Tab")
    expect(tip(page)).to_contain_text("word – what a pre-tokenizer cuts out")

    page.keyboard.press("Escape")
    expect(tip(page)).to_have_count(0)
    assert page.evaluate("window.told") == []
    page.keyboard.press("Escape")
    page.wait_for_function("window.told.some(([, , action]) => action.name === 'leave_present')")


@pytest.mark.parametrize("viewport", [{"width": 390, "height": 844}])
def test_a_tap_explains_a_title_inside_the_window_and_a_tap_elsewhere_closes_it(explained):
    tap(explained, explained.locator(".history-panel h2"))
    box = tip(explained).bounding_box()

    assert box["x"] >= 8
    assert box["x"] + box["width"] <= 382
    tap(explained, explained.locator("#header"))
    expect(tip(explained)).to_have_count(0)
