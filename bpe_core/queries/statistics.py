"""The training in numbers: the words with their counts, and sizes at a position."""

from collections.abc import Sequence
from typing import overload

import numpy as np

from bpe_core.engine.merge_history import MergeHistory
from bpe_core.limits import vocabulary_size
from bpe_core.queries.records import Statistics, WordCount


def statistics_at(history: MergeHistory, position: int, ties: int) -> Statistics:
    """The numbers after so many merges, of which `ties` were chosen among tied pairs."""
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
