"""Byte-pair encoding on one page, as simple as possible. Read this file first.

It counts every pair of every word again before every merge. The fast trainer (`BPEStepper`) must learn
exactly the same merges; the tests compare the two.

>>> merges, words = learn({"hug": 10, "pug": 5, "hugs": 5}, max_merges=2)
>>> merges
[(('u', 'g'), 20), (('h', 'ug'), 15)]
>>> words
[['hug'], ['p', 'ug'], ['hug', 's']]

A word may also be a tuple of symbols, for example with an end-of-word symbol. `choose` settles ties:

>>> learn({("h", "u", "</w>"): 1}, max_merges=1, choose=min)
([(('h', 'u'), 1)], [['hu', '</w>']])
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

Pair = tuple[str, str]
WordCounts = Mapping[str, int] | Mapping[tuple[str, ...], int]


def first_seen(tied: list[Pair]) -> Pair:
    """The first of the tied pairs, in reading order: the tie rule of most tutorials."""
    return tied[0]


def without_overlaps(pairs: Iterator[Pair]) -> Iterator[Pair]:
    """The pairs of a word, but of two overlapping ones the first: "aaa" holds one merge of a + a."""
    before = None
    for pair in pairs:
        is_counted = pair != before
        if is_counted:
            yield pair
        before = pair if is_counted else None


def learn(
    word_counts: WordCounts, max_merges: int, **rules: Any
) -> tuple[list[tuple[Pair, int]], list[list[str]]]:
    """Learn up to `max_merges` merges by `rules` as a `Trainer` has them; returns the words as split, too."""
    trainer = Trainer(word_counts, **rules)
    return trainer.train(max_merges), trainer.words


class Trainer:
    """Learns merges from words with their counts."""

    def __init__(
        self,
        word_counts: WordCounts,
        *,
        min_frequency: int = 1,
        count_overlaps: bool = True,
        max_token_length: int | None = None,
        choose: Callable[[list[Pair]], Pair] = first_seen,
    ) -> None:
        """Split the words, which stand in the order of their first occurrence.

        A pair whose token would have more than `max_token_length` symbols is not counted.
        """
        self.words = [list(word) for word in word_counts]  # each as the symbols that it is split into now
        self.counts = list(word_counts.values())
        self.pair_counts: dict[Pair, int] = {}  # in the order in which pairs first occur
        self.merges: list[tuple[Pair, int]] = []
        self.lengths: dict[str, int] = {}  # of each token, in symbols of the words
        self.min_frequency, self.count_overlaps = min_frequency, count_overlaps
        self.max_token_length, self.tie_rule = max_token_length, choose

    def train(self, max_merges: int) -> list[tuple[Pair, int]]:
        """Merge the most frequent pair, again and again; returns the merges with their counts."""
        while len(self.merges) < max_merges:
            self.count()
            tied = self.most_frequent()
            if not tied:
                break
            pair = self.choose(tied)
            self.apply(pair)
            self.merges.append((pair, self.pair_counts[pair]))
        return self.merges

    def count(self) -> None:
        """Count each pair of all words anew."""
        self.pair_counts = {}
        for word, word_count in zip(self.words, self.counts, strict=True):
            for pair in self.pairs(word):
                self.pair_counts[pair] = self.pair_counts.get(pair, 0) + word_count

    def pairs(self, word: list[str]) -> Iterator[Pair]:
        """The pairs of a word, each as often as it counts."""
        pairs = pairwise(word)
        return filter(self.fits, pairs if self.count_overlaps else without_overlaps(pairs))

    def fits(self, pair: Pair) -> bool:
        """Whether the token of a pair is not too long."""
        return self.max_token_length is None or self.length(pair) <= self.max_token_length

    def most_frequent(self) -> list[Pair]:
        """The pairs with the highest count; none if that is too low."""
        highest = max(self.pair_counts.values(), default=0)
        if highest < max(1, self.min_frequency):
            return []
        return [pair for pair, count in self.pair_counts.items() if count == highest]

    def choose(self, tied: list[Pair]) -> Pair:
        """One of the pairs with the highest count."""
        return self.tie_rule(tied)

    def apply(self, pair: Pair) -> None:
        """Merge the pair in all words."""
        self.lengths["".join(pair)] = self.length(pair)
        self.words = [self.merge(word, pair) for word in self.words]

    def length(self, pair: Pair) -> int:
        """How many symbols of the words the token of a pair is made of."""
        return sum(self.lengths.get(symbol, 1) for symbol in pair)

    def merge(self, word: list[str], pair: Pair) -> list[str]:
        """A word in which each occurrence of the pair is replaced by its token, from the left."""
        merged: list[str] = []
        place = 0
        while place < len(word):
            if tuple(word[place : place + 2]) == pair:
                merged.append(word[place] + word[place + 1])
                place += 2
            else:
                merged.append(word[place])
                place += 1
        return merged
