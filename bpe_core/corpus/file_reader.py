"""Read the files that are brought as a corpus.

In: names of files and their bytes. Out: a text, documents, or pairs of word and count.

How a file is packed, and whether it is Parquet, its first bytes say; else the ending of its name does. A new
ending is one entry of `READERS`.

>>> read_files([("words.csv", lambda: b"hug,10")])
('word_counts', [('hug', 10)])
"""

import codecs
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from pathlib import PurePath
from typing import Any, NamedTuple

from bpe_core.corpus.csv_table import csv_table
from bpe_core.corpus.long_text import Utf8Text
from bpe_core.corpus.parquet_table import FIRST_BYTES, parquet_table
from bpe_core.corpus.tables import BadRows, Columns, OnRows, Table, json_table, read_columns
from bpe_core.corpus.unpacking import PACKINGS, unpacked
from bpe_core.corpus.word_count_text import read_word_counts
from bpe_core.errors import CorpusError
from bpe_core.validation import load_json, short_name


class Limits(NamedTuple):
    """How large files may be."""

    file: int
    """The bytes of one file, as it comes."""
    unpacked: int
    """The bytes of all files of a corpus together, unpacked."""


MAX_UPLOAD_BYTES = 100_000_000
"""The largest file that is taken from others: 100 MB."""
MAX_UNPACKED_BYTES = 2 * MAX_UPLOAD_BYTES
"""What the files of one corpus may come to once they are unpacked: 200 MB."""
UPLOADED = Limits(MAX_UPLOAD_BYTES, MAX_UNPACKED_BYTES)
ON_THIS_MACHINE = Limits(4 * 10**9, 4 * 10**9)
"""4 GB, for a person's own files."""

LONG_TEXT_BYTES = 1_000_000
"""A longer text stays as the file's bytes and is decoded piece by piece whenever it is counted."""

_HEAD_CHARACTERS = 2_000
"""A CSV file is a table of words and counts, as people write them, where so much of it can be read as one."""

Content = tuple[str, Any]
"""What a file holds: ("text", a text), ("documents", texts) or ("word_counts", pairs), as `Corpus.kind`. The
texts and the pairs may be read while they are asked for."""

_JSON_ALLOWED = 'it must be a list of texts, objects or ["word", count] pairs, or an object {"word": count}'


class _JSONObject(list[tuple[str, object]]):
    """A JSON object as its pairs: a dict would lose a word that is given twice."""


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
    if _is_json_lines(text):
        return _read_json_lines(name, text)
    value = load_json(str(text), repr(name), CorpusError, object_of=_JSONObject)
    if isinstance(value, _JSONObject):
        return "word_counts", value
    if not isinstance(value, list):
        raise CorpusError(f"{name!r} holds one JSON value of type {type(value).__name__}; {_JSON_ALLOWED}.")
    if all(isinstance(item, str) for item in value):
        return "documents", value
    if all(isinstance(item, _JSONObject) for item in value):
        return json_table(name, lambda bad_rows: enumerate(map(dict, value), start=1))
    for number, item in enumerate(value, start=1):
        if not isinstance(item, list) or isinstance(item, _JSONObject) or len(item) != 2:
            raise CorpusError(f"{name!r} has an entry {number} that is no pair; {_JSON_ALLOWED}.")
    return "word_counts", value


# Not by pyarrow: it counts a bad row from the start of its block and names no second one, takes two objects
# in a line for two rows, and reads no line that is a text or a pair.
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


def _is_json_lines(text: Utf8Text) -> bool:
    """Whether the first line alone is a JSON object, and another one follows."""
    lines = [line for line in islice(text.lines(), 2) if line.lstrip().startswith("{")]
    try:
        return len(lines) == 2 and isinstance(json.loads(lines[0]), dict)
    except (ValueError, RecursionError):
        return False


READERS: dict[str, Callable[[str, Utf8Text], Content | Table]] = {
    ".txt": _read_text,
    ".md": _read_text,
    ".csv": _read_csv,
    ".tsv": _read_csv,
    ".json": _read_json,
    ".jsonl": _read_json_lines,
}
"""What reads a text file, by the ending of its name."""
ENDINGS = (*READERS, ".parquet")
"""The endings of the files that can be read; behind each may stand one of a packing, as in .txt.gz."""


