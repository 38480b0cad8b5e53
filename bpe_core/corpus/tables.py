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
from itertools import chain, islice, pairwise
from typing import Any, NamedTuple

from bpe_core.corpus.fields import fields_of, values_at
from bpe_core.corpus.long_text import Utf8Text
from bpe_core.errors import CorpusError
from bpe_core.validation import shown

SAMPLE_ROWS = 100
"""The columns are those of the first rows, this many."""
BATCH_ROWS = 10_000
"""How many rows are read at a time, with a report after each."""
MAX_COLUMNS = 1_000
"""A table with more columns is refused."""
BAD_ROWS_NAMED = 3
"""How many unreadable rows an error names."""
LONGEST_CELL = 2**31 - 1
"""Python's default limit of 131,072 characters is too low for documents; the file's size is the limit."""

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


class Batch(NamedTuple):
    """Some rows of some columns."""

    numbers: Sequence[int]
    """The number of each row in the file, from 1."""
    columns: list[list[Any]]
    """The values, column by column."""


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


BatchReader = Callable[[Sequence[str], BadRows], Iterator[Batch]]
"""Reads the values of these columns from the first row on, and adds unreadable rows to `BadRows`."""


@dataclass(frozen=True)
class Table:
    """A file of rows, of which so far only the columns are read."""

    name: str
    """The file's name."""

    columns: dict[str, list[Any]]
    """The names of the columns, with the values of the first rows; of a field in a list, all its values."""

    batches: BatchReader
    """Reads all rows."""

    others: tuple[str, ...] = ()
    """The names of columns with neither texts nor numbers."""

    def guess(self) -> TableColumns | None:
        """The columns that most likely hold the corpus; None if several hold texts and no name tells.

        Raises `CorpusError` if no column has texts.
        """
        texts = self.text_columns()
        if not texts:
            names = column_names([*self.columns, *self.others])
            raise CorpusError(f"{self.name!r} has no column of texts; its columns: {names}.")
        of_counts = self.count_columns()
        word, count = _named(WORD_NAMES, texts), _named(COUNT_NAMES, self._columns_of(_is_number))
        if len(texts) == 1:
            word = texts[0]
            if count is None and len(of_counts) == 1 and self._may_count(of_counts[0], word):
                count = of_counts[0]
        if word is not None and count is not None and _most_are(_is_word, self.columns[word]):
            return TableColumns(word, count)
        if (named := _named(TEXT_NAMES, texts)) is not None:
            return TableColumns(named)
        # Columns of labels and names hold no running text.
        running = [name for name in texts if _most_are(_has_words, self.columns[name])]
        inside = [name for name in texts if name.rpartition(".")[2] in TEXT_NAMES]
        candidates = running or (inside if len(inside) == 1 else texts)
        return TableColumns(candidates[0]) if len(candidates) == 1 else None

    def _may_count(self, count: str, word: str) -> bool:
        """Whether a column of whole numbers beside words may be their counts: it does not number the rows."""
        words, counts = self.columns[word], [_count_in(value) or 0 for value in self.columns[count]]
        rows_are_numbered = len(counts) > 1 and all(after == before + 1 for before, after in pairwise(counts))
        return len(set(words)) == len(words) == len(counts) and not rows_are_numbered

    def text_columns(self) -> list[str]:
        """The columns that can hold documents or words."""
        texts = self._columns_of(lambda value: isinstance(value, str))
        counts = set(self.count_columns())
        empty = {name for name, values in self.columns.items() if all(value is None for value in values)}
        return [name for name in self.columns if name in empty or (name in texts and name not in counts)]

    def count_columns(self) -> list[str]:
        """The columns that can hold counts."""
        return self._columns_of(lambda value: _count_in(value) is not None)

    def _columns_of(self, is_one: Callable[[object], bool]) -> list[str]:
        return [name for name, values in self.columns.items() if _most_are(is_one, values)]


