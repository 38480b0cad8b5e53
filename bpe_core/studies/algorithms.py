"""Algorithms: the words of a text, made into tokens in each of the three ways.

`words_in_each_way` gives the words with their tokens by each algorithm of `encoding.merge_rules`, those that
differ first, and what in a word makes two algorithms differ.

Lowest rank and in order never differ for merges that a training made: no merge crosses the border of a span
that becomes a token, so each token has one rule that makes it, with a lower rank than every rule that uses
the token. For a list that no training made they can differ:

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
    """A rule that applies, by lowest rank, after one with a higher rank: in order, its turn has passed."""

    step: TraceStep
    """Where it applies."""

    before: TraceStep
    """The step before, which makes one of the two symbols that the rule merges."""


class BlockedToken(NamedTuple):
    """A token that longest match takes, but that the rules do not make there."""

    token: str
    """The token."""

    step: TraceStep | None
    """The rule that merges its end with what follows; None if no rule joins the pieces."""

    pieces: tuple[str, ...]
    """What the rules make instead: all tokens that contain a part of it."""


@dataclass(frozen=True)
class WordInEachWay:
    """A word of a text, with its tokens by each algorithm."""

    word: str
    """The word."""

    times: int
    """How often it occurs in the text."""

    traces: Mapping[str, WordTrace]
    """The name of an algorithm -> its trace of the word."""

    def tokens(self, algorithm: str) -> tuple[str, ...]:
        """The tokens by one algorithm."""
        return self.traces[algorithm].tokens

    def differs(self, algorithm: str) -> bool:
        """Whether the word is cut differently than by lowest rank."""
        return self.tokens(algorithm) != self.tokens("lowest_rank")

    @property
    def late_rule(self) -> LateRule | None:
        """The first late rule; without one, lowest rank and in order give the same."""
        for before, step in pairwise(self.traces["lowest_rank"].steps):
            if step.rank < before.rank:
                return LateRule(step, before)
        return None

    @property
    def blocked_token(self) -> BlockedToken | None:
        """The first blocked token; None without one, or if tokens are not written as their symbols are."""
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
    """The distinct words of a text, each with its tokens by each algorithm.

    First come the words that in order changes, then those that longest match changes, then the others, all in
    the order of the text. Raises what `tokenizer.trace` raises.
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
    """The index after the base symbols that spell a token."""
    lengths = accumulate(map(len, symbols[start:]))
    end = next((end for end, length in enumerate(lengths, start + 1) if length == len(token)), None)
    return end if "".join(symbols[start:end]) == token else None


def _blocked(token: str, start: int, end: int, trace: WordTrace) -> BlockedToken:
    crossing = (firing.rank for firing in trace.firings() if firing.start < end < firing.end)
    rank = next(crossing, None)
    step = next((step for step in trace.steps if step.rank == rank), None)
    parts = zip(trace.tokens, trace.starts, strict=True)
    return BlockedToken(token, step, tuple(text for text, first in parts if start <= first < end))
