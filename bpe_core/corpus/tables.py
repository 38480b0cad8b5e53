"""A table: a file of rows and named columns, and the corpus in some of its columns.

>>> table = csv_table("talk.csv", Utf8Text(b'label,text\\n3,"hug, pug"\\n'))
>>> table.columns, table.guess()
({'label': ['3'], 'text': ['hug, pug']}, TableColumns(text='text', count=None))
>>> list(read_columns(table, table.guess()))
['hug, pug']

No row is left out: if one cannot be read, the file is refused, and the error names the first such rows. A row
without a value is an empty document.
"""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from typing import Any

from bpe_core.corpus.fields import fields_of, values_at
from bpe_core.corpus.long_text import Utf8Text
from bpe_core.errors import CorpusError
from bpe_core.validation import shown

SAMPLE_ROWS = 100  # whose columns are those of the table
ROWS_TOGETHER = 10_000  # with a report after so many
MAX_COLUMNS = 1_000
BAD_ROWS_NAMED = 3  # in an error
LONGEST_CELL = 2**31 - 1  # Python's usual limit of 131,072 characters is too low for documents

TEXT_NAMES = ("text", "content", "document", "sentence", "body")
WORD_NAMES = ("word", "token", "term", "text")
COUNT_NAMES = ("count", "counts", "frequency", "freq", "occurrences", "n")
"""Common names for a column of counts; the first that occurs is the guess."""

OnRows = Callable[[int], object]
"""Called with the number of rows read so far; if it raises, the reading ends."""


@dataclass(frozen=True)
class TableColumns:
    """The columns that hold the corpus."""

    text: str
    """The column of documents or words."""
    count: str | None = None
    """The column of the words' counts; None if each row is a document."""


class BadRows:
    """The rows of a file that cannot be read."""

    def __init__(self, name: str) -> None:
        """Start without any, for the file of this name."""
        self._name = name
        self._first: list[tuple[int, str]] = []
        self._count = 0

    def add(self, number: int, problem: str) -> None:
        """Add a row, with what is wrong with it."""
        self._count += 1
        self._first = sorted([*self._first, (number, problem)])[:BAD_ROWS_NAMED]

    def check(self) -> None:
        """Raise `CorpusError` if there are any."""
        if self._count:
            named = "; ".join(f"row {number:,} {problem}" for number, problem in self._first)
            more = self._count - len(self._first)
            others = f"; and {more:,} more" if more else ""
            raise CorpusError(f"{self._name!r} cannot be read: {named}{others}.")


NumberedRow = tuple[int, Mapping[str, Any]]
"""A row, after its number in the file."""
RowReader = Callable[[BadRows, Sequence[str]], Iterable[NumberedRow]]
"""Reads the rows, of which these columns are needed (none: all), and adds unreadable ones to `BadRows`."""


