"""Which bytes of characters tokens hold, in words and in short.

>>> from bpe_core.studies.split_characters import held_by, parts_of
>>> from bpe_ui.stage.text.sentences import plain_text
>>> data = " 字".encode()
>>> first, last = held_by([data[:3], data[3:]])
>>> plain_text(bytes_held(data[:3], parts_of(first)))
'the bytes 20 E5 AD, among them the first 2 of the 3 bytes of 字'
>>> [plain_text(each) for each in readings(["ĠåŃ", "Ĺ"], [first, last])]
['␣字 1–2 of 3', '字 3 of 3']
"""

from collections.abc import Sequence

from bpe_core import Tokenizer
from bpe_core.studies.split_characters import CharacterPart, CharactersHeld, bytes_of_tokens, held_by
from bpe_ui.stage.text.sentences import Sentence, Token, joined, say

_SHOWN = 16
"""How many bytes are written out at most."""
_ORDINALS = "first", "second", "third", "fourth"


def in_hex(data: bytes) -> str:
    """Bytes in hexadecimal.

    >>> in_hex("é".encode())
    'C3 A9'
    """
    return data[:_SHOWN].hex(" ").upper() + " …" * (len(data) > _SHOWN)


def bytes_held(data: bytes, parts: Sequence[CharacterPart]) -> Sentence:
    """The bytes of a token, and the characters that they are parts of."""
    held = joined([_of_character(part) for part in _together(parts)], last=" and ")
    is_all = sum(part.last - part.first + 1 for part in parts) == len(data)
    return say(
        "the {count:byte|bytes} {hex}: {held}"
        if is_all
        else "the {count:byte|bytes} {hex}, among them {held}",
        count=len(data),
        hex=in_hex(data),
        held=held,
    )


def in_text(token: str, held: CharactersHeld) -> Sentence:
    """What a token is of a running text, readable: its characters, or which bytes of one it holds.

    A token with a mark of its own (`g</w>`, `##s`), or that stands for no text, is as it is printed.

    >>> from bpe_core.studies.split_characters import held_by
    >>> from bpe_ui.stage.text.sentences import plain_text
    >>> data = [" häuser".encode(), "字".encode()[:2], "字".encode()[2:], b"g "]
    >>> printed = ["ĠhÃ¤user", "åŃ", "Ĺ", "g</w>"]
    >>> [plain_text(in_text(*each)) for each in zip(printed, held_by(data))]
    ['␣häuser', '字 1–2 of 3', '字 3 of 3', 'g</w>']
    """
    text = "".join(piece for piece in held if isinstance(piece, str))
    is_marked = _shows_itself(token, held) and token.translate(_SPACES) != text
    parts = () if is_marked else tuple(part for piece in held for part in _in_short(piece))
    return parts or (Token(token),)


_SPACES = str.maketrans("Ġ▁", "  ")
"""The signs for a space."""


def seen(tokenizer: Tokenizer, tokens: Sequence[str]) -> list[Sentence]:
    """What each of the tokens in a row is of their text (see `in_text`)."""
    held = held_by(bytes_of_tokens(tokenizer, tokens))
    return [in_text(token, each) for token, each in zip(tokens, held, strict=True)]


def readings(tokens: Sequence[str], held: Sequence[CharactersHeld]) -> list[Sentence]:
    """What tokens stand for, in short, if at least one of them is printed in other characters.

    Empty for a token that is printed as what it stands for, and for bytes that belong to no character. A
    space by itself, which most tokenizers print as another sign, does not count.
    """
    if all(map(_shows_itself, tokens, held)):
        return [()] * len(tokens)
    return [
        () if pieces == (token,) else tuple(part for piece in pieces for part in _in_short(piece))
        for token, pieces in zip(tokens, held, strict=True)
    ]


def in_full(part: CharacterPart) -> Sentence:
    """The short form for a part of a character, with its meaning: `字 1–2 of 3 is the first 2 of ...`."""
    return say("{short} is {part}", short=_in_short(part), part=_of_character(part))


def _shows_itself(token: str, held: CharactersHeld) -> bool:
    return all(isinstance(piece, str) and set(piece) <= {" ", *token} for piece in held)


def _in_short(piece: str | CharacterPart) -> Sentence:
    """`字 1–2 of 3`: the first two of its three bytes."""
    if isinstance(piece, str):
        return (Token(piece),)
    if piece.size is None:
        return ()
    which = f"{piece.first}" if piece.first == piece.last else f"{piece.first}–{piece.last}"
    of_size = f"{which} of {piece.size}"
    if piece.character is None:
        return (of_size,)
    return say("{character:token} {of_size}", character=piece.character, of_size=of_size)


def _together(parts: Sequence[CharacterPart]) -> list[CharacterPart]:
    """The parts, where bytes in a row that belong to no complete character are one part."""
    parts_found: list[CharacterPart] = []
    for part in parts:
        if part.size is None and parts_found and parts_found[-1].size is None:
            parts_found[-1] = parts_found[-1]._replace(last=parts_found[-1].last + 1)
        else:
            parts_found.append(part)
    return parts_found


def _of_character(part: CharacterPart) -> Sentence:
    held = part.last - part.first + 1
    if part.size is None:
        return say("{held:,} {held:byte|bytes} without the beginning of a character", held=held)
    character = say("a character") if part.character is None else (Token(part.character),)
    if held == part.size:
        return say("all bytes of {character}", character=character)
    which = " and ".join(_ORDINALS[part.first - 1 : part.last])
    if held > 1 and part.first == 1:
        which = f"first {held}"
    elif part.last == part.size:
        which = "last" if held == 1 else f"last {held}"
    return say(
        "the {which} of the {size:,} bytes of {character}", which=which, size=part.size, character=character
    )
