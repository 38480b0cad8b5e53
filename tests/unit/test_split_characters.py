"""What tokens hold of characters whose bytes are in several of them."""

from hypothesis import given
from hypothesis import strategies as st

from bpe_core import BPEConfig, BPETokenizer
from bpe_core.studies.split_characters import (
    CharacterPart,
    bytes_of_tokens,
    characters_in,
    held_between,
    held_by,
    parts_of,
)


def cut(data, size):
    return [data[start : start + size] for start in range(0, len(data), size)]


@given(st.text(alphabet="aé字😀 ", min_size=1), st.integers(1, 5))
def test_all_characters_and_parts_together_are_the_text(text, size):
    held = held_by(cut(text.encode(), size))

    parts = [part for pieces in held for part in parts_of(pieces)]
    whole = [
        character for pieces in held for piece in pieces if isinstance(piece, str) for character in piece
    ]
    assert sorted([*whole, *(part.character for part in parts if part.first == 1)]) == sorted(text)
    bytes_in_parts = [(part.character, byte) for part in parts for byte in range(part.first, part.last + 1)]
    split = [part for part in parts if part.first == 1]
    assert bytes_in_parts == [(part.character, byte) for part in split for byte in range(1, part.size + 1)]


def test_of_any_stretch_of_bytes_it_is_known_what_they_hold():
    characters = characters_in("a字b".encode())
    assert held_between(characters, 0, 5) == ("a字b",)
    assert held_between(characters, 0, 3) == ("a", CharacterPart(1, 2, 3, "字"))
    assert held_between(characters, 2, 3) == (CharacterPart(2, 2, 3, "字"),)
    assert held_between(characters, 2, 2) == ()
    assert held_between(characters, 5, 5) == ()


def test_a_byte_outside_the_vocabulary_stands_for_itself_and_another_unknown_symbol_for_nothing():
    in_bytes = BPETokenizer(BPEConfig(alphabet="bytes"), [ord("a")], [])
    assert bytes_of_tokens(in_bytes, ["ð"]) == [b"\xf0"]  # as GPT-2 prints it
    in_letters = BPETokenizer(BPEConfig(), [ord("a")], [])
    assert bytes_of_tokens(in_letters, ["ð", "a"]) == [b"", b"a"]