@dataclass(frozen=True)
class Table:
    """A file of rows, of which so far only the columns are read."""

    name: str
    """The file's name."""

    columns: dict[str, list[Any]]
    """The names of the columns, with the values of the first rows; of a field in a list, all its values."""

    rows: RowReader
    """Reads all rows."""

    must_choose: bool = False
    """Whether a person must choose among columns of texts, such as a train and a test set."""

    def guess(self) -> TableColumns | None:
        """The columns that most likely hold the corpus; None if several hold texts and no name tells.

        Raises `CorpusError` if no column has texts.
        """
        texts = self.text_columns()
        if not texts:
            names = column_names(self.columns)
            raise CorpusError(f"{self.name!r} has no column of texts; its columns: {names}.")
        if self.must_choose and len(texts) > 1 and _named(TEXT_NAMES, texts) is None:
            return None
        of_counts = [name for name in self.count_columns() if not self._numbers_rows(name)]
        word, count = _named(WORD_NAMES, texts), _named(COUNT_NAMES, self._columns_of(_is_number))
        if len(texts) == 1:
            word = texts[0]
            rows = len(words := self.columns[word])
            if (
                count is None
                and len(of_counts) == 1
                and len({*words}) == rows == len(self.columns[of_counts[0]])
            ):
                count = of_counts[0]
        if word and count and _most_are(lambda value: _words_in(value) == 1, self.columns[word]):
            return TableColumns(word, count)
        if (named := _named(TEXT_NAMES, texts)) is not None:
            return TableColumns(named)
        # Columns of labels and names hold no running text.
        running = [
            name for name in texts if _most_are(lambda value: _words_in(value) > 1, self.columns[name])
        ]
        inside = [name for name in texts if name.rpartition(".")[2] in TEXT_NAMES]
        candidates = running or (inside if len(inside) == 1 else texts)
        return TableColumns(candidates[0]) if len(candidates) == 1 else None

    def _numbers_rows(self, column: str) -> bool:
        counts = [_count_in(value) or 0 for value in self.columns[column]]
        return len(counts) > 1 and counts == [*range(counts[0], counts[0] + len(counts))]

    def text_columns(self) -> list[str]:
        """The columns that can hold documents or words."""
        empty = [name for name, values in self.columns.items() if all(value is None for value in values)]
        texts = {*self._columns_of(lambda value: isinstance(value, str))} - {*self.count_columns()}
        return [name for name in self.columns if name in empty or name in texts]

    def count_columns(self) -> list[str]:
        """The columns that can hold counts."""
        return self._columns_of(lambda value: _count_in(value) is not None)

    def _columns_of(self, is_one: Callable[[object], bool]) -> list[str]:
        return [name for name, values in self.columns.items() if _most_are(is_one, values)]


def read_columns(table: Table, columns: TableColumns, on_rows: OnRows | None = None) -> Iterator[Any]:
    """The documents in the column of texts, or pairs of a word and its count. Raises `CorpusError`."""
    for column in filter(None, (columns.text, columns.count)):
        if column not in table.columns:
            raise CorpusError(
                f"{table.name!r} has no column {shown(column)}; its columns: {column_names(table.columns)}."
            )
    return _read_rows(table, columns, on_rows or (lambda rows: None))


def _read_rows(table: Table, columns: TableColumns, on_rows: OnRows) -> Iterator[Any]:
    bad_rows, read = BadRows(table.name), 0
    for number, row in table.rows(bad_rows, [*filter(None, (columns.text, columns.count))]):
        texts = values_at(row, columns.text) or [None]
        counts = [None] if columns.count is None else values_at(row, columns.count) or [None]
        word, count = texts[0], counts[0]
        if columns.count is None:  # several texts of a row are several documents
            for text in texts:
                if text is None or isinstance(text, str):
                    yield text or ""
                else:
                    bad_rows.add(number, f"has {shown(text)}, which is not a text")
        elif len(texts) + len(counts) > 2:
            bad_rows.add(number, "has a list, which does not say which count belongs to which word")
        elif not isinstance(word, str) or not word:
            bad_rows.add(number, f"has the word {shown(word)}, which is empty or not a text")
        elif (times := _count_in(count)) is None:
            bad_rows.add(number, f"has the count {shown(count)}, which is not an integer from 1 to 18 digits")
        else:
            yield word, times
        read += 1
        if read % ROWS_TOGETHER == 0:
            on_rows(read)
    if read % ROWS_TOGETHER:
        on_rows(read)
    bad_rows.check()


def check_columns(name: str, number: int) -> None:
    """Raise `CorpusError` if a table has too many columns to choose from."""
    if number > MAX_COLUMNS:
        raise CorpusError(f"{name!r} has {number:,} columns or more; at most {MAX_COLUMNS:,} can be read.")


def table_of_rows(name: str, read: RowReader, header: Iterable[str] = ()) -> Table:
    """A table whose numbered rows are read one by one; raises `CorpusError` if none can be read."""
    columns: dict[str, list[Any]] = {column: [] for column in header}
    bad_rows = BadRows(name)
    for _, row in islice(read(bad_rows, ()), SAMPLE_ROWS):
        for column, values in fields_of(row).items():
            columns.setdefault(column, []).extend(values)
        check_columns(name, len(columns))
    if not any(columns.values()):
        bad_rows.check()

    return Table(name, columns, read)


