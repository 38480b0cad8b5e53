"""Reads files as a corpus: as a text, as documents, or as words with counts.

The first bytes of a file show whether it is packed, with gzip or Zstandard, and whether it is Parquet: many
programs unpack a file but keep its name. The ending of its name tells tables and JSON, one entry of `READERS`
each; anything else is a text if its bytes are those of a text, however it is encoded.

>>> import gzip
>>> read_files([("words.csv.gz", lambda: gzip.compress(b"hug,10"))])
('word_counts', [('hug', 10)])
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, islice
from pathlib import PurePath
from typing import Any, NamedTuple

from bpe_core.corpus.encodings import encoding_of, text_in
from bpe_core.corpus.long_text import Utf8Text
from bpe_core.corpus.parquet_table import FIRST_BYTES, parquet_table
from bpe_core.corpus.tables import (
    BadRows,
    OnRows,
    Table,
    TableColumns,
    column_names,
    csv_table,
    json_table,
    read_columns,
)
from bpe_core.corpus.word_count_text import read_word_counts
from bpe_core.errors import CorpusError, TextError
from bpe_core.packed_files import is_packed, name_inside, unpacked
from bpe_core.validation import load_json, short_name


class Limits(NamedTuple):
    """How large files may be."""

    file: int
    """The bytes of one file, as it is given."""
    unpacked: int
    """The bytes of all files of a corpus together, unpacked."""


MAX_UPLOAD_BYTES = 100_000_000
"""The largest file that can be uploaded: 100 MB."""
MAX_UNPACKED_BYTES = 2 * MAX_UPLOAD_BYTES
"""The largest size of all uploaded files of a corpus, unpacked: 200 MB."""
UPLOADED = Limits(MAX_UPLOAD_BYTES, MAX_UNPACKED_BYTES)
ON_THIS_MACHINE = Limits(4 * 10**9, 4 * 10**9)
"""4 GB, for files on one's own machine."""

LONG_TEXT_BYTES = 1_000_000
"""A longer text is kept as bytes, and decoded piece by piece whenever it is counted."""

_HEAD_CHARACTERS = 2_000
"""A CSV file holds word counts as people write them if this much of its beginning can be read as such."""

Content = tuple[str, Any]
"""What a file holds: ("text", a text), ("documents", texts) or ("word_counts", pairs), as in `Corpus.kind`.
Texts and pairs may be read only when they are needed."""

OnFile = Callable[[str], object]
"""Called with the name of a file when its content begins to be read."""


class _JSONObject(dict[str, Any]):
    """A JSON object that keeps a name which is given twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs


def _read_text(name: str, text: Utf8Text) -> Content:
    return "text", text if text.bytes > LONG_TEXT_BYTES else str(text)


def _read_csv(name: str, text: Utf8Text) -> Content | Table:
    if "\r" in (first := next(text.lines())) and len(first) == len(text):  # as Excel writes "CSV (Macintosh)"
        text = Utf8Text(first.replace("\r", "\n").encode())
    head = next(text.blocks())
    if len(head) > _HEAD_CHARACTERS:
        head = head[:_HEAD_CHARACTERS].rpartition("\n")[0]
    try:
        is_table = not read_word_counts(head)
    except CorpusError:
        is_table = True
    if is_table:
        table = csv_table(name, text)
        if list(table.columns) != ["column 1", "column 2"]:
            return table
    return "word_counts", read_word_counts(str(text))


def _read_json(name: str, text: Utf8Text) -> Content | Table:
    objects = [line for line in islice(text.lines(), 2) if line.lstrip().startswith("{")]
    has_objects_on_lines = False
    with suppress(ValueError, RecursionError):
        has_objects_on_lines = len(objects) == 2 and isinstance(json.loads(objects[0]), dict)
    if has_objects_on_lines:
        return _read_json_lines(name, text)
    value = load_json(str(text), repr(name), CorpusError, object_of=_JSONObject)
    if isinstance(value, _JSONObject):
        if 2 * sum(isinstance(count, int | float) for count in value.values()) < len(value):
            return json_table(name, lambda bad_rows: [(1, value)])
        return _counts_in(name, map(list, value.pairs))
    if not isinstance(value, list):
        allowed = 'texts, objects with texts, ["word", count] pairs, or an object {"word": count}'
        raise CorpusError(
            f"{name!r} holds one JSON value of type {type(value).__name__}; it must hold {allowed}."
        )
    if all(isinstance(item, str) for item in value):
        return "documents", value
    if all(isinstance(item, list) for item in value):
        return _counts_in(name, value)
    return json_table(name, lambda bad_rows: enumerate(value, start=1))


def _counts_in(name: str, pairs: Iterable[list[Any]]) -> Content:
    rows = list(pairs)
    table = json_table(name, lambda bad_rows: enumerate(rows, start=1))
    return "word_counts", read_columns(table, TableColumns("word", "count"))


# Not with pyarrow: it counts a bad row from the start of its block and names only one, takes two objects on a
# line for two rows, and cannot read a line that is a text or a pair.
def _read_json_lines(name: str, text: Utf8Text) -> Table:
    def values(bad_rows: BadRows) -> Iterator[tuple[int, Any]]:
        for number, line in enumerate(text.lines(), start=1):
            if not line.strip():
                continue
            try:
                value = load_json(line, "it", CorpusError)
            except CorpusError as error:
                bad_rows.add(number, str(error).removeprefix("it ").rstrip("."))
            else:
                yield number, value

    return json_table(name, values)


READERS: dict[str, Callable[[str, Utf8Text], Content | Table]] = {
    ".txt": _read_text,
    ".md": _read_text,
    ".csv": _read_csv,
    ".tsv": _read_csv,
    ".json": _read_json,
    ".jsonl": _read_json_lines,
    ".ndjson": _read_json_lines,
}
"""The readers of text files, by the ending of the file's name; any other is one text."""


