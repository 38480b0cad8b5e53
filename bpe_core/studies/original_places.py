"""Original places: which characters of a text each token, or character of its normalized form, comes from.

>>> from bpe_core.config import BPEConfig
>>> original_spans("Cafe\\u0301", BPEConfig(normalizers=("nfc",)))     # café
[(0, 1), (1, 2), (2, 3), (3, 5)]

The normalizers are followed one by one. `lowercase` and `strip_accents` change each character by itself,
and the Unicode forms change a letter together with the accents after it. Characters that cannot be separated
share one span. `Reading` has the span of each token.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from unicodedata import combining

from bpe_core.config import BPEConfig
from bpe_core.encoding import WordTrace
from bpe_core.normalizers import NORMALIZERS
from bpe_core.pre_tokenizers.special_tokens import SpecialTokens
from bpe_core.tokenizer import BPETokenizer, Tokenizer

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
    form, start = NORMALIZERS[name].function, 0
    for end in range(1, len(text) + 1):
        is_apart = end == len(text) or name in _BY_CHARACTER
        if not is_apart and not combining(text[end]):
            is_apart = form(text[start : end + 1]) == form(text[start:end]) + form(text[end])
        if is_apart:
            yield start, end
            start = end


class Reading:
    """A text, as one tokenizer reads it."""

    def __init__(self, tokenizer: Tokenizer, text: str) -> None:
        self.tokenizer = tokenizer
        self.text = text
        self.encoding = tokenizer.encode(text)
        self.spans = list(map(self.as_given, self.encoding.offsets))
        """Where each token is in the text."""

    def as_given(self, span: Span) -> Span:
        """The characters of the text as given for a span, as the tokenizer counts it."""
        return span if self._originals is None else original_span(*span, self._originals)

    @cached_property
    def _originals(self) -> list[Span] | None:
        if isinstance(self.tokenizer, BPETokenizer) and self.tokenizer.config.normalizers:
            return original_spans(self.text, self.tokenizer.config)
        return None  # the library counts in the text as given

    def places(self, tokens: range) -> list[Span]:
        """Where some tokens are, without spaces at their ends."""
        return [without_spaces(self.text, *self.spans[token]) for token in tokens]

    def decoded(self, tokens: range) -> str:
        """The text that the ids of some tokens are decoded to."""
        return self.tokenizer.decode(self.encoding.ids[tokens.start : tokens.stop]).strip()

    def words(self) -> list[Span]:
        """Where the words are; words without tokens are left out."""
        starts = pairwise(sorted(self.encoding.word_starts))
        return [(self.spans[first][0], self.spans[after - 1][1]) for first, after in starts]

    def are_cut_through(self, tokens: range, words: list[Span]) -> bool:
        """Whether a word begins or ends inside one of the tokens, apart from spaces at its ends."""
        borders = {border for word in words for border in without_spaces(self.text, *word)}
        return any(start < border < end for start, end in self.places(tokens) for border in borders)

    def traces(self, tokens: range) -> list[WordTrace]:
        """The words, or parts of words, that some tokens belong to."""
        found = {}
        for token in tokens:
            trace = self.encoding.trace_at(self.encoding.offsets[token][0])
            if trace is not None:
                found[trace.offsets] = trace
        return [*found.values()]
