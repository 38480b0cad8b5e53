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
from tests.golden.record_unicode import BLOCK, CLASSES, GPT4_PATTERN, fingerprint, readers, text_of
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


ALIKE = {
    f"{block:X}" for block in (*range(0x4000, 0x9000, BLOCK), 0xB000, 0xC000, *range(0x21000, 0x2E000, BLOCK))
}
"""Blocks of nothing but ideographs or syllables, each read as the one before."""
PARTS_OF_L = [
    f"tiktoken {pattern}" for pattern in CLASSES if pattern.startswith(r"\p{L") and len(pattern) == 6
]


def answered_otherwise(asked, blocks):
    theirs = RECORDED["answers"][asked]
    return [block for block in blocks if fingerprint(OURS[asked](text_of(int(block, 16)))) != theirs[block]]


@pytest.mark.parametrize("asked", [asked for asked in OURS if asked not in PARTS_OF_L])
def test_every_character_is_read_as_by_the_library(asked):
    assert (
        answered_otherwise(asked, [block for block in RECORDED["answers"][asked] if block not in ALIKE]) == []
    )


@pytest.mark.fuzz
@pytest.mark.parametrize("asked", OURS)
def test_characters_that_are_alike_and_kinds_of_letters_are_too(asked):
    assert answered_otherwise(asked, RECORDED["answers"][asked] if asked in PARTS_OF_L else ALIKE) == []


def test_all_that_is_recorded_is_compared():
    assert set(RECORDED["answers"]) == set(OURS)


LIBRARY = readers()
# Letters of all scripts and marks, old ones and some newer than the libraries.
CHARACTERS = st.characters(exclude_categories=["Cs"]) | st.sampled_from(
    [
        *"aé1 ٣\n!'",
        *"AEIßÉǭ\u0323\u0308\u0327각\u1100\u1161ﬁ②Åक\u093cक़\u093fİı´¨\u00a0",
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
@daily(30, fuzz=5_000)
@given(text=st.text(CHARACTERS, max_size=30))
def test_any_text_is_read_as_by_the_library(asked, text):
    assert OURS[asked](text) == LIBRARY[asked](text)


@daily(30, fuzz=5_000)
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
