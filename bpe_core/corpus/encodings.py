"""How a text file is encoded, told by its bytes, and its text in UTF-8.

Without a mark at its start, and if it is not UTF-8, charset-normalizer tells which of `ENCODINGS` it is.

>>> encoding_of("Grüße".encode("utf-16")), encoding_of("Grüße an alle".encode("latin-1"))
('utf-16', 'windows-1252')
>>> encoding_of("Мама мыла раму.".encode("koi8-r")), encoding_of("吾輩は猫である。".encode("cp932"))
('koi8-r', 'shift_jis')
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
    "windows-1254": "Windows-1254, Turkish",
    "windows-1250": "Windows-1250, Central Europe",
    "iso-8859-2": "Latin-2, Central Europe",
    "windows-1251": "Windows-1251, Cyrillic",
    "koi8-r": "KOI8-R, Russian",
    "cp866": "DOS (866), Russian",
    "windows-1253": "Windows-1253, Greek",
    "windows-1255": "Windows-1255, Hebrew",
    "windows-1256": "Windows-1256, Arabic",
    "cp874": "Windows-874, Thai",
    "shift_jis": "Shift JIS, Japanese",
    "euc-jp": "EUC-JP, Japanese",
    "gb18030": "GB 18030 (GBK), Chinese",
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
_NO_TEXTS = (
    (rb"%PDF-", "a PDF; save its text as .txt"),
    (rb"\{\\rtf", "a text with its formatting (RTF); save it as .txt"),
    (rb"version https://git-lfs", 'a pointer of Git LFS; run "git lfs pull", or download the file itself'),
    (rb"PK\x03\x04", "a ZIP archive, as Excel's and Word's files are; unpack it, or save it as .csv or .txt"),
    (rb"\xd0\xcf\x11\xe0", "a file of Word or Excel; save it as .txt or .csv"),
    (rb"\x80[\x04\x05]", "a pickled Python object; save its texts as .jsonl"),
    (rb"SQLite format 3", "a database; save its table as .csv"),
    (rb"BZh[1-9]1AY|\xfd7zXZ", "packed with bzip2 or xz; unpack it, or pack it with gzip"),
    (rb".{257}ustar", "a TAR archive; unpack it"),
)
"""How files begin that hold no text as it is, what they are, and what would do instead."""
_NOT_LATIN = [*ENCODINGS][[*ENCODINGS].index("windows-1251") :]
_SIGN_IN_WORD = re.compile(r"[^\W\d_][¹³¼½¾¿¯£¥¶±»][^\W\d_]")
_MOST_MARKED = 0.45  # letters of a text in Latin letters that are beyond ASCII
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_SAMPLE_BYTES = 100_000  # looked at to tell a text without a mark from a binary file
_TOLD_BY, _LEAST_TOLD_BY = 20_000, 2_000  # letters enough to tell languages
_BLOCK_BYTES = 10_000_000


def encoding_of(data: bytes) -> str | None:
    """The encoding that a text most likely has; None if the bytes are no text.

    A file with a few bytes that are not UTF-8 among more that are is broken UTF-8, not another encoding.
    """
    for mark, name in _MARKS.items():
        if data.startswith(mark):
            return name
    if b"\0" in data:
        return _utf_16(data)
    wrong = _first_wrong(data, "utf-8")
    if wrong is None:
        return "utf-8"
    sample = data[max(0, wrong - _SAMPLE_BYTES) : wrong + _SAMPLE_BYTES]
    read = sample.decode("utf-8", errors="replace")
    if _has_controls(read):
        return None
    beyond_ascii = [each for each in read if each > "\x7f"]
    is_broken = 2 * beyond_ascii.count("\N{REPLACEMENT CHARACTER}") < len(beyond_ascii)
    return "utf-8" if is_broken else _told(data, wrong)


def _utf_16(data: bytes) -> str | None:
    """UTF-16 without a mark: half of the bytes of most texts are 0, or those of spaces and line ends."""
    sample = data[:_SAMPLE_BYTES]
    even, odd = (sample[first::2].count(0) for first in (0, 1))
    name = "utf-16-le" if even < odd else "utf-16-be"
    if min(even, odd) * 4 >= max(even, odd) or _first_wrong(data, name) is not None:
        return None
    others = sample.replace(b"\0", b"").decode("utf-8", errors="replace")
    is_plain = "\N{REPLACEMENT CHARACTER}" not in others and not _has_controls(others)
    is_other = is_plain and 4 * (even + odd) < len(sample)  # zero bytes in a text of one byte a letter
    return None if is_other or _has_controls(sample.decode(name, errors="ignore")) else name


def _told(data: bytes, wrong: int) -> str:
    """The encoding of a text that is not UTF-8 from a byte on."""
    # Digits and line ends say nothing, and a few words must be repeated to count as a language.
    sample = re.sub(rb"[\x00-\x1f0-9]+", b" ", data[max(0, wrong - _TOLD_BY // 2) : wrong + _TOLD_BY])
    runs = re.findall(rb"[\x80-\xff]+", sample)
    beside = re.findall(rb"[A-Za-z][\x80-\xff]|[\x80-\xff](?=[A-Za-z])", sample)
    among_latin = 2 * max(len(beside), sum(len(run) == 1 for run in runs)) >= len(runs)
    if not (among_latin and sum(map(len, runs)) < _MOST_MARKED * len(sample)):
        from charset_normalizer import from_bytes

        names = {codecs.lookup(name).name.replace("-", "_"): name for name in _NOT_LATIN}
        for part in (sample * (1 + _LEAST_TOLD_BY // len(sample)), sample):
            found = from_bytes(part, cp_isolation=[*names], preemptive_behaviour=False).best()
            if found is not None:
                return names[found.encoding]
    # In Central Europe's encodings letters have the places of signs, and of what Windows-1252 has not.
    try:
        is_western = _SIGN_IN_WORD.search(sample.decode("cp1252")) is None
    except UnicodeDecodeError:
        is_western = b"\x9d" not in sample and b"\x8d" not in sample
    if is_western:
        return "windows-1252"
    return "windows-1250" if re.search(rb"[\x80-\x9f]", sample) else "iso-8859-2"


def text_in(name: str, data: bytes, encoding: str | None = None) -> Utf8Text:
    """The text in a file, in this encoding if it is not UTF-8; raises `CorpusError` if there is none."""
    for start, what in _NO_TEXTS:
        if re.match(start, data, re.DOTALL):
            raise CorpusError(f"{name!r} is {what}.")
    known = encoding_of(data)
    if known is None and encoding is None:
        raise CorpusError(f"{name!r} is not a text: it has bytes that no text has.")
    if encoding is not None and not (known == "utf-8" and _first_wrong(data, known) is None):
        known = encoding
    known = known or "utf-8"
    try:
        # Windows' Korean has all letters of the other.
        python = "cp949" if known == "euc-kr" else known
        return Utf8Text(data if known == "utf-8" else data.decode(python).encode())
    except UnicodeDecodeError as error:
        if known == "windows-1252":
            return Utf8Text(data.decode("latin-1").encode())  # in which each byte is a character
        at = f"byte {error.start + 1:,} is 0x{data[error.start]:02X}"
        raise CorpusError(f"{name!r} is not {ENCODINGS.get(known, known)}: {at}.") from error


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
