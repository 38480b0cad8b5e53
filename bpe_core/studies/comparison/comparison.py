"""Comparison: the same corpus under two to eight sets of rules, step by step.

It aligns their merges by rank, finds the first step at which they differ and why, tells which tokens each
learns and when, and encodes a text in the tokens of each.

>>> from bpe_core import BPEConfig, EXAMPLES
>>> rules = ("first_seen", "smallest_pair")
>>> columns = [ColumnRules(rule, BPEConfig(tie_break=rule)) for rule in rules]
>>> comparison = compare(EXAMPLES["hug_pug_pun"].corpus, columns, merges=5)
>>> comparison.first_divergence
4
>>> [cell.token for cell in comparison.rows(4, 5)[0].cells]
['pug', 'hugs']
>>> [(token.token, token.ranks) for token in comparison.tokens() if not token.shared]
[('pug', (4, None)), ('hugs', (None, 4))]
>>> for pick in comparison.divergence().picks:
...     print(pick.count, pick.reason)
5 First seen decides: p + ug is met first, in word 2 (pug); hug + s is met in word 5 (hugs).
5 Smallest pair decides: hug + s comes before p + ug in character order.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import ComparisonError
from bpe_core.merges import Pair
from bpe_core.progress import OnProgress, tell_nobody
from bpe_core.stepper import BPEStepper
from bpe_core.studies.comparison.alignment import AlignedStep, Alignment, LearnedToken
from bpe_core.studies.comparison.column_tokens import (
    ColumnSummary,
    ColumnTokens,
    summary,
    tokens_of_columns,
)
from bpe_core.studies.comparison.trainings import Trainings, train_in_turns
from bpe_core.tokenizer import BPETokenizer
from bpe_core.validation import checked_integer, shown

MIN_COLUMNS, MAX_COLUMNS = 2, 8

MAX_TEXT = 20_000
"""The longest text that is encoded in every column, in characters."""

MOST_TIED = 12
"""How many tied candidates a pick names at most."""


@dataclass(frozen=True)
class ColumnPick:
    """What one column chose at that step."""

    pair: Pair | None
    """The pair that its rule takes; None if its training is over."""

    count: int
    """How often the pair occurs; 0 if there is none."""

    tied: tuple[Pair, ...]
    """All pairs with that count, the picked one first, then in the tie rule's order; at most 12."""

    tied_total: int
    """How many pairs have that count; 1 if nothing is tied, 0 if there is none."""

    reason: str
    """How a tie was decided, in one sentence; empty if nothing is tied."""

    stop_reason: str | None
    """Why its training is over; None if it is not."""

    parts: tuple[int, int] | None = None
    """How often its symbols occur, where scores decide; see `PairCount`."""


@dataclass(frozen=True)
class Divergence:
    """The first step that is not the same merge in all columns."""

    rank: int
    """How many merges come before."""

    picks: tuple[ColumnPick, ...]
    """The pick of each column."""

    same_splits: bool
    """Whether before this step all columns have the same words, splits and candidates, as printed and with
    the same counts, and none has ended. Then the tie rules differ, or they use ids that differ."""


@dataclass(frozen=True)
class ColumnRules:
    """One column of a comparison: rules, under a title."""

    title: str
    """Its name, with which an error about its rules begins."""

    config: BPEConfig
    """Its rules."""


def compare(
    corpus: Corpus,
    columns: Sequence[ColumnRules],
    *,
    merges: int | None = None,
    so_far: "Comparison | None" = None,
    tell: OnProgress = tell_nobody,
) -> "Comparison":
    """Train every column, and compare them; `so_far` is an earlier result that was stopped.

    `merges` replaces every column's own limits; without it, each column goes to its own end. If `tell` raises
    `Stop`, what is done so far is compared; while words are still counted, the `Stop` passes. Raises
    `ComparisonError` for other than 2 to 8 columns and for a wrong limit, and, with the column's title, if a
    column cannot be trained.
    """
    if not MIN_COLUMNS <= len(columns) <= MAX_COLUMNS:
        one = "1 column is" if len(columns) == 1 else f"{len(columns)} columns are"
        raise ComparisonError(f"{one} given; {MIN_COLUMNS} to {MAX_COLUMNS} can be compared.")
    limits: dict[str, Any] = {}
    if merges is not None:
        most = checked_integer("merges", merges, ComparisonError, least=1)
        limits = {"max_merges": most, "vocab_size": None}
    titled = [(column.title, replace(column.config, **limits)) for column in columns]
    trainings = train_in_turns(corpus, titled, so_far=so_far, tell=tell)
    comparison = Comparison(columns, trainings)
    _ = comparison._alignment  # computed now, so that the first question is fast
    return comparison


