r"""Texts that are hard on tokenizers: spaces of all kinds, controls, marks, several scripts, and a file's own
symbols.

>>> import random
>>> nasty_text(random.Random(4), ["<x>"])
'caacAn<x>\x0c'
"""

from collections.abc import Sequence
from random import Random

SPACES = (
    *("  ", "   ", "\r\n", " ", " ", " "),
    *" \t\n\r\x0b\x0c\x1c\x1f\x85\xa0\u1680\u2000\u2009\u200a\u2028\u2029\u202f\u205f\u3000",
)
"""Whatever a library may take for a space."""

ODD = (
    *"\0\x01\x7f\xad\u200b\u200d\ufeff\ufffd\ufffe\u0301\u0e33\u05b0\u200f\U000e0001\U0010ffff",
    *("▁", "▁▁", "Ġ", "@@", "</w>", "<unk>", "<s>", "</s>", "<0x41>", "'s", "'LL", "123", "_", "-"),
    *("!?", "€", "٣", "Ⅷ", "²", "ﬁ", "ﷺ", "①", "½", "ẛ̣", "e\u0301", "Å", "ｱ", "ﾞ", "가", "ᄀ", "ᅡ"),
    *("각", "ß", "İ", "ı", "ς", "Σ", "ǅ", "ñ", "猫", "咪", "ไทย", "हि", "👍🏽", "👩\u200d👩\u200d👧", "🇩🇪"),
    *("😀", "𝐀"),
)
"""Characters that normalizers, patterns and byte tokenizers treat in their own ways."""

LETTERS = "aaaabbbcde hgupnsAB"
"""Few letters, so that tokens overlap and rules tie."""


def nasty_text(draw: Random, own: Sequence[str] = ()) -> str:
    """A short text; `own` are the tokens of a file, which it may hold."""
    own = [token for token in own if all(map(is_whole, token))]
    parts = []
    for _ in range(draw.randint(0, 12)):
        kind = draw.random()
        if kind < 0.45:
            parts.append("".join(draw.choices(LETTERS, k=draw.randint(1, 6))))
        elif kind < 0.6:
            parts.append(draw.choice(SPACES))
        elif kind < 0.8 and own:
            parts.append(draw.choice(own))
        elif kind < 0.97:
            parts.append(draw.choice(ODD))
        else:
            parts.append(any_character(draw))
    return "".join(parts)


def any_character(draw: Random) -> str:
    """Any character, also one that is not assigned."""
    character = chr(draw.choice((draw.randrange(0x3000), draw.randrange(0x40000), draw.randrange(0x110000))))
    return character if is_whole(character) else "?"


def is_whole(character: str) -> bool:
    """Whether it is no surrogate, which is half a character."""
    return not "\ud800" <= character <= "\udfff"
