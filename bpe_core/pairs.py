"""Pairs: the pair-frequency table at any position of a film.

In: a film and a position. Out: rows with a pair, its count and how many words hold it, highest count first
and, within equal counts, in the tie rule's own order; and the words that a pair's count comes from.

>>> from bpe_core import BPEStepper, Corpus, BPEConfig
>>> stepper = BPEStepper(Corpus.from_word_counts({"hug": 10, "pug": 5, "hugs": 5}), BPEConfig())
>>> [(row.pair, row.count, row.words) for row in stepper.pair_counts(limit=2)]
[(('u', 'g'), 20, 3), (('h', 'u'), 15, 2)]
>>> [(share.word, share.contribution) for share in stepper.occurrences(("u", "g")).shares]
[('hug', 10), ('pug', 5), ('hugs', 5)]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bpe_core.merges import Pair
from bpe_core.pair_log import pack_pairs, unpack_pairs
from bpe_core.symbols import Int64Array
from bpe_core.tie_breaks import TIE_BREAKS, Candidate
from bpe_core.trainer import without_overlaps

if TYPE_CHECKING:
    from bpe_core.film import Film


@dataclass(frozen=True)
class PairCount:
    """A row of the pair-frequency table."""

    pair: Pair
    """The two symbols as they are printed."""

    token: str
    """What the pair would become."""

    count: int
    """How often it occurs: the sum over all words of word count times occurrences."""

    words: int
    """How many distinct words hold it."""


@dataclass(frozen=True)
class WordShare:
    """What one word adds to a pair's count."""

    word: str
    """The word, as the pre-tokenizer cut it."""

    word_count: int
    """How often the word occurs in the corpus."""

    times: int
    """How often the pair counts in the word."""

    contribution: int
    """`word_count` times `times`."""


@dataclass(frozen=True)
class PairOccurrences:
    """Where a pair's count comes from."""

    pair: Pair
    """The two symbols as they are printed."""

    count: int
    """How often the pair occurs; the sum of all contributions."""

    words_total: int
    """How many distinct words hold the pair."""

    shares: tuple[WordShare, ...]
    """The words with the largest contributions, largest first."""


@dataclass(frozen=True, slots=True)
class SymbolPair:
    """A pair as symbols, with what its row in the table says."""

    left: int
    right: int
    count: int
    words: int
    first_position: int

    @property
    def symbols(self) -> tuple[int, int]:
        """The left and the right symbol."""
        return self.left, self.right


def highest_pairs(film: Film, position: int, limit: int | None = None) -> list[SymbolPair]:
    """The pairs with the highest counts after so many merges, in the table's order; all without a limit."""
    packed, counts = film.log.counts_at(position)
    least = 1
    if limit is not None and limit < len(counts):
        least = max(1, int(np.partition(counts, -limit)[-limit]) if limit else 1)
    chosen = np.flatnonzero(counts >= least)
    return _in_order(film, position, packed[chosen], counts[chosen])[:limit]


def tied_pairs(film: Film, position: int) -> list[SymbolPair]:
    """All pairs that share the highest count after so many merges, in the tie rule's order."""
    packed, counts = film.log.counts_at(position)
    highest = int(counts.max(initial=0))
    chosen = np.flatnonzero(counts == highest) if highest else np.empty(0, np.int64)
    return _in_order(film, position, packed[chosen], counts[chosen])


def word_shares(film: Film, position: int, left: int, right: int) -> list[WordShare]:
    """What each word adds to the count of a pair after so many merges, largest contribution first."""
    places = film.places.of_pair(left, right, position)
    if left == right and not film.config.count_overlaps:
        places = without_overlaps(places, film.table.lengths[left])
    words, times = np.unique(film.timeline.word_of(places), return_counts=True)
    contributions = film.word_counts[words] * times
    order = np.argsort(-contributions, kind="stable")
    rows = zip(words[order].tolist(), times[order].tolist(), contributions[order].tolist(), strict=True)
    return [WordShare(film.words[word], int(film.word_counts[word]), *numbers) for word, *numbers in rows]


def _in_order(film: Film, position: int, packed: Int64Array, counts: Int64Array) -> list[SymbolPair]:
    """Pairs with their counts as rows, in the table's order."""
    columns = (column.tolist() for column in (*unpack_pairs(packed), counts))
    rows = [_row(film, position, *numbers) for numbers in zip(*columns, strict=True)]
    key, table, seed = TIE_BREAKS[film.config.tie_break].key, film.table, film.config.tie_seed

    def table_order(row: SymbolPair) -> tuple[object, ...]:
        candidate = Candidate(row.left, row.right, row.first_position, position)
        return -row.count, key(candidate, table, seed), row.left, row.right

    return sorted(rows, key=table_order)


def _row(film: Film, position: int, left: int, right: int, count: int) -> SymbolPair:
    places = film.places.of_pair(left, right, position)
    words = film.timeline.word_of(places)  # ascending, as the places are
    return SymbolPair(left, right, count, 1 + int(np.count_nonzero(np.diff(words))), int(places[0]))


def count_of(film: Film, position: int, left: int, right: int) -> int:
    """How often a pair of symbols occurs after so many merges."""
    packed, counts = film.log.counts_at(position)
    pair = pack_pairs(np.array([left]), np.array([right]))[0]
    index = int(np.searchsorted(packed, pair))
    return int(counts[index]) if index < len(packed) and packed[index] == pair else 0