class Comparison(Trainings):
    """Several sets of rules, trained on one corpus and compared with each other.

    If `is_done` is False, all answers are about the merges that every column has made so far or that end it.
    """

    def __init__(self, columns: Sequence[ColumnRules], trainings: Trainings) -> None:
        """The columns and their trainings; `compare` makes one."""
        super().__init__(trainings.steppers)
        self.columns = tuple(columns)
        """The columns, from left to right."""
        self._tokenizers: tuple[int, list[BPETokenizer]] = (-1, [])

    @property
    def first_divergence(self) -> int | None:
        """The rank of the first step that is not the same merge in all columns; None if there is none.

        A column that has ended differs from one that has not.
        """
        return self._alignment.first_divergence

    @property
    def differing(self) -> int:
        """At how many of the ranks so far not all columns make the same merge."""
        return self._alignment.differing

    def rows(self, first: int, last: int) -> list[AlignedStep]:
        """The ranks from `first` to `last` - 1, as far as they exist, compared with the first column.

        Raises `ComparisonError` for an invalid rank.
        """
        first = checked_integer("first", first, ComparisonError)
        last = checked_integer("last", last, ComparisonError)
        return self._alignment.rows(first, last)

    def divergence(self) -> Divergence | None:
        """Every column's pick at the first divergence, and why; None if there is none."""
        rank = self.first_divergence
        if rank is None:
            return None
        picks = tuple(_pick(stepper, rank) for stepper in self.steppers)
        all_pick = all(pick.pair is not None for pick in picks)
        start_alike = all(self.steppers[0].starts_like(stepper) for stepper in self.steppers[1:])
        # Equal splits give equal counts, unless `aaa` counts twice in one column and once in another.
        # Counting it once only lowers counts: if the highest count and the number of candidates agree, the
        # candidates do.
        counted_alike = len({(pick.count, pick.tied_total) for pick in picks}) == 1
        return Divergence(rank, picks, same_splits=all_pick and start_alike and counted_alike)

    def tokens(self) -> list[LearnedToken]:
        """The tokens that any column learns, by earliest rank, then by column."""
        return self._alignment.tokens()

    def summaries(self) -> list[ColumnSummary]:
        """What each column has learned."""
        return [
            summary(column.title, stepper, self._alignment)
            for column, stepper in zip(self.columns, self.steppers, strict=True)
        ]

    def encode(self, text: str) -> list[ColumnTokens]:
        """Encode a text with all merges of each column, compared with the first column.

        Raises `ComparisonError` for a text of more than `MAX_TEXT` characters, `TextError` for a lone
        surrogate, `PatternTimeoutError`, and `ConfigError` if a column's tokens are too long in total.
        """
        if not isinstance(text, str):
            raise ComparisonError(f"`text` must be a string, got {shown(text)}.")
        if len(text) > MAX_TEXT:
            raise ComparisonError(
                f"The text has {len(text):,} characters; at most {MAX_TEXT:,} are put into tokens."
            )
        if self._tokenizers[0] != self.length:
            self._tokenizers = self.length, [stepper.tokenizer() for stepper in self.steppers]
        return tokens_of_columns(text, self._tokenizers[1])

    def __repr__(self) -> str:
        titles = ", ".join(shown(column.title) for column in self.columns)
        state = "done" if self.is_done else "stopped"
        return f"<Comparison of {titles}: {self.length:,} merges, {state}>"

    @cached_property
    def _alignment(self) -> Alignment:
        return Alignment([stepper.history for stepper in self.steppers], self.length)


def _pick(stepper: BPEStepper, rank: int) -> ColumnPick:
    position = min(rank, stepper.known_merges)
    [snapshot] = stepper.history.snapshots(position, position, rows=2)
    pick = snapshot.decision
    if pick is None:
        return ColumnPick(None, 0, (), 0, "", snapshot.stop_reason)
    others = pick.tied[: MOST_TIED - 1]
    tied, parts = (pick.pair, *others), snapshot.rows[0].parts
    return ColumnPick(pick.pair, pick.count, tied, snapshot.tied, pick.reason, None, parts)
