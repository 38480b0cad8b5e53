"""The slow trainer: all of BPE training, with nothing clever in it. Read this file first.

In: how often each word occurs, and a config. Out: the merges, each with its count, and the final splits.

It counts every pair of every word again before every merge. The fast trainer has to give exactly the same
merges; the tests hold the two together. Of a config's limits it knows only `min_frequency`. How words are
spelled and what a tie rule compares it takes from `symbols` and `tie_breaks`, which have tests of their own.

>>> from bpe_core.config import BPEConfig
>>> merges, splits = learn({"hug": 10, "pug": 5, "hugs": 5}, BPEConfig(), max_merges=2)
>>> merges
[(('u', 'g'), 20), (('h', 'ug'), 15)]
>>> splits
[['hug'], ['p', 'ug'], ['hug', 's']]
"""

from collections.abc import Mapping

from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.symbols import SymbolTable, obligatory_codes, word_codes
from bpe_core.tie_breaks import TIE_BREAKS, Candidate


def learn(
    word_counts: Mapping[str, int], config: BPEConfig, max_merges: int
) -> tuple[list[tuple[Pair, int]], list[list[str]]]:
    """Learn up to `max_merges` merges from words in first-occurrence order."""
    spelled = [word_codes(word, config) for word in word_counts]
    table = SymbolTable({code for codes in spelled for code in codes} | {*obligatory_codes(config)}, config)
    splits = [[table.symbol_of_code[code] for code in codes] for codes in spelled]
    merges: list[tuple[Pair, int]] = []
    while len(merges) < max_merges:
        pair_counts = count_pairs(splits, list(word_counts.values()), overlaps=config.count_overlaps)
        highest = max(pair_counts.values(), default=0)
        if highest < max(1, config.min_frequency):
            break
        left, right = choose(pair_counts, highest, table, config, rank=len(merges))
        merges.append(((table.text(left), table.text(right)), highest))
        token = table.add(left, right)
        splits = [merge(symbols, left, right, token) for symbols in splits]
    return merges, [[table.text(symbol) for symbol in symbols] for symbols in splits]


def count_pairs(splits: list[list[int]], counts: list[int], *, overlaps: bool) -> dict[tuple[int, int], int]:
    """The count of every pair, in the order in which the pairs are met."""
    pair_counts: dict[tuple[int, int], int] = {}
    for symbols, word_count in zip(splits, counts, strict=True):
        counted_last = -2
        for index in range(len(symbols) - 1):
            pair = symbols[index], symbols[index + 1]
            # "aaa" holds two overlapping (a, a) pairs but only one merge.
            if (
                not overlaps
                and pair[0] == pair[1]
                and counted_last == index - 1
                and symbols[index - 1] == pair[0]
            ):
                continue
            counted_last = index
            pair_counts[pair] = pair_counts.get(pair, 0) + word_count
    return pair_counts


def choose(
    pair_counts: dict[tuple[int, int], int], highest: int, table: SymbolTable, config: BPEConfig, *, rank: int
) -> tuple[int, int]:
    """Of the pairs with the highest count, the one that the tie-break takes."""
    key = TIE_BREAKS[config.tie_break].key
    candidates = [
        Candidate(left, right, met, rank)
        for met, ((left, right), count) in enumerate(pair_counts.items())
        if count == highest
    ]
    picked = min(candidates, key=lambda pair: (key(pair, table, config.tie_seed), pair.left, pair.right))
    return picked.left, picked.right


def merge(symbols: list[int], left: int, right: int, token: int) -> list[int]:
    """One word with the pair merged wherever it stands, leftmost first."""
    merged: list[int] = []
    index = 0
    while index < len(symbols):
        if symbols[index : index + 2] == [left, right]:
            merged.append(token)
            index += 2
        else:
            merged.append(symbols[index])
            index += 1
    return merged