def read_files(
    files: Iterable[tuple[str, Callable[[], bytes]]],
    columns: TableColumns | None = None,
    limits: Limits = UPLOADED,
    on_rows: OnRows | None = None,
    encoding: str | None = None,
    on_file: OnFile = lambda name: None,
) -> Content:
    """What files hold as one corpus; each is opened by its function only when it is needed.

    From a table the given columns are read, or those of `Table.guess`. A text that is not UTF-8 has the given
    encoding, or the one that its bytes show. Raises `CorpusError` with the reason if a file cannot be read.
    Line ends of a text stay as they are, and repeated words stay.
    """
    files = list(files)
    contents = _contents(files, columns, limits, on_rows, encoding, on_file)
    first_two = list(islice(contents, 2))
    if not first_two:
        raise CorpusError("There is no file to read.")
    name, (kind, held) = first_two[0]
    on_file(name)
    if len(first_two) == 1:
        return kind, held
    is_counts = kind == "word_counts"

    def parts() -> Iterator[Iterable[Any]]:
        for other, (kind, held) in chain(first_two, contents):
            if (kind == "word_counts") != is_counts:
                with_counts, without = (name, other) if is_counts else (other, name)
                raise CorpusError(
                    f"{with_counts!r} has words with counts, {without!r} texts; bring one kind."
                )
            on_file(other)
            yield [held] if kind == "text" else held

    return "word_counts" if is_counts else "documents", chain.from_iterable(parts())


@contextmanager
def naming() -> Iterator[OnFile]:
    """Add the name of the file that is being read to errors in it, if they lack it."""
    names = [""]
    try:
        yield names.append
    except (CorpusError, TextError) as error:
        if not names[-1] or repr(names[-1])[1:] in str(error):  # as the end of a path, too
            raise
        raise type(error)(f"{names[-1]!r}: {error}") from error


def open_table(name: str, data: bytes, encoding: str | None = None) -> Table | None:
    """The table in an uploaded file, to choose its columns; None if it is not a table."""
    opened, _ = _opened(short_name(name), data, *UPLOADED, encoding)
    return opened if isinstance(opened, Table) else None


def encoding_in(name: str, data: bytes) -> str | None:
    """How the text in an uploaded file is encoded; None if it holds no text as it is."""
    data = unpacked(repr(short_name(name)), data, MAX_UNPACKED_BYTES, CorpusError)
    return None if data.startswith(FIRST_BYTES) else encoding_of(data)


def is_as_large_as_it_looks(data: bytes) -> bool:
    """Whether a file holds no more than its own bytes: it is neither packed nor Parquet."""
    return not (data.startswith(FIRST_BYTES) or is_packed(data))


def _contents(
    files: Sequence[tuple[str, Callable[[], bytes]]],
    columns: TableColumns | None,
    limits: Limits,
    on_rows: OnRows | None,
    encoding: str | None,
    on_file: OnFile,
) -> Iterator[tuple[str, Content]]:
    """The name and the content of each file, opened when needed."""
    left = limits.unpacked
    for name, read in ((short_name(name), read) for name, read in files):
        on_file(name)
        opened, size = _opened(name, read(), limits.file, left, encoding)
        left -= size
        if isinstance(opened, Table):
            chosen = columns or opened.guess()
            if chosen is None:
                names = column_names(opened.text_columns())
                raise CorpusError(f"{name!r} has texts in several columns: {names}; choose one.")
            kind = "documents" if chosen.count is None else "word_counts"
            yield name, (kind, read_columns(opened, chosen, on_rows))
        elif columns is not None and opened[0] != "word_counts" and len(files) == 1:
            raise CorpusError(f"{name!r} has no columns to choose from.")
        else:
            yield name, opened


def _opened(
    name: str, data: bytes, most: int, most_unpacked: int, encoding: str | None
) -> tuple[Content | Table, int]:
    """A file's content or table, and its size in bytes when unpacked."""
    if len(data) > most:
        raise CorpusError(
            f"{name!r} has {len(data):,} bytes; at most {most:,} are allowed ({most // 1_000_000} MB)."
        )
    data = unpacked(repr(name), data, most_unpacked, CorpusError)
    if data.startswith(FIRST_BYTES):
        return parquet_table(name, data, most_unpacked), len(data)
    text = text_in(name, data, encoding)
    if text.bytes > most_unpacked:
        left = "are left by the files before it"
        raise CorpusError(f"{name!r} has {text.bytes:,} bytes; {most_unpacked:,} {left}.")
    if text.is_blank:
        raise CorpusError(f"{name!r} is empty.")
    read = READERS.get(PurePath(name_inside(name)).suffix.lower(), _read_text)
    return read(name, text), text.bytes
