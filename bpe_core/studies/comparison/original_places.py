"""Original places: which characters of a text each character of its normalized form comes from.

>>> from bpe_core.config import BPEConfig
>>> original_spans("  Cafe\\u0301", BPEConfig(normalizers=("strip", "nfc")))     # café
[(2, 3), (3, 4), (4, 5), (5, 7)]

The normalizers are followed one by one. `lowercase` and `strip_accents` change each character by itself,
`strip` removes some, and the Unicode forms change a letter together with the accents after it. Characters
that cannot be separated share one span.
"""

from collections.abc import Iterator, Sequence
from unicodedata import combining

from bpe_core.config import BPEConfig
from bpe_core.normalizers import NORMALIZERS
from bpe_core.pre_tokenizers.special_tokens import SpecialTokens

Span = tuple[int, int]
"""The bounds of a part of a text: (start, end)."""

_BY_CHARACTER = ("lowercase", "strip_accents")
"""Change each character by itself; the two lower-case forms of Σ change no place."""


def original_spans(text: str, config: BPEConfig) -> list[Span]:
    """For each character of the normalized text, the characters that it comes from."""
    spans: list[Span] = []
    for start, end, is_special in SpecialTokens(config.special_tokens).spans(text):
        part = [(place, place + 1) for place in range(start, end)]
        spans += part if is_special else _followed(text[start:end], part, config.normalizers)
    return spans


def original_span(start: int, end: int, spans: Sequence[Span]) -> Span:
    """The characters of the text that a span of the normalized text comes from.

    A span without width, such as that of a marker after a word, comes right after the character before it.
    """
    if start < end:
        return spans[start][0], spans[end - 1][1]
    place = spans[start - 1][1] if start else (spans[0][0] if spans else 0)
    return place, place


def without_spaces(text: str, start: int, end: int) -> Span:
    """The span without spaces at its ends; a span of only spaces stays as it is."""
    inside = text[start:end]
    kept = inside.strip()
    if not kept or len(kept) == len(inside):
        return start, end
    start += inside.index(kept)
    return start, start + len(kept)


def _followed(text: str, spans: list[Span], normalizers: Sequence[str]) -> list[Span]:
    """The spans of a part's characters after the normalizers."""
    for name in normalizers:
        after = NORMALIZERS[name].function(text)
        if name == "strip":
            first = len(text) - len(text.lstrip())
            spans = spans[first : first + len(after)]
        else:
            stretches = list(_rewritten_apart(text, name))
            followed = [
                (spans[start][0], spans[end - 1][1])
                for start, end in stretches
                for _ in NORMALIZERS[name].function(text[start:end])
            ]
            # If the parts are not independent after all, they become one.
            fits = len(followed) == len(after)
            spans = followed if fits else [(spans[0][0], spans[-1][1])] * len(after)
        text = after
    return spans


def _rewritten_apart(text: str, name: str) -> Iterator[Span]:
    """The shortest parts of a text that a normalizer changes independently of the others."""
    start = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or name in _BY_CHARACTER or _is_cut(text, start, end, name):
            yield start, end
            start = end


def _is_cut(text: str, start: int, end: int, name: str) -> bool:
    """Whether a Unicode form changes the text before `end` and the character there independently."""
    if combining(text[end]):
        return False
    form = NORMALIZERS[name].function
    return form(text[start : end + 1]) == form(text[start:end]) + form(text[end])