def read_files(
    files: Iterable[tuple[str, Callable[[], bytes]]],
    columns: Columns | None = None,
    limits: Limits = UPLOADED,
    on_rows: OnRows | None = None,
) -> Content:
    """What files hold as one corpus, each opened by its function when its turn comes.

    Of a table these columns are read, or those that `Table.guess` finds. Raises `CorpusError` with the reason
    if a file cannot be read. Line ends of a text stay as they are; repeated words stay, and counts in JSON
    are not checked yet.
    """
    rest = _contents(files, columns, limits, on_rows)
    first_two = list(islice(rest, 2))
    if not first_two:
        raise CorpusError(f"There is no file to read; it must end in {', '.join(ENDINGS)}.")
    name, content = first_two[0]
    if len(first_two) == 1:
        return content
    is_counts = content[0] == "word_counts"
    parts = _of_kind(is_counts, name, chain(first_two, rest))
    return "word_counts" if is_counts else "documents", chain.from_iterable(parts)


def open_table(name: str, data: bytes) -> Table | None:
    """The table in a file that was uploaded, to choose its columns; None where it is none."""
    opened, _ = _opened(short_name(name), data, *UPLOADED)
    return opened if isinstance(opened, Table) else None


def is_as_large_as_it_looks(data: bytes) -> bool:
    """Whether a file holds no more than its own bytes: it is not packed, and no Parquet file."""
    return not data.startswith((FIRST_BYTES, *(packing.first_bytes for packing in PACKINGS.values())))


def _contents(
    files: Iterable[tuple[str, Callable[[], bytes]]],
    columns: Columns | None,
    limits: Limits,
    on_rows: OnRows | None,
) -> Iterator[tuple[str, Content]]:
    """The name of each file with what it holds, when its turn comes."""
    left = limits.unpacked
    for name, read in ((short_name(name), read) for name, read in files):
        opened, size = _opened(name, read(), limits.file, left)
        left -= size
        if isinstance(opened, Table):
            chosen = columns or opened.guess()
            kind = "documents" if chosen.count is None else "word_counts"
            yield name, (kind, read_columns(opened, chosen, on_rows))
        elif columns is not None and opened[0] != "word_counts":
            raise CorpusError(f"{name!r} has no columns to choose from.")
        else:
            yield name, opened


def _of_kind(is_counts: bool, first: str, contents: Iterable[tuple[str, Content]]) -> Iterator[Iterable[Any]]:
    for name, (kind, content) in contents:
        if (kind == "word_counts") != is_counts:
            with_counts, without = (first, name) if is_counts else (name, first)
            raise CorpusError(f"{with_counts!r} has words with counts, {without!r} texts; bring one kind.")
        yield [content] if kind == "text" else content


def _opened(name: str, data: bytes, most: int, most_unpacked: int) -> tuple[Content | Table, int]:
    """A file's content, or its table, and how many bytes it came to."""
    if len(data) > most:
        raise CorpusError(
            f"{name!r} has {len(data):,} bytes; at most {most:,} are allowed ({most // 1_000_000} MB)."
        )
    inner, data = unpacked(name, data, most_unpacked)
    if data.startswith(FIRST_BYTES):
        return parquet_table(name, data, most_unpacked), len(data)
    suffix = PurePath(inner).suffix.lower()
    if suffix not in READERS:
        raise CorpusError(
            f"{name!r} is not a kind of file that can be read; it must end in {', '.join(ENDINGS)}, perhaps"
            f" followed by {' or '.join(PACKINGS)}."
        )
    if len(data) > most_unpacked:
        left = "are left by the files before it"
        raise CorpusError(f"{name!r} has {len(data):,} bytes; {most_unpacked:,} {left}.")
    text = _decoded(name, data)
    if text.is_blank:
        raise CorpusError(f"{name!r} is empty.")
    return READERS[suffix](name, text), len(data)


def _decoded(name: str, data: bytes) -> Utf8Text:
    # The mark of UTF-32 (little-endian) begins with that of UTF-16, hence one sentence for both.
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)):
        raise CorpusError(f"{name!r} is written in UTF-16 or UTF-32; save it as UTF-8.")
    if b"\0" in data:
        raise CorpusError(f"{name!r} contains zero bytes, so it is not a text; save it as UTF-8.")
    try:
        return Utf8Text(data)
    except UnicodeDecodeError as error:
        raise CorpusError(
            f"{name!r} is not UTF-8: byte {error.start + 1:,} is 0x{data[error.start]:02X}; save it as UTF-8."
        ) from error
