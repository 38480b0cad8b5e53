"""The data of the chart of merge orders: columns as lanes, tokens as boxes, equal tokens joined by lines.

    lane 0     lane 1
   [  ug  ]---[  ug  ]      row 0: all columns learn it at this merge
   [ pug  ]   [ hugs ]      row 1
           \\ /
            X               they learn both, in another order
           / \\
   [ hugs ]   [ pug  ]      row 2
"""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pandas as pd

from bpe_core.studies.comparison import AlignedStep, Comparison, LearnedToken
from bpe_ui.compare.settings.titles import MOST_LONG, fitting_titles, shown_title
from bpe_ui.text.sentences import say_plainly
from bpe_ui.text.visible import shortened, visible_text

ROWS_SHOWN, ROWS_BEFORE = 12, 2
"""How many merges a chart has, and how many of them come before the first difference; readable from afar."""
TITLE_LINE, SHORT_LINE, TITLE_LINES = 13, 8, 3
"""Letters on a line of a column's title, normally and if many columns leave little room; and lines."""
TOKEN_LENGTH = 14
"""Longer tokens are cut; the tooltip shows more."""
HALF_BOX, HALF_HEIGHT = 0.38, 0.4
"""Half the width of a box, in lanes, and half its height, in rows."""
END_GAP = 0.05
"""The distance, in lanes, from a box to the mark that says why its line ends."""

SAME, MOVED, SOME = "same", "moved", "some"
"""All columns learn the token at this merge; all learn it, but at different merges; not all learn it."""
EARLIER, LATER, NEVER = "earlier", "later", "never"
"""When a column learns a token that is in its neighbour's part of the chart but not in its own. "never" means
as far as it is trained, so the word is not shown."""
END_WORDS = {EARLIER: "learned further up", LATER: "learned further down", NEVER: "not learned"}
"""The words for these on screen."""

NODES = ["lane", "left", "right", "row", "top", "bottom", "token", "kind", "about"]
LINKS = ["left", "right", "row", "row_there", "kind"]
ENDS = ["place", "row", "what"]
HEADS = ["lane", "line", "text"]
FEET = ["lane", "row", "text", "about"]

Row = tuple[Any, ...]


@dataclass(frozen=True)
class Bump:
    """The chart as frames; `lane` and `left` to `right` count lanes from 0, `row` rows from 0."""

    titles: tuple[str, ...]
    """The columns' titles."""

    first: int
    """The rank of the first row."""

    rows: int
    """How many rows there are."""

    difference: int | None
    """The row of the first difference between the columns; None if it is not in the chart."""

    longest: int
    """The number of letters of the longest token in a box."""

    nodes: pd.DataFrame
    """The boxes: `NODES`."""

    links: pd.DataFrame
    """A line for each token that two neighbouring columns learn in this chart: `LINKS`."""

    ends: pd.DataFrame
    """Where a line ends because the neighbour learns the token later, earlier or never: `ENDS`."""

    heads: pd.DataFrame
    """The titles, a row for each of their lines: `HEADS`."""

    feet: pd.DataFrame
    """Below each lane, which tokens of the chart the column learns later or never: `FEET`."""

    @property
    def alt(self) -> str:
        """The chart in words."""
        kinds = self.nodes.drop_duplicates("token")["kind"].value_counts()
        return say_plainly(
            "The tokens that {columns} columns learn at merges {first:,} to {last:,}, lines"
            " joining equal ones: {same:,} at the same merge in all columns; {moved:,} in all"
            " columns at different merges; {some:,} not in every column. The columns at the left"
            " show the same, step by step.",
            columns=len(self.titles),
            first=self.first + 1,
            last=self.first + self.rows,
            same=kinds.get(SAME, 0),
            moved=kinds.get(MOVED, 0),
            some=kinds.get(SOME, 0),
        )


def window_of(comparison: Comparison, first: int | None, rows: int = ROWS_SHOWN) -> tuple[int, int]:
    """The first rank and the number of rows of a chart; with None it begins before the first difference."""
    start = (comparison.first_divergence or 0) - ROWS_BEFORE if first is None else first
    start = max(0, min(start, comparison.length - rows))
    return start, min(rows, comparison.length - start)


