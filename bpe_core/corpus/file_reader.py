"""Reads files as a corpus: as a text, as documents, or as words with counts.

The first bytes of a file show whether it is packed, with gzip or Zstandard, and whether it is Parquet or
Arrow's: many programs unpack a file but keep its name. The ending of its name tells tables and JSON, one
entry of `READERS` each; anything else is a text if its bytes are those of a text, however it is encoded. A
text that is nothing but words with their counts is read as such.

>>> import gzip
>>> content_of_files([("words.csv.gz", lambda: gzip.compress(b"hug,10"))])
('word_counts', [('hug', 10)])
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import PurePath
from typing import Any, NamedTuple

from bpe_core.corpus.columnar import FIRST_BYTES, columnar_table
from bpe_core.corpus.encodings import encoding_of, text_in
from bpe_core.corpus.readers import READERS, Content
from bpe_core.corpus.tables import (
    OnRows,
    Table,
    TableColumns,
    column_names,
    read_columns,
)
from bpe_core.errors import CorpusError, TextError
from bpe_core.packed_files import is_packed, name_inside, unpacked
from bpe_core.validation import short_name


class Limits(NamedTuple):
    """How large files may be."""

    file: int
    """The bytes of one file, as it is given."""
    unpacked: int
    """The bytes of all files of a corpus together, unpacked."""


MAX_UPLOAD_BYTES = 100_000_000
MAX_UNPACKED_BYTES = 2 * MAX_UPLOAD_BYTES  # of all files of a corpus
UPLOADED = Limits(MAX_UPLOAD_BYTES, MAX_UNPACKED_BYTES)
ON_THIS_MACHINE = Limits(4 * 10**9, 4 * 10**9)
"""For files on one's own machine."""

_OF_THE_SYSTEM = re.compile(r"(?:.*[/\\])?(?:__MACOSX[/\\].*|\._.*|\.DS_Store|Thumbs\.db|desktop\.ini)", re.I)
"""What systems put beside files."""

OnFile = Callable[[str], object]
"""Called with the name of a file when its content begins to be read."""


def content_of_files(
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
    files = [each for each in files if not is_of_the_system(each[0])]
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


def is_of_the_system(name: str) -> bool:
    """Whether a system put a file beside others: such files are passed over.

    >>> is_of_the_system(".DS_Store"), is_of_the_system("__MACOSX/._a.txt"), is_of_the_system("a.txt")
    (True, True, False)
    """
    return _OF_THE_SYSTEM.fullmatch(name) is not None


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
    if is_of_the_system(name):
        return None
    opened, _ = _opened(short_name(name), data, *UPLOADED, encoding)
    return opened if isinstance(opened, Table) else None


def encoding_in(name: str, data: bytes) -> str | None:
    """How the text in an uploaded file is encoded; None if it holds no text as it is."""
    data = unpacked(repr(short_name(name)), data, MAX_UNPACKED_BYTES, CorpusError)
    is_text = not (is_of_the_system(name) or data.startswith(FIRST_BYTES))
    return encoding_of(data) if is_text else None


def is_as_large_as_it_looks(data: bytes) -> bool:
    """Whether a file holds no more than its own bytes: it is neither packed nor made of columns."""
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
        return columnar_table(name, data, most_unpacked), len(data)
    text = text_in(name, data, encoding)
    if text.bytes > most_unpacked:
        left = "are left by the files before it"
        raise CorpusError(f"{name!r} has {text.bytes:,} bytes; {most_unpacked:,} {left}.")
    if text.is_blank:
        raise CorpusError(f"{name!r} is empty.")
    read = READERS.get(PurePath(name_inside(name)).suffix.lower(), READERS[".txt"])
    return read(name, text), text.bytes
