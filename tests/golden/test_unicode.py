"""Every character as the real libraries know it: whether it is a letter, what it is composed of.

The recorded answers hold for every version of Python and of `regex`.
"""

import json
from pathlib import Path

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.normalizers import normalize
from bpe_core.normalizers.unicode_versions import UNICODE_9, UNICODE_16
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS, pattern_words
from tests.golden.record_unicode import CLASSES, GPT4_PATTERN, fingerprint, readers, text_of
from tests.property.strategies import daily

RECORDED = json.loads((Path(__file__).parent / "recorded" / "unicode.json").read_text(encoding="ascii"))


def words(name):
    return PRE_TOKENIZERS[name].words


def rewritten(*names):
    return lambda text: [normalize(text, names)]


def found(pattern):
    return lambda text: ["".join(pattern_words(text, pattern))]


OURS = {
    "ByteLevel": words("gpt2"),
    "Whitespace": words("words_and_punctuation"),
    GPT4_PATTERN: words("gpt4"),
    **{name: rewritten(name.lower()) for name in ("NFC", "NFD", "NFKC", "NFKD")},
    # Python knows the sigma at a word's end, the library does not.
    "Lowercase": lambda text: [normalize(text.replace("Σ", "σ"), ["lowercase"])],
    "NFD, StripAccents": rewritten("nfd", "strip_accents"),
    **{f"tiktoken {pattern}": found(pattern) for pattern in CLASSES},
}


@pytest.mark.parametrize("asked", OURS)
def test_every_character_is_read_as_by_the_library(asked):
    other = []
    for block, theirs in RECORDED["answers"][asked].items():
        if fingerprint(OURS[asked](text_of(int(block, 16)))) != theirs:
            other.append(block)
    assert other == []


def test_all_that_is_recorded_is_compared():
    assert set(RECORDED["answers"]) == set(OURS)


LIBRARY = readers()
# Letters of all scripts and marks, old ones and some newer than the libraries.
CHARACTERS = st.characters(exclude_categories=["Cs"]) | st.sampled_from(
    [
        *"aé1 ٣\n!'",
        "\u0301",
        "\u0e33",
        "\uac00",
        "\u11a8",
        "\u058c",
        "ʕ",
        "\ua7c2",
        "\U00010d50",
        "\U000111c9",
        "👍",
    ]
)


@pytest.mark.parametrize("asked", OURS)
@daily(50, fuzz=5_000)
@given(text=st.text(CHARACTERS, max_size=30))
def test_any_text_is_read_as_by_the_library(asked, text):
    assert OURS[asked](text) == LIBRARY[asked](text)


@daily(50, fuzz=5_000)
@given(st.text(CHARACTERS, max_size=30))
def test_a_long_text_is_read_as_its_parts(text):
    for version in (UNICODE_9, UNICODE_16):
        read = version.as_read(text)
        assert read == "".join(map(version.as_read, text))
        assert version.as_read(text * 3_000) == read * 3_000


def test_words_and_their_places_are_of_the_text_itself():
    new, pieces = "\u058c", PRE_TOKENIZERS["gpt2"].pieces
    assert regex.match(r"\p{L}", UNICODE_16.as_read(new)) is None
    assert [tuple(piece) for piece in pieces(f"a{new}b")] == [("a", 0, 1), (new, 1, 2), ("b", 2, 3)]
    assert pattern_words(f"a{new}b", r"(?r)\p{L}|[^\p{L}]") == ["a", new, "b"]


def test_a_pattern_that_names_a_character_finds_it_however_new():
    assert pattern_words("a\u058c", "[\u0531-\u058c]") == ["\u058c"]
    assert pattern_words("a\u058c", r"[\u0531-\u058c]") == ["\u058c"]


@pytest.mark.parametrize("character", ["", "a", "é", "猫", "👍", "\ud800"])
def test_a_text_without_anything_newer_is_the_same_object(character):
    for text in (character, character * 5_000):
        assert UNICODE_9.as_read(text) is text
        assert UNICODE_16.as_read(text) is text
