"""`bpe_core.reference` for a config: words spelled, ties settled, tokens printed by the library's tables.

The slow trainer knows strings alone. Here every base symbol is one private character, so that a token is the
string of its base symbols, whatever the alphabet and the word boundary are.
"""

from collections.abc import Mapping

from bpe_core import reference
from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.symbols import SymbolTable, obligatory_codes, word_codes
from bpe_core.tie_breaks import TIE_BREAKS, Candidate


def learn(
    word_counts: Mapping[str, int], config: BPEConfig, max_merges: int
) -> tuple[list[tuple[Pair, int]], list[list[str]]]:
    """The merges that the slow trainer learns, and its final splits, as they are printed."""
    codes = [word_codes(word, config) for word in word_counts]
    table = SymbolTable({code for word in codes for code in word} | {*obligatory_codes(config)}, config)
    symbol_of = {chr(symbol): symbol for symbol in range(table.base_size)}
    words = ["".join(chr(table.symbol_of_code[code]) for code in word) for word in codes]

    def choose_pair(tied: list[Pair]) -> Pair:
        pairs = [(symbol_of[left], symbol_of[right]) for left, right in tied]
        picked = choose(pairs, table, config, rank=len(table) - table.base_size)
        left, right = tied[pairs.index(picked)]
        symbol_of[left + right] = table.add(*picked)
        return left, right

    merges, splits = reference.learn(
        dict(zip(words, word_counts.values(), strict=True)),
        max_merges,
        min_frequency=config.min_frequency,
        count_overlaps=config.count_overlaps,
        choose=choose_pair,
    )
    printed = {spelled: table.text(symbol) for spelled, symbol in symbol_of.items()}
    return (
        [((printed[left], printed[right]), count) for (left, right), count in merges],
        [[printed[spelled] for spelled in symbols] for symbols in splits],
    )


def choose(
    tied: list[tuple[int, int]], table: SymbolTable, config: BPEConfig, *, rank: int
) -> tuple[int, int]:
    """Of tied pairs, in the order in which they are met, the one that the config's tie rule takes."""
    key = TIE_BREAKS[config.tie_break].key
    candidates = [Candidate(left, right, met, rank) for met, (left, right) in enumerate(tied)]
    picked = min(candidates, key=lambda pair: (key(pair, table, config.tie_seed), pair.left, pair.right))
    return picked.left, picked.right
