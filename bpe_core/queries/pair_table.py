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

from dataclasses import dataclass

import numpy as np

from bpe_core.engine.arrays import packed_by_age
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.engine.merge_log import Counts
from bpe_core.merges import Pair
from bpe_core.queries.tie_order import TieOrder
from bpe_core.queries.words_with_pair import WordShare, count_holders


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


def highest_pairs(film: MergeHistory, position: int, limit: int | None, order: TieOrder) -> list[PairCount]:
    """The pairs with the highest counts after so many merges, in the table's order; all without a limit."""
    packed, counts = film.count_log.counts_at(position)
    least = 1 if limit is None else least_of_highest(counts, limit)
    chosen = np.flatnonzero(counts >= least)
    rows = order.by_count(packed[chosen], counts[chosen], position=position, limit=limit)
    words = count_holders(film, [pair for pair, _ in rows], position)
    return [
        PairCount(film.pair_texts(pair), film.table.joined_text(*pair), count, in_words)
        for (pair, count), in_words in zip(rows, words, strict=True)
    ]


def least_of_highest(counts: Counts, limit: int) -> int:
    """The lowest of the so many highest counts, at least 1; 1 where there are not so many."""
    # Most of many counts are far below the highest: those in reach are taken out before they are sorted.
    least = int(counts.max(initial=0))
    while 0 < limit < len(counts) and least > 1:
        least //= 2
        reached = counts[counts >= max(1, least)]
        if len(reached) >= limit:
            return max(1, int(np.partition(reached, -limit)[-limit]))
    return 1


def tied_pairs(film: MergeHistory, position: int, limit: int | None = None) -> list[tuple[int, int]]:
    """The pairs that share the highest count after so many merges, as symbols, in the tie rule's order."""
    packed, counts = film.count_log.counts_at(position)
    highest = int(counts.max(initial=0))
    tied = packed[counts == highest] if highest else packed[:0]
    limit = len(tied) if limit is None else limit
    return TieOrder(film).ordered(tied, count=highest, position=position, limit=limit)


def count_of(film: MergeHistory, position: int, left: int, right: int) -> int:
    """How often a pair of symbols occurs after so many merges."""
    packed, counts = film.count_log.counts_at(position)
    pair = packed_by_age(left, right)
    index = int(np.searchsorted(packed, pair))
    return int(counts[index]) if index < len(packed) and packed[index] == pair else 0
