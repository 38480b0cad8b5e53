"""The bytes that a token holds of a character, in words.

In: parts of characters from the core. Out: a sentence about them.

>>> from bpe_core.studies.split_characters import split_characters
>>> from bpe_ui.text.sentences import plain_text
>>> [part] = split_characters(["字".encode()[:2]])
>>> plain_text(bytes_held("字".encode()[:2], [part]))
'the bytes E5 AD: the first 2 of the 3 bytes of a character'
"""

from collections.abc import Sequence

from bpe_core.studies.split_characters import CharacterPart
from bpe_ui.text.sentences import Sentence, Token, joined, plural

_SHOWN = 16
"""Most bytes written out."""
_ORDINALS = "first", "second", "third", "fourth"


def in_hex(data: bytes) -> str:
    """Bytes as people write them.

    >>> in_hex("é".encode())
    'C3 A9'
    """
    return data[:_SHOWN].hex(" ").upper() + " …" * (len(data) > _SHOWN)


def bytes_held(data: bytes, parts: Sequence[CharacterPart]) -> Sentence:
    """The bytes of a token, and of which characters they are parts."""
    held = joined([_of_character(part) for part in _together(parts)], last=" and ")
    is_all = sum(part.last - part.first + 1 for part in parts) == len(data)
    return f"the {plural('byte', len(data))} {in_hex(data)}{': ' if is_all else ', among them '}", *held


def _together(parts: Sequence[CharacterPart]) -> list[CharacterPart]:
    """The parts, with bytes in a row that belong to no whole character as one part."""
    found: list[CharacterPart] = []
    for part in parts:
        if part.size is None and found and found[-1].size is None:
            found[-1] = found[-1]._replace(last=found[-1].last + 1)
        else:
            found.append(part)
    return found


def _of_character(part: CharacterPart) -> Sentence:
    held = part.last - part.first + 1
    if part.size is None:
        return (f"{held} {plural('byte', held)} without the beginning of a character",)
    character: Sentence = ("a character",) if part.character is None else (Token(part.character),)
    if held == part.size:
        return "all bytes of ", *character
    which = " and ".join(_ORDINALS[part.first - 1 : part.last])
    if held > 1 and part.first == 1:
        which = f"first {held}"
    elif part.last == part.size:
        which = "last" if held == 1 else f"last {held}"
    return f"the {which} of the {part.size} bytes of ", *character
