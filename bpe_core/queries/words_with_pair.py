"""The words with a pair: how often the pair counts in each, and what each adds to its count.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> history = BPEStepper(EXAMPLES["hug_pug_pun"].corpus, EXAMPLES["hug_pug_pun"].config)._history
>>> u_g = history.next_pair()
>>> [found] = find_words_with_pairs(history, [u_g], position=0)
>>> found.words.tolist(), found.times.tolist()
([0, 1, 4], [1, 1, 1])
>>> [(share.word, share.contribution) for share in largest_shares(history, found, 2)]
[('hug', 10), ('pug', 5)]
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bpe_core.engine.arrays import group_bounds, group_starts, largest_first, without_overlaps
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.queries.records import WordShare
from bpe_core.symbols import Int32Array, SymbolPair


class WordsWithPair(NamedTuple):
    """All words that contain a pair."""

    words: Int32Array
    """Their indexes, ascending."""

    times: Int32Array
    """How often the pair counts in each of them."""

    merged: int
    """How often it would really be merged, in all words together."""


NOWHERE = WordsWithPair(np.empty(0, np.int32), np.empty(0, np.int32), 0)
"""The words with a pair that does not occur."""


def find_words_with_pairs(
    history: MergeHistory, pairs: Sequence[SymbolPair], position: int
) -> list[WordsWithPair]:
    """For each of some pairs, of which there must be at least one, the words with it at this position."""
    all_places, pair_of = history.occurrences.of_pairs(pairs, position)
    words_of_all = history.timeline.word_of(all_places)
    cuts = np.searchsorted(pair_of, range(1, len(pairs)))
    found = []
    for (left, right), places, words in zip(
        pairs, np.split(all_places, cuts), np.split(words_of_all, cuts), strict=True
    ):
        counted = merged = words
        if left == right:
            merged = history.timeline.word_of(without_overlaps(places, history.table.lengths[left]))
            counted = words if history.config.count_overlaps else merged
        bounds = group_bounds(counted)
        times = (bounds[1:] - bounds[:-1]).astype(np.int32)
        found.append(WordsWithPair(counted[bounds[:-1]], times, int(history.word_counts[merged].sum())))
    return found


def count_words_with_pairs(history: MergeHistory, pairs: Sequence[SymbolPair], position: int) -> list[int]:
    """How many words contain each of some pairs at this position."""
    places, pair_of = history.occurrences.of_pairs(pairs, position)
    starts = group_starts(pair_of, history.timeline.word_of(places))
    counts: list[int] = np.bincount(pair_of[starts], minlength=len(pairs)).tolist()
    return counts


def largest_shares(
    history: MergeHistory, found: WordsWithPair, limit: int | None = None
) -> tuple[WordShare, ...]:
    """What each word adds, largest contribution first; at most `limit`."""
    contributions = history.word_counts[found.words] * found.times
    chosen = largest_first(contributions, len(contributions) if limit is None else limit)
    words, times = found.words[chosen].tolist(), found.times[chosen].tolist()
    return tuple(
        WordShare(history.words[word], int(history.word_counts[word]), in_word, contribution)
        for word, in_word, contribution in zip(words, times, contributions[chosen].tolist(), strict=True)
    )
