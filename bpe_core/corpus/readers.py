"""The readers of text files: each says what a text holds, a text, documents, words with counts, or a table.

>>> READERS[".csv"]("words.csv", Utf8Text(b"hug,10"))
('word_counts', [('hug', 10)])
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

from bpe_core.corpus.long_text import Utf8Text
from bpe_core.corpus.tables import BadRows, Table, TableColumns, csv_table, json_table, read_columns
from bpe_core.corpus.texts_inside import (
    MARKUP,
    SUBTITLES,
    text_of_markup,
    text_of_subtitles,
    texts_of_notebook,
)
from bpe_core.corpus.word_count_text import read_word_counts, read_word_list
from bpe_core.errors import CorpusError
from bpe_core.validation import load_json

Content = tuple[str, Any]
"""What a file holds: ("text", a text), ("documents", texts) or ("word_counts", pairs), as in `Corpus.kind`.
Texts and pairs may be read only when they are needed."""

LONG_TEXT_BYTES = 1_000_000  # longer ones are kept as bytes, and decoded piece by piece when counted
_HEAD_CHARACTERS = 2_000  # of a list of words are tried first


class _JSONObject(dict[str, Any]):
    """A JSON object that keeps a name which is given twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs


def _read_text(name: str, text: Utf8Text) -> Content:
    head = _head_of(text)
    if MARKUP.match(head):
        return _read_markup(name, text)
    if SUBTITLES.match(head):
        return _read_subtitles(name, text)
    if read_word_list(head) and (entries := read_word_list(str(text))):
        return "word_counts", entries
    return "text", text if text.bytes > LONG_TEXT_BYTES else str(text)


def _head_of(text: Utf8Text) -> str:
    head = next(text.blocks())
    return head if len(head) <= _HEAD_CHARACTERS else head[:_HEAD_CHARACTERS].rpartition("\n")[0]


def _read_inside(name: str, text: Utf8Text, text_of: Callable[[str], str]) -> Content:
    if not (found := text_of(str(text))):
        raise CorpusError(f"{name!r} has no text inside.")
    return "text", found


_read_markup = partial(_read_inside, text_of=text_of_markup)
_read_subtitles = partial(_read_inside, text_of=text_of_subtitles)


def _read_csv(name: str, text: Utf8Text) -> Content | Table:
    if "\r" in (first := next(text.lines())) and len(first) == len(text):  # as Excel writes "CSV (Macintosh)"
        text = Utf8Text(first.replace("\r", "\n").encode())
    try:
        is_table = not read_word_counts(_head_of(text))
    except CorpusError:
        is_table = True
    if is_table and [*(table := csv_table(name, text)).columns] != ["column 1", "column 2"]:
        return table
    return "word_counts", read_word_counts(str(text))


def _read_json(name: str, text: Utf8Text) -> Content | Table:
    objects = [line for line in islice(text.lines(), 2) if line.lstrip().startswith("{")]
    with suppress(ValueError, RecursionError):
        if len(objects) == 2 and isinstance(json.loads(objects[0]), dict):
            return _read_json_lines(name, text)
    value = load_json(str(text), repr(name), CorpusError, object_of=_JSONObject)
    if isinstance(value, _JSONObject):
        if "cells" in value and "nbformat" in value:
            return "documents", [*texts_of_notebook(value)]
        if 2 * sum(isinstance(count, int | float) for count in value.values()) < len(value):
            parts = [member for member in value.values() if isinstance(member, list | dict)]
            table = json_table(name, lambda bad_rows: [(1, value)])
            return replace(table, must_choose=len(parts) > 1)
        return _counts_in(name, map(list, value.pairs))
    if not isinstance(value, list):
        raise CorpusError(
            f"{name!r} holds one JSON value of type {type(value).__name__}; it must hold texts, objects with"
            ' texts, ["word", count] pairs, or an object {"word": count}.'
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
    ".ipynb": _read_json,
    **dict.fromkeys((".html", ".htm", ".xhtml", ".xml"), _read_markup),
    **dict.fromkeys((".srt", ".vtt"), _read_subtitles),
}
"""The readers of text files, by the ending of the file's name; any other is one text."""
