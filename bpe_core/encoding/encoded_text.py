"""The result of encoding a text.

The offsets of a token say which characters of the normalized text it touches. The token is:
- the marker as a symbol of its own: no character, (end of the word, end of the word);
- some bytes of a character: that whole character, so neighbours may overlap;
- a `▁`: the space it stands for, or none in front of a text that does not begin with a space;
- merged across dropped characters: those too.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from bpe_core.encoding.tracing import WordTrace
from bpe_core.errors import ConfigError
from bpe_core.validation import checked_integer

Span = tuple[int, int]
"""The bounds of a part of a text: (start, end)."""

TokenWithId = tuple[str, int | None]
"""A token with its id, if it has one."""

MAX_REMEMBERED_WORDS = 2**14
"""How many words a tokenizer caches with their tokens; a cached word costs one look-up. If they are of 14
English characters each, the cache takes about 12 MB."""

MAX_REMEMBERED_LENGTH = 64
"""Longer words, in characters, are not cached."""


@dataclass(frozen=True, slots=True)
class WordTokens:
    """The tokens of one word, wherever it occurs."""

    tokens: tuple[str, ...]
    """The tokens as printed."""

    ids: tuple[int | None, ...]
    """Their ids; None for an unknown symbol that was kept, or an `unk_token` outside the vocabulary."""

    spans: tuple[Span, ...]
    """The characters of the word that each token touches, as (start, end)."""

    unknown: tuple[str, ...]
    """The unknown symbols, as printed, except those written as bytes."""


def one_token(token: str, token_id: int | None, *, size: int) -> WordTokens:
    """A word that is one token, or an added token, of so many characters."""
    return WordTokens((token,), (token_id,), ((0, size),), ())


class Remembered(dict[str, WordTokens]):
    """A cache: word -> what `make` made of it. When there are too many words, all are dropped.

    Several threads may use it: at worst a word is made twice.
    """

    def __init__(self, make: Callable[[str], WordTokens]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, word: str) -> WordTokens:
        made = self._make(word)
        if len(word) <= MAX_REMEMBERED_LENGTH:
            if len(self) >= MAX_REMEMBERED_WORDS:
                self.clear()
            self[word] = made
        return made


@dataclass(frozen=True)
class Encoding:
    """The tokens of a text."""

    normalized: str
    """The text after normalizing, with special tokens in place. With a `LibraryTokenizer`, the text as given,
    because the offsets of the libraries are places in it."""

    tokens: tuple[str, ...]
    """The tokens as printed, in the order of the text; an added token as its file names it."""

    ids: tuple[int | None, ...]
    """The id of each token; None for an unknown symbol that was kept, or an `unk_token` without an id."""

    unknown: tuple[str, ...]
    """The unknown symbols, as printed, in order, except those written as bytes."""

    _find_starts: Callable[[], tuple[Sequence[int], Sequence[int]]] = field(repr=False, compare=False)
    _find_offsets: Callable[[], Iterable[Span]] = field(repr=False, compare=False)
    _find_trace: Callable[[int, range], WordTrace | None] = field(repr=False, compare=False)
    _around: tuple[int, int] = field(default=(0, 0), repr=False, compare=False)  # tokens before, and after

    @cached_property
    def offsets(self) -> tuple[Span, ...]:
        """Where each token is in `normalized`, as (start, end) in characters.

        This cuts the text into words again, which may raise `PatternTimeoutError`.
        """
        # Computed when needed: to place all words takes longer than to encode a cached word.
        return tuple(self._find_offsets())

    @property
    def word_starts(self) -> Sequence[int]:
        """The indexes in `tokens` at which words begin, in order, and the one after the last token."""
        return self._starts[0]

    @property
    def part_starts(self) -> Sequence[int]:
        """The same for parts of words, between which no rule applies: a word can be a whole text."""
        return self._starts[1]

    @cached_property
    def _starts(self) -> tuple[Sequence[int], Sequence[int]]:
        return self._find_starts()

    def trace_at(self, place: int) -> WordTrace | None:
        """The trace of the word at a character of `normalized`, or of the last one before it.

        It uses the algorithm of the encoding, and drops no rule. None if there is no word. It may cut the
        text into words again, as `offsets` does. Raises `ConfigError` if `place` is invalid.
        """
        place = checked_integer("place", place, ConfigError)
        return self._find_trace(place, self.tokens_at(place))

    def tokens_at(self, place: int) -> range:
        """The tokens, by index, of the word at a character of `normalized`, or of the last one before it.

        If no pre-tokenizer cuts the text, of a part of it; no rule applies between two parts.
        """
        first, after = self.of_text.start, self.of_text.stop
        if first == after:
            return self.of_text
        behind = bisect_left(self.offsets, (place + 1, 0), first, after)
        token = min(max(first, behind - 1), after - 1)
        part = bisect_right(self.part_starts, token)
        return range(*self.part_starts[part - 1 : part + 1])

    @property
    def of_text(self) -> range:
        """The tokens of the text, by index; the others were put around it, and are at (0, 0)."""
        before, after = self._around
        return range(before, len(self) - after)

    def __len__(self) -> int:
        return len(self.tokens)
