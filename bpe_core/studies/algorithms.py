"""Algorithms: the words of a text, made into tokens in both ways, and with BPE-dropout.

`words_in_each_way` gives the words with their tokens by each algorithm of `encoding.merge_rules`, those that
differ first, and what in a word makes them differ.

To apply each merge once, in the order learned, gives the same as by lowest rank for merges that a training
made: no merge crosses the border of a span that becomes a token, so each token has one rule that makes it,
with a lower rank than every rule that uses the token.

>>> from bpe_core.studies.rule_lists import tokenizer_of_rules
>>> [word] = words_in_each_way(tokenizer_of_rules("b c\\na b", "abc"), "abc")
>>> word.tokens("lowest_rank"), word.tokens("longest_match")
(('a', 'bc'), ('ab', 'c'))

BPE-dropout (Provilkov et al. 2020) skips each merge that is about to be made with some probability. A model
trained in this way sees a word cut in many ways, so it learns what the pieces mean, and is less disturbed by
misspelled words.

>>> from bpe_core import EXAMPLES, PROFILES, BPEStepper
>>> stepper = BPEStepper(EXAMPLES["hug_pug_pun"].corpus, PROFILES["hf_course"].config)
>>> stepper.run(4)
>>> [draw] = dropout_draws(stepper.tokenizer(), "hug", 1.0, seed=1, draws=1)
>>> draw.words, draw.unchanged
((('h', 'u', 'g'),), (False,))
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from bpe_core.encoding import Encoding, TraceStep, WordTrace
from bpe_core.encoding.merge_rules import ALGORITHMS
from bpe_core.tokenizer import Tokenizer


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
    def blocked_token(self) -> BlockedToken | None:
        """The first blocked token; None without one, or if tokens are not written as their symbols are."""
        trace, start = self.traces["lowest_rank"], 0
        ends = dict(zip(trace.starts, [*trace.starts[1:], len(trace.symbols)], strict=True))
        for token in self.tokens("longest_match"):
            sizes = (len(trace.symbols[place]) for place in range(start, len(trace.symbols)))
            end = next(
                (end for end, size in enumerate(accumulate(sizes), start + 1) if size == len(token)), None
            )
            if end is None or "".join(trace.symbols[start:end]) != token:
                return None
            if ends[start] != end:
                crossing = (firing.rank for firing in trace.firings() if firing.start < end < firing.end)
                rank = next(crossing, None)
                step = next((step for step in trace.steps if step.rank == rank), None)
                parts = zip(trace.tokens, trace.starts, strict=True)
                pieces = tuple(text for text, first in parts if start <= first < end)
                return BlockedToken(token, step, pieces)
            start = end
        return None


def words_in_each_way(tokenizer: Tokenizer, text: str) -> list[WordInEachWay]:
    """The distinct words of a text, each with its tokens by each algorithm.

    First come the words that longest match changes, then the others, all in the order of the text. Raises
    what `tokenizer.trace` raises.
    """
    traces = [tokenizer.trace(text, algorithm=algorithm) for algorithm in ALGORITHMS]
    times = Counter(trace.word for trace in traces[0])
    of_word = {ways[0].word: ways for ways in zip(*traces, strict=True)}
    words = [
        WordInEachWay(word, times[word], dict(zip(ALGORITHMS, ways, strict=True)))
        for word, ways in of_word.items()
    ]
    return sorted(words, key=lambda word: not word.differs("longest_match"))


@dataclass(frozen=True)
class DropoutDraw:
    """The text, cut once at random."""

    seed: int
    """The seed, with which `encode` gives the same."""

    words: tuple[tuple[str, ...], ...]
    """The tokens of each word, as in a trace of the text."""

    unchanged: tuple[bool, ...]
    """For each word, whether it is cut as without dropout."""


def dropout_draws(
    tokenizer: Tokenizer, text: str, dropout: float, *, seed: int, draws: int
) -> list[DropoutDraw]:
    """Cut the text `draws` times, with seeds from `seed` on; raises what `tokenizer.encode` raises."""
    ends = [trace.offsets[1] for trace in tokenizer.trace(text)]
    usual = list(_by_word(tokenizer.encode(text), ends))
    drawn = []
    for number in range(seed, seed + draws):
        words = tuple(_by_word(tokenizer.encode(text, dropout=dropout, seed=number), ends))
        unchanged = tuple(here == there for here, there in zip(words, usual, strict=True))
        drawn.append(DropoutDraw(number, words, unchanged))
    return drawn


def _by_word(encoding: Encoding, ends: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """The tokens of each word; `ends` are the places in the text where words end."""
    place = 0
    for end in ends:
        first = place
        while place < len(encoding.tokens) and encoding.offsets[place][1] <= end:
            place += 1
        yield encoding.tokens[first:place]
