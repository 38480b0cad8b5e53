import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_ui.stage.text.visible import glyphs, reads_right_to_left, visible_text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("hug", "hug"),
        (" t", "␣t"),
        ("\t\n\r", "[TAB][LF][CR]"),
        ("\u00a0", "[NBSP]"),
        ("\x1b[0m", "[U+001B][0m"),
        ("\u202eabc", "[U+202E]abc"),
        ("\ufeffx", "[BOM]x"),
        ("\u0301", "\u25cc\u0301"),
        ("e\u0301", "e\u0301"),
        ("\n\u0301", "[LF]\u25cc\u0301"),
        ("Ġthe", "Ġthe"),
        ("日本", "日本"),
    ],
)
def test_every_character_of_a_token_can_be_seen(text, shown):
    assert visible_text(text) == shown


def test_a_joiner_is_named_at_an_edge_but_kept_inside_an_emoji():
    assert visible_text("\u200d") == "[ZWJ]"
    assert visible_text("👨\u200d") == "👨[ZWJ]"
    assert visible_text("👨\u200d👩") == "👨\u200d👩"
    assert visible_text("a\u200db") == "a[ZWJ]b"


@given(st.text(max_size=20))
def test_nothing_invisible_or_directing_is_left_outside_an_emoji(text):
    left = "".join(glyph.text for glyph in glyphs(text) if glyph.kind != "name")
    kept_joiners = {"\u200c", "\u200d", "\ufe0e", "\ufe0f"}

    bad = [c for c in left if unicodedata.category(c)[0] in "CZ" and c not in kept_joiners]

    assert bad == []


@given(st.text(alphabet="ab日é👍", max_size=20))
def test_ordinary_text_is_shown_as_it_is(text):
    assert visible_text(text) == text


@pytest.mark.parametrize(
    ("text", "expected"), [("سلام", True), ("שלום", True), ("123 سلام", True), ("low", False), ("!?", False)]
)
def test_the_first_letter_with_a_direction_decides_how_a_word_is_read(text, expected):
    assert reads_right_to_left(text) is expected
