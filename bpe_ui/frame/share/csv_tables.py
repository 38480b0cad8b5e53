"""The tables to download: the history, the pair table, the vocabulary.

Another export, of any format, is an entry of `FILES` in `downloads.py`.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.goto(1)
>>> history_csv(stepper).decode().splitlines()
['number,left,right,token,id,count,tied_with,chosen_by', '1,u,g,ug,7,20,0,rule']

A token may begin with `=`, and a spreadsheet would run it as a formula. So a text that begins with a sign of
a formula, or with an apostrophe, gets an apostrophe before it, which every reader can remove again. A
spreadsheet may also begin a cell after any comma, semicolon, tab or line end, and drop the quotes and spaces
that come first, so the same is done there.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

from bpe_core.queries import MERGE_COLUMNS, VOCABULARY_COLUMNS, Column, Statistics, cell, pair_columns
from bpe_core.stepper import BPEStepper

# OWASP's signs of a formula, where a cell may begin.
_BEFORE_A_FORMULA = re.compile(r"""((?:\A|[,;\t\r\n])[" ]*)(?=[=+\-@＝＋－＠\t\r\n'])""")


def history_csv(stepper: BPEStepper) -> bytes:
    """The merges up to the position, in order."""
    return _csv_of(MERGE_COLUMNS, stepper.merges)


def pairs_csv(stepper: BPEStepper) -> bytes:
    """Every pair at the position: highest count first, then in the tie rule's order."""
    return _csv_of(pair_columns(stepper.config), stepper.pair_counts(), stepper.statistics())


def vocabulary_csv(stepper: BPEStepper) -> bytes:
    """The vocabulary at the position, in id order."""
    return _csv_of(VOCABULARY_COLUMNS, stepper.view.vocabulary().items())


def _csv_of(columns: Sequence[Column], rows: Iterable[Any], now: Statistics | None = None) -> bytes:
    """The columns of some rows; a pair has two, and a share six digits."""
    header = [
        name for each in columns for name in (("left", "right") if each.kind == "pair" else (each.name,))
    ]
    return csv_table(header, ([text for each in columns for text in _cells(each, row, now)] for row in rows))


def _cells(column: Column, row: Any, now: Statistics | None) -> Sequence[Any]:
    value = cell(column, row, now)
    if column.kind == "pair":
        return value
    return (f"{value:.6f}" if column.kind == "share" else value,)


def plain_cell(text: str) -> str:
    r"""A text as a cell that no spreadsheet takes for a formula.

    >>> plain_cell("=1"), plain_cell("'s"), plain_cell('a;"=1'), plain_cell("hug")
    ("'=1", "''s", 'a;"\'=1', 'hug')
    """
    return _BEFORE_A_FORMULA.sub(r"\1'", text)


def csv_table(header: Sequence[str], rows: Iterable[Iterable[Any]]) -> bytes:
    """A table in UTF-8; its texts are written as `plain_cell`."""
    # Lines end as in RFC 4180; the writer then also quotes a cell with one of the two characters.
    written = io.StringIO(newline="")
    table = csv.writer(written, lineterminator="\r\n")
    table.writerow(header)
    table.writerows([plain_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return written.getvalue().encode()
