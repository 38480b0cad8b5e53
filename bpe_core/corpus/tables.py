"""A table: a file of rows and named columns, and the corpus in some of its columns.

>>> table = json_table("talk.jsonl", lambda bad_rows: enumerate([{"id": 7, "text": "hug pug"}], start=1))
>>> table.columns, table.guess()
({'id': [7], 'text': ['hug pug']}, TableColumns(text='text', count=None))
>>> list(read_columns(table, table.guess()))
['hug pug']

No row is left out: if one cannot be read, the file is refused, and the error names the first such rows. A row
without a value is an empty document.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, NamedTuple

from bpe_core.corpus.cells import count_in, is_count, is_number, is_text, is_word
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
    """The names of the columns, with the values of the first rows."""

    batches: BatchReader
    """Reads all rows."""

    def guess(self) -> TableColumns:
        """The columns that most likely hold the corpus; raises `CorpusError` if no column has texts."""
        texts = self.text_columns()
        if not texts:
            raise CorpusError(f"{self.name!r} has no column of texts; its columns: {_listed(self.columns)}.")
        word, count = _named(WORD_NAMES, texts), _named(COUNT_NAMES, self._columns_of(is_number))
        if len(texts) == 1:
            word = texts[0]
        if word is not None and count is not None and _most_are(is_word, self.columns[word]):
            return TableColumns(word, count)
        return TableColumns(_named(TEXT_NAMES, texts) or max(texts, key=self._length))

    def text_columns(self) -> list[str]:
        """The columns that can hold documents or words."""
        texts, counts = self._columns_of(is_text), set(self.count_columns())
        empty = {name for name, values in self.columns.items() if all(value is None for value in values)}
        return [name for name in self.columns if name in empty or (name in texts and name not in counts)]

    def count_columns(self) -> list[str]:
        """The columns that can hold counts."""
        return self._columns_of(is_count)

    def _columns_of(self, is_one: Callable[[object], bool]) -> list[str]:
        return [name for name, values in self.columns.items() if _most_are(is_one, values)]

    def _length(self, column: str) -> int:
        return sum(len(value) for value in self.columns[column] if isinstance(value, str))


def read_columns(table: Table, columns: TableColumns, on_rows: OnRows | None = None) -> Iterator[Any]:
    """The documents in the column of texts, or pairs of a word and its count. Raises `CorpusError`."""
    chosen = [columns.text] if columns.count is None else [columns.text, columns.count]
    for column in chosen:
        if column not in table.columns:
            raise CorpusError(
                f"{table.name!r} has no column {shown(column)}; its columns: {_listed(table.columns)}."
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
        for column, value in row.items():
            columns.setdefault(column, []).append(value)
        check_columns(name, len(columns))
    if not columns:
        bad_rows.check()

    def batches(chosen: Sequence[str], bad_rows: BadRows) -> Iterator[Batch]:
        rows = read(bad_rows)
        while some := list(islice(rows, BATCH_ROWS)):
            values = [[row.get(column) for _, row in some] for column in chosen]
            yield Batch([number for number, _ in some], values)

    return Table(name, columns, batches)


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


def _documents(batch: Batch, bad_rows: BadRows) -> Iterator[str]:
    for number, text in zip(batch.numbers, batch.columns[0], strict=True):
        if text is None or isinstance(text, str):
            yield text or ""
        else:
            bad_rows.add(number, f"has {shown(text)}, which is no text")


def _entries(batch: Batch, bad_rows: BadRows) -> Iterator[tuple[str, int]]:
    words, counts = batch.columns
    if set(map(type, words)) == {str} and set(map(type, counts)) == {int} and all(words) and min(counts) > 0:
        return zip(words, counts, strict=True)  # nearly always, and several times as fast
    return _checked_entries(batch, bad_rows)


def _checked_entries(batch: Batch, bad_rows: BadRows) -> Iterator[tuple[str, int]]:
    words, counts = batch.columns
    for number, word, count in zip(batch.numbers, words, counts, strict=True):
        if not isinstance(word, str) or not word:
            bad_rows.add(number, f"has the word {shown(word)}, which is no text or an empty one")
        elif (times := count_in(count)) is None:
            bad_rows.add(number, f"has the count {shown(count)}, which is no integer from 1 to 18 digits")
        else:
            yield word, times


def _most_are(is_one: Callable[[object], bool], values: list[object]) -> bool:
    """Whether it is true of at least half of the values that are not missing; the others are bad rows."""
    given = [value for value in values if value is not None]
    return bool(given) and 2 * sum(map(is_one, given)) >= len(given)


def _named(names: Sequence[str], columns: Iterable[str]) -> str | None:
    by_name = {column.strip().lower(): column for column in columns}
    return next((by_name[name] for name in names if name in by_name), None)


def _listed(columns: Iterable[str]) -> str:
    shown_first = [shown(column) for column in islice(columns, 10)]
    return ", ".join(shown_first) or "none"
