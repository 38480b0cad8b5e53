"""Figures: what a film looks like in numbers, in records for pages and notebooks.

In: a film. Out: its words with their counts, and frozen records of sizes and counts at a position.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.goto(2)
>>> figures = stepper.figures()
>>> figures.symbols_at_start, figures.symbols, figures.vocabulary_size
(113, 77, 9)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

from bpe_core.engine.merge_history import MergeHistory


@dataclass(frozen=True)
class WordCount:
    """A distinct word of the corpus."""

    word: str
    """The word, as the pre-tokenizer cut it."""

    count: int
    """How often it occurs."""


@dataclass(frozen=True)
class Figures:
    """The state of the training in numbers, at one position."""

    position: int
    """How many merges have been made."""

    vocabulary_size: int
    """Special tokens, base symbols and merges."""

    symbols: int
    """How many symbols the corpus has now, every word as often as it occurs."""

    symbols_at_start: int
    """How many base symbols it had before the first merge."""

    symbols_saved: int
    """The difference of the two."""

    compression: float
    """`symbols_at_start` divided by `symbols`."""

    distinct_pairs: int
    """How many different pairs occur now."""

    ties: int
    """How many merges so far were chosen among several pairs with the same count."""


@dataclass(frozen=True)
class SeriesPoint:
    """A point of the lines over the merges."""

    position: int
    """How many merges have been made."""

    symbols: int
    """How many symbols the corpus has then."""

    vocabulary_size: int
    """How many tokens the vocabulary has then."""


class WordList(Sequence[WordCount]):
    """The distinct words with their counts, in the order in which they first occurred; cheap to slice."""

    def __init__(self, film: MergeHistory) -> None:
        """Show the words of a film."""
        self._film = film

    def __len__(self) -> int:
        return len(self._film.words)

    @overload
    def __getitem__(self, index: int) -> WordCount: ...
    @overload
    def __getitem__(self, index: slice) -> list[WordCount]: ...
    def __getitem__(self, index: int | slice) -> WordCount | list[WordCount]:
        words, counts = self._film.words, self._film.word_counts
        if isinstance(index, slice):
            rows = zip(words[index], counts[index].tolist(), strict=True)
            return [WordCount(word, count) for word, count in rows]
        return WordCount(words[index], int(counts[index]))

    def __repr__(self) -> str:
        return f"<WordList: {len(self):,} words>"
