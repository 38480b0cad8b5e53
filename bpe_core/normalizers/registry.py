"""All normalizers, which change a text before it is cut into words.

>>> normalize("Café", ("lowercase", "strip_accents"))
'cafe'
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import regex

from bpe_core.errors import TextError
from bpe_core.normalizers.unicode_versions import STAND_IN, UNICODE_9

MAX_MARKS = 100
"""The most combining marks in a row that a Unicode form accepts: its time grows with their square."""


@dataclass(frozen=True)
class Normalizer:
    """One way to change a text."""

    name: str
    """The name in a `BPEConfig`."""

    title: str
    """The name on screen."""

    explanation: str
    """What it does, in one line."""

    function: Callable[[str], str]
    """Changes a text; the Unicode forms raise `TextError`, see `MAX_MARKS`. If a text is cut before a space
    between two other characters, the parts are changed just as in the whole."""

    hugging_face: Mapping[str, Any] | None = None
    """The normalizer in a tokenizer.json: its type and the options that a file must have; None if that
    library has none that does the same."""

    hugging_face_after: tuple[str, ...] = ()
    """Normalizers of which one must come just before, so that the library does the same."""


def lowercase(text: str) -> str:
    """The text in lower case, as from `str.lower`, with the capitals of Unicode 17.

    Hugging Face's Lowercase looks at each character alone and writes σ at the end of a Greek word; Python
    knows the final sigma.

    >>> lowercase("ΟΔΟΣ")
    'οδος'
    """
    lowered = text.lower()
    if lowered.isascii() or _PERHAPS_LATER_CAPITAL.search(lowered) is None:
        return lowered
    return lowered.translate(_SMALL)


_SMALL = {
    **{0x1C89: 0x1C8A, 0xA7CB: 0x264, 0xA7CC: 0xA7CD, 0xA7CE: 0xA7CF},
    **{0xA7D2: 0xA7D3, 0xA7D4: 0xA7D5, 0xA7DA: 0xA7DB, 0xA7DC: 0x19B},
    **{capital: capital + 32 for capital in range(0x10D50, 0x10D66)},
    **{capital: capital + 27 for capital in range(0x16EA0, 0x16EB9)},
}
"""Capitals of Unicode 15 to 17 -> lower case: the library knows them; Python 3.11 has Unicode 14."""
_PERHAPS_LATER_CAPITAL = re.compile("[\u1c89\ua7cb-\ua7dc\U00010d50-\U00016eb8]")


def _unicode_form(text: str, form: Any) -> str:
    # In a run that is too long, every tenth character of the text still gives ten marks in a row.
    if not text.isascii() and _TEN_MARKS.search(text[:: MAX_MARKS // 10], concurrent=True):
        run = _TOO_MANY_MARKS.search(text, concurrent=True)
        if run is not None:
            before = text[max(0, run.start() - 20) : run.start()]
            where = f"after {before!r}" if before else "at the start of a text"
            raise TextError(
                f"There are {len(run[0]):,} combining marks in a row {where};"
                f" a Unicode form such as NFC takes at most {MAX_MARKS}."
            )
    rewritten = unicodedata.normalize(form, text)
    read = text if rewritten == text else UNICODE_9.as_read(text)
    if read is text:
        return rewritten
    # A character that the version does not have stays as it is, and nothing is composed across it.
    runs = (match.span() for match in _ASSIGNED_OR_NOT.finditer(read))
    return "".join(
        text[start:end] if read[start] == STAND_IN else unicodedata.normalize(form, text[start:end])
        for start, end in runs
    )


_MARK = r"[\P{ccc=0}\u0F73\u0F75\u0F81\uFF9E\uFF9F]"  # the last five become marks in a form
_TEN_MARKS = regex.compile(rf"{_MARK}{{10}}")
_TOO_MANY_MARKS = regex.compile(rf"(?<!{_MARK}){_MARK}{{{MAX_MARKS + 1},}}")


_ASSIGNED_OR_NOT = re.compile(f"{STAND_IN}+|[^{STAND_IN}]+")


def strip_accents(text: str) -> str:
    """The text without accents and other combining marks.

    Hugging Face's StripAccents only removes combining characters, so it leaves a composed `é` as it is unless
    NFD comes before. Here a composed letter loses its accent too; on a text in form D both give the same.
    Vowel signs of Hindi or Thai are combining marks too, and are removed.

    >>> strip_accents("café")
    'cafe'
    """
    if text.isascii():
        return text
    return text.translate(_without_accents)


class _WithoutAccents(dict[int, str]):
    """Code point -> what remains of it, computed when it first occurs; for `str.translate`."""

    def __missing__(self, code_point: int) -> str:
        character = chr(code_point)
        decomposed = unicodedata.normalize("NFD", character)
        kept = "".join(part for part in decomposed if unicodedata.category(UNICODE_9.as_read(part))[0] != "M")
        # A Korean syllable or the ohm sign also decomposes, but loses no mark.
        self[code_point] = character if len(kept) == len(decomposed) else kept
        return self[code_point]


_without_accents = _WithoutAccents()


def _form(name: str, explanation: str) -> Normalizer:
    """The normalizer of a Unicode form."""
    form = name.upper()
    return Normalizer(name, form, explanation, partial(_unicode_form, form=form), {"type": form})


_LOOK_ALIKES = "the ligature ﬁ (one character) becomes f + i, ② becomes 2"

NORMALIZERS = {
    normalizer.name: normalizer
    for normalizer in (
        Normalizer(
            "lowercase",
            "Lowercase",
            "Turns capitals into lower case: The becomes the.",
            lowercase,
            {"type": "Lowercase"},
        ),
        _form("nfc", "Joins a letter and its accent into one character: e + ´ becomes é."),
        _form("nfd", "Splits an accented letter into the letter and its accent: é becomes e + ´."),
        _form("nfkc", f"Makes look-alikes plain, then does as NFC: {_LOOK_ALIKES}."),
        _form("nfkd", f"Makes look-alikes plain, then does as NFD: {_LOOK_ALIKES}."),
        Normalizer(
            "strip_accents",
            "Strip accents",
            "Removes accents and other combining marks: café becomes cafe.",
            strip_accents,
            {"type": "StripAccents"},
            hugging_face_after=("nfd", "nfkd"),
        ),
    )
}
"""The normalizers by name; a new one is one entry here."""


def normalize(text: str, config_normalizers: Iterable[str]) -> str:
    """The text after the named normalizers, applied in this order.

    Raises `TextError` if there are too many combining marks in a row for a Unicode form.
    """
    for name in config_normalizers:
        text = NORMALIZERS[name].function(text)
    return text
