"""How a token is written so that all of it is visible; html/chips.py and component/glyphs.js draw it.

>>> [(glyph.text, glyph.kind) for glyph in glyphs("a b\\n")]
[('a', 'text'), ('space', 'name'), ('b', 'text'), ('LF', 'name')]
>>> [(glyph.text, glyph.kind) for glyph in glyphs("שלום</w>")]
[('שלום', 'text'), ('</w>', 'marker')]
>>> visible_text("a b\\n")
'a␣b[LF]'
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Container, Iterable
from typing import Literal, NamedTuple, TypeVar

from bpe_core.symbol_texts import BYTE_OF_CHARACTER

Option = TypeVar("Option")

SPACE = "space"
"""The name of an ordinary space, which is drawn as an open box, because it is by far the most frequent."""

_NAMES = {
    " ": SPACE,
    "\t": "TAB",
    "\n": "LF",
    "\r": "CR",
    "\u00a0": "NBSP",
    "\u00ad": "SHY",
    "\u061c": "ALM",
    "\u200b": "ZWSP",
    "\u200c": "ZWNJ",
    "\u200d": "ZWJ",
    "\u200e": "LRM",
    "\u200f": "RLM",
    "\u2060": "WJ",
    "\u3000": "IDSP",
    "\ufe0e": "VS15",
    "\ufe0f": "VS16",
    "\ufeff": "BOM",
}
_DOTTED_CIRCLE = "\u25cc"
_UNSEEN_CATEGORIES = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"}
_MARKER = re.compile(r"(<[!-;=?-~]+>)")
"""A marker such as `</w>`; in a word of a right-to-left script its brackets would turn."""
_NO_CHARACTER = re.compile("([\udc80-\udcff])")
"""What `surrogateescape` makes of a byte that is in no whole character."""
_BLANK_LETTERS = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and signs (by category) that look like nothing."""
_JOINERS = {"\u200c", "\u200d", "\ufe0e", "\ufe0f"}


MOST_SHOWN = 100
"""How many characters of a text are shown; an ellipsis stands for the rest."""


class Glyph(NamedTuple):
    """A part of a text."""

    text: str
    """What is shown."""

    kind: Literal["text", "name", "marker"]
    """Whether it is the text itself, the name of a character that cannot be seen, or a marker such as `</w>`
    in a text that reads from right to left."""


def glyphs(text: str) -> list[Glyph]:
    """The text cut into parts that are visible and names of characters that are not."""
    if _shows_itself(text):
        return [Glyph(text, "text")]
    parts = enumerate(_MARKER.split(text) if reads_right_to_left(text) else [text])
    return [each for at, part in parts for each in ([Glyph(part, "marker")] if at % 2 else _named(part))]


def glyphs_of_bytes(printed: str) -> list[Glyph]:
    """A symbol printed with a sign for each byte: its characters, and in hexadecimal bytes that are none.

    >>> [(glyph.text, glyph.kind) for glyph in glyphs_of_bytes("ĠnÃ")]
    [('space', 'name'), ('n', 'text'), ('C3', 'name')]
    """
    if _shows_itself(printed) or not BYTE_OF_CHARACTER.keys() >= {*printed}:
        return glyphs(printed)
    read = bytes(map(BYTE_OF_CHARACTER.__getitem__, printed)).decode(errors="surrogateescape")
    found: list[Glyph] = []
    for part in filter(None, _NO_CHARACTER.split(read)):
        is_byte = _NO_CHARACTER.fullmatch(part)
        found += [Glyph(f"{ord(part) - 0xDC00:02X}", "name")] if is_byte else glyphs(part)
    return found


def _named(text: str) -> list[Glyph]:
    glyphs_shown: list[Glyph] = []
    run = ""
    for index, character in enumerate(text):
        name = "" if _joins_its_neighbours(text, index) else name_of(character)
        if not name:
            run += character
            continue
        if run:
            glyphs_shown.append(Glyph(_on_a_carrier(run), "text"))
            run = ""
        glyphs_shown.append(Glyph(name, "name"))
    if run:
        glyphs_shown.append(Glyph(_on_a_carrier(run), "text"))
    return glyphs_shown


