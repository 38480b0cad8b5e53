"""`bpe_core.reference` for a config: words spelled, ties settled, tokens printed by the library's tables.

The slow trainer knows strings alone. Here every base symbol is one private character, so that a token is the
string of its base symbols, whatever the alphabet and the word boundary are.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction

from bpe_core import reference
from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.symbols import SymbolTable, obligatory_codes, word_codes
from bpe_core.tie_breaks import TIE_BREAKS, Candidate


def learn(
    word_counts: Mapping[str, int], config: BPEConfig, max_merges: int
) -> tuple[list[tuple[Pair, int]], list[list[str]]]:
    """The merges that the slow trainer learns, and its final splits, as they are printed."""
    letters = Counter(letter for word, count in word_counts.items() for letter in word * count)
    limit = None if config.alphabet == "bytes" else config.limit_alphabet
    without = "" if limit is None else "".join(letter for letter, _ in letters.most_common()[limit:])
    codes = [word_codes(word, config, without) for word in word_counts]
    table = SymbolTable({code for word in codes for code in word} | {*obligatory_codes(config)}, config)
    symbol_of = {chr(symbol): symbol for symbol in range(table.base_size)}
    words = ["".join(chr(table.symbol_of_code[code]) for code in word) for word in codes]

    def choose_pair(tied: list[Pair]) -> Pair:
        pairs = [(symbol_of[left], symbol_of[right]) for left, right in tied]
        picked = choose(pairs, table, config, rank=len(table) - table.base_size)
        left, right = tied[pairs.index(picked)]
        symbol_of[left + right] = table.add(*picked)
        return left, right

    spelled: Counter[str] = Counter()  # words that have lost characters may be equal
    for word, count in zip(words, word_counts.values(), strict=True):
        spelled[word] += count
    merges, splits = (_learn_by_score if config.is_wordpiece else reference.learn)(
        spelled,
        max_merges,
        min_frequency=config.min_frequency,
        count_overlaps=config.count_overlaps,
        **({} if config.is_wordpiece else {"max_token_length": config.longest_token}),
        choose=choose_pair,
    )
    split_of = dict(zip(spelled, splits, strict=True))
    printed = {text: table.text(symbol) for text, symbol in symbol_of.items()}
    return (
        [((printed[left], printed[right]), count) for (left, right), count in merges],
        [[printed[text] for text in split_of[word]] for word in words],
    )


def _learn_by_score(
    word_counts: Mapping[str, int],
    max_merges: int,
    *,
    min_frequency: int,
    count_overlaps: bool,
    choose: Callable[[list[Pair]], Pair],
) -> tuple[list[tuple[Pair, int]], list[list[str]]]:
    """WordPiece as the Hugging Face course tells it: everything is counted anew before each merge."""
    splits, counts = [list(word) for word in word_counts], list(word_counts.values())
    merges: list[tuple[Pair, int]] = []
    while len(merges) < max_merges:
        pair_counts, scores = scored(splits, counts, overlaps=count_overlaps)
        scores = {pair: score for pair, score in scores.items() if pair_counts[pair] >= min_frequency}
        if not scores:
            break
        left, right = choose([pair for pair in scores if scores[pair] == max(scores.values())])
        splits = [merge(symbols, left, right, left + right) for symbols in splits]
        merges.append(((left, right), pair_counts[left, right]))
    return merges, splits


def scored(
    splits: list[list[str]], counts: list[int], *, overlaps: bool = True
) -> tuple[dict[Pair, int], dict[Pair, Fraction]]:
    """The count of each pair, and its share of the product of the counts of both symbols."""
    symbol_counts: Counter[str] = Counter()
    for symbols, count in zip(splits, counts, strict=True):
        for symbol in symbols:
            symbol_counts[symbol] += count
    pair_counts = count_pairs(splits, counts, overlaps=overlaps)
    return pair_counts, {
        (left, right): Fraction(count, symbol_counts[left] * symbol_counts[right])
        for (left, right), count in pair_counts.items()
    }


def choose(
    tied: list[tuple[int, int]], table: SymbolTable, config: BPEConfig, *, rank: int
) -> tuple[int, int]:
    """Of tied pairs, in the order in which they are met, the one that the config's tie rule takes."""
    key = TIE_BREAKS[config.tie_break].key
    candidates = [Candidate(left, right, met, rank) for met, (left, right) in enumerate(tied)]
    picked = min(candidates, key=lambda pair: (key(pair, table, config.tie_seed), pair.left, pair.right))
    return picked.left, picked.right


def count_pairs(splits, counts, *, overlaps=True):
    """The count of each pair, in the order in which pairs first occur; symbols are strings or numbers."""
    trainer = reference.Trainer({}, count_overlaps=overlaps)
    trainer.words, trainer.counts = splits, counts
    trainer.count()
    return trainer.pair_counts


def merge(symbols, left, right, token):
    """One word in which each occurrence of the pair is replaced by the token, from the left."""
    merged, place = [], 0
    while place < len(symbols):
        is_pair = list(symbols[place : place + 2]) == [left, right]
        merged.append(token if is_pair else symbols[place])
        place += 2 if is_pair else 1
    return merged
