"""Arabic and Hebrew: chips of a word run as it is read, and one frame is around the two of its pair."""

from itertools import pairwise

import pytest

from bpe_core import PROFILES, Corpus
from tests.browser.view_page import part

ARABIC = Corpus.from_text("مرحبا مرحبا hello")
TEXTBOOK = PROFILES["textbook"].config
BYTES = PROFILES["hf_byte_level"].config
TOLERANCE = 1.0
"""In pixels."""


def boxes(chips):
    """The text of each chip and its box."""
    return [(chip.locator(".token").first.inner_text(), chip.bounding_box()) for chip in chips.all()]


def is_right_to_left(found):
    return all(after["x"] < before["x"] for (_, before), (_, after) in pairwise(found))


@pytest.mark.parametrize("screen", ["train", "tokenize", "compare"])
def test_a_word_and_the_frame_of_its_next_pair_run_from_right_to_left(
    open_stage, open_rules, open_columns, screen
):
    # After four merges مرحبا is one symbol, and the mark of its end is the other half of the next pair.
    if screen == "tokenize":
        page = open_rules("مرحبا", corpus=ARABIC, config=TEXTBOOK, step=4)
        word = part(page, "symbols").locator(".next")
    elif screen == "train":
        page = open_stage(corpus=ARABIC, config=TEXTBOOK, position=4)
        word = part(page, "words").locator("li").first.locator(".next")
    else:
        page = open_columns({"One": TEXTBOOK, "Two": TEXTBOOK}, corpus=ARABIC, position=4)
        word = page.locator("tbody td .symbols").first.locator(".next")
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


def test_the_bytes_of_a_word_run_as_they_are_printed(open_rules):
    page = open_rules("مر", corpus=ARABIC, config=BYTES)
    found = boxes(part(page, "symbols").locator(".chip, .ancestry > span"))

    assert not is_right_to_left(found)


def test_a_token_is_marked_where_it_stands_in_a_text_from_right_to_left(open_rules):
    page = open_rules("مرحبا hello", corpus=ARABIC, config=TEXTBOOK)
    part(page, "tokens").locator(".chip").first.hover()
    mark, box = page.locator(".lit-text mark").bounding_box(), part(page, "text").bounding_box()

    assert mark["x"] > box["x"] + box["width"] / 2


def test_the_mark_of_an_end_keeps_its_brackets(open_stage):
    page = open_stage(corpus=ARABIC, config=TEXTBOOK, position=5)
    marker = part(page, "words").locator(".token bdi").first

    assert marker.inner_text() == "</w>"
    assert marker.get_attribute("dir") == "ltr"
