"""Split characters: which tokens hold only some of a character's bytes.

In: the bytes of tokens, one after another. Out: for each such token the character and which of its bytes.

>>> for part in split_characters([b"a", "字".encode()[:2], "字".encode()[2:] + b"b"]):
...     print(part)
CharacterPart(token=1, first=1, last=2, size=3, character='字')
CharacterPart(token=2, first=3, last=3, size=3, character='字')
"""

from codecs import getincrementaldecoder
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple


class CharacterPart(NamedTuple):
    """What one token holds of a character, or of bytes that are none."""

    token: int
    """Which token, counted from 0."""

    first: int
    """The first byte of the character that it holds, counted from 1."""

    last: int
    """The last one."""

    size: int | None
    """How many bytes the character has; None for bytes without the beginning of a character."""

    character: str | None
    """The character; None where it is not whole."""


def split_characters(tokens: Sequence[bytes]) -> list[CharacterPart]:
    """The parts of characters, in order; a token that begins and ends inside of two has two of them."""
    borders = [*pairwise(accumulate(map(len, tokens), initial=0))]
    found = []
    token = 0
    for start, end, size, character in _stretches(b"".join(tokens)):
        while borders[token][1] <= start:
            token += 1
        here = token
        is_split = character is None or borders[here][1] < end
        while is_split and here < len(borders) and borders[here][0] < end:
            first, last = max(borders[here][0], start), min(borders[here][1], end)
            if first < last:  # a token without bytes holds nothing
                found.append(CharacterPart(here, first - start + 1, last - start, size, character))
            here += 1
    return found


def _stretches(data: bytes) -> Iterator[tuple[int, int, int | None, str | None]]:
    """The characters, and the bytes that make up none, as (start, end, size, character)."""
    start = 0
    while start < len(data):
        size = _size_of_character(data[start])
        end = start + 1
        while end - start < (size or 1) and end < len(data) and _can_begin(data[start : end + 1]):
            end += 1
        is_whole = end - start == size
        yield start, end, size, data[start:end].decode() if is_whole else None
        start = end


def _size_of_character(lead: int) -> int | None:
    """How many bytes a character has that begins with this one; None where none does."""
    for size, first, last in ((1, 0x00, 0x7F), (2, 0xC2, 0xDF), (3, 0xE0, 0xEF), (4, 0xF0, 0xF4)):
        if first <= lead <= last:
            return size
    return None


def _can_begin(data: bytes) -> bool:
    """Whether these bytes are the beginning of a character, or one."""
    try:
        getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError:
        return False
    return True
