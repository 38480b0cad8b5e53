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
from heapq import nsmallest
from itertools import repeat
from typing import TYPE_CHECKING

import numpy as np

from bpe_core.merges import Pair
from bpe_core.pair_log import pack_pairs, unpack_pairs
from bpe_core.symbols import Int64Array
from bpe_core.tie_breaks import TIE_BREAKS, Candidate
from bpe_core.trainer import without_overlaps

if TYPE_CHECKING:
    from bpe_core.film import Film

_FEW_PAIRS = 200
"""Up to so many pairs are looked up one by one; more are met on a walk through the words."""


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

    @property
    def symbols(self) -> tuple[int, int]:
        """The left and the right symbol."""
        return self.left, self.right


def highest_pairs(film: Film, position: int, limit: int | None = None) -> list[SymbolPair]:
    """The pairs with the highest counts after so many merges, in the table's order; all without a limit."""
    packed, counts = film.log.counts_at(position)
    least = 1 if limit is None else least_of_highest(counts, limit)
    chosen = np.flatnonzero(counts >= least)
    chosen = chosen[np.argsort(-counts[chosen], kind="stable")]
    rows: list[SymbolPair] = []
    for group in np.split(chosen, np.flatnonzero(np.diff(counts[chosen])) + 1) if len(chosen) else []:
        missing = None if limit is None else limit - len(rows)
        for left, right in _in_tie_order(film, position, packed[group], missing):
            rows.append(_row(film, position, left, right, int(counts[group[0]])))
    return rows


def least_of_highest(counts: Int64Array, limit: int) -> int:
    """The lowest of the so many highest counts, at least 1; 1 where there are not so many."""
    # Most of many counts are far below the highest: those in reach are taken out before they are sorted.
    least = int(counts.max(initial=0))
    while 0 < limit < len(counts) and least > 1:
        least //= 2
        reached = counts[counts >= max(1, least)]
        if len(reached) >= limit:
            return max(1, int(np.partition(reached, -limit)[-limit]))
    return 1


def tied_pairs(film: Film, position: int, limit: int | None = None) -> list[tuple[int, int]]:
    """The pairs that share the highest count after so many merges, as symbols, in the tie rule's order."""
    packed, counts = film.log.counts_at(position)
    highest = int(counts.max(initial=0))
    chosen = np.flatnonzero(counts == highest) if highest else np.empty(0, np.int64)
    return _in_tie_order(film, position, packed[chosen], limit)


def printed_row(film: Film, row: SymbolPair) -> PairCount:
    """A row as it is printed."""
    return PairCount(film.pair_texts(row.symbols), film.table.joined_text(*row.symbols), row.count, row.words)


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


def _row(film: Film, position: int, left: int, right: int, count: int) -> SymbolPair:
    words = film.timeline.word_of(film.places.of_pair(left, right, position))
    # Places are ascending, so a word's places follow one another.
    return SymbolPair(left, right, count, words=1 + int(np.count_nonzero(np.diff(words))))


def _in_tie_order(film: Film, position: int, packed: Int64Array, limit: int | None) -> list[tuple[int, int]]:
    """Pairs with equal counts, in the tie rule's order; no more than the first so many."""
    rule, seed = TIE_BREAKS[film.config.tie_break], film.config.tie_seed
    if rule.looks_at_places:
        # In "first seen" order the first ones are met first, and the rest need not be looked for.
        met = first_places(film, position, packed, limit if rule.drift == "rises" else None)
        packed, places = packed[list(met)], list(met.values())
    else:
        places = [0] * len(packed)
    left, right = (column.tolist() for column in unpack_pairs(packed))
    candidates = map(Candidate, left, right, places, repeat(position))
    keyed = ((rule.key(each, film.table, seed), each.left, each.right) for each in candidates)
    ordered = sorted(keyed) if limit is None else nsmallest(limit, keyed)
    return [(left, right) for _, left, right in ordered]


def first_places(film: Film, position: int, packed: Int64Array, limit: int | None = None) -> dict[int, int]:
    """Where ascending packed pairs are first met: index in `packed` -> place, first met first.

    With a limit, at least so many are found if there are so many, and the search ends soon after.
    """
    if len(packed) <= _FEW_PAIRS:
        left, right = unpack_pairs(packed)
        places = [
            int(film.places.of_pair(*pair, position)[0])
            for pair in zip(left.tolist(), right.tolist(), strict=True)
        ]
        return {index: places[index] for index in sorted(range(len(places)), key=places.__getitem__)}
    met: dict[int, int] = {}
    for tokens in film.timeline.tokens_in_parts(position):
        pairs = pack_pairs(tokens.symbols[:-1], tokens.symbols[1:])
        index = np.minimum(np.searchsorted(packed, pairs), len(packed) - 1)
        here = np.flatnonzero(packed[index] == pairs)
        found, first = np.unique(index[here], return_index=True)
        for number in np.argsort(first).tolist():
            met.setdefault(int(found[number]), int(tokens.starts[here[first[number]]]))
        if len(met) >= (len(packed) if limit is None else limit):
            break
    return met


def count_of(film: Film, position: int, left: int, right: int) -> int:
    """How often a pair of symbols occurs after so many merges."""
    packed, counts = film.log.counts_at(position)
    pair = pack_pairs(np.array([left]), np.array([right]))[0]
    index = int(np.searchsorted(packed, pair))
    return int(counts[index]) if index < len(packed) and packed[index] == pair else 0
