"""The layout of the picture: words as rows of chips, a sentence in lines, and the width of a text.

No font is measured: a character of the token font counts as `CELL` wide, a wide character as twice that.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bpe_core.queries import WordCount
from bpe_core.stepper import BPEStepper
from bpe_ui.stage.text import sentences
from bpe_ui.stage.text.sentences import Part, Sentence, Token
from bpe_ui.stage.text.visible import isolated, reads_right_to_left, shortened, visible_text

SYMBOLS_SHOWN = 200
"""How many symbols of a word are shown; a longer word ends with the number of those left out."""


@dataclass(frozen=True)
class Chip:
    """One symbol of a word, or one token of the vocabulary."""

    token: str
    """The token as the core prints it."""

    merge_number: int | None
    """The merge that made it, counted from 1; None for a base symbol or a special token."""

    is_new: bool = False
    """Whether the last merge made it."""


@dataclass(frozen=True)
class WordRow:
    """A word as it is split now."""

    word: str
    """The word as it was counted."""

    count: int
    """How often it occurs."""

    groups: tuple[tuple[Chip, ...], ...]
    """Its symbols, in order: two chips in a group are about to be merged, others are alone."""

    not_shown: int
    """How many more symbols the word has."""


def word_rows(stepper: BPEStepper, words: Sequence[WordCount]) -> list[WordRow]:
    """The given words as they are split at the stepper's position."""
    position = stepper.position
    next_pair = stepper.history[position].pair if position < stepper.known_merges else stepper.next_pair()
    splits = stepper.splits([row.word for row in words])
    rows = []
    for row in words:
        symbols, ranks = splits[row.word], stepper.view.split_merges(row.word)
        shown = [
            Chip(symbol, None if rank is None else rank + 1, is_new=rank == position - 1)
            for symbol, rank in zip(symbols[:SYMBOLS_SHOWN], ranks[:SYMBOLS_SHOWN], strict=True)
        ]
        groups, not_shown = tuple(group_pairs(shown, next_pair)), max(0, len(symbols) - SYMBOLS_SHOWN)
        rows.append(WordRow(row.word, row.count, groups, not_shown))
    return rows


def group_pairs(chips: Sequence[Chip], pair: tuple[str, str] | None) -> list[tuple[Chip, ...]]:
    """The chips of a word, in which every two that `pair` would merge are grouped, from the left.

    >>> a = Chip("a", None)
    >>> [len(group) for group in group_pairs([a, a, a], ("a", "a"))]    # two overlapping pairs, one merges
    [2, 1]
    """
    groups: list[tuple[Chip, ...]] = []
    index = 0
    while index < len(chips):
        here = tuple(chips[index : index + 2])
        size = 2 if tuple(chip.token for chip in here) == pair else 1
        groups.append(here[:size])
        index += size
    return groups


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
        widths = [max(32.0, CELL * CHIP_FONT * cells(short_name(chip.token)) + 18) for chip in group]
        if x > start and x + sum(widths) + 3 * (len(group) - 1) > end:
            x, line = start, line + 1
        placed.append([])
        for chip, width in zip(group, widths, strict=True):
            here = start + end - x - width if right_to_left else x
            placed[-1].append(PlacedChip(chip, here, line, width))
            x += width + 3
        x += 7
    return placed


def short_name(token: str) -> str:
    """A token as the picture writes it."""
    return shortened(visible_text(token), NAME_LENGTH)


def among_others(token: str) -> str:
    """A token among other text: if it reads from right to left, its neighbours keep their order."""
    return isolated(short_name(token)) if reads_right_to_left(token) else short_name(token)


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
    return among_others(part.text) if isinstance(part, Token) else sentences.plain_text((part,))
