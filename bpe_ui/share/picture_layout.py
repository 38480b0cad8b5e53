"""The layout of the picture: chips in lines, a sentence in lines, and the width of a text.

No font is measured: a character of the token font counts as `CELL` wide, a wide character as twice that.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bpe_ui.text import sentences
from bpe_ui.text.sentences import Part, Sentence, Token
from bpe_ui.text.visible import reads_right_to_left, shortened, visible_text
from bpe_ui.text.word_rows import Chip, WordRow

CELL = 0.62
"""The width of a character of the token font, in font sizes."""
CHIP_FONT = 19
"""The font size of a chip."""
CHIPS_SHOWN = 60
"""How many chips of one word are shown."""
SENTENCE_LINE = 92
"""How many characters of the sentence fit on one line."""
NAME_LENGTH = 18
"""Longer tokens are shortened."""


def cells(text: str) -> int:
    """How many character cells of the token font a text takes.

    >>> cells("hug"), cells("語"), cells("e\\u0301")
    (3, 2, 1)
    """
    return sum(map(_cells_of, text))


def _cells_of(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


class PlacedChip(NamedTuple):
    """A chip of a word, and its place."""

    chip: Chip
    x: float  # its left side
    line: int  # on which line of its word, from 0
    width: float


def groups_shown(row: WordRow) -> tuple[list[tuple[Chip, ...]], int]:
    """The first groups of a word, and how many of its symbols are not shown."""
    groups: list[tuple[Chip, ...]] = []
    shown = 0
    for group in row.groups:
        if shown + len(group) > CHIPS_SHOWN:
            break
        groups.append(group)
        shown += len(group)
    return groups, sum(map(len, row.groups)) + row.not_shown - shown


def placed_chips(
    groups: Iterable[Sequence[Chip]], start: float, end: float, right_to_left: bool
) -> list[list[PlacedChip]]:
    """The place of each chip, line by line; a group is never divided. From right to left it is mirrored."""
    x, line = start, 0
    placed: list[list[PlacedChip]] = []
    for group in groups:
        widths = [chip_width(chip.token) for chip in group]
        if x > start and x + sum(widths) + 3 * (len(group) - 1) > end:
            x, line = start, line + 1
        placed.append([])
        for chip, width in zip(group, widths, strict=True):
            here = start + end - x - width if right_to_left else x
            placed[-1].append(PlacedChip(chip, here, line, width))
            x += width + 3
        x += 7
    return placed


def chip_width(token: str) -> float:
    """The width of a chip with this token."""
    return max(32.0, CELL * CHIP_FONT * cells(short_name(token)) + 18)


def short_name(token: str) -> str:
    """A token as the picture writes it."""
    return shortened(visible_text(token), NAME_LENGTH)


def isolated(token: str) -> str:
    """A token among other text: if it reads from right to left, its neighbours keep their order."""
    return f"\u2068{short_name(token)}\u2069" if reads_right_to_left(token) else short_name(token)


def wrapped(parts: Sentence) -> list[Sentence]:
    """The sentence cut into lines at its spaces."""
    lines: list[list[Part]] = [[]]
    length = 0
    pieces: list[Part] = []
    for part in parts:
        pieces += re.findall(r"\S+ ?| ", part) if isinstance(part, str) else [part]
    for part in pieces:
        size = cells(plain(part))
        if length and length + size > SENTENCE_LINE and plain(part) != " ":
            lines.append([])
            length = 0
        lines[-1].append(part)
        length += size
    return [tuple(line) for line in lines]


def plain(part: Part) -> str:
    """A part of a sentence as the picture writes it."""
    return isolated(part.text) if isinstance(part, Token) else sentences.plain_text((part,))
