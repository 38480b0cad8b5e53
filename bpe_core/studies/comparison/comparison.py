"""Comparison: the same corpus under two to eight sets of rules, step by step.

In: a corpus and titled configs. Out: the merges of all of them aligned by rank, the first step at which they
diverge and why, the tokens that each learns and when, statistics of the ends, and a text in the tokens of
each.

>>> from bpe_core import BPEConfig, EXAMPLES
>>> rules = ("first_seen", "smallest_pair")
>>> columns = [Column(rule, BPEConfig(tie_break=rule)) for rule in rules]
>>> comparison = compare(EXAMPLES["hug_pug_pun"].corpus, columns, merges=5)
>>> comparison.first_divergence
4
>>> [cell.token for cell in comparison.rows(4, 5)[0].cells]
['pug', 'hugs']
>>> [(token.token, token.ranks) for token in comparison.tokens() if not token.shared]
[('pug', (4, None)), ('hugs', (None, 4))]
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import ComparisonError
from bpe_core.progress import Tell, tell_nobody
from bpe_core.studies.comparison.alignment import AlignedStep, Alignment, LearnedToken
from bpe_core.studies.comparison.column_statistics import ColumnSeries, ColumnSummary, series, summary
from bpe_core.studies.comparison.column_tokens import ColumnTokens, tokens_of_columns
from bpe_core.studies.comparison.divergence import Divergence, divergence_at
from bpe_core.studies.comparison.trainings import Trainings, train_in_turns
from bpe_core.tokenizer import BPETokenizer
from bpe_core.validation import checked_integer, shown

MIN_COLUMNS, MAX_COLUMNS = 2, 8

MAX_TEXT = 20_000
"""Longest text that is encoded in every column's tokens, in characters."""


@dataclass(frozen=True)
class Column:
    """One column of a comparison."""

    title: str
    """Its name, which an error about its rules begins with."""

    config: BPEConfig
    """Its rules."""


def compare(
    corpus: Corpus,
    columns: Sequence[Column],
    *,
    merges: int | None = None,
    vocab_size: int | None = None,
    so_far: "Comparison | None" = None,
    tell: Tell = tell_nobody,
) -> "Comparison":
    """Train every column, and compare them; `so_far` is what came of the same when it was stopped.

    `merges` or `vocab_size` (not both) replaces every column's own limits; without either, each goes to its
    own end. Where `tell` raises `Stop`, what is done until then is compared; while words are still counted,
    it goes through. Raises `ComparisonError` for another number of columns than 2 to 8 and for wrong limits,
    and with the column's title where a column cannot be trained.
    """
    if not MIN_COLUMNS <= len(columns) <= MAX_COLUMNS:
        one = "1 column is" if len(columns) == 1 else f"{len(columns)} columns are"
        raise ComparisonError(f"{one} given; {MIN_COLUMNS} to {MAX_COLUMNS} can be compared.")
    if merges is not None and vocab_size is not None:
        raise ComparisonError("Give `merges` or `vocab_size`, not both.")
    if merges is not None:
        merges = checked_integer("merges", merges, ComparisonError, least=1)
    if vocab_size is not None:
        vocab_size = checked_integer("vocab_size", vocab_size, ComparisonError, least=1)
    is_given = (merges, vocab_size) != (None, None)
    limits: dict[str, Any] = {"max_merges": merges, "vocab_size": vocab_size} if is_given else {}
    titled = [(column.title, replace(column.config, **limits)) for column in columns]
    trainings = train_in_turns(corpus, titled, so_far=so_far, tell=tell)
    comparison = Comparison(columns, trainings, merges, vocab_size)
    _ = comparison._alignment  # so that the first question does not have to wait for it
    return comparison


