"""Byte-pair encoding on one page, as simple as possible. Read this file first.

It counts every pair of every word again before every merge. The fast trainer (`BPEStepper`) must learn
exactly the same merges; the tests compare the two.
`studies/diagnosis/mistakes` replaces lines of this file by their exact text: change both together.

>>> merges, splits = learn({"hug": 10, "pug": 5, "hugs": 5}, max_merges=2)
>>> merges
[(('u', 'g'), 20), (('h', 'ug'), 15)]
>>> splits
[['hug'], ['p', 'ug'], ['hug', 's']]

A word may also be a tuple of symbols, for example with an end-of-word symbol. `choose` settles ties:

>>> learn({("h", "u", "</w>"): 1}, max_merges=1, choose=min)
([(('h', 'u'), 1)], [['hu', '</w>']])
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import TypeVar

Pair = tuple[str, str]
Symbol = TypeVar("Symbol", str, int)  # a string, or a number that stands for one


def first_seen(tied: list[Pair]) -> Pair:
    """The first of the tied pairs, in reading order: the tie rule of most tutorials."""
    return tied[0]


def learn(
    word_counts: Mapping[str, int] | Mapping[tuple[str, ...], int],
    max_merges: int,
    *,
    min_frequency: int = 1,
    count_overlaps: bool = True,
    max_token_length: int | None = None,
    choose: Callable[[list[Pair]], Pair] = first_seen,
) -> tuple[list[tuple[Pair, int]], list[list[str]]]:
    """Learn up to `max_merges` merges from words in the order of their first occurrence.

    A pair whose token would have more than `max_token_length` symbols is not counted.
    """
    splits = [list(word) for word in word_counts]
    counts = list(word_counts.values())
    merges: list[tuple[Pair, int]] = []
    lengths: dict[str, int] = {}  # of each token, in symbols of the words
    while len(merges) < max_merges:
        pair_counts = count_pairs(splits, counts, overlaps=count_overlaps)
        if max_token_length is not None:
            fits = {
                pair: sum(lengths.get(each, 1) for each in pair) <= max_token_length for pair in pair_counts
            }
            pair_counts = {pair: count for pair, count in pair_counts.items() if fits[pair]}
        highest = max(pair_counts.values(), default=0)
        if highest < max(1, min_frequency):
            break
        left, right = choose([pair for pair, count in pair_counts.items() if count == highest])
        splits = [merge(symbols, left, right, left + right) for symbols in splits]
        merges.append(((left, right), highest))
        lengths[left + right] = lengths.get(left, 1) + lengths.get(right, 1)
    return merges, splits


def count_pairs(
    splits: list[list[Symbol]], counts: list[int], *, overlaps: bool = True
) -> dict[tuple[Symbol, Symbol], int]:
    """The count of each pair, in the order in which pairs first occur."""
    pair_counts: dict[tuple[Symbol, Symbol], int] = {}
    for symbols, word_count in zip(splits, counts, strict=True):
        counted = None
        for pair in pairwise(symbols):
            # "aaa" holds two overlapping (a, a) pairs but only one merge.
            if pair == counted and not overlaps:
                counted = None
                continue
            pair_counts[pair] = pair_counts.get(pair, 0) + word_count
            counted = pair
    return pair_counts


def merge(symbols: list[Symbol], left: Symbol, right: Symbol, token: Symbol) -> list[Symbol]:
    """Replace each occurrence of the pair by the token in one word, from the left."""
    merged: list[Symbol] = []
    index = 0
    while index < len(symbols):
        if symbols[index : index + 2] == [left, right]:
            merged.append(token)
            index += 2
        else:
            merged.append(symbols[index])
            index += 1
    return merged
