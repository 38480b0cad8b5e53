"""Column statistics: what each column of a comparison has learned, at its end and on its way."""

from dataclasses import dataclass

from bpe_core.config.limits import BELOW_MINIMUM_FREQUENCY, NO_PAIRS_LEFT
from bpe_core.stepper import BPEStepper
from bpe_core.studies.comparison.alignment import Agreement, Alignment


@dataclass(frozen=True)
class ColumnSummary(Agreement):
    """One column at its end, and compared with the reference column."""

    title: str
    """The column's title."""

    merges: int
    """How many merges it made."""

    base_symbols: int
    """How many base symbols there are."""

    vocabulary_size: int
    """Special tokens, base symbols and merges."""

    tokens_shared: int
    """How many of its learned tokens every column learns."""

    tokens_only_here: int
    """How many of its learned tokens no other column learns."""

    symbols_at_start: int
    """How many base symbols the corpus has; each word counts as often as it occurs."""

    symbols: int
    """How many symbols remain."""

    compression: float
    """`symbols_at_start` divided by `symbols`."""

    tied_steps: int
    """How many merges were chosen from several pairs with the same count."""

    stop_reason: str | None
    """Why its training is over; None if it was stopped before."""

    @property
    def tokens_in_some(self) -> int:
        """How many of its learned tokens some other columns learn, but not all."""
        return self.merges - self.tokens_shared - self.tokens_only_here


@dataclass(frozen=True, repr=False)
class ColumnSeries:
    """One column over the merges."""

    symbols: list[int]
    """How many symbols the corpus has at each position, 0 at the start."""

    compression: list[float]
    """The symbols at the start divided by the symbols at each position."""

    tied: list[int]
    """For each step, how many pairs shared the highest count; 1 if nothing was tied."""

    def __repr__(self) -> str:
        first, last = self.symbols[0], self.symbols[-1]
        return f"<ColumnSeries: {len(self.tied):,} merges, {first:,} to {last:,} symbols>"


def has_no_more(stepper: BPEStepper, length: int) -> bool:
    """Whether a column ended within `length` merges because no pair was left, so that no more can come.

    A column at a limit, or still in training, might make more merges.
    """
    is_over = stepper.known_merges <= length
    return is_over and stepper.stop_reason in (NO_PAIRS_LEFT, BELOW_MINIMUM_FREQUENCY)


def summary(
    title: str, stepper: BPEStepper, alignment: Alignment, column: int, against: int
) -> ColumnSummary:
    """The summary of the column with this index."""
    merge_columns, merges = stepper.history, min(stepper.known_merges, alignment.length)
    symbols, agreement = merge_columns.symbols(merges), alignment.agreement(column, against)
    shared, only_here = alignment.token_shares(column)
    base_symbols = len(stepper.base_symbols)
    return ColumnSummary(
        title=title,
        merges=merges,
        **vars(agreement),
        base_symbols=base_symbols,
        vocabulary_size=len(stepper.config.leading_tokens) + base_symbols + merges,
        tokens_shared=shared,
        tokens_only_here=only_here,
        symbols_at_start=symbols[0],
        symbols=symbols[-1],
        compression=symbols[0] / symbols[-1],
        tied_steps=sum(1 for tied in merge_columns.tied(merges) if tied),
        stop_reason=stepper.stop_reason if merges == stepper.known_merges else None,
    )


def series(stepper: BPEStepper, length: int) -> ColumnSeries:
    """The lines over a stepper's first `length` merges."""
    merge_columns = stepper.history
    symbols = merge_columns.symbols(length)
    return ColumnSeries(
        symbols=symbols,
        compression=[symbols[0] / left for left in symbols],
        tied=[tied + 1 for tied in merge_columns.tied(length)],
    )
