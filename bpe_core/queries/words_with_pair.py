"""Holders: the words that hold a pair, and what each adds to its count.

In: a film, a pair and a position. Out: `Holders`, as arrays over the words; and `WordShare`s, largest first.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> film = BPEStepper(EXAMPLES["hug_pug_pun"].corpus, EXAMPLES["hug_pug_pun"].config)._film
>>> u, g = film.table.find("u", 7), film.table.find("g", 7)
>>> holders = find_holders(film, u, g, position=0)
>>> holders.words.tolist(), holders.times.tolist()
([0, 1, 4], [1, 1, 1])
>>> [(share.word, share.contribution) for share in largest_shares(film, holders, 2)]
[('hug', 10), ('pug', 5)]
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from bpe_core.engine.arrays import group_bounds, group_starts, without_overlaps
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.symbols import Int32Array, Int64Array


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


class Holders(NamedTuple):
    """All words that hold a pair."""

    words: Int32Array
    """Their indexes, ascending."""

    times: Int32Array
    """How often the pair counts in each."""

    merged: int
    """How often merging would really merge it, over all words."""


NOWHERE = Holders(np.empty(0, np.int32), np.empty(0, np.int32), 0)
"""The holders of a pair that does not occur."""


def find_holders(film: MergeHistory, left: int, right: int, position: int) -> Holders:
    """The words that hold a pair after so many merges."""
    return find_holders_of_each(film, [(left, right)], position)[0]


def find_holders_of_each(
    film: MergeHistory, pairs: Sequence[tuple[int, int]], position: int
) -> list[Holders]:
    """The words that hold each of some pairs, at least one, after so many merges."""
    places, pair_of = film.occurrences.of_pairs(pairs, position)
    words = film.timeline.word_of(places)
    cuts = np.searchsorted(pair_of, range(1, len(pairs)))
    of_each = zip(pairs, np.split(places, cuts), np.split(words, cuts), strict=True)
    return [_holders(film, *pair, places, words) for pair, places, words in of_each]


def count_holders(film: MergeHistory, pairs: Sequence[tuple[int, int]], position: int) -> list[int]:
    """How many words hold each of some pairs after so many merges."""
    places, pair_of = film.occurrences.of_pairs(pairs, position)
    starts = group_starts(pair_of, film.timeline.word_of(places))
    counts: list[int] = np.bincount(pair_of[starts], minlength=len(pairs)).tolist()
    return counts


def largest_shares(film: MergeHistory, holders: Holders, limit: int | None = None) -> tuple[WordShare, ...]:
    """What each word adds, largest contribution first; no more than the first so many."""
    contributions = film.word_counts[holders.words] * holders.times
    chosen = largest_first(contributions, len(contributions) if limit is None else limit)
    words, times = holders.words[chosen].tolist(), holders.times[chosen].tolist()
    return tuple(
        WordShare(film.words[word], int(film.word_counts[word]), in_word, contribution)
        for word, in_word, contribution in zip(words, times, contributions[chosen].tolist(), strict=True)
    )


def largest_first(sizes: Int64Array, limit: int) -> Int64Array:
    """The indexes of the largest numbers, largest first; of equal ones, the first first."""
    if len(sizes) <= limit:
        return np.argsort(-sizes, kind="stable")
    candidates = np.flatnonzero(sizes >= np.partition(sizes, -limit)[-limit])
    return candidates[np.argsort(-sizes[candidates], kind="stable")[:limit]]


def _holders(film: MergeHistory, left: int, right: int, places: Int64Array, words: Int32Array) -> Holders:
    """All words that hold a pair, from its places and the words these are in."""
    if left != right:
        return Holders(*_by_word(words), merged=int(film.word_counts[words].sum()))
    apart = film.timeline.word_of(without_overlaps(places, film.table.lengths[left]))
    counted = words if film.config.count_overlaps else apart
    return Holders(*_by_word(counted), merged=int(film.word_counts[apart].sum()))


def _by_word(words: Int32Array) -> tuple[Int32Array, Int32Array]:
    """The distinct ones of ascending word indexes, and how often each stands there."""
    bounds = group_bounds(words)
    return words[bounds[:-1]], (bounds[1:] - bounds[:-1]).astype(np.int32)
