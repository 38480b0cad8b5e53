"""Incremental training with a heap on one page, as public trainers write it. Read it after `reference.py`.

It yields one merge after the other, with its count. Of tied pairs it takes the one with the smallest `place`;
without it, the smallest pair.

>>> from itertools import islice
>>> list(islice(learn({"hug": 10, "pug": 5, "hugs": 5}), 2))
[(('u', 'g'), 20), (('h', 'ug'), 15)]

A merge changes the counts beside it alone. An entry of the heap whose pair has lost occurrences meanwhile is
stale; it is put back with the count of now.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import Any

Pair = tuple[str, str]


def entry(pair: Pair, count: int, place: Callable[[Pair], Any]) -> tuple[int, Any, Pair]:
    """What the heap compares: the highest count first, then the place."""
    return -count, place(pair), pair


def begin(word_counts: Mapping[Any, int], place: Callable[[Pair], Any]) -> tuple[Any, ...]:
    """The words in symbols and how often each occurs, the count of each pair and the words that hold it, and
    the heap, before the first merge."""
    words = [list(word) for word in word_counts]
    counts = list(word_counts.values())
    pair_counts: defaultdict[Pair, int] = defaultdict(int)
    words_with: defaultdict[Pair, set[int]] = defaultdict(set)
    for number, word in enumerate(words):
        for pair in pairwise(word):
            pair_counts[pair] += counts[number]
            words_with[pair].add(number)
    heap = [entry(pair, count, place) for pair, count in pair_counts.items()]
    heapify(heap)
    return words, counts, pair_counts, words_with, heap


def learn(
    word_counts: Mapping[str, int] | Mapping[tuple[str, ...], int],
    place: Callable[[Pair], Any] = lambda pair: pair,
) -> Iterator[tuple[Pair, int]]:
    """Yield the merges of words, in the order of their first occurrence, until no pair is left."""
    words, counts, pair_counts, words_with, heap = begin(word_counts, place)
    while heap:
        negative_count, _, pair = heappop(heap)
        if pair_counts[pair] != -negative_count:
            heappush(heap, entry(pair, pair_counts[pair], place))
            continue
        if negative_count >= 0:
            break
        yield pair, -negative_count
        left, right = pair
        token = left + right
        changed = {}
        for number in sorted(words_with.pop(pair, ())):
            word, count = words[number], counts[number]
            for at, symbol in enumerate(word):  # which gets shorter meanwhile
                if symbol != left or word[at + 1 : at + 2] != [right]:
                    continue
                word[at : at + 2] = [token]
                if at > 0:
                    before = word[at - 1]
                    pair_counts[before, left] -= count
                    pair_counts[before, token] += count
                    words_with[before, token].add(number)
                    changed[before, token] = True
                if at + 1 < len(word):
                    after = word[at + 1]
                    pair_counts[right, after] -= count
                    pair_counts[token, after] += count
                    words_with[token, after].add(number)
                    changed[token, after] = True
        pair_counts[pair] = 0
        for new_pair in changed:
            heappush(heap, entry(new_pair, pair_counts[new_pair], place))