def read_columns(table: Table, columns: TableColumns, on_rows: OnRows | None = None) -> Iterator[Any]:
    """The documents in the column of texts, or pairs of a word and its count. Raises `CorpusError`."""
    chosen = [columns.text] if columns.count is None else [columns.text, columns.count]
    for column in chosen:
        if column not in table.columns:
            raise CorpusError(
                f"{table.name!r} has no column {shown(column)}; its columns: {column_names(table.columns)}."
            )
    read = _documents if columns.count is None else _entries

    def parts() -> Iterator[Iterable[Any]]:
        bad_rows, rows = BadRows(table.name), 0
        for batch in table.batches(chosen, bad_rows):
            yield read(batch, bad_rows)
            rows += len(batch.numbers)
            if on_rows is not None:
                on_rows(rows)
        bad_rows.check()

    return chain.from_iterable(parts())


def check_columns(name: str, number: int) -> None:
    """Raise `CorpusError` if a table has too many columns to choose from."""
    if number > MAX_COLUMNS:
        raise CorpusError(f"{name!r} has {number:,} columns or more; at most {MAX_COLUMNS:,} can be read.")


def table_of_rows(
    name: str, read: Callable[[BadRows], Iterator[tuple[int, Mapping[str, Any]]]], header: Iterable[str] = ()
) -> Table:
    """A table whose numbered rows are read one by one; raises `CorpusError` if none can be read."""
    columns: dict[str, list[Any]] = {column: [] for column in header}
    bad_rows = BadRows(name)
    for _, row in islice(read(bad_rows), SAMPLE_ROWS):
        for column, values in fields_of(row).items():
            columns.setdefault(column, []).extend(values)
        check_columns(name, len(columns))
    if not any(columns.values()):
        bad_rows.check()

    def batches(chosen: Sequence[str], bad_rows: BadRows) -> Iterator[Batch]:
        rows = read(bad_rows)
        while some := list(islice(rows, BATCH_ROWS)):
            yield _batch(some, chosen, bad_rows)

    return Table(name, columns, batches)


def _batch(rows: Sequence[tuple[int, Mapping[str, Any]]], chosen: Sequence[str], bad_rows: BadRows) -> Batch:
    """The values of some columns; a row with several of one is as many rows, but not beside counts."""
    columns = [[row.get(column) for _, row in rows] for column in chosen]
    if all(set(map(type, values)) <= {str, int} for values in columns):
        return Batch([number for number, _ in rows], columns)
    numbers, columns = [], [[] for _ in chosen]
    for number, row in rows:
        found = [values_at(row, column) or [None] for column in chosen]
        if len(found) > 1 and (len(found[0]), len(found[1])) != (1, 1):
            bad_rows.add(number, "has a list, which does not say which count belongs to which word")
            continue
        numbers += [number] * len(found[0])
        for values, column in zip(found, columns, strict=True):
            column += values
    return Batch(numbers, columns)


def json_table(name: str, read: Callable[[BadRows], Iterable[tuple[int, Any]]]) -> Table:
    """A table whose rows are JSON objects, texts, or lists of a word and its count."""

    def rows(bad_rows: BadRows) -> Iterator[tuple[int, Mapping[str, Any]]]:
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

    def read(bad_rows: BadRows) -> Iterator[tuple[int, Mapping[str, Any]]]:
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


def _documents(batch: Batch, bad_rows: BadRows) -> Iterator[str]:
    for number, text in zip(batch.numbers, batch.columns[0], strict=True):
        if text is None or isinstance(text, str):
            yield text or ""
        else:
            bad_rows.add(number, f"has {shown(text)}, which is not a text")


def _entries(batch: Batch, bad_rows: BadRows) -> Iterator[tuple[str, int]]:
    words, counts = batch.columns
    if set(map(type, words)) == {str} and set(map(type, counts)) == {int} and all(words) and min(counts) > 0:
        yield from zip(words, counts, strict=True)  # nearly always, and several times as fast
        return
    for number, word, count in zip(batch.numbers, words, counts, strict=True):
        if not isinstance(word, str) or not word:
            bad_rows.add(number, f"has the word {shown(word)}, which is empty or not a text")
        elif (times := _count_in(count)) is None:
            bad_rows.add(number, f"has the count {shown(count)}, which is not an integer from 1 to 18 digits")
        else:
            yield word, times


def _has_words(value: object) -> bool:
    return isinstance(value, str) and len(value.split()) > 1


def _is_word(value: object) -> bool:
    return isinstance(value, str) and len(value.split()) == 1


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
    if isinstance(value, str):
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
