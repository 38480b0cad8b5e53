"""World growth: every choice among ties, one merge after the other.

In: words with their counts, a config, and a depth. Out: states, level by level, and the transitions between
them.

A level holds all states after the same number of merges. The next one has, for each state, what every one of
its tied pairs makes of the words; splits that come out equal are one state. Two words that share nothing:

    level 0      a b | c d
    level 1      ab | c d      a b | cd
    level 2      ab | cd                       by two ways

>>> growth = WorldGrowth([WordCount("ab", 1), WordCount("cd", 1)], BPEConfig())
>>> growth.grow(depth=12, most=300)
''
>>> [(state.depth, state.ways) for state in growth.states]
[(0, 1), (1, 1), (1, 1), (2, 2)]

What is tied, and what a merge makes of a word, is asked of `reference`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bpe_core.config import BPEConfig
from bpe_core.limits import BELOW_MINIMUM_FREQUENCY, NO_PAIRS_LEFT, limit_reached
from bpe_core.merges import Pair
from bpe_core.queries.records import WordCount
from bpe_core.reference import count_pairs, merge
from bpe_core.symbols import SymbolTable, obligatory_codes, word_codes

MAX_VOCABULARIES = 100
"""How many different vocabularies are counted in each state at most."""

Splits = tuple[tuple[int, ...], ...]
"""The symbols of each word, in the numbers of one `_Tokens`: equal where they are printed alike."""


@dataclass
class State:
    """How all words are split after some merges; a world in the making."""

    number: int
    depth: int
    splits: Splits
    ways: int = 0
    vocabularies: set[frozenset[int]] = field(default_factory=set)  # the learned tokens of each way
    tied: list[tuple[int, int]] = field(default_factory=list)  # in the order in which they are met
    count: int = 0  # of each tied pair
    stop_reason: str | None = None


class Transition(NamedTuple):
    """A merge that leads from one state to another."""

    source: State
    target: State
    symbols: tuple[int, int]


class WorldGrowth:
    """States and steps, growing by a whole level at a time."""

    def __init__(self, words: Sequence[WordCount], config: BPEConfig) -> None:
        """Begin with the words in base symbols; they are in the order in which they first occurred."""
        self._config = config
        self._word_counts = [word.count for word in words]
        self._tokens = _Tokens([word.word for word in words], config)
        start = State(0, 0, self._tokens.splits_at_start, ways=1, vocabularies={frozenset()})
        self.states = [start]
        """By number: level by level, each in the order in which it was first reached."""
        self.transitions: list[Transition] = []
        """By source, then in the order in which the pairs are met."""

    def grow(self, depth: int, most: int) -> str:
        """Grow to a depth, and say in a sentence where the limit on states was met before, if it was."""
        level = self.states[:]
        while level:
            for state in level:
                self._look_at(state)
            reached = level[0].depth
            if reached == depth:
                break
            grown = self._next_level(level, room=most - len(self.states))
            if grown is None:
                return _stopped_at(reached, most)
            level, transitions = grown
            self.states += level
            self.transitions += transitions
        return ""

    def texts(self, symbols: Sequence[int]) -> tuple[str, ...]:
        """Symbols as they are printed."""
        return tuple(map(self._tokens.table.text, symbols))

    def pair(self, step: Transition) -> Pair:
        """The merged pair as it is printed."""
        left, right = self.texts(step.symbols)
        return left, right

    def _look_at(self, state: State) -> None:
        """Find the tied pairs of a state, or why training is over there."""
        pair_counts = count_pairs(
            [list(symbols) for symbols in state.splits],
            self._word_counts,
            overlaps=self._config.count_overlaps,
        )
        highest = max(pair_counts.values(), default=0)
        state.stop_reason = self._stop_reason(state.depth, highest)
        if state.stop_reason is None:
            state.count = highest
            state.tied = [pair for pair, count in pair_counts.items() if count == highest]

    def _stop_reason(self, depth: int, highest: int) -> str | None:
        limit = limit_reached(self._config, self._tokens.table.base_size, depth)
        if limit is not None or highest >= max(1, self._config.min_frequency):
            return limit
        return BELOW_MINIMUM_FREQUENCY if highest else NO_PAIRS_LEFT

    def _next_level(self, level: list[State], room: int) -> tuple[list[State], list[Transition]] | None:
        """The states one merge on, and the transitions to them; None where there is no room for them."""
        found: dict[Splits, State] = {}
        transitions = []
        for source in level:
            for pair in source.tied:
                token = self._tokens.joined(*pair)
                splits = _merged(source.splits, *pair, token)
                if splits not in found:
                    if len(found) == room:
                        return None
                    found[splits] = State(len(self.states) + len(found), source.depth + 1, splits)
                target = found[splits]
                target.ways += source.ways
                _add_vocabularies(target.vocabularies, source.vocabularies, token)
                transitions.append(Transition(source, target, pair))
        return list(found.values()), transitions


class _Tokens:
    """One number for every token, however it was made: `hug` of h + ug is `hug` of hu + g."""

    def __init__(self, words: Sequence[str], config: BPEConfig) -> None:
        spelled = [word_codes(word, config) for word in words]
        codes = {code for word in spelled for code in word} | {*obligatory_codes(config)}
        self.table = SymbolTable(codes, config)
        self.splits_at_start = tuple(
            tuple(self.table.symbol_of_code[code] for code in word) for word in spelled
        )
        self._number_of_text: dict[str, int] = {}

    def joined(self, left: int, right: int) -> int:
        """The number of the token that two symbols make."""
        text = self.table.joined_text(left, right)
        if text not in self._number_of_text:
            self._number_of_text[text] = self.table.add(left, right)
        return self._number_of_text[text]


def _merged(splits: Splits, left: int, right: int, token: int) -> Splits:
    return tuple(
        tuple(merge(list(symbols), left, right, token)) if left in symbols else symbols for symbols in splits
    )


def _add_vocabularies(target: set[frozenset[int]], source: set[frozenset[int]], token: int) -> None:
    for vocabulary in source:
        if len(target) == MAX_VOCABULARIES:
            return
        target.add(vocabulary | {token})


def _stopped_at(depth: int, most: int) -> str:
    where = f"after {depth} merge{'' if depth == 1 else 's'}" if depth else "at the start"
    return f"Stopped {where}: merge {depth + 1} would lead to more than {most:,} states."
