"""Fast training on one page, built like Hugging Face's trainer. Read it after `reference.py`.

Of tied pairs it merges the one with the smallest ids.

>>> merges, splits = learn({"hug": 10, "pug": 5, "hugs": 5}, max_merges=2)
>>> merges
[(('u', 'g'), 20), (('h', 'ug'), 15)]
>>> splits
[['hug'], ['p', 'ug'], ['hug', 's']]

Nothing is counted twice. A merge changes only the words that contain its pair, and in them only the pairs
next to the new token. So each pair keeps its count and its words, and a queue holds the pair to merge next.
When a count falls, the queue is not searched: the old entry is stale, and is corrected when it is popped.

The numbered comments are the phases of `do_train` in Hugging Face's `trainer.rs`, with the names used there.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from heapq import heapify, heappop, heappush

Pair = tuple[int, int]
"""Two symbols, as ids."""
CountChange = tuple[Pair, int]
"""A pair, and how its count changes: -1 for each time that it disappears, +1 for each that it appears."""

NONE = -1
"""Stands for a symbol that is missing."""
NO_PAIR = (NONE, NONE)
"""Stands for a pair that is missing."""


def learn(
    word_counts: Mapping[str, int] | Mapping[tuple[str, ...], int],
    max_merges: int,
    *,
    min_frequency: int = 1,
    max_token_length: int | None = None,
) -> tuple[list[tuple[tuple[str, str], int]], list[list[str]]]:
    """Learn up to `max_merges` merges, as `reference.learn` does when ties go to the smallest ids."""
    # 1. Words to symbols (`tokenize_words`): each symbol is an id, linked to its neighbours.
    vocabulary = sorted({symbol for word in word_counts for symbol in word})
    ids = {symbol: number for number, symbol in enumerate(vocabulary)}
    lengths = [1] * len(vocabulary)
    words = [LinkedWord([ids[symbol] for symbol in word]) for word in word_counts]
    counts = list(word_counts.values())

    # 2. Count the pairs (`count_pairs`), and note the words that contain each (`where_to_update`).
    pair_counts, words_with = count_pairs(words, counts)

    # 3. The queue: the highest count first; of equal counts, the smallest ids.
    queue = [(-count, pair) for pair, count in pair_counts.items()]
    heapify(queue)

    # 4. Pop the next pair, merge it in its words, update the pairs around it.
    merges: list[tuple[tuple[str, str], int]] = []
    while queue and len(merges) < max_merges:
        negative_count, pair = heappop(queue)
        count = pair_counts[pair]
        if count != -negative_count:
            # A stale entry: the pair has lost occurrences since it was pushed.
            heappush(queue, (-count, pair))
            continue
        if count < max(1, min_frequency):
            break
        left, right, token = vocabulary[pair[0]], vocabulary[pair[1]], len(vocabulary)
        vocabulary.append(left + right)
        lengths.append(lengths[pair[0]] + lengths[pair[1]])
        merges.append(((left, right), count))
        changes = [(number, words[number].merge(pair, token)) for number in words_with[pair]]
        new_pairs = set()
        for number, changed in changes:
            for neighbours, change in changed:
                pair_counts[neighbours] += change * counts[number]
                is_long = (
                    max_token_length is not None
                    and sum(lengths[each] for each in neighbours) > max_token_length
                )
                if change > 0 and not is_long:
                    words_with[neighbours].add(number)
                    new_pairs.add(neighbours)
        for new_pair in sorted(new_pairs):
            heappush(queue, (-pair_counts[new_pair], new_pair))

    # 5. The result: the merges in order, and the words as they are split now.
    return merges, [[vocabulary[symbol] for symbol in word] for word in words]


def count_pairs(
    words: list["LinkedWord"], counts: list[int]
) -> tuple[defaultdict[Pair, int], defaultdict[Pair, set[int]]]:
    """The count of every pair, and the indexes of the words that contain it."""
    pair_counts: defaultdict[Pair, int] = defaultdict(int)
    words_with: defaultdict[Pair, set[int]] = defaultdict(set)
    for number, word in enumerate(words):
        for place in word.places():
            pair = word.pair_at(place)
            if pair != NO_PAIR:
                pair_counts[pair] += counts[number]
                words_with[pair].add(number)
    return pair_counts, words_with


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

    def merge(self, pair: Pair, token: int) -> list[CountChange]:
        """Replace each occurrence of the pair by the token, from the left."""
        changes = []
        for place in self.places():
            if self.pair_at(place) == pair:
                changes += self.join(place, token)
        return changes

    def join(self, place: int, token: int) -> list[CountChange]:
        """Replace the symbol at a place and the one after it by a token."""
        left, right = self.symbols[place], self.symbols[self.following[place]]
        before, gone = self.previous[place], self.following[place]
        after = self.following[gone]
        changes = [((left, right), -1)]
        if before != NONE:
            changes += [((self.symbols[before], left), -1), ((self.symbols[before], token), +1)]
        if after != NONE:
            changes += [((right, self.symbols[after]), -1), ((token, self.symbols[after]), +1)]
            self.previous[after] = place
        self.symbols[place], self.symbols[gone] = token, NONE
        self.following[place] = after
        return changes
