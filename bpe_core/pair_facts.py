"""Pair facts: where a pair's count comes from, worked out once for every count that the pair has.

In: a film, a pair with its count, and a position at which it has that count. Out: a frozen `PairFacts` with
the words that add most, and the `Holders`: all words that hold the pair.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> facts = stepper.scenes(0, 0)[0].rows[0]
>>> facts.pair, facts.token, facts.count, facts.words
(('u', 'g'), 'ug', 20, 3)
>>> [(share.word, share.word_count, share.times) for share in facts.shares]
[('hug', 10, 1), ('pug', 5, 1), ('hugs', 5, 1)]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bpe_core.merges import Pair
from bpe_core.pairs import WordShare
from bpe_core.symbols import Int32Array, Int64Array
from bpe_core.trainer import without_overlaps

if TYPE_CHECKING:
    from bpe_core.film import Film

MOST_WORDS = 4
"""Of so many words at most it is said what they add to a pair, or what changed in them."""


@dataclass(frozen=True)
class PairFacts:
    """One pair at one count."""

    pair: Pair
    """The two symbols as they are printed."""

    ids: tuple[int, int]
    """Their ids in the vocabulary."""

    token: str
    """What the pair would become."""

    count: int
    """How often it occurs: the sum over all words of word count times occurrences."""

    words: int
    """How many distinct words hold it."""

    merged: int
    """How often merging would really merge it: less than `count` where "aaa" counts twice and merges once."""

    shares: tuple[WordShare, ...]
    """The at most four words that add most to the count, largest contribution first."""


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


def make_facts(film: Film, left: int, right: int, count: int, holders: Holders) -> PairFacts:
    """The facts of a pair that has this count and these holders."""
    return PairFacts(
        pair=film.pair_texts((left, right)),
        ids=token_ids(film, left, right),
        token=film.table.joined_text(left, right),
        count=count,
        words=len(holders.words),
        merged=holders.merged,
        shares=_largest_shares(film, holders),
    )


def find_holders(film: Film, left: int, right: int, position: int) -> Holders:
    """The words that hold a pair after so many merges."""
    places = film.places.of_pair(left, right, position)
    words = film.timeline.word_of(places)
    if left != right:
        return Holders(*_by_word(words), merged=int(film.word_counts[words].sum()))
    apart = film.timeline.word_of(without_overlaps(places, film.table.lengths[left]))
    counted = words if film.config.count_overlaps else apart
    return Holders(*_by_word(counted), merged=int(film.word_counts[apart].sum()))


def largest_first(sizes: Int64Array, limit: int) -> Int64Array:
    """The indexes of the largest numbers, largest first; of equal ones, the first first."""
    if len(sizes) <= limit:
        return np.argsort(-sizes, kind="stable")
    candidates = np.flatnonzero(sizes >= np.partition(sizes, -limit)[-limit])
    return candidates[np.argsort(-sizes[candidates], kind="stable")[:limit]]


def token_ids(film: Film, left: int, right: int) -> tuple[int, int]:
    """The ids in the vocabulary of two symbols."""
    offset = len(film.config.special_tokens)
    return left + offset, right + offset


def _by_word(words: Int32Array) -> tuple[Int32Array, Int32Array]:
    """The distinct ones of ascending word indexes, and how often each stands there."""
    if not len(words):
        return NOWHERE.words, NOWHERE.times
    starts = np.concatenate(([0], np.flatnonzero(words[1:] != words[:-1]) + 1))
    return words[starts], np.diff(starts, append=len(words)).astype(np.int32)


def _largest_shares(film: Film, holders: Holders) -> tuple[WordShare, ...]:
    contributions = film.word_counts[holders.words] * holders.times
    chosen = largest_first(contributions, MOST_WORDS)
    words, times = holders.words[chosen].tolist(), holders.times[chosen].tolist()
    return tuple(
        WordShare(film.words[word], int(film.word_counts[word]), in_word, contribution)
        for word, in_word, contribution in zip(words, times, contributions[chosen].tolist(), strict=True)
    )