def json_table(name: str, read: Callable[[BadRows], Iterable[tuple[int, Any]]]) -> Table:
    """A table whose rows are JSON objects, texts, or lists of a word and its count."""

    def rows(bad_rows: BadRows, _: Sequence[str]) -> Iterator[NumberedRow]:
        for number, value in read(bad_rows):
            if isinstance(value, dict):
                yield number, value
            elif isinstance(value, str):
                yield number, {"text": value}
            elif isinstance(value, list) and len(value) == 2:
                yield number, dict(zip(("word", "count"), value, strict=True))
            else:
                bad_rows.add(number, f"is {shown(value)}, no JSON object")

    return table_of_rows(name, rows)


def csv_table(name: str, text: Utf8Text) -> Table:
    """The table in a CSV text, with cells between commas, semicolons or tabs; read again with its rows.

    The first row has the names of the columns. If one of its cells is a number, it is a row like the others,
    and the columns are called "column 1", "column 2" ... So is a column whose name is empty or not unique.
    """
    csv.field_size_limit(LONGEST_CELL)
    first_line = next(text.lines())
    delimiter = max(",;\t", key=first_line.count)
    first = next((cells for _, cells in _csv_rows(text, delimiter, BadRows(name))), [])
    check_columns(name, len(first))
    has_header = not any(map(_is_number, first))
    given = [cell.strip() if has_header else "" for cell in first]
    names = [
        cell if cell and given.count(cell) == 1 else f"column {number}"
        for number, cell in enumerate(given, start=1)
    ]

    def read(bad_rows: BadRows, _: Sequence[str]) -> Iterator[NumberedRow]:
        rows = _csv_rows(text, delimiter, bad_rows)
        if has_header:
            next(rows, None)
        for number, cells in rows:
            if len(cells) == len(names):
                yield number, dict(zip(names, cells, strict=True))
            else:
                bad_rows.add(number, f"has {len(cells):,} cells, and the first one {len(names):,}")

    return table_of_rows(name, read, names)


# Not with pyarrow: it reads from a quote that is never closed to the end of the file, and reads `"x"y` as xy.
# Python's reader refuses both, and it numbers the rows.
def _csv_rows(text: Utf8Text, delimiter: str, bad_rows: BadRows) -> Iterator[tuple[int, list[str]]]:
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


def _words_in(value: object) -> int:
    return len(value.split()) if isinstance(value, str) else 0


def _is_number(value: object) -> bool:
    """Whether a cell is a number, perhaps written as a text."""
    try:
        float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return False
    return not isinstance(value, bool)


def _count_in(value: object) -> int | None:
    """A cell as an integer from 1 with at most 18 digits, also from a text or from `5.0`; else None.

    >>> _count_in("10"), _count_in(10.0), _count_in(2.5), _count_in("-1")
    (10, 10, None, None)
    """
    if type(value) is int:
        number = value if 0 < value < 10**18 else 0
    elif isinstance(value, str):
        digits = value.removesuffix(".0")
        number = int(digits) if len(digits) <= 18 and digits.isascii() and digits.isdecimal() else 0
    elif isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    else:
        number = int(value) if 0 < value < 10**18 and value % 1 == 0 else 0
    return number or None


def _most_are(is_one: Callable[[object], bool], values: list[object]) -> bool:
    """Whether it is true of at least half of the values that are not missing; the others are bad rows."""
    given = [value for value in values if value is not None]
    return bool(given) and 2 * sum(map(is_one, given)) >= len(given)


def _named(names: Sequence[str], columns: Iterable[str]) -> str | None:
    by_name = {column.strip().lower(): column for column in columns}
    return next((by_name[name] for name in names if name in by_name), None)


def column_names(columns: Iterable[str]) -> str:
    """The first names of columns, for a sentence."""
    shown_first = [shown(column) for column in islice(columns, 10)]
    return ", ".join(shown_first) or "none"
