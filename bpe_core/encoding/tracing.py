"""A trace: the merge rules that apply in a word, one after another.

A rule that applies at several places in a row is one step. `TraceStep.symbols` and `TraceStep.positions` are
computed when needed: a word of 20,000 characters can have thousands of steps, and all their symbols together
would fill the memory.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from bpe_core.encoding.spelling import byte_of

MOST_WORDS, MOST_STEPS = 20, 12
"""How many words of a trace, and how many steps of each, are printed."""


class Firing(NamedTuple):
    """One place where a rule applies in a word, in base symbols."""

    rank: int
    """The rule's rank, from 0."""

    start: int
    """The base symbol, by index, with which the left symbol of the pair begins."""

    middle: int
    """The base symbol with which the right symbol begins."""

    end: int
    """The index after the right symbol's last base symbol."""


@dataclass(frozen=True, slots=True)
class _FiredRules:
    """All merges in one word: its base symbols, where each merge happened, and what it made."""

    symbols: Sequence[str]
    starts: Sequence[int]
    tokens: Sequence[str]

    def after(self, merges: int) -> dict[int, str]:
        """The symbols after this many merges: index of the first base symbol -> text, in order."""
        widths = [1] * len(self.symbols)
        texts = list(self.symbols)
        for start, token in zip(self.starts[:merges], self.tokens[:merges], strict=True):
            widths[start] += widths[start + widths[start]]
            texts[start] = token
        found = {}
        start = 0
        while start < len(texts):
            found[start] = texts[start]
            start += widths[start]
        return found


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One merge rule applied in a word, at one place or at several."""

    rank: int
    """The rule's rank, from 0; tied rules have the rank of the first of them."""

    pair: tuple[str, str]
    """The left and right symbol that are merged."""

    token: str
    """The token that they become."""

    _fired: _FiredRules = field(repr=False, compare=False)
    _merges_before: int = field(repr=False, compare=False)
    _merges_after: int = field(repr=False, compare=False)

    @property
    def starts(self) -> Sequence[int]:
        """Where the rule applies: the index of the base symbol with which each pair begins."""
        return self._fired.starts[self._merges_before : self._merges_after]

    @property
    def positions(self) -> tuple[int, ...]:
        """Where the rule applies: the index of each pair's left symbol among the symbols before the step."""
        index_of = {start: index for index, start in enumerate(self._fired.after(self._merges_before))}
        return tuple(index_of[start] for start in self.starts)

    @property
    def symbols(self) -> tuple[str, ...]:
        """The word's symbols after the step."""
        return tuple(self._fired.after(self._merges_after).values())


class Lookup(NamedTuple):
    """How a model without merges found the tokens of a word."""

    model: str
    """"WordPiece" or "Unigram"."""

    tried: tuple[tuple[str, ...], ...] = ()
    """By WordPiece: what was looked up for each token, the longest first. The last of each was taken, unless
    the word became unknown there; of a word that is too long nothing is looked up."""

    prefix: str = ""
    """By WordPiece: what is put before all but the first of them."""

    scored: tuple[tuple[str, float], ...] = ()
    """By Unigram: the pieces of the word with their scores; unknown characters in a row are one."""


