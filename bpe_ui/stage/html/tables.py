"""The HTML of every table below a stage; a stage draws its own in the browser (`component/table.js`)."""

from collections.abc import Iterable, Sequence
from typing import Literal

from bpe_ui.stage.html import chips
from bpe_ui.stage.html.chips import Html, in_html, join

Kind = Literal["numbers", "cuts", "evidence"]
"""Numbers stand at the right, all else at the left."""


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[Html]], kind: Kind = "cuts") -> Html:
    """Markup under headings, or under none; the first cell of each row names it."""
    named = join(
        Html(f'<th scope="col">{chips.escaped(text)}</th>' if text else "<td></td>") for text in heads
    )
    head = f"<thead><tr>{named}</tr></thead>" if heads else ""
    return region(caption, Html(f"<table>{head}<tbody>{join(map(_row, rows))}</tbody></table>"), kind)


def numbers(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str | int]]) -> Html:
    """A table of numbers and of any texts."""
    written = (
        [chips.escaped(f"{cell:,}" if isinstance(cell, int) else cell) for cell in row] for row in rows
    )
    return table(caption, heads, written, "numbers")


def region(label: str, body: Html, kind: str) -> Html:
    """A part of a page that scrolls in a window of its own, also with the keyboard."""
    return Html(f'<div class="{kind}" tabindex="0" role="region" aria-label="{in_html(label)}">{body}</div>')


def _row(cells: Sequence[Html]) -> Html:
    first, *others = cells
    return Html(f'<tr><th scope="row">{first}</th>{join(Html(f"<td>{cell}</td>") for cell in others)}</tr>')
