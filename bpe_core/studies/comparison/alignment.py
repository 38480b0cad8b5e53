"""Alignment: the merges of several histories side by side, rank by rank.

It says which merge each column makes at a rank, where the others make the same one, which tokens each learns,
and the first rank at which they differ.

>>> from bpe_core import BPEConfig, BPEStepper, EXAMPLES
>>> corpus = EXAMPLES["hug_pug_pun"].corpus
>>> rules = BPEConfig(tie_break="first_seen"), BPEConfig(tie_break="smallest_pair")
>>> steppers = [BPEStepper(corpus, config) for config in rules]
>>> for stepper in steppers:
...     stepper.run()
>>> alignment = Alignment([stepper.history for stepper in steppers], length=7)
>>> alignment.first_divergence
4
>>> [(cell.pair, cell.kind, cell.rank_there) for cell in alignment.rows(4, 5)[0].cells]
[(('p', 'ug'), 'differs', 4), (('hug', 's'), 'moved', 5)]
>>> [(token.token, token.ranks) for token in alignment.tokens()][4:6]
[('pug', (4, 5)), ('hugs', (5, 4))]

Two histories make the same merge if its two symbols have the same texts. (Long ones are printed cut short,
with their id in their own history.) If the columns have both alphabets, characters are compared as bytes: `
t` in characters and `Ġt` in bytes are one merge.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

import numpy as np

from bpe_core.merges import Pair
from bpe_core.queries.history_view import HistoryView
from bpe_core.symbols import Int32Array

NEVER_MADE = -1
"""Stands for a rank that does not exist."""

CellKind = Literal["same", "differs", "moved", "only_here"]


@dataclass(frozen=True, slots=True)
class Cell:
    """The merge that one column makes at a rank."""

    pair: Pair
    """The two symbols as printed."""

    token: str
    """The token that they become."""

    token_id: int
    """The new token's id in this column's vocabulary."""

    count: int
    """How often the pair occurred."""

    score: Fraction | None
    """What it scored; None where the count alone decides."""

    tied: int
    """How many other pairs shared the highest count, or score, with it."""

    kind: CellKind
    """"same": all columns, or at least the reference column, make this merge at this rank. Otherwise
    "differs", in the reference column itself; "moved": the reference column makes it at `rank_there`;
    "only_here": it never does."""

    rank_there: int | None
    """The rank at which the reference column makes this merge; None if it never does."""


@dataclass(frozen=True, slots=True)
class AlignedStep:
    """One rank in all columns."""

    rank: int
    """How many merges come before."""

    cells: tuple[Cell | None, ...]
    """The merge of each column; None if the column has ended."""

    agree: bool
    """Whether all columns make the same merge."""


@dataclass(frozen=True, slots=True)
class LearnedToken:
    """A token that at least one column learns."""

    token: str
    """The token, as printed by the column that learns it first."""

    ranks: tuple[int | None, ...]
    """For each column, the rank of the merge that makes the token, from whatever pair; None if none does."""

    @property
    def shared(self) -> bool:
        """Whether every column learns it."""
        return None not in self.ranks


class Alignment:
    """The merges of several histories up to a length, side by side."""

    def __init__(self, histories: Sequence[HistoryView], length: int) -> None:
        """Compare the first `length` merges of the histories."""
        self.length = length
        """How many ranks there are."""
        self._histories = tuple(histories)
        as_bytes = len({history.alphabet for history in self._histories}) > 1
        keys = [history.keys(length, as_bytes=as_bytes) for history in self._histories]
        # [column, rank] -> number of a merge, and [column, number] -> rank, of a merge and of a token
        self._merge_at, self._rank_of_merge = _numbered([merges for merges, _ in keys], length)
        _, self._rank_of_token = _numbered([tokens for _, tokens in keys], length)
        first = self._merge_at[0]
        self._agree = (self._merge_at == first).all(axis=0) & (first != NEVER_MADE)

    @cached_property
    def first_divergence(self) -> int | None:
        """The first rank at which not all columns make the same merge; None if there is none."""
        differing = np.flatnonzero(~self._agree)
        return int(differing[0]) if len(differing) else None

    @cached_property
    def differing(self) -> int:
        """At how many ranks not all columns make the same merge."""
        return int((~self._agree).sum())

    def rows(self, first: int, last: int) -> list[AlignedStep]:
        """The ranks from `first` to `last` - 1, as far as they exist; the first column is the reference."""
        last = min(last, self.length)
        columns = [self._cells(column, first, last) for column in range(len(self._histories))]
        return [
            AlignedStep(
                rank=rank,
                cells=tuple(cells[rank - first] if rank - first < len(cells) else None for cells in columns),
                agree=bool(self._agree[rank]),
            )
            for rank in range(first, last)
        ]

    def same_and_moved(self, column: int, other: int) -> tuple[int, int]:
        """How many merges of one column another one makes at the same rank, and how many at another."""
        there = self._ranks_there(column, other)
        same = int((there == np.arange(len(there))).sum())
        return same, int((there != NEVER_MADE).sum()) - same

    def only_in(self, column: int, other: int) -> list[int]:
        """The ranks of one column's merges that the other one never makes."""
        ranks: list[int] = np.flatnonzero(self._ranks_there(column, other) == NEVER_MADE).tolist()
        return ranks

    def tokens(self) -> list[LearnedToken]:
        """The tokens that any column learns, by earliest rank, then by column."""
        ranks = self._rank_of_token
        earliest = np.where(ranks == NEVER_MADE, self.length, ranks)
        column = earliest.argmin(axis=0)  # the first of those that learn it earliest
        rank = earliest.min(axis=0)
        order = np.lexsort((column, rank))
        return [
            LearnedToken(self._histories[first_column].token(first_rank), tuple(_or_none(row)))
            for first_column, first_rank, row in zip(
                column[order].tolist(), rank[order].tolist(), ranks.T[order], strict=True
            )
        ]

    @property
    def tokens_shared(self) -> int:
        """How many tokens all columns learn."""
        return int((self._rank_of_token != NEVER_MADE).all(axis=0).sum())

    def _cells(self, column: int, first: int, last: int) -> list[Cell]:
        history = self._histories[column]
        last = min(last, len(history))
        return [
            Cell(pair, token, token_id, count, score, tied, _kind(rank, there, agree, column == 0), there)
            for rank, pair, token, token_id, count, score, tied, there, agree in zip(
                range(first, last),
                history.pairs(first, last),
                history.tokens(first, last),
                history.token_ids(first, last),
                history.counts(last)[first:],
                history.scores(first, last),
                history.tied(last)[first:],
                _or_none(self._ranks_there(column, 0)[first:last]),
                self._agree[first:last].tolist(),
                strict=True,
            )
        ]

    def _ranks_there(self, column: int, other: int) -> Int32Array:
        """For each merge of a column, the rank at which another column makes it."""
        merges = self._merge_at[column]
        ranks: Int32Array = self._rank_of_merge[other][merges[merges != NEVER_MADE]]
        return ranks


def _kind(rank: int, rank_there: int | None, agree: bool, is_reference: bool) -> CellKind:
    if is_reference:
        return "same" if agree else "differs"
    if rank_there is None:
        return "only_here"
    return "same" if rank_there == rank else "moved"


def _or_none(ranks: Int32Array) -> list[int | None]:
    return [None if rank == NEVER_MADE else rank for rank in ranks.tolist()]


def _numbered(columns: Sequence[Sequence[Hashable]], length: int) -> tuple[Int32Array, Int32Array]:
    """Number the keys of all columns, equal keys alike: [column, rank] -> number, [column, number] -> rank.

    Both have -1 where nothing is.
    """
    numbers: dict[Hashable, int] = {}
    by_rank = np.full((len(columns), length), NEVER_MADE, dtype=np.int32)
    for column, keys in enumerate(columns):
        by_rank[column, : len(keys)] = [numbers.setdefault(key, len(numbers)) for key in keys]
    rank_of = np.full((len(columns), len(numbers)), NEVER_MADE, dtype=np.int32)
    for column, keys in enumerate(columns):
        # A history makes no pair and no token twice.
        rank_of[column, by_rank[column, : len(keys)]] = np.arange(len(keys))
    return by_rank, rank_of
