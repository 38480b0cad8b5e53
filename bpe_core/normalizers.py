"""Rewrite a text before it is cut into words.

In: a text and the names of normalizers, in order. Out: the rewritten text.

>>> normalize("  Café ", ("strip", "lowercase", "strip_accents"))
'cafe'
"""

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Normalizer:
    """One way to rewrite a text."""

    name: str
    """What a `BPEConfig` calls it."""

    title: str
    """What a page calls it."""

    explanation: str
    """What it does, in one line."""

    function: Callable[[str], str]
    """The text in, the rewritten text out."""


def lowercase(text: str) -> str:
    """The text in small letters, as `str.lower` writes it.

    Hugging Face's Lowercase looks at each character alone and writes σ where a Greek word ends; Python
    knows the final sigma.

    >>> lowercase("ΟΔΟΣ")
    'οδος'
    """
    return text.lower()


def nfc(text: str) -> str:
    """Unicode's form C: letter and accent become one character where there is one."""
    return unicodedata.normalize("NFC", text)


def nfd(text: str) -> str:
    """Unicode's form D: letter and accent become two characters."""
    return unicodedata.normalize("NFD", text)


def nfkc(text: str) -> str:
    """Form C after look-alikes have become plain: `ﬁ` is `fi`, `②` is `2`."""
    return unicodedata.normalize("NFKC", text)


def nfkd(text: str) -> str:
    """Form D after look-alikes have become plain: `ﬁ` is `fi`, `②` is `2`."""
    return unicodedata.normalize("NFKD", text)


def strip_accents(text: str) -> str:
    """The text without accents and other combining marks.

    Hugging Face's StripAccents removes combining characters only, so it leaves a composed `é` as it is
    unless NFD comes before it. Here a composed letter loses its accent too. On a text in form D both give
    the same. Vowel signs of Hindi or Thai are combining marks as well, and go.

    >>> strip_accents("café")
    'cafe'
    """
    if text.isascii():
        return text
    return text.translate(_without_accents)


def strip(text: str) -> str:
    """The text without whitespace at its two ends, as `str.strip` sees whitespace.

    Hugging Face's Strip leaves the four separators U+001C to U+001F, which Python takes for whitespace.
    """
    return text.strip()


class _WithoutAccents(dict[int, str]):
    """Code point -> what is left of it; filled as characters turn up, for `str.translate`."""

    def __missing__(self, code_point: int) -> str:
        character = chr(code_point)
        decomposed = unicodedata.normalize("NFD", character)
        kept = "".join(part for part in decomposed if not unicodedata.category(part).startswith("M"))
        # A Korean syllable or the ohm sign also decomposes; only a lost mark counts.
        self[code_point] = character if len(kept) == len(decomposed) else kept
        return self[code_point]


_without_accents = _WithoutAccents()

NORMALIZERS = {
    normalizer.name: normalizer
    for normalizer in (
        Normalizer("lowercase", "Lowercase", "Writes capital letters small: The becomes the.", lowercase),
        Normalizer(
            "nfc",
            "NFC",
            "Joins a letter and the accent after it into one character: e + ´ becomes é.",
            nfc,
        ),
        Normalizer(
            "nfd",
            "NFD",
            "Takes an accented letter apart into the letter and its accent: é becomes e + ´.",
            nfd,
        ),
        Normalizer(
            "nfkc", "NFKC", "Makes look-alikes plain, then does as NFC: ﬁ becomes fi, ② becomes 2.", nfkc
        ),
        Normalizer(
            "nfkd", "NFKD", "Makes look-alikes plain, then does as NFD: ﬁ becomes fi, ② becomes 2.", nfkd
        ),
        Normalizer(
            "strip_accents",
            "Strip accents",
            "Removes accents and other combining marks: café becomes cafe.",
            strip_accents,
        ),
        Normalizer(
            "strip", "Strip", "Removes spaces and line ends at the start and end of each document.", strip
        ),
    )
}
"""The normalizers by name."""

NORMALIZER_FUNCTIONS: dict[str, Callable[[str], str]] = {
    name: normalizer.function for name, normalizer in NORMALIZERS.items()
}
"""Name -> plain function from a text to a text."""


def normalize(
    text: str, config_normalizers: Iterable[str], *, at_start: bool = True, at_end: bool = True
) -> str:
    """The text after the named normalizers, applied in this order.

    For one piece of a longer text, `at_start` and `at_end` say whether it holds the text's own ends: `strip`
    works at no others.
    """
    for name in config_normalizers:
        if name == "strip" and not (at_start and at_end):
            text = text.lstrip() if at_start else text
            text = text.rstrip() if at_end else text
        else:
            text = NORMALIZER_FUNCTIONS[name](text)
    return text
