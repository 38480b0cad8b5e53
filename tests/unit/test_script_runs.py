"""Runs of one script, as SentencePiece allows them in a piece."""

import regex
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.pre_tokenizers import script_runs
from bpe_core.pre_tokenizers.script_runs import runs

# One character of every script that Unicode has, and of the kinds that have rules of their own.
CHARACTERS = "▁aZé1.,😀\u0301\u200d\u3099漢かカーｶ한αжאعกक०٣\x00\x1f▅\t"


def is_allowed(piece: str) -> bool:
    """Whether SentencePiece allows a piece: its rules read character by character, as in its source."""
    script_before = None
    for place, character in enumerate(piece):
        if character == "▁":
            if place > 0:
                return False
            continue
        if character in "\x00\x1f▅":
            return len(piece) == 1
        script = script_of(character)
        if script == "Inherited":
            script = script_before
        if script is not None and script_before is not None and script != script_before:
            return False
        script_before = script
    return True


def script_of(character: str) -> str:
    if regex.match(r"[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]", character):
        return "Han"
    names = ("Inherited", "Latin", "Greek", "Cyrillic", "Hebrew", "Arabic", "Thai", "Devanagari", "Hangul")
    return next((name for name in names if regex.match(rf"\p{{Script={name}}}", character)), "Common")


@given(st.text(CHARACTERS, max_size=30))
def test_the_runs_are_the_longest_pieces_allowed_read_from_the_left(text: str) -> None:
    expected: list[str] = []
    for character in text:
        if expected and is_allowed(expected[-1] + character):
            expected[-1] += character
        else:
            expected.append(character)
    assert runs(text) == expected


def test_no_more_than_so_many_characters_are_remembered(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(script_runs, "_MOST_LETTERS", 500)
    everything = "".join(map(chr, range(2_000)))
    assert "".join(runs(everything)) == everything
    assert len(script_runs._letters) <= 500
    assert runs("▁hug漢字カナ2.0▁été") == ["▁hug", "漢字カナ", "2.0", "▁été"]
