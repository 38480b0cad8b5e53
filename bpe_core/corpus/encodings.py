"""How a text file is encoded, told by its bytes, and its text in UTF-8.

>>> encoding_of("Grüße".encode("utf-16")), encoding_of("Grüße".encode("latin-1"))
('utf-16', 'windows-1252')
>>> encoding_of(b"\\x7fELF\\0\\0\\0") is None
True
"""

import codecs
import re
from collections.abc import Mapping

from bpe_core.corpus.long_text import Utf8Text
from bpe_core.errors import CorpusError

ENCODINGS: Mapping[str, str] = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "windows-1252": "Latin-1 (Windows-1252), Western Europe",
    "iso-8859-2": "Latin-2, Central Europe",
    "windows-1251": "Windows-1251, Cyrillic",
    "koi8-r": "KOI8-R, Russian",
    "shift_jis": "Shift JIS, Japanese",
    "euc-jp": "EUC-JP, Japanese",
    "gb18030": "GB 18030, Chinese",
    "big5": "Big5, Chinese",
    "euc-kr": "EUC-KR, Korean",
}
"""The encodings to choose from, as Python calls them, and what a person reads."""

_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32",  # begins with the mark of UTF-16
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_NO_TEXTS = {
    b"%PDF-": "a PDF; save its text as .txt",
    b"PK\x03\x04": "a ZIP archive, as Excel's and Word's files are; unpack it, or save it as .csv or .txt",
    b"\xd0\xcf\x11\xe0": "a file of Word or Excel; save it as .txt or .csv",
    b"\x80\x04": "a pickled Python object; save its texts as .jsonl",
    b"\x80\x05": "a pickled Python object; save its texts as .jsonl",
    b"ARROW1": "a file of Apache Arrow; save it as Parquet",
    b"SQLite format 3": "a database; save its table as .csv",
    b"BZh9": "packed with bzip2; unpack it, or pack it with gzip",
    b"\xfd7zXZ": "packed with xz; unpack it, or pack it with gzip",
}
"""How files begin that hold no text as it is, what they are, and what would do instead."""
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_SAMPLE_BYTES = 100_000
"""How much of a file is looked at to tell one without a mark from a binary file."""
_BLOCK_BYTES = 10_000_000


def encoding_of(data: bytes) -> str | None:
    """The encoding that a text most likely has; None if the bytes are no text.

    A file with a few bytes that are not UTF-8 among more that are is broken UTF-8, not another encoding.
    """
    for mark, name in _MARKS.items():
        if data.startswith(mark):
            return name
    if b"\0" in data:
        # Most characters of most texts are below U+0100, or spaces and line ends at least are.
        even, odd = (data[first:_SAMPLE_BYTES:2].count(0) for first in (0, 1))
        name = "utf-16-le" if even < odd else "utf-16-be"
        if min(even, odd) * 4 >= max(even, odd) or _first_wrong(data, name) is not None:
            return None
        return None if _has_controls(data[:_SAMPLE_BYTES].decode(name, errors="ignore")) else name
    wrong = _first_wrong(data, "utf-8")
    if wrong is None:
        return "utf-8"
    sample = data[max(0, wrong - _SAMPLE_BYTES) : wrong + _SAMPLE_BYTES]
    read = sample.decode("utf-8", errors="replace")
    if _has_controls(read):
        return None
    beyond_ascii = [each for each in read if each > "\x7f"]
    is_broken = 2 * beyond_ascii.count("\N{REPLACEMENT CHARACTER}") < len(beyond_ascii)
    return "utf-8" if is_broken else "windows-1252"


def text_in(name: str, data: bytes, encoding: str | None = None) -> Utf8Text:
    """The text in a file, in this encoding if it is not UTF-8; raises `CorpusError` if there is none."""
    what = next((what for start, what in _NO_TEXTS.items() if data.startswith(start)), None)
    if what is None and data[257:262] == b"ustar":
        what = "a TAR archive; unpack it"
    if what is not None:
        raise CorpusError(f"{name!r} is {what}.")
    known = encoding_of(data)
    if known is None and encoding is None:
        raise CorpusError(f"{name!r} is not a text: it has bytes that no text has.")
    if encoding is not None and not (known == "utf-8" and _first_wrong(data, known) is None):
        known = encoding
    known = known or "utf-8"
    try:
        return Utf8Text(_in_utf_8(data, known))
    except UnicodeDecodeError as error:
        at = f"byte {error.start + 1:,} is 0x{data[error.start]:02X}"
        raise CorpusError(f"{name!r} is not {ENCODINGS.get(known, known)}: {at}.") from error


def _in_utf_8(data: bytes, encoding: str) -> bytes:
    if encoding == "utf-8":
        return data
    try:
        return data.decode(encoding).encode()
    except UnicodeDecodeError:
        if encoding != "windows-1252":
            raise
        return data.decode("latin-1").encode()  # in which each byte is a character


def _has_controls(text: str) -> bool:
    """Whether more than one in a hundred characters is a control character that texts do not have."""
    return len(_CONTROLS.findall(text)) * 100 > len(text)


def _first_wrong(data: bytes, encoding: str) -> int | None:
    """Where the block begins, or the byte in it, that is not in this encoding; None if all are."""
    decoder = codecs.getincrementaldecoder(encoding)()
    for start in range(0, len(data), _BLOCK_BYTES):
        try:
            decoder.decode(data[start : start + _BLOCK_BYTES], final=start + _BLOCK_BYTES >= len(data))
        except UnicodeDecodeError as error:
            return start + error.start
    return None