@dataclass(frozen=True, slots=True)
class WordTrace:
    """How one word (or special token) of a text became tokens."""

    word: str
    """The word; empty for a token around the text."""

    offsets: tuple[int, int]
    """Where it is in the normalized text, as (start, end) in characters."""

    symbols: tuple[str, ...]
    """The symbols before the first rule. Unknown symbols that are kept or replaced are included."""

    symbol_offsets: tuple[tuple[int, int], ...]
    """Where each symbol is, as in `offsets`; all bytes of a character have its place."""

    steps: tuple[TraceStep, ...]
    """The rules that apply, in order; by `longest_match`, none."""

    tokens: tuple[str, ...]
    """The tokens of the word: what the last step leaves, or what `longest_match` takes."""

    ids: tuple[int | None, ...]
    """The ids of the tokens, as in `Encoding.ids`."""

    unknown: tuple[str, ...]
    """The unknown symbols of the word, as in `Encoding.unknown`."""

    is_added: bool = False
    """Whether it is a special or added token, which is cut out of a text first and never merged."""

    is_whole: bool = False
    """Whether it is a word that was looked up as a token before any rule, or that has no rules."""

    lookup: Lookup | None = None
    """How its tokens were found, if the model has no merges."""

    is_disputed: bool = False
    """Whether its tokens are the library's, and the file's rules or pieces give others here."""

    @property
    def in_bytes(self) -> tuple[str, ...]:
        """The symbols outside the vocabulary that are written as byte tokens, as they would be printed."""
        placed = zip(self.symbol_offsets, map(byte_of, self.symbols), strict=True)
        data = [
            bytes(byte for _, byte in group if byte is not None)
            for _, group in groupby(() if self.is_added else placed, key=itemgetter(0))
        ]
        return tuple(each.decode(errors="replace") for each in data if each)

    @property
    def starts(self) -> tuple[int, ...]:
        """The base symbol, by index, with which each token begins, if rules made the tokens."""
        inside = {firing.middle for firing in self.firings()}
        return tuple(start for start in range(len(self.symbols)) if start not in inside)

    def firings(self) -> Iterator[Firing]:
        """Each place where each rule applies, in order."""
        ends = list(range(1, len(self.symbols) + 1))
        for step in self.steps:
            for start in step.starts:
                middle = ends[start]
                ends[start] = ends[middle]
                yield Firing(step.rank, start, middle, ends[start])


class Trace(tuple[WordTrace, ...]):
    """The words of a text, each with the rules that apply; a tuple that prints as a table.

    >>> from bpe_core import BPEConfig, BPETokenizer
    >>> g, h, u = 0, 1, 2
    >>> tokenizer = BPETokenizer(BPEConfig(), [ord("g"), ord("h"), ord("u")], [(u, g), (h, 3)])
    >>> tokenizer.trace("hug ug")
    hug: h u g
      rank 0: u + g -> ug    h ug
      rank 1: h + ug -> hug    hug
    ug: u g
      rank 0: u + g -> ug    ug
    """

    __slots__ = ()

    def __repr__(self) -> str:
        more = [f"... and {len(self) - MOST_WORDS:,} more words"] if len(self) > MOST_WORDS else []
        return "\n".join([*map(_lines, self[:MOST_WORDS]), *more])


def _lines(word: WordTrace) -> str:
    """A word, and a line for each rule that applies in it."""
    steps = word.steps[:MOST_STEPS]
    rules = [
        f"  rank {step.rank}: {' + '.join(step.pair)} -> {step.token}    {' '.join(step.symbols)}"
        for step in steps
    ]
    more = [f"  ... and {len(word.steps) - len(steps):,} more merges"] if len(word.steps) > len(steps) else []
    begins = f"{word.word}: " if word.word else ""
    return "\n".join([begins + " ".join(word.symbols), *rules, *more])


def trace_steps(
    symbols: Sequence[str],
    fired: Sequence[tuple[int, int]],
    rule: Callable[[int], tuple[tuple[str, str], str]],
    turns: Sequence[int],
) -> tuple[TraceStep, ...]:
    """The steps of a word, from its printed symbols and `MergedWord.fired`.

    `rule` gives the pair of a rule and its token, as printed; `turns` are those of the rules.
    """
    made = [rule(rank)[1] for rank, _ in fired]
    word = _FiredRules(symbols, [start for _, start in fired], made)
    steps = []
    done = 0
    for rank, firings in groupby(fired, key=itemgetter(0)):
        before, done = done, done + len(list(firings))
        steps.append(TraceStep(turns[rank], *rule(rank), word, before, done))
    return tuple(steps)
