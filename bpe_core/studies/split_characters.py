"""Split characters: which bytes of which characters a token holds.

Each token is shown as its whole characters and the parts of characters that it shares with other tokens.

>>> for held in held_by([b"a ", "字".encode()[:2], "字".encode()[2:] + b"b"]):
...     print(held)
('a ',)
(CharacterPart(first=1, last=2, size=3, character='字'),)
(CharacterPart(first=3, last=3, size=3, character='字'), 'b')
"""

from bisect import bisect_left, bisect_right
from codecs import getincrementaldecoder
from collections.abc import Sequence
from itertools import accumulate, pairwise
from operator import attrgetter
from typing import NamedTuple

from bpe_core.encoding import LibraryTokenizer
from bpe_core.symbol_texts import BYTE_OF_CHARACTER
from bpe_core.tokenizer import BPETokenizer, Tokenizer


class CharacterPart(NamedTuple):
    """The part of a character that a token holds, or bytes that are no character."""

    first: int
    """The number of the first byte of the character that the token holds, from 1."""

    last: int
    """The number of the last byte that it holds."""

    size: int | None
    """How many bytes the character has; None for bytes without the beginning of a character."""

    character: str | None
    """The character; None if it is not complete."""


CharactersHeld = tuple[str | CharacterPart, ...]
"""What a token holds, in order: whole characters as text, and parts of others."""


class Character(NamedTuple):
    """A character in bytes, or bytes that are no character."""

    start: int
    """The index of its first byte."""

    end: int
    """One past its last byte."""

    size: int | None
    """How many bytes it has when complete; None for bytes without the beginning of a character."""

    text: str | None
    """The character; None if it is not complete."""


_START = attrgetter("start")

_LEADS = (1, 0x00, 0x7F), (2, 0xC2, 0xDF), (3, 0xE0, 0xEF), (4, 0xF0, 0xF4)
"""How many bytes a character has, by its first byte: from this one to that one."""


def own_bytes(tokenizer: Tokenizer) -> dict[int, bytes]:
    """Id -> the bytes of a text that the token stands for, also after another token."""
    data = tokenizer.token_bytes
    if not _are_joined_by_spaces(tokenizer):
        return dict(data)
    return {token_id: each.removeprefix(b" ") for token_id, each in data.items()}


def _are_joined_by_spaces(tokenizer: Tokenizer) -> bool:
    """Whether the library puts a space between two tokens, which belongs to neither."""
    return isinstance(tokenizer, LibraryTokenizer) and tokenizer.joins_with_spaces


def bytes_of_tokens(tokenizer: Tokenizer, tokens: Sequence[str]) -> list[bytes]:
    """The bytes of a text that tokens stand for; none for an unknown symbol that is no byte."""
    ids = [tokenizer.id_of(token) for token in tokens]
    data = iter(tokenizer.bytes_of([token_id for token_id in ids if token_id is not None]))
    joined = _are_joined_by_spaces(tokenizer)
    has_bytes = isinstance(tokenizer, BPETokenizer) and tokenizer.config.alphabet == "bytes"
    found = []
    for token, token_id in zip(tokens, ids, strict=True):
        if token_id is not None:
            found.append(next(data).removeprefix(b" " if joined else b""))
        else:
            byte = BYTE_OF_CHARACTER.get(token) if has_bytes else None
            found.append(b"" if byte is None else bytes([byte]))
    return found


def held_by(tokens: Sequence[bytes]) -> list[CharactersHeld]:
    """What each token holds."""
    characters = characters_in(b"".join(tokens))
    return [held_between(characters, *span) for span in pairwise(accumulate(map(len, tokens), initial=0))]


def parts_of(held: CharactersHeld) -> list[CharacterPart]:
    """The parts of characters in what a token holds."""
    return [piece for piece in held if not isinstance(piece, str)]


def held_between(characters: Sequence[Character], start: int, end: int) -> CharactersHeld:
    """What the bytes from `start` to `end` - 1 hold of these characters."""
    held: list[str | CharacterPart] = []
    first = bisect_right(characters, start, key=_START) - 1
    behind = bisect_left(characters, end, key=_START)
    for character in characters[max(0, first) : behind]:
        if character.text is None or character.start < start or character.end > end:
            inside = max(start, character.start), min(end, character.end)
            if inside[0] < inside[1]:
                part = inside[0] - character.start + 1, inside[1] - character.start
                held.append(CharacterPart(*part, character.size, character.text))
        elif held and isinstance(held[-1], str):
            held[-1] += character.text
        else:
            held.append(character.text)
    return tuple(held)


def characters_in(data: bytes) -> list[Character]:
    """The characters in some bytes, and the bytes that are no character."""
    found, start = [], 0
    while start < len(data):
        lead = data[start]
        size = next((size for size, first, last in _LEADS if first <= lead <= last), None)
        end = start + 1
        while end - start < (size or 1) and end < len(data) and can_begin(data[start : end + 1]):
            end += 1
        is_whole = end - start == size
        found.append(Character(start, end, size, data[start:end].decode() if is_whole else None))
        start = end
    return found


def can_begin(data: bytes) -> bool:
    """Whether a text in UTF-8 can begin with these bytes, or with these and more of a last character."""
    try:
        getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError:
        return False
    return True
