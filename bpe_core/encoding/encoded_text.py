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
from itertools import accumulate, chain

from bpe_core.encoding.tracing import WordTrace
from bpe_core.errors import ConfigError, TextError
from bpe_core.validation import checked_integer

Span = tuple[int, int]
"""The bounds of a part of a text: (start, end)."""

TokenWithId = tuple[str, int]
"""A token that no rule applies to, with its id."""

MAX_REMEMBERED_WORDS = 2**14
"""How many words a tokenizer caches with their tokens; a cached word costs one look-up. If they are of 14
English characters each, the cache takes about 12 MB."""

MAX_REMEMBERED_LENGTH = 64
"""Longer words, in characters, are not cached."""


MOST_TOKENS, TOKENS_PER_CHARACTER = 500_000, 8
"""A text may have this many tokens before any merge, or this many for each of its characters."""


def check_tokens(characters: int, tokens: int) -> None:
    """Raise `TextError` if a file makes too many tokens, before any merge, of this many characters."""
    most = max(MOST_TOKENS, TOKENS_PER_CHARACTER * characters)
    if tokens > most:
        raise TextError(
            f"This text of {characters:,} characters can become {tokens:,} tokens before any merge; at most"
            f" {most:,} are allowed."
        )


@dataclass(frozen=True, slots=True)
class WordTokens:
    """The tokens of one word, wherever it occurs."""

    tokens: tuple[str, ...]
    """The tokens as printed."""

    ids: tuple[int | None, ...]
    """Their ids; None for an unknown symbol that was kept, or an `unk_token` outside the vocabulary."""

    spans: tuple[Span, ...]
    """The characters of the word that each token touches, as (start, end); with a `HuggingFaceTokenizer`, its
    bytes, because that library counts them."""

    unknown: tuple[str, ...]
    """The unknown symbols, as printed, except those written as bytes."""

    part_starts: tuple[int, ...] = (0,)
    """The tokens with which parts begin; no rule applies between two parts."""

    @classmethod
    def of_parts(cls, parts: Sequence["WordTokens"]) -> "WordTokens":
        """The tokens of a word from those of its parts, one part after another."""
        sizes = (part.spans[-1][1] if part.spans else 0 for part in parts)
        placed = list(zip(accumulate(sizes, initial=0), parts, strict=False))
        return cls(
            tuple(chain.from_iterable([part.tokens for part in parts])),
            tuple(chain.from_iterable([part.ids for part in parts])),
            tuple((first + start, first + end) for first, part in placed for start, end in part.spans),
            tuple(chain.from_iterable([part.unknown for part in parts])),
            tuple(accumulate((len(part.tokens) for part in parts[:-1]), initial=0)),
        )


def one_token(token: str, token_id: int, *, size: int) -> WordTokens:
    """A word that is one token, or an added token; `size` is its length in the unit of the spans."""
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
class CutText:
    """A text that was cut into words."""

    text: str
    """The text in which its tokens have their places."""

    @property
    def starts(self) -> Sequence[int] | None:
        """Where each word begins, if the places of its tokens do not always tell."""
        return None


@dataclass(frozen=True)
class Encoding:
    """The tokens of a text."""

    normalized: str
    """The text after normalizing, with special tokens in place. With the tokenizer of a `tokenizer.json` or a
    SentencePiece model, the text as given, because the offsets of these libraries are places in it."""

    tokens: tuple[str, ...]
    """The tokens as printed, in the order of the text; an added token as its file names it."""

    ids: tuple[int | None, ...]
    """The id of each token; None for an unknown symbol that was kept, or an `unk_token` without an id."""

    unknown: tuple[str, ...]
    """The unknown symbols, as printed, in order, except those written as bytes."""

    _words: Sequence[WordTokens] = field(repr=False, compare=False)
    _find_offsets: Callable[[], Iterable[Span]] = field(repr=False, compare=False)
    _find_trace: Callable[[int], WordTrace | None] = field(repr=False, compare=False)
    _around: tuple[int, int] = field(repr=False, compare=False)  # how many tokens before the text, and after
    _starts: Sequence[int] | None = field(repr=False, compare=False)

    @cached_property
    def offsets(self) -> tuple[Span, ...]:
        """Where each token is in `normalized`, as (start, end) in characters.

        This cuts the text into words again, which may raise `PatternTimeoutError`.
        """
        # Computed when needed: to place all words takes longer than to encode a cached word.
        return tuple(self._find_offsets())

    def trace_at(self, place: int) -> WordTrace | None:
        """The trace of the word at a character of `normalized`, or of the last one before it.

        It uses the algorithm of the encoding, and drops no rule. None if there is no word. It may cut the
        text into words again, as `offsets` does. Raises `ConfigError` if `place` is invalid.
        """
        return self._find_trace(checked_integer("place", place, ConfigError))

    def tokens_at(self, place: int) -> range:
        """The tokens, by index, of the word at a character of `normalized`, or of the last one before it.

        If no pre-tokenizer cuts the text, of a part of it; no rule applies between two parts.
        """
        first, after = self.of_text.start, self.of_text.stop
        if first == after:
            return self.of_text
        if self._starts:
            word = self._around[0] + max(0, bisect_right(self._starts, place) - 1)
            first, after = self._word_borders[word : word + 2]
        behind = bisect_left(self.offsets, (place + 1, 0), first, after)
        token = min(max(first, behind - 1), self.of_text.stop - 1)
        part = bisect_right(self.part_starts, token)
        return range(*self.part_starts[part - 1 : part + 1])

    @cached_property
    def _word_borders(self) -> list[int]:
        return list(accumulate((len(word.tokens) for word in self._words), initial=0))

    @property
    def of_text(self) -> range:
        """The tokens of the text, by index; the others were put around it, and are at (0, 0)."""
        before, after = self._around
        return range(before, len(self) - after)

    @property
    def word_starts(self) -> set[int]:
        """The indexes in `tokens` at which words begin, and the one after the last token."""
        return set(self._word_borders)

    @cached_property
    def part_starts(self) -> tuple[int, ...]:
        """The same for parts of words, in order; a word can be a whole text."""
        placed = zip(self._word_borders, self._words, strict=False)
        inside = (start + part for start, word in placed for part in word.part_starts)
        return tuple(dict.fromkeys((*inside, len(self))))

    def __len__(self) -> int:
        return len(self.tokens)
