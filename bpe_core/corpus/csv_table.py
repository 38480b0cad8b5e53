"""Reads a CSV text as a table; cells are separated by commas, semicolons or tabs.

>>> table = csv_table("talk.csv", Utf8Text(b'label,text\\n3,"hug, pug"\\n'))
>>> table.columns
{'label': ['3'], 'text': ['hug, pug']}

Python's own reader is used: it refuses what is not CSV, and it numbers the rows. That of pyarrow reads from a
quote that is never closed to the end of the file, and reads `"x"y` as xy.

The first row holds the names of the columns. If one of its cells is a number, it is a row like the others,
and the columns are called "column 1", "column 2" ...
"""

import csv
from collections.abc import Iterator, Mapping
from typing import Any

from bpe_core.corpus.cells import is_number
from bpe_core.corpus.long_text import Utf8Text
from bpe_core.corpus.tables import BadRows, Table, check_columns, table_of_rows

LONGEST_CELL = 2**31 - 1
"""Python's default limit of 131,072 characters is too low for documents; the file's size is the limit."""


def csv_table(name: str, text: Utf8Text) -> Table:
    """The table in a text; the text is read again whenever the rows are."""
    csv.field_size_limit(LONGEST_CELL)
    first_line = next(text.lines())
    delimiter = max(",;\t", key=first_line.count)
    first = next((cells for _, cells in _rows(text, delimiter, BadRows(name))), [])
    check_columns(name, len(first))
    has_header = not any(map(is_number, first))
    names = _names(first) if has_header else [f"column {number}" for number in range(1, len(first) + 1)]

    def read(bad_rows: BadRows) -> Iterator[tuple[int, Mapping[str, Any]]]:
        rows = _rows(text, delimiter, bad_rows)
        if has_header:
            next(rows, None)
        for number, cells in rows:
            if len(cells) == len(names):
                yield number, dict(zip(names, cells, strict=True))
            else:
                bad_rows.add(number, f"has {len(cells):,} cells, and the first one {len(names):,}")

    return table_of_rows(name, read, names)


def _rows(text: Utf8Text, delimiter: str, bad_rows: BadRows) -> Iterator[tuple[int, list[str]]]:
    """Each row that is not blank, with its number; the first row has number 1."""
    reader = csv.reader((f"{line}\n" for line in text.lines()), delimiter=delimiter, strict=True)
    number = 0
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            number += 1
            bad_rows.add(number, f"is no CSV ({error})")
            continue
        if cells:
            number += 1
            yield number, cells


def _names(header: list[str]) -> list[str]:
    """The names in the header; a column without a unique name gets its number."""
    names = [name.strip() for name in header]
    return [
        name if name and names.count(name) == 1 else f"column {number}"
        for number, name in enumerate(names, start=1)
    ]
