"""Algorithms: the words of a text, made into tokens in every way that there is.

In: a tokenizer and a text. Out: its words with their tokens by each algorithm of `encoding.merge_rules`,
those that are cut differently first, and what in a word makes two algorithms part.

Lowest rank and in order never differ on merges that a training made: no merge crosses the border of a span
that becomes a token, so each token has one rule that makes it, and that rule ranks before every rule that
uses the token. On a list that no training made they can:

>>> from bpe_core.studies.rule_lists import tokenizer_of_rules
>>> [word] = words_in_each_way(tokenizer_of_rules("ab c\\na b", "abc"), "abc")
>>> word.tokens("lowest_rank"), word.tokens("in_order"), word.tokens("longest_match")
(('abc',), ('ab', 'c'), ('abc',))
>>> for step in reversed(word.late_rule):
...     print(step.rank, *step.pair)
1 a b
0 ab c
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple

from bpe_core.encoding import TraceStep, WordTrace
from bpe_core.encoding.merge_rules import ALL_ALGORITHMS
from bpe_core.tokenizer import Tokenizer


class LateRule(NamedTuple):
    """A rule that fires, by lowest rank, after one of a higher rank: in order, its turn has passed."""

    step: TraceStep
    """Where it fires."""

    before: TraceStep
    """The step before, which makes one of the two symbols that it merges."""


class BlockedToken(NamedTuple):
    """A token that longest match takes, and that the rules do not make there."""

    token: str
    """The token."""

    step: TraceStep | None
    """The rule that merges its end with what follows; None where no rule joins the pieces."""

    pieces: tuple[str, ...]
    """What the rules make instead: all tokens that have a part of it."""


@dataclass(frozen=True)
class WordInEachWay:
    """A word of a text, by each algorithm."""

    word: str
    """The word."""

    times: int
    """How often the text has it."""

    traces: Mapping[str, WordTrace]
    """The name of an algorithm -> what it makes of the word."""

    def tokens(self, algorithm: str) -> tuple[str, ...]:
        """The tokens by one algorithm."""
        return self.traces[algorithm].tokens

    def differs(self, algorithm: str) -> bool:
        """Whether the word is cut otherwise than by lowest rank."""
        return self.tokens(algorithm) != self.tokens("lowest_rank")

    @property
    def late_rule(self) -> LateRule | None:
        """The first late rule; where there is none, lowest rank and in order are the same."""
        for before, step in pairwise(self.traces["lowest_rank"].steps):
            if step.rank < before.rank:
                return LateRule(step, before)
        return None

    @property
    def blocked_token(self) -> BlockedToken | None:
        """The first blocked token; None where there is none, or a token is not written as its symbols are."""
        trace = self.traces["lowest_rank"]
        ends = dict(zip(trace.starts, [*trace.starts[1:], len(trace.symbols)], strict=True))
        start = 0
        for token in self.tokens("longest_match"):
            end = _end_of(token, trace.symbols, start)
            if end is None:
                return None
            if ends[start] != end:
                return _blocked(token, start, end, trace)
            start = end
        return None


def words_in_each_way(tokenizer: Tokenizer, text: str) -> list[WordInEachWay]:
    """The different words of a text: those that the order of the rules changes, those that longest match
    changes, and the others, each in the order of the text. Raises what `tokenizer.trace` raises.
    """
    traces = [tokenizer.trace(text, algorithm=algorithm) for algorithm in ALL_ALGORITHMS]
    times = Counter(trace.word for trace in traces[0])
    of_word = {ways[0].word: ways for ways in zip(*traces, strict=True)}
    words = [
        WordInEachWay(word, times[word], dict(zip(ALL_ALGORITHMS, ways, strict=True)))
        for word, ways in of_word.items()
    ]
    return sorted(words, key=lambda word: (not word.differs("in_order"), not word.differs("longest_match")))


def _end_of(token: str, symbols: Sequence[str], start: int) -> int | None:
    """The place after the base symbols that spell a token."""
    lengths = accumulate(map(len, symbols[start:]))
    end = next((end for end, length in enumerate(lengths, start + 1) if length == len(token)), None)
    return end if "".join(symbols[start:end]) == token else None


def _blocked(token: str, start: int, end: int, trace: WordTrace) -> BlockedToken:
    crossing = (firing.rank for firing in trace.firings() if firing.start < end < firing.end)
    rank = next(crossing, None)
    step = next((step for step in trace.steps if step.rank == rank), None)
    parts = zip(trace.tokens, trace.starts, strict=True)
    return BlockedToken(token, step, tuple(text for text, first in parts if start <= first < end))
