import pytest

from bpe_ui.stage.html import chips
from tests.ui.hostile import HOSTILE
from tests.ui.markup import read_markup

OWN_TAGS = {"bdi", "span", "p", "ol", "li", "div", "section", "h3", "sup", "sub"}
OWN_ATTRIBUTES = {"class", "title", "role", "aria-label", "dir", "data-text"}
DIRECTING = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\ufeff\x00\x1b\n\t\r")


def everything_about(text):
    """Every kind of markup, with the text in every place that a corpus can reach."""
    return (
        chips.message(f"Line 1 has {text!r}; {text} is not allowed.", "error"),
        chips.note(text),
        chips.token(text),
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_adds_no_tag_no_attribute_and_no_invisible_or_directing_character(text):
    for html in everything_about(text):
        markup = read_markup(html)

        assert set(markup.tags) <= OWN_TAGS
        assert {key for _, key, _ in markup.attributes} <= OWN_ATTRIBUTES
        assert not DIRECTING & set(html)


@pytest.mark.parametrize("text", HOSTILE[:11])
def test_a_token_reads_as_it_was_written(text):
    shown = text if len(text) <= chips.TOKEN_LENGTH_SHOWN else text[: chips.TOKEN_LENGTH_SHOWN] + "…"

    assert read_markup(chips.token(text)).text == shown.replace(" ", "").replace("\u202e", "U+202E")


def test_a_long_token_is_cut_and_its_title_has_all_of_it():
    markup = read_markup(chips.token("a" * 100))

    assert markup.text == "a" * chips.TOKEN_LENGTH_SHOWN + "…"
    assert markup.titles() == ["a" * 100]
