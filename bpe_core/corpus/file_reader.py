"""Read a file that is brought as a corpus.

In: the file's name and its bytes. Out: a text, a list of texts, or pairs of word and count, by the name's
ending. A new ending is one entry of `READERS`.

>>> read_upload("words.csv", b"hug,10")
('word_counts', [('hug', 10)])
"""

import codecs
from collections.abc import Callable
from pathlib import PurePath
from typing import Any

from bpe_core.corpus.long_text import Utf8Text
from bpe_core.corpus.word_count_text import read_word_counts
from bpe_core.errors import CorpusError
from bpe_core.validation import load_json

MAX_UPLOAD_BYTES = 100_000_000
"""The largest file that is read: 100 MB."""

LONG_TEXT_BYTES = 1_000_000
"""A longer text stays as the file's bytes and is decoded piece by piece whenever it is counted."""

Content = tuple[str, Any]
"""What a file holds: ("text", a text), ("documents", texts) or ("word_counts", pairs), as `Corpus.kind`."""

_JSON_ALLOWED = 'it must be a list of texts, a list of ["word", count] pairs or an object {"word": count}'


def _read_text(name: str, text: Utf8Text) -> Content:
    return "text", text if text.bytes > LONG_TEXT_BYTES else str(text)


def _read_table(name: str, text: Utf8Text) -> Content:
    return "word_counts", read_word_counts(str(text))


class _JSONObject(list[tuple[str, object]]):
    """A JSON object as its pairs: a dict would lose a word that is given twice."""


def _read_json(name: str, text: Utf8Text) -> Content:
    value = load_json(str(text), repr(name), CorpusError, object_of=_JSONObject)
    if isinstance(value, _JSONObject):
        return "word_counts", value
    if not isinstance(value, list):
        raise CorpusError(f"{name!r} holds one JSON value of type {type(value).__name__}; {_JSON_ALLOWED}.")
    if all(isinstance(item, str) for item in value):
        return "documents", value
    for number, item in enumerate(value, start=1):
        if not isinstance(item, list) or isinstance(item, _JSONObject) or len(item) != 2:
            raise CorpusError(f"{name!r} has an entry {number} that is no pair; {_JSON_ALLOWED}.")
    return "word_counts", value


READERS: dict[str, Callable[[str, Utf8Text], Content]] = {
    ".txt": _read_text,
    ".md": _read_text,
    ".csv": _read_table,
    ".tsv": _read_table,
    ".json": _read_json,
}
"""What reads a file, by the ending of its name."""


def read_upload(name: str, data: bytes) -> Content:
    """What a file in UTF-8 holds. Raises `CorpusError` with the reason if it cannot be read.

    Lines ends of a text stay as they are; repeated words stay, and counts in JSON are not checked yet.
    """
    suffix = PurePath(name).suffix.lower()
    if suffix not in READERS:
        raise CorpusError(
            f"{name!r} is not a kind of file that can be read; it must end in {', '.join(READERS)}."
        )
    if len(data) > MAX_UPLOAD_BYTES:
        raise CorpusError(
            f"{name!r} has {len(data):,} bytes; at most {MAX_UPLOAD_BYTES:,} are allowed"
            f" ({MAX_UPLOAD_BYTES // 1_000_000} MB)."
        )
    text = _decoded(name, data)
    if text.is_blank:
        raise CorpusError(f"{name!r} is empty.")
    return READERS[suffix](name, text)


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