def name_of(character: str) -> str:
    """The name under which an invisible or directing character is shown; "" if it is visible itself."""
    if character in _NAMES:
        return _NAMES[character]
    if unicodedata.category(character) in _UNSEEN_CATEGORIES:
        return f"U+{ord(character):04X}"
    return ""


def visible_text(text: str) -> str:
    """The text without markup, for charts and tables: a space as `␣`, other names in brackets."""
    if _shows_itself(text):
        return text
    return "".join(
        glyph.text if glyph.kind != "name" else "␣" if glyph.text == SPACE else f"[{glyph.text}]"
        for glyph in glyphs(text)
    )


def beginning(text: str) -> str:
    """The part of a text that is shown, as in `visible_text`; a token can be as long as a corpus."""
    return visible_text(text[:MOST_SHOWN]) + "…" * (len(text) > MOST_SHOWN)


def shortened(text: str, longest: int = 16) -> str:
    """The text, cut with an ellipsis if it is longer."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def free_name(name: str, taken: Container[str], ending: str = "") -> str:
    """The name with its ending, with a number if it is already taken.

    >>> free_name("minbpe", ["minbpe", "minbpe (2)"]), free_name("a", ["a.txt"], ".txt")
    ('minbpe (3)', 'a (2).txt')
    """
    candidate, number = f"{name}{ending}", 1
    while candidate in taken:
        number += 1
        candidate = f"{name} ({number}){ending}"
    return candidate


def labels(options: Iterable[Option], shown: Callable[[Option], str]) -> dict[Option, str]:
    """The label of each option in a list, no two alike, because Streamlit identifies an option by its label.

    >>> labels(["hugs", "hug!"], lambda option: option[:3])
    {'hugs': 'hug', 'hug!': 'hug (2)'}
    """
    labels_of: dict[Option, str] = {}
    times: Counter[str] = Counter()  # because a thousand columns may begin alike
    for option in options:
        name = shown(option)
        times[name] += 1
        if times[name] > 1:
            name = free_name(f"{name} ({times[name]})", times)
            times[name] += 1
        labels_of[option] = name
    return labels_of


def has_visible(text: str) -> bool:
    """Whether any character is visible.

    >>> has_visible("Rules 1"), has_visible(" \\u200b"), has_visible("\\u3164")
    (True, False, False)
    """
    return any(not name_of(character) and character not in _BLANK_LETTERS for character in text)


def reads_right_to_left(text: str) -> bool:
    """Whether the first letter with a direction belongs to a right-to-left script."""
    for character in text:
        direction = unicodedata.bidirectional(character)
        if direction in {"L", "R", "AL"}:
            return direction != "L"
    return False


def isolated(text: str) -> str:
    """A text for where there is no markup: its neighbours keep their order, and a marker in it its brackets.

    >>> isolated("low"), isolated("שלום</w>")
    ('\\u2068low\\u2069', '\\u2068שלום\\u2066</w>\\u2069\\u2069')
    """
    if reads_right_to_left(text):
        text = _MARKER.sub("\u2066\\g<0>\u2069", text)
    return f"\u2068{text}\u2069"


def _shows_itself(text: str) -> bool:
    """Whether it is plain ASCII without a space, as most tokens are; others are checked by character."""
    return text.isascii() and text.isprintable() and " " not in text and text != ""


def _joins_its_neighbours(text: str, index: int) -> bool:
    # Inside an emoji or an Indic cluster a joiner is part of one picture; alone or at the edge it is not.
    inside = 0 < index < len(text) - 1
    if text[index] in {"\ufe0e", "\ufe0f"}:
        inside = index > 0
    return text[index] in _JOINERS and inside and ord(text[index - 1]) > 0x7F


def _on_a_carrier(run: str) -> str:
    """The text; if it begins with a combining mark, on a dotted circle."""
    return _DOTTED_CIRCLE + run if unicodedata.category(run[0]).startswith("M") else run
