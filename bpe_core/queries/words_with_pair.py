"""The words with a pair, and what each adds to its count.

In: a history, a pair and a position. Out: `WordsWithPair`, as arrays over the words; and `WordShare`s.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> history = BPEStepper(EXAMPLES["hug_pug_pun"].corpus, EXAMPLES["hug_pug_pun"].config)._history
>>> u, g = history.table.find("u", 7), history.table.find("g", 7)
>>> found = find_words_with_pair(history, (u, g), position=0)
>>> found.words.tolist(), found.times.tolist()
([0, 1, 4], [1, 1, 1])
>>> [(share.word, share.contribution) for share in largest_shares(history, found, 2)]
[('hug', 10), ('pug', 5)]
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bpe_core.engine.arrays import group_bounds, group_starts, without_overlaps
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.queries.records import WordShare
from bpe_core.symbols import Int32Array, Int64Array, SymbolPair


class WordsWithPair(NamedTuple):
    """All words that contain a pair."""

    words: Int32Array
    """Their indexes, ascending."""

    times: Int32Array
    """How often the pair counts in each."""

    merged: int
    """How often merging would really merge it, over all words."""


NOWHERE = WordsWithPair(np.empty(0, np.int32), np.empty(0, np.int32), 0)
"""The words with a pair that does not occur."""


def find_words_with_pair(history: MergeHistory, pair: SymbolPair, position: int) -> WordsWithPair:
    """The words with one pair at this position."""
    return find_words_with_pairs(history, [pair], position)[0]


def find_words_with_pairs(
    history: MergeHistory, pairs: Sequence[SymbolPair], position: int
) -> list[WordsWithPair]:
    """The words that hold each of some pairs, at least one, at this position."""
    places, pair_of = history.occurrences.of_pairs(pairs, position)
    words = history.timeline.word_of(places)
    cuts = np.searchsorted(pair_of, range(1, len(pairs)))
    of_each = zip(pairs, np.split(places, cuts), np.split(words, cuts), strict=True)
    return [_words_with(history, *pair, places, words) for pair, places, words in of_each]


def count_words_with_pairs(history: MergeHistory, pairs: Sequence[SymbolPair], position: int) -> list[int]:
    """How many words hold each of some pairs at this position."""
    places, pair_of = history.occurrences.of_pairs(pairs, position)
    starts = group_starts(pair_of, history.timeline.word_of(places))
    counts: list[int] = np.bincount(pair_of[starts], minlength=len(pairs)).tolist()
    return counts


def largest_shares(
    history: MergeHistory, found: WordsWithPair, limit: int | None = None
) -> tuple[WordShare, ...]:
    """What each word adds, largest contribution first; no more than `limit`."""
    contributions = history.word_counts[found.words] * found.times
    chosen = largest_first(contributions, len(contributions) if limit is None else limit)
    words, times = found.words[chosen].tolist(), found.times[chosen].tolist()
    return tuple(
        WordShare(history.words[word], int(history.word_counts[word]), in_word, contribution)
        for word, in_word, contribution in zip(words, times, contributions[chosen].tolist(), strict=True)
    )


def largest_first(sizes: Int64Array, limit: int) -> Int64Array:
    """The indexes of the largest numbers, largest first; of equal ones, the first first."""
    if len(sizes) <= limit:
        return np.argsort(-sizes, kind="stable")
    candidates = np.flatnonzero(sizes >= np.partition(sizes, -limit)[-limit])
    return candidates[np.argsort(-sizes[candidates], kind="stable")[:limit]]


def _words_with(
    history: MergeHistory, left: int, right: int, places: Int64Array, words: Int32Array
) -> WordsWithPair:
    """All words that hold a pair, from its places and the words these are in."""
    if left != right:
        return WordsWithPair(*_by_word(words), merged=int(history.word_counts[words].sum()))
    apart = history.timeline.word_of(without_overlaps(places, history.table.lengths[left]))
    counted = words if history.config.count_overlaps else apart
    return WordsWithPair(*_by_word(counted), merged=int(history.word_counts[apart].sum()))


def _by_word(words: Int32Array) -> tuple[Int32Array, Int32Array]:
    """The distinct ones of ascending word indexes, and how often each stands there."""
    bounds = group_bounds(words)
    return words[bounds[:-1]], (bounds[1:] - bounds[:-1]).astype(np.int32)