def bump_of(comparison: Comparison, first: int | None = None, rows: int = ROWS_SHOWN) -> Bump:
    """The data of the chart of the merges from a rank on."""
    start, length = window_of(comparison, first, rows)
    inside = range(start, start + length)
    names = [shown_title(title) for title in fitting_titles([each.title for each in comparison.columns])]
    # Up to the last rank each column has learned one token per rank, so no later token can be in the chart.
    tokens = comparison.tokens(len(names) * inside.stop)
    tokens = [entry for entry in tokens if any(rank in inside for rank in entry.ranks)]
    divergence = comparison.first_divergence
    return Bump(
        titles=tuple(names),
        first=start,
        rows=length,
        difference=divergence - start if divergence is not None and divergence in inside else None,
        longest=max((len(_label(entry.token)) for entry in tokens), default=1),
        nodes=pd.DataFrame(_nodes(comparison.rows(start, inside.stop), tokens, names), columns=NODES),
        links=pd.DataFrame(_links(tokens, inside), columns=LINKS),
        ends=pd.DataFrame(_ends(tokens, inside), columns=ENDS),
        heads=pd.DataFrame(_heads(names), columns=HEADS),
        feet=pd.DataFrame(_feet(tokens, inside, len(names)), columns=FEET),
    )


def kind_of(ranks: Sequence[int | None]) -> str:
    """How the columns agree about a token that they learn at these ranks.

    >>> kind_of((4, 4)), kind_of((4, 5)), kind_of((4, None))
    ('same', 'moved', 'some')
    """
    if None in ranks:
        return SOME
    return SAME if len(set(ranks)) == 1 else MOVED


def _nodes(
    steps: Sequence[AlignedStep], tokens: Sequence[LearnedToken], titles: Sequence[str]
) -> Iterator[Row]:
    # By place, not by text: a column of bytes prints a token differently from one of characters.
    ranks_at = {(lane, rank): entry.ranks for entry in tokens for lane, rank in enumerate(entry.ranks)}
    for row, step in enumerate(steps):
        for lane, cell in enumerate(step.cells):
            if cell is None:
                continue
            ranks = ranks_at[lane, step.rank]
            where = "; ".join(
                f"{title}: {'not learned' if rank is None else f'merge {rank + 1:,}'}"
                for title, rank in zip(titles, ranks, strict=True)
            )
            box = lane - HALF_BOX, lane + HALF_BOX, row, row - HALF_HEIGHT, row + HALF_HEIGHT
            about = f"{shortened(visible_text(cell.token), 60)} · {where}"
            yield lane, *box, _label(cell.token), kind_of(ranks), about


def _label(token: str) -> str:
    return shortened(visible_text(token), TOKEN_LENGTH)


def _links(tokens: Sequence[LearnedToken], rows: range) -> Iterator[Row]:
    for entry in tokens:
        for lane, (here, there) in enumerate(pairwise(entry.ranks)):
            if here is not None and there is not None and here in rows and there in rows:
                places = lane + HALF_BOX, lane + 1 - HALF_BOX, here - rows.start, there - rows.start
                yield *places, kind_of(entry.ranks)


def _ends(tokens: Sequence[LearnedToken], rows: range) -> Iterator[Row]:
    """The marks next to a box, towards a neighbour that has not the token in the chart."""
    for entry in tokens:
        for lane, here in enumerate(entry.ranks):
            if here is None or here not in rows:
                continue
            for neighbour in (lane - 1, lane + 1):
                what = _where(entry.ranks[neighbour], rows) if 0 <= neighbour < len(entry.ranks) else ""
                if what:
                    yield lane + (neighbour - lane) * (HALF_BOX + END_GAP), here - rows.start, what


def _where(rank: int | None, rows: range) -> str:
    """Where a token is that is not in the chart; "" if it is."""
    if rank is None:
        return NEVER
    if rank in rows:
        return ""
    return EARLIER if rank < rows.start else LATER


def _feet(tokens: Sequence[LearnedToken], rows: range, lanes: int) -> Iterator[Row]:
    for lane in range(lanes):
        row = len(rows)
        for what in (EARLIER, LATER, NEVER):
            labels = [_label(entry.token) for entry in tokens if _where(entry.ranks[lane], rows) == what]
            if labels:
                yield lane, row, _foot(what, labels), f"{END_WORDS[what]}: {', '.join(labels)}"
                row += 1


def _foot(what: str, labels: Sequence[str]) -> str:
    """One token by name, several by number.

    >>> _foot(NEVER, ["hugs"]), _foot(LATER, ["pug", "hugs"])
    ('lacks hugs', '2 later')
    """
    tokens = labels[0] if len(labels) == 1 else f"{len(labels):,}"
    return f"lacks {tokens}" if what == NEVER else f"{tokens} {what}"


def _heads(titles: Sequence[str]) -> Iterator[Row]:
    letters = SHORT_LINE if len(titles) > MOST_LONG else TITLE_LINE
    for lane, title in enumerate(titles):
        lines = textwrap.wrap(title, letters, max_lines=TITLE_LINES, placeholder="…")
        yield from ((lane, line, text) for line, text in enumerate(lines or [""]))
