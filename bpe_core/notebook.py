"""How a notebook shows a stepper: what is next, and the pairs, in the columns of the app's table.

All text is escaped. The stepper does not know this module: it gives it the method `_repr_html_`, which a
notebook looks for.

>>> from bpe_core.queries import VOCABULARY_COLUMNS
>>> html_table(VOCABULARY_COLUMNS, [("<s>", 0)], None)
'<table><tr><th>Id</th><th>Token</th></tr><tr><td>0</td><td><code><bdi>&lt;s&gt;</bdi></code></td></tr></table>'
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

from bpe_core.queries import Column, Statistics, cell, pair_columns
from bpe_core.stepper import BPEStepper

LONGEST = 40
"""Characters shown of one symbol."""
MOST_ROWS = 12
"""Rows shown of the table."""


def stepper_html(stepper: BPEStepper) -> str:
    """The next pair, or why training is over, above the table of pairs."""
    next_pair = stepper.next_pair()
    over = f"Training is over: {stepper.stop_reason}."
    said = escape(over) if next_pair is None else f"next: {_CELLS['pair'](next_pair)}"
    pairs = stepper.pair_counts(MOST_ROWS)
    table = html_table(pair_columns(stepper.config), pairs, stepper.statistics()) if pairs else ""
    return f"<div><b>{escape(repr(stepper))}</b></div><div>{said}</div>{table}"


BPEStepper._repr_html_ = stepper_html  # type: ignore[attr-defined]


def html_table(columns: Sequence[Column], rows: Iterable[Any], now: Statistics | None) -> str:
    """Records as a table of these columns."""
    head = "".join(f"<th>{escape(column.title)}</th>" for column in columns)
    shown = (
        "".join(f"<td>{_CELLS[column.kind](cell(column, row, now))}</td>" for column in columns)
        for row in rows
    )
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in shown)}</table>"


def _symbol(text: str) -> str:
    """A symbol with spaces as ␣ and other invisible characters as code points, shortened if it is long."""
    shown = "".join(
        each if each.isprintable() else f"U+{ord(each):04X}" for each in text[:LONGEST].replace(" ", "␣")
    )
    return f"<code><bdi>{escape(shown)}{'…' * (len(text) > LONGEST)}</bdi></code>"


_CELLS: dict[str, Callable[[Any], str]] = {
    "pair": lambda pair: " + ".join(map(_symbol, pair)),
    "token": _symbol,
    "number": "{:,}".format,
    "share": "{:.1%}".format,
    "text": escape,
}
