"""Read the file that a person brings as a corpus.

In: the file's name and its bytes. Out: one text, several documents, or word counts, by the name's ending.

>>> read_upload("words.csv", b"hug,10").word_counts
(('hug', 10),)
"""

import codecs
from dataclasses import dataclass
from pathlib import PurePath

from bpe_core.corpus.long_text import Utf8Text
from bpe_core.corpus.word_count_text import read_word_counts
from bpe_core.errors import CorpusError
from bpe_core.validation import load_json

MAX_UPLOAD_BYTES = 100_000_000
"""The largest file that is read: 100 MB."""

LONG_TEXT_BYTES = 1_000_000
"""A longer text stays as the file's bytes and is decoded piece by piece whenever it is counted."""

TEXT_SUFFIXES = (".txt", ".md")
WORD_COUNT_SUFFIXES = (".csv", ".tsv")
JSON_SUFFIX = ".json"
SUFFIXES = (*TEXT_SUFFIXES, *WORD_COUNT_SUFFIXES, JSON_SUFFIX)
"""The endings of the files that are read."""

_JSON_ALLOWED = 'a list of texts, a list of ["word", count] pairs or an object {"word": count} is allowed'


@dataclass(frozen=True)
class Upload:
    """What a file holds; one of the last three fields is filled, the one that `kind` names."""

    kind: str
    """"text", "documents" or "word_counts"."""

    text: str | Utf8Text = ""
    """The text of a .txt or .md file, line ends as they are; a long one as the file's bytes."""

    documents: tuple[str, ...] = ()
    """The texts of a .json list."""

    word_counts: tuple[tuple[str, int], ...] = ()
    """The words and counts of a .csv or .tsv table, or of a .json object or list of pairs; repeats stay."""


def read_upload(name: str, data: bytes) -> Upload:
    """What the file holds. Raises `CorpusError` with the reason if it cannot be read.

    All files are UTF-8, with or without a byte-order mark, and at most `MAX_UPLOAD_BYTES` long. A .txt or .md
    file is one text; a .csv or .tsv file holds word counts (see `word_count_text`); a .json file holds a list
    of texts, or word counts as a list of pairs or an object, which the corpus checks.
    """
    suffix = PurePath(name).suffix.lower()
    if suffix not in SUFFIXES:
        raise CorpusError(
            f"{name!r} is not a kind of file that can be read; allowed are {', '.join(SUFFIXES)}."
        )
    if len(data) > MAX_UPLOAD_BYTES:
        raise CorpusError(
            f"{name!r} has {len(data):,} bytes; at most {MAX_UPLOAD_BYTES:,} are allowed"
            f" ({MAX_UPLOAD_BYTES // 1_000_000} MB)."
        )
    read = _decoded(name, data)
    if read.is_blank:
        raise CorpusError(f"{name!r} is empty; a file with at least one word is allowed.")
    if suffix in TEXT_SUFFIXES:
        return Upload("text", text=str(read) if len(data) <= LONG_TEXT_BYTES else read)
    text = str(read)
    if suffix in WORD_COUNT_SUFFIXES:
        return Upload("word_counts", word_counts=tuple(read_word_counts(text)))
    return _read_json(name, text)


def _decoded(name: str, data: bytes) -> Utf8Text:
    # The mark of UTF-32 (little-endian) begins with that of UTF-16, hence one sentence for both.
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)):
        raise CorpusError(f"{name!r} is written in UTF-16 or UTF-32; UTF-8 is allowed, so save it as UTF-8.")
    if b"\0" in data:
        raise CorpusError(f"{name!r} holds zero bytes, so it is not a text; a text file in UTF-8 is allowed.")
    try:
        return Utf8Text(data)
    except UnicodeDecodeError as error:
        raise CorpusError(
            f"{name!r} is not UTF-8: byte {error.start + 1:,} is 0x{data[error.start]:02X};"
            " UTF-8 is allowed, so save it as UTF-8."
        ) from error


class _JSONObject(list[tuple[str, object]]):
    """A JSON object as its pairs: a dict would lose a word that is given twice."""


def _read_json(name: str, text: str) -> Upload:
    value = load_json(text, repr(name), CorpusError, object_of=_JSONObject)
    if isinstance(value, _JSONObject):
        return Upload("word_counts", word_counts=tuple(value))  # type: ignore[arg-type]  # checked by the corpus
    if not isinstance(value, list):
        raise CorpusError(f"{name!r} holds one JSON value of type {type(value).__name__}; {_JSON_ALLOWED}.")
    if all(isinstance(item, str) for item in value):
        return Upload("documents", documents=tuple(value))
    return Upload(
        "word_counts", word_counts=tuple(_pair(name, number, item) for number, item in enumerate(value, 1))
    )


def _pair(name: str, number: int, item: object) -> tuple[str, int]:
    if isinstance(item, list) and not isinstance(item, _JSONObject) and len(item) == 2:
        return item[0], item[1]
    raise CorpusError(f"{name!r} has an entry {number} that is {_kind(item)}; {_JSON_ALLOWED}.")


def _kind(item: object) -> str:
    if isinstance(item, _JSONObject):
        return "an object"
    if isinstance(item, list):
        return f"a list of {len(item)}"
    return "a text among others that are not" if isinstance(item, str) else "neither a text nor a pair"