class Comparison(Trainings):
    """Several sets of rules that were trained on one corpus, compared with each other.

    Where `is_done` is False, all answers are about the merges that every column has made, or is at its end.
    """

    def __init__(
        self, columns: Sequence[Column], trainings: Trainings, merges: int | None, vocab_size: int | None
    ) -> None:
        """The columns with what came of them; `compare` makes one."""
        super().__init__(trainings.steppers)
        self.columns = tuple(columns)
        """The columns, from left to right."""
        self.merges = merges
        """How many merges every column makes, if that was given."""
        self.vocab_size = vocab_size
        """Up to which vocabulary size every column goes, if that was given."""
        self._tokenizers: tuple[int, list[BPETokenizer]] = (-1, [])

    @property
    def first_divergence(self) -> int | None:
        """The rank of the first step that is not the same merge in all columns; None where there is none.

        A column that has ended differs from one that has not.
        """
        return self._alignment.first_divergence

    def rows(self, first: int, last: int, against: int = 0) -> list[AlignedStep]:
        """Return the ranks from `first` up to `last`, as far as there are any, compared with one column.

        Raises `ComparisonError` for what is not a rank or a column.
        """
        first = checked_integer("first", first, ComparisonError)
        last = checked_integer("last", last, ComparisonError)
        against = self._column(against)
        return self._alignment.rows(first, last, against)

    def divergence(self) -> Divergence | None:
        """Return every column's pick at the first divergence, and why; None where there is none."""
        rank = self.first_divergence
        return None if rank is None else divergence_at(self.steppers, rank)

    def tokens(self, most: int | None = None) -> list[LearnedToken]:
        """Return the tokens that any column learns, by earliest rank, then by column; or the first `most`."""
        most = None if most is None else checked_integer("most", most, ComparisonError)
        return self._alignment.tokens(most)

    def summaries(self, against: int = 0) -> list[ColumnSummary]:
        """Return what each column has learned, also compared with one of them; raises `ComparisonError`."""
        against = self._column(against)
        return [
            summary(column.title, stepper, self._alignment, number, against)
            for number, (column, stepper) in enumerate(zip(self.columns, self.steppers, strict=True))
        ]

    def series(self) -> list[ColumnSeries]:
        """Return symbols, compression and ties of each column over the merges."""
        length = self.length
        return [series(stepper, length) for stepper in self.steppers]

    def encode(self, text: str, against: int = 0, position: int | None = None) -> list[ColumnTokens]:
        """Encode a text of up to `MAX_TEXT` characters in each column, compared with one of them.

        All merges are used, or those before a `position`. Raises `ComparisonError` for a longer text,
        `TextError` for a lone surrogate, `PatternTimeoutError`, and `ConfigError` where a column's tokens are
        too long in all for a tokenizer.
        """
        against = self._column(against)
        if not isinstance(text, str):
            raise ComparisonError(f"`text` must be a string, got {shown(text)}.")
        if len(text) > MAX_TEXT:
            raise ComparisonError(
                f"The text has {len(text):,} characters; at most {MAX_TEXT:,} are put into tokens."
            )
        position = self.length if position is None else checked_integer("position", position, ComparisonError)
        return tokens_of_columns(text, self._tokenizers_at(position), against)

    def __repr__(self) -> str:
        titles = ", ".join(shown(column.title) for column in self.columns)
        state = "done" if self.is_done else "stopped"
        return f"<Comparison of {titles}: {self.length:,} merges, {state}>"

    @cached_property
    def _alignment(self) -> Alignment:
        return Alignment([stepper.history for stepper in self.steppers], self.length)

    def _tokenizers_at(self, position: int) -> list[BPETokenizer]:
        position = min(position, self.length)
        if self._tokenizers[0] != position:
            tokenizers = []
            for stepper in self.steppers:
                end = stepper.position
                stepper.goto(min(end, position))  # a column may be a round ahead of the others
                try:
                    tokenizers.append(stepper.tokenizer())
                finally:
                    stepper.goto(end)
            self._tokenizers = position, tokenizers
        return self._tokenizers[1]

    def _column(self, against: int) -> int:
        return checked_integer("against", against, ComparisonError, most=len(self.columns) - 1)
