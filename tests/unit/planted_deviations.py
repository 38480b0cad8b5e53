"""Merge lists with one planted deviation, as a learner's own slow trainer would make them.

The trainer recounts everything before every merge, as `bpe_core.reference` does, so that nothing of what is
tested has a hand in it. At one step it deviates; before and after, it follows its rules.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.symbols import SymbolTable, word_codes
from tests.oracle import choose, count_pairs, merge

Symbols = tuple[int, int]


@dataclass
class State:
    """The trainer's state before a merge."""

    pair_counts: dict[Symbols, int]
    splits: list[list[int]]
    word_counts: list[int]
    table: SymbolTable
    config: BPEConfig
    picked: Symbols
    merged: list[Symbols]
    """The pairs merged so far."""

    @property
    def highest(self) -> int:
        return self.pair_counts[self.picked]

    def texts(self, pair: Symbols) -> Pair:
        return self.table.text(pair[0]), self.table.text(pair[1])


Deviate = Callable[[State], Symbols | Pair | None]
"""What is merged instead: symbols that are next to each other, or a pair of texts that no word holds, which
the list then has although nothing is merged; None where that is not possible at this step."""


def learn_with(
    deviate: Deviate, word_counts: Mapping[str, int], config: BPEConfig, *, merges: int, after: int
) -> tuple[list[Pair], int]:
    """The merges, and the rank of the deviation: the first from `after` on at which it is possible."""
    spelled = [word_codes(word, config) for word in word_counts]
    table = SymbolTable({code for codes in spelled for code in codes}, config)
    splits = [[table.symbol_of_code[code] for code in codes] for codes in spelled]
    counts, learned, merged, planted = list(word_counts.values()), list[Pair](), list[Symbols](), -1
    while len(learned) < merges:
        pair_counts = count_pairs(splits, counts, overlaps=config.count_overlaps)
        highest = max(pair_counts.values(), default=0)
        if highest < max(1, config.min_frequency):
            break
        tied = [pair for pair, count in pair_counts.items() if count == highest]
        picked = choose(tied, table, config, rank=len(learned))
        if planted < 0 and len(learned) >= after:
            wrong = deviate(State(pair_counts, splits, counts, table, config, picked, merged))
            if wrong is not None:
                planted = len(learned)
                if isinstance(wrong[0], str):
                    learned.append((str(wrong[0]), str(wrong[1])))
                    continue
                picked = int(wrong[0]), int(wrong[1])
        learned.append((table.text(picked[0]), table.text(picked[1])))
        merged.append(picked)
        token = table.add(*picked)
        splits = [merge(each, *picked, token) if picked[0] in each else each for each in splits]
    return learned, planted


def another_of_the_tied(state: State) -> Symbols | None:
    tied = [pair for pair, count in state.pair_counts.items() if count == state.highest]
    return next((pair for pair in reversed(tied) if pair != state.picked), None)


def the_second_most_frequent(state: State) -> Symbols | None:
    fewer = [pair for pair, count in state.pair_counts.items() if count < state.highest]
    return max(fewer, key=state.pair_counts.__getitem__) if fewer else None


def across_two_words(state: State) -> Pair | None:
    """The end of a word and the beginning of the next."""
    for before, behind in zip(state.splits, state.splits[1:], strict=False):
        pair = before[-1], behind[0]
        if pair not in state.pair_counts and pair not in state.merged:
            return state.texts((before[-1], behind[0]))
    return None


def merged_before(state: State) -> Pair | None:
    """A pair that no longer occurs, because its merge has been made."""
    for pair in state.merged:
        if pair not in state.pair_counts:
            return state.texts(pair)
    return None


def skipped(
    word_counts: Mapping[str, int], config: BPEConfig, *, merges: int, after: int, soon: int
) -> tuple[list[Pair], Pair, int, int]:
    """A list in which a merge that was made is not written down; with that merge, its rank, and the rank of
    the first in the list that takes its token.

    It is the first from rank `after` on whose token one of the next merges takes, `soon` of them at most.
    """
    whole, _ = learn_with(lambda _: None, word_counts, config, merges=merges, after=merges)
    for rank in range(after, len(whole)):
        token = "".join(whole[rank])
        behind = whole[rank + 1 : rank + 1 + soon]
        needed = next((place for place, pair in enumerate(behind) if token in pair), None)
        if needed is not None:
            return whole[:rank] + whole[rank + 1 :], whole[rank], rank, rank + needed
    raise ValueError(f"No merge after the first {after} is soon needed.")
