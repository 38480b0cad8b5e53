"""The training in numbers: words with their counts, sizes at a position, whole words over the merges."""

from collections.abc import Sequence
from typing import overload

import numpy as np

from bpe_core.engine.merge_history import MergeHistory
from bpe_core.limits import vocabulary_size
from bpe_core.queries.records import Statistics, WholeWords, WordCount
from bpe_core.symbols import SEPARATOR


def statistics_at(history: MergeHistory, position: int, ties: int) -> Statistics:
    """The numbers at this position; `ties` of the merges before it were chosen among tied pairs."""
    symbols, symbols_at_start = history.symbols_left[position], history.symbols_at_start
    return Statistics(
        position=position,
        vocabulary_size=vocabulary_size(history.config, history.table.base_size, position),
        symbols=symbols,
        symbols_at_start=symbols_at_start,
        symbols_saved=symbols_at_start - symbols,
        compression=symbols_at_start / symbols,
        distinct_pairs=int(np.count_nonzero(history.count_log.counts_at(position)[1])),
        ties=ties,
    )


def token_lengths(history: MergeHistory, position: int) -> list[int]:
    """How many base symbols each token has at this position, in the order of ids, without special tokens."""
    lengths = [1] * history.table.base_size
    for left, right in history.pairs[:position]:
        lengths.append(lengths[left] + lengths[right])
    return lengths


def token_uses(history: MergeHistory, position: int) -> list[int]:
    """How often the corpus has each token at this position, in the order of ids, without special tokens."""
    symbols = history.timeline.tokens(position).symbols
    is_token = symbols != SEPARATOR
    words = np.cumsum(~is_token)[is_token] - 1
    size = history.table.base_size + position
    uses = np.bincount(symbols[is_token], weights=history.word_counts[words], minlength=size)
    counts: list[int] = uses.astype(np.int64).tolist()
    return counts


def whole_words(history: MergeHistory, length: int, *, distinct: bool) -> WholeWords:
    """The words that are one token at each position up to `length`, it included: each as often as it occurs,
    or, if `distinct`, once."""
    timeline, length = history.timeline, min(length, len(history))
    first, last = timeline.word_starts[:-1], timeline.word_starts[1:] - 1
    merged_at = timeline.merged_at.copy()
    merged_at[first] = merged_at[last] = SEPARATOR  # no boundaries inside a word
    # A word is whole after the last merge inside it, or from the start if it is one base symbol.
    since = np.maximum.reduceat(merged_at, first).astype(np.int64) + 1
    became_whole = np.zeros(length + 1, np.int64)
    counts = np.ones_like(history.word_counts) if distinct else history.word_counts
    in_time = since <= length
    np.add.at(became_whole, since[in_time], counts[in_time])
    return WholeWords(became_whole.cumsum().tolist(), int(counts.sum()))


class WordList(Sequence[WordCount]):
    """The distinct words with their counts, in the order in which they first occurred; cheap to slice."""

    def __init__(self, history: MergeHistory) -> None:
        """Show the words of a history."""
        self._history = history

    def __len__(self) -> int:
        return len(self._history.words)

    @overload
    def __getitem__(self, index: int) -> WordCount: ...
    @overload
    def __getitem__(self, index: slice) -> list[WordCount]: ...
    def __getitem__(self, index: int | slice) -> WordCount | list[WordCount]:
        words, counts = self._history.words, self._history.word_counts
        if isinstance(index, slice):
            rows = zip(words[index], counts[index].tolist(), strict=True)
            return [WordCount(word, count) for word, count in rows]
        return WordCount(words[index], int(counts[index]))

    def __repr__(self) -> str:
        return f"<WordList: {len(self):,} words>"
