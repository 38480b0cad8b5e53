"""Arabic and Hebrew: chips of a word run as it is read, and one frame is around the two of its pair."""

from itertools import pairwise

import pytest

from bpe_core import PROFILES, BPEStepper, Corpus
from bpe_ui.frame.share.worksheet import worksheet
from tests.browser.pages import open_new_page
from tests.browser.view_page import part

ARABIC = Corpus.from_text("مرحبا مرحبا hello")
TEXTBOOK = PROFILES["textbook"].config
TOLERANCE = 1.0
"""In pixels."""


def boxes(chips):
    """The text of each chip and its box."""
    return [(chip.locator(".token").first.inner_text(), chip.bounding_box()) for chip in chips.all()]


def is_right_to_left(found):
    return all(after["x"] < before["x"] for (_, before), (_, after) in pairwise(found))


@pytest.mark.parametrize("screen", ["train", "tokenize"])
def test_a_word_and_the_frame_of_its_next_pair_run_from_right_to_left(open_stage, open_rules, screen):
    # After four merges مرحبا is one symbol, and the mark of its end is the other half of the next pair.
    if screen == "tokenize":
        page = open_rules("مرحبا", corpus=ARABIC, config=TEXTBOOK, step=4)
        word = part(page, "symbols").locator(".next")
    else:
        page = open_stage(corpus=ARABIC, config=TEXTBOOK, position=4)
        word = part(page, "words").locator("li").first.locator(".next")
    (left, before), (right, after) = found = boxes(word)

    assert (left, right) == ("مرحبا", "</w>")
    assert is_right_to_left(found)
    assert after["x"] + after["width"] == pytest.approx(before["x"], abs=TOLERANCE)


def test_tokens_run_in_the_direction_of_their_word_and_words_in_that_of_the_text(open_rules):
    text = "hello مرحبا"
    page = open_rules(text, corpus=Corpus.from_text("hello hello"), config=TEXTBOOK)
    found = boxes(part(page, "tokens").locator(".chip"))
    hello, *arabic = found

    assert [text for text, _ in found] == ["hello</w>", *"مرحبا", "</w>"]
    assert is_right_to_left(arabic)
    assert all(box["x"] > hello[1]["x"] + hello[1]["width"] for _, box in arabic)


def test_a_token_is_marked_where_it_stands_in_a_text_from_right_to_left(open_rules):
    page = open_rules("مرحبا hello", corpus=ARABIC, config=TEXTBOOK)
    part(page, "tokens").locator(".chip").first.hover()
    mark, box = page.locator(".lit-text mark").bounding_box(), part(page, "text").bounding_box()

    assert mark["x"] > box["x"] + box["width"] / 2


def test_in_print_symbols_run_as_their_word_and_marks_keep_their_brackets(browser):
    stepper = BPEStepper(Corpus.from_word_counts({"שלום": 2, "ab": 1}), TEXTBOOK)
    stepper.run(3)
    page = open_new_page(browser)
    page.set_content(worksheet(stepper, 1, is_key=True))

    assert is_right_to_left([("", box.bounding_box()) for box in page.locator("tr .symbol").all()[:2]])
    opening, closing = (page.evaluate(PLACES, bracket) for bracket in "<>")
    assert len(opening) > 6  # alone, in pairs, in sentences, and at the end of the new token
    assert all(left < right for left, right in zip(opening, closing, strict=True))
    page.context.close()


PLACES = """bracket => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const places = [];
  while (texts.nextNode())
    for (let at = -1; (at = texts.currentNode.data.indexOf(bracket, at + 1)) >= 0; ) {
      const range = document.createRange();
      range.setStart(texts.currentNode, at);
      range.setEnd(texts.currentNode, at + 1);
      places.push(range.getBoundingClientRect().x);
    }
  return places;
}"""
"""Where each such bracket of the page stands."""
