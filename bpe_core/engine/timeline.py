"""The timeline: for each boundary between base symbols, the merge that removed it.

In BPE a boundary between two neighbouring base symbols vanishes at most once and never comes back. So one
array holds the complete history. For `hug` and `pug` after the merges 0: u + g, 1: h + ug

    position     0   1   2   3   4   5   6   7   8
    symbol       |   h   u   g   |   p   u   g   |        | separates words
    merged_at    .   .   1   0   .   .   .   0   .        . never: the boundary before it still stands

The tokens after k merges are found by cutting where merged_at >= k: k = 1 cuts `h ug`, k = 2 does not.
Going back is free, because nothing has to be undone. (docs/timeline.md draws this for hug / pug / pun.)
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from bpe_core.symbols import SEPARATOR, BaseSymbols, Int32Array, Int64Array, SpelledWords

_WORDS_IN_A_PART = 4_096
"""This many words at a time are cut into tokens where words are asked for by index ..."""
_SYMBOLS_IN_A_PART = 32_768
"""... and about this many base symbols where all words are."""

NEVER = np.iinfo(np.int32).max
"""The value in `merged_at` of a boundary that still stands."""


Weights = Int32Array | Int64Array
"""The word count at each position, in a type that can hold every count of the corpus."""


class Tokenization(NamedTuple):
    """All tokens of all distinct words at one position of the history, with separators between words."""

    starts: Int64Array
    """The position of each token's first base symbol, or of the separator."""

    symbols: Int32Array
    """Each token's symbol, or `SEPARATOR`."""


class Timeline:
    """When each boundary vanished. The trainer writes into `merged_at`."""

    def __init__(self, spelled: SpelledWords, word_counts: Int64Array) -> None:
        """Start with every boundary standing."""
        self.base_symbols = spelled.symbols
        """The base symbol at each position, or `SEPARATOR`."""
        self.word_starts = spelled.starts
        """Where each word's first symbol stands, and one past the last separator."""
        self.base_size = spelled.table.base_size
        """How many base symbols there are; the merge of rank r makes symbol `base_size + r`."""
        self.merged_at = np.full(len(spelled.symbols), NEVER, dtype=np.int32)
        """The rank of the merge that removed the boundary before each position, or `NEVER`."""
        sizes = np.diff(spelled.starts)
        fits = int(word_counts @ sizes) <= np.iinfo(np.int32).max
        counts = word_counts.astype(np.int32 if fits else np.int64)
        self.weights: Weights = np.concatenate((np.zeros(1, counts.dtype), np.repeat(counts, sizes)))
        """The count of the word that each position belongs to."""

    def forget_from(self, position: int) -> None:
        """Restore each boundary that this merge or a later one removed."""
        self.merged_at[self.merged_at >= position] = NEVER

    def tokens(self, position: int) -> Tokenization:
        """Every token at this position."""
        return self._tokens_between(0, len(self.merged_at), position)

    def word_tokens(self, word: int, position: int) -> Tokenization:
        """The tokens of one word (by its index) at this position, without separators."""
        return self._tokens_between(self.word_starts[word], self.word_starts[word + 1] - 1, position)

    def splits(self, words: Sequence[int], position: int) -> Iterator[list[int]]:
        """The symbols of some words (by index) at this position, word by word."""
        for first in range(0, len(words), _WORDS_IN_A_PART):
            part = np.asarray(words[first : first + _WORDS_IN_A_PART])
            starts = self.word_starts[part]
            lengths = self.word_starts[part + 1] - 1 - starts
            ends = np.cumsum(lengths)  # the words laid end to end, without separators
            rows = np.repeat(starts - ends + lengths, lengths) + np.arange(ends[-1])
            token_starts, symbols = self._cut(self.merged_at[rows], self.base_symbols[rows], position)
            listed, cuts = symbols.tolist(), np.searchsorted(token_starts, ends).tolist()
            for start, stop in pairwise([0, *cuts]):
                yield listed[start:stop]

    def tokens_in_parts(self, position: int) -> Iterator[Tokenization]:
        """Every token at this position, in parts that overlap by one token.

        Each part begins with the last token of the part before, so any two neighbours stand together in one.
        """
        start, size = 0, _SYMBOLS_IN_A_PART
        while start + size < len(self.merged_at):
            borders = np.flatnonzero(self.merged_at[start + 1 : start + size] >= position) + start + 1
            if len(borders) < 2:  # one token is nearly as long as the part
                size *= 2
                continue
            yield self._tokens_between(start, int(borders[-1]), position)
            start, size = int(borders[-2]), _SYMBOLS_IN_A_PART
        yield self._tokens_between(start, len(self.merged_at), position)

    @cached_property
    def _word_numbers(self) -> Int32Array:
        """The index of the word at each position, made when first needed."""
        return np.repeat(np.arange(len(self.word_starts) - 1, dtype=np.int32), np.diff(self.word_starts))

    def word_of(self, positions: Int64Array) -> Int32Array:
        """The index of the word that each position belongs to."""
        return self._word_numbers[positions]

    def word_at(self, position: int) -> int:
        """The index of the word that one position belongs to."""
        return int(np.searchsorted(self.word_starts, position, side="right")) - 1

    def _tokens_between(self, start: int, stop: int, position: int) -> Tokenization:
        if position == 0:  # every base symbol is a token
            return Tokenization(np.arange(start, stop), self.base_symbols[start:stop].astype(np.int32))
        starts, symbols = self._cut(self.merged_at[start:stop], self.base_symbols[start:stop], position)
        return Tokenization(starts + start, symbols)

    def _cut(self, merged_at: Int32Array, base: BaseSymbols, position: int) -> tuple[Int64Array, Int32Array]:
        """Where the tokens of this slice of the timeline start, and their symbols."""
        gone = merged_at < position
        starts = np.flatnonzero(~gone)
        # A token was made by the last merge that removed one of its inner boundaries.
        last_merge = np.maximum.reduceat(np.where(gone, merged_at, SEPARATOR), starts)
        symbols = np.where(last_merge >= 0, self.base_size + last_merge, base[starts])
        return starts, symbols.astype(np.int32, copy=False)
