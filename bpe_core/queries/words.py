"""The words of a training: with their counts, and one by one through all merges.

A `WordHistory` has a word's base symbols and, for each boundary between them, the merge that removed it. So a
picture can draw any position by itself: after k merges, cut where `merged_at` is None, k or more.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.words[4]
WordCount(word='hugs', count=5)
>>> stepper.goto(4)
>>> [hugs] = stepper.history.word_histories(["hugs"])
>>> hugs.ids, hugs.merged_at
((2, 6, 1, 5), (2, 0, None))
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np

from bpe_core.engine.merge_history import MergeHistory
from bpe_core.engine.timeline import NEVER
from bpe_core.errors import CorpusError
from bpe_core.queries.records import WordCount
from bpe_core.symbols import Int32Array
from bpe_core.validation import shown


class WordList(Sequence[WordCount]):
    """The distinct words with their counts, in the order in which they first occurred; cheap to slice."""

    def __init__(self, history: MergeHistory) -> None:
        """Give the words of a history."""
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


@dataclass(frozen=True)
class WordHistory:
    """One word through the whole training."""

    index: int
    """The word's place in the order of first occurrence, from 0."""

    word: str
    """The word, as the pre-tokenizer cut it."""

    count: int
    """How often it occurs."""

    length: int
    """How many base symbols it has."""

    ids: tuple[int, ...]
    """The vocabulary ids of its base symbols, or of the first ones if only some were asked for."""

    merged_at: tuple[int | None, ...]
    """For each boundary between two base symbols, the rank of the merge that removed it; None if it still
    stands at the history's end."""

    left_out: str = ""
    """The characters that it has lost because the alphabet is limited, each once."""


def index_of(history: MergeHistory, word: str) -> int:
    """The index of a word; raises `CorpusError` if it is not in the corpus."""
    index = history.word_index.get(word) if isinstance(word, str) else None
    if index is None:
        raise CorpusError(f"The word {shown(word)} is not in the corpus; see stepper.words.")
    return index


def word_history(history: MergeHistory, index: int, symbols: int | None = None) -> WordHistory:
    """The history of the word with this index; of a long one only the first `symbols`."""
    timeline, token_ids = history.timeline, history.table.ids
    start, end = int(timeline.word_starts[index]), int(timeline.word_starts[index + 1]) - 1
    stop = end if symbols is None else min(end, start + symbols)
    word, left_out = history.words[index], set(history.left_out)
    return WordHistory(
        index=index,
        word=word,
        count=int(history.word_counts[index]),
        length=end - start,
        ids=tuple(map(token_ids.__getitem__, timeline.base_symbols[start:stop].tolist())),
        merged_at=tuple(
            None if rank == NEVER else rank for rank in timeline.merged_at[start + 1 : stop].tolist()
        ),
        left_out="".join(dict.fromkeys(filter(left_out.__contains__, word))) if left_out else "",
    )


def merges_over(history: MergeHistory, index: int, symbols: int, first: int, last: int) -> list[int]:
    """What `HistoryView.merges_over` returns, for a word by its index."""
    timeline = history.timeline
    start, stop = int(timeline.word_starts[index]) + 1, int(timeline.word_starts[index + 1]) - 1
    behind = timeline.merged_at[start + symbols - 1 : stop]  # from the boundary in question on
    before = timeline.merged_at[start : start + symbols - 1][::-1]  # and those before it, nearest first
    ranks: list[int] = []
    rank = int(behind[0])
    if rank < first:  # the last merge in the token that is there already
        inside = (side[: _reach(side, 0, first - 1)] for side in (before, behind))
        rank = max(int(part.max(initial=rank)) for part in inside)
    here, there = 0, 0
    while rank < last:
        ranks.append(rank)
        here, there = _reach(before, here, rank), _reach(behind, there, rank)
        rank = min(
            (int(side[at]) for side, at in ((before, here), (behind, there)) if at < len(side)), default=NEVER
        )
    return ranks


def _reach(merged_at: Int32Array, start: int, rank: int) -> int:
    """The first boundary from `start` on that stands after the merge of this rank; the length if none."""
    size = 64
    while start < len(merged_at):
        standing = np.flatnonzero(merged_at[start : start + size] > rank)
        if len(standing):
            return start + int(standing[0])
        start, size = start + size, size * 2
    return len(merged_at)
