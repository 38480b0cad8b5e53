"""The ancestry of a token as a picture: the token on top, below it the two it was merged from, and so on.

In: an `Ancestor`. Out: `Html`. Each token lies above its parts and is as wide as they are together. In a
component `component/ancestry.js` draws the same.
"""

from collections.abc import Iterator
from html import escape
from itertools import repeat
from typing import NamedTuple

from bpe_core.queries import Ancestor
from bpe_core.studies.split_characters import characters_in, held_between
from bpe_ui.html import chips, markup
from bpe_ui.html.chips import Html, join
from bpe_ui.text.byte_parts import readings
from bpe_ui.text.sentences import Sentence
from bpe_ui.text.visible import beginning, reads_right_to_left

PARTS_TOLD = 20
"""Most merges that a screen reader is told."""


class _Box(NamedTuple):
    """Where a token is drawn."""

    ancestor: Ancestor
    column: int
    """The first of its base symbols, counted from 1."""
    width: int
    """How many base symbols it has."""
    row: int
    """How many merges lie above it, counted from 1."""
    first_byte: int
    """Where its bytes begin among those of the token on top."""


def ancestry(root: Ancestor) -> Html:
    """The picture; a token that no text gives is dashed."""
    boxes = [*_boxes(root, 1, 1, 0)]
    bottom = max(box.row for box in boxes) + 1
    direction = "rtl" if reads_right_to_left(root.token) else "ltr"
    return Html(
        f'<div class="ancestry" tabindex="0" role="img" aria-label="{escape(_told(boxes))}"'
        f' dir="{direction}" style="--columns: {boxes[-1].width}">'
        f"{join(map(_drawn, reversed(boxes), reversed(_readings(boxes)), repeat(bottom)))}</div>"
    )


def _boxes(ancestor: Ancestor, column: int, row: int, first_byte: int) -> Iterator[_Box]:
    """A token after the tokens below it."""
    width, next_byte = 0, first_byte
    for part in ancestor.parts:
        *below, top = _boxes(part, column + width, row + 1, next_byte)
        yield from below
        yield top
        width += top.width
        next_byte += len(part.bytes)
    yield _Box(ancestor, column, width or 1, row, first_byte)


def _readings(boxes: list[_Box]) -> list[Sentence]:
    """What each token stands for within the one on top, where it is not printed so."""
    characters = characters_in(boxes[-1].ancestor.bytes)
    spans = [(box.first_byte, box.first_byte + len(box.ancestor.bytes)) for box in boxes]
    held = [held_between(characters, *span) for span in spans]
    return readings([box.ancestor.token for box in boxes], held)


def _drawn(box: _Box, reading: Sentence, bottom: int) -> Html:
    ancestor = box.ancestor
    name, rank, title = "base", "", beginning(ancestor.token)
    if ancestor.rank is not None:
        name, rank, title = "learned", f"<sup>{ancestor.rank + 1:,}</sup>", _made(ancestor)
    name += " unreachable" * ancestor.is_unreachable
    end = box.row + 1 if ancestor.parts else bottom
    place = f"grid-column: {box.column} / span {box.width}; grid-row: {box.row} / {end}"
    text = chips.token(ancestor.token)
    if reading:
        rank += f"<small>{markup.sentence(reading)}</small>"
    return Html(f'<span class="{name}" style="{place}" title="{escape(title)}">{text}{rank}</span>')


def _told(boxes: list[_Box]) -> str:
    merges = [_made(box.ancestor) for box in reversed(boxes) if box.ancestor.rank is not None]
    more = f"; and {len(merges) - PARTS_TOLD:,} more" if len(merges) > PARTS_TOLD else ""
    return "; ".join(merges[:PARTS_TOLD]) + more or beginning(boxes[-1].ancestor.token)


def _made(ancestor: Ancestor) -> str:
    """`hug = h + ug (merge 3)`."""
    parts = " + ".join(beginning(part.token) for part in ancestor.parts)
    return f"{beginning(ancestor.token)} = {parts or '…'} (merge {(ancestor.rank or 0) + 1:,})"
