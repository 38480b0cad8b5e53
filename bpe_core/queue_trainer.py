"""Fast training on one page, built like Hugging Face's trainer. Read it after `reference.py`.

Of tied pairs it merges the one with the smallest ids.

>>> merges, words = learn({"hug": 10, "pug": 5, "hugs": 5}, max_merges=2)
>>> merges
[(('u', 'g'), 20), (('h', 'ug'), 15)]
>>> words
[['hug'], ['p', 'ug'], ['hug', 's']]

Nothing is counted twice. A merge changes only the words that contain its pair, and in them only the pairs
next to the new token. So each pair keeps its count and its words, and a queue holds the pair to merge next.
When a count falls, the queue is not searched: the old entry is stale, and is corrected when it is popped.

The numbered comments are the phases of `do_train` in Hugging Face's `trainer.rs`, with the names used there.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from heapq import heapify, heappop, heappush
from typing import Any

WordCounts = Mapping[str, int] | Mapping[tuple[str, ...], int]
Pair = tuple[int, int]
"""Two symbols, as ids."""
CountChange = tuple[Pair, int]
"""A pair, and how its count changes: -1 for each time that it disappears, +1 for each that it appears."""

NONE = -1
"""Stands for a symbol that is missing."""
NO_PAIR = (NONE, NONE)
"""Stands for a pair that is missing."""


def learn(
    word_counts: WordCounts, max_merges: int, **limits: Any
) -> tuple[list[tuple[tuple[str, str], int]], list[list[str]]]:
    """Learn up to `max_merges` merges, as `reference.learn` does when ties go to the smallest ids."""
    trainer = QueueTrainer(word_counts, **limits)
    merges = trainer.train(max_merges)
    return merges, [[trainer.vocabulary[symbol] for symbol in word] for word in trainer.words]


class QueueTrainer:
    """Learns merges from words with their counts."""

    def __init__(
        self, word_counts: WordCounts, *, min_frequency: int = 1, max_token_length: int | None = None
    ) -> None:
        """1. Words to symbols (`tokenize_words`): each symbol is an id, linked to its neighbours."""
        self.vocabulary = sorted({symbol for word in word_counts for symbol in word})
        ids = {symbol: number for number, symbol in enumerate(self.vocabulary)}
        self.lengths = [1] * len(ids)  # of each symbol of the vocabulary, in symbols of the words
        self.words = [LinkedWord([ids[symbol] for symbol in word]) for word in word_counts]
        self.counts = list(word_counts.values())
        self.pair_counts: defaultdict[Pair, int] = defaultdict(int)
        self.words_with: defaultdict[Pair, set[int]] = defaultdict(set)
        self.queue: list[tuple[int, Pair]] = []
        self.merges: list[tuple[tuple[str, str], int]] = []
        self.min_frequency, self.max_token_length = min_frequency, max_token_length

    def train(self, max_merges: int) -> list[tuple[tuple[str, str], int]]:
        """Pop the next pair and merge it, again and again; returns the merges with their counts."""
        self.count_pairs()
        self.fill_queue()
        while len(self.merges) < max_merges:
            pair, count = self.pop()
            if count < max(1, self.min_frequency):
                break
            self.merge(pair, count)
        # 5. The result: the merges in order; the words are split by them now.
        return self.merges

    def count_pairs(self) -> None:
        """2. Count the pairs (`count_pairs`), and note the words that contain each (`where_to_update`)."""
        for number, word in enumerate(self.words):
            for place in word.places():
                pair = word.pair_at(place)
                if pair != NO_PAIR:
                    self.pair_counts[pair] += self.counts[number]
                    self.words_with[pair].add(number)

    def fill_queue(self) -> None:
        """3. The queue: the highest count first; of equal counts, the smallest ids."""
        self.queue = [(-count, pair) for pair, count in self.pair_counts.items()]
        heapify(self.queue)

    def pop(self) -> tuple[Pair, int]:
        """4. Pop the next pair, with its count; `NO_PAIR` and 0 if none is left."""
        while self.queue:
            negative_count, pair = heappop(self.queue)
            count = self.pair_counts[pair]
            if count == -negative_count:
                return pair, count
            # A stale entry: the pair has lost occurrences since it was pushed.
            heappush(self.queue, (-count, pair))
        return NO_PAIR, 0

    def merge(self, pair: Pair, count: int) -> None:
        """Merge the pair in its words, and update the pairs around it."""
        left, right = (self.vocabulary[symbol] for symbol in pair)
        token = len(self.vocabulary)
        self.vocabulary.append(left + right)
        self.lengths.append(self.lengths[pair[0]] + self.lengths[pair[1]])
        self.merges.append(((left, right), count))
        numbers = sorted(self.words_with[pair])
        changes = [(number, self.merge_word(self.words[number], pair, token)) for number in numbers]
        new_pairs = self.update(changes)
        for new_pair in sorted(new_pairs):
            heappush(self.queue, (-self.pair_counts[new_pair], new_pair))

    def merge_word(self, word: "LinkedWord", pair: Pair, token: int) -> list[CountChange]:
        """Replace each occurrence of the pair by the token, from the left."""
        changes: list[CountChange] = []
        for place in word.places():
            if word.pair_at(place) == pair:
                changes += self.changes(word, place, token)
                word.join(place, token)
        return changes

    def changes(self, word: "LinkedWord", place: int, token: int) -> list[CountChange]:
        """How counts change where the symbol at a place and the one after it become a token."""
        left, right = word.pair_at(place)
        before, after = word.beside(place)
        return [
            ((left, right), -1),
            *(self.changes_before(before, left, token) if before != NONE else ()),
            *(self.changes_after(right, after, token) if after != NONE else ()),
        ]

    def changes_before(self, before: int, left: int, token: int) -> list[CountChange]:
        """How counts change beside the symbol before a new token."""
        return [((before, left), -1), ((before, token), +1)]

    def changes_after(self, right: int, after: int, token: int) -> list[CountChange]:
        """How counts change beside the symbol after a new token."""
        return [((right, after), -1), ((token, after), +1)]

    def update(self, changes: list[tuple[int, list[CountChange]]]) -> set[Pair]:
        """Change the counts of pairs, by the numbers of the words; returns the pairs that came."""
        new_pairs = set()
        for number, changed in changes:
            for neighbours, change in changed:
                self.pair_counts[neighbours] += change * self.counts[number]
                if change > 0 and self.fits(neighbours):
                    self.words_with[neighbours].add(number)
                    new_pairs.add(neighbours)
        return new_pairs

    def fits(self, pair: Pair) -> bool:
        """Whether the token of a pair is not too long."""
        length = sum(self.lengths[symbol] for symbol in pair)
        return self.max_token_length is None or length <= self.max_token_length


class LinkedWord:
    """The symbols of a word as a linked list, so that merging two of them moves no others.

    place        0    1    2    3
    symbol       h    ug   .    s       after u + g became ug: nothing links to place 2 any more
    previous     -    0    .    1
    following    1    3    .    -
    """

    def __init__(self, symbols: list[int]) -> None:
        """Link each symbol with the ones beside it."""
        self.symbols = [*symbols]
        """The symbol at each place; `NONE` where it became part of the token before."""
        self.previous = [place - 1 for place in range(len(symbols))]
        """The place of the symbol before each, or `NONE`."""
        self.following = [*range(1, len(symbols)), NONE]
        """The place of the symbol after each, or `NONE`."""

    def __iter__(self) -> Iterator[int]:
        """The symbols from left to right."""
        return (self.symbols[place] for place in self.places())

    def places(self) -> Iterator[int]:
        """The places of the symbols from left to right; you may merge at the current place meanwhile."""
        place = 0
        while place != NONE:
            yield place
            place = self.following[place]

    def pair_at(self, place: int) -> Pair:
        """The symbol at a place and the one after it; `NO_PAIR` if one is missing."""
        if place == NONE or self.following[place] == NONE:
            return NO_PAIR
        return self.symbols[place], self.symbols[self.following[place]]

    def beside(self, place: int) -> tuple[int, int]:
        """The symbols before and after the pair at a place, each `NONE` if it is missing."""
        before, after = self.previous[place], self.following[self.following[place]]
        return (
            NONE if before == NONE else self.symbols[before],
            NONE if after == NONE else self.symbols[after],
        )

    def join(self, place: int, token: int) -> None:
        """Replace the symbol at a place and the one after it by a token."""
        gone = self.following[place]
        after = self.following[gone]
        if after != NONE:
            self.previous[after] = place
        self.symbols[place], self.symbols[gone] = token, NONE
        self.following[place] = after
