"""Side figures: what each side of a comparison comes to in the end, and how it got there.

In: a stepper, its merges beside the others'. Out: frozen records of counts, and the lines over the merges.
"""

from dataclasses import dataclass

from bpe_core.limits import BELOW_MINIMUM_FREQUENCY, NO_PAIRS_LEFT
from bpe_core.stepper import BPEStepper
from bpe_core.studies.comparison.alignment import Alignment


@dataclass(frozen=True)
class SideSummary:
    """One side in the end, also beside the side that it is held against."""

    title: str
    """The side's title."""

    merges: int
    """How many merges it made."""

    same_step: int
    """How many of them the side held against makes at the same rank."""

    moved: int
    """How many of them it makes at another rank."""

    only_here: int
    """How many of them it never makes."""

    missing: int
    """How many merges of the side held against this side never makes."""

    base_symbols: int
    """How many base symbols there are."""

    vocabulary_size: int
    """Special tokens, base symbols and merges."""

    tokens_shared: int
    """How many of its learned tokens every side learns."""

    tokens_only_here: int
    """How many of its learned tokens no other side learns."""

    symbols_at_start: int
    """How many base symbols the corpus has, every word as often as it occurs."""

    symbols: int
    """How many symbols are left."""

    compression: float
    """`symbols_at_start` divided by `symbols`."""

    tied_steps: int
    """How many merges were chosen among several pairs with the same count."""

    stop_reason: str | None
    """Why its training is over, or None where it was stopped before."""

    @property
    def tokens_in_some(self) -> int:
        """How many of its learned tokens other sides learn, but not every one."""
        return self.merges - self.tokens_shared - self.tokens_only_here


@dataclass(frozen=True, repr=False)
class SideSeries:
    """One side over the merges."""

    symbols: list[int]
    """How many symbols the corpus has at each position, 0 at the start."""

    compression: list[float]
    """The symbols at the start divided by them."""

    tied: list[int]
    """For each step how many pairs shared the highest count; 1 where nothing was tied."""

    def __repr__(self) -> str:
        first, last = self.symbols[0], self.symbols[-1]
        return f"<SideSeries: {len(self.tied):,} merges, {first:,} to {last:,} symbols>"


def has_no_more(stepper: BPEStepper, length: int) -> bool:
    """Whether a side ended within so many merges for want of pairs: what it has not done, it never does.

    At a limit, or as far as it is trained until now, it might still do it.
    """
    is_over = stepper.film_length <= length
    return is_over and stepper.stop_reason in (NO_PAIRS_LEFT, BELOW_MINIMUM_FREQUENCY)


def summary(title: str, stepper: BPEStepper, alignment: Alignment, side: int, against: int) -> SideSummary:
    """The summary of one side by its number."""
    columns, merges = stepper.columns(), min(stepper.film_length, alignment.length)
    symbols, agreement = columns.symbols(merges), alignment.agreement(side, against)
    shared, only_here = alignment.token_shares(side)
    base_symbols = len(stepper.base_symbols)
    return SideSummary(
        title=title,
        merges=merges,
        same_step=agreement.same_step,
        moved=agreement.moved,
        only_here=agreement.only_here,
        missing=agreement.missing,
        base_symbols=base_symbols,
        vocabulary_size=len(stepper.config.special_tokens) + base_symbols + merges,
        tokens_shared=shared,
        tokens_only_here=only_here,
        symbols_at_start=symbols[0],
        symbols=symbols[-1],
        compression=symbols[0] / symbols[-1],
        tied_steps=sum(1 for tied in columns.tied(merges) if tied),
        stop_reason=stepper.stop_reason if merges == stepper.film_length else None,
    )


def series(stepper: BPEStepper, length: int) -> SideSeries:
    """The lines over the first so many merges of a stepper."""
    columns = stepper.columns()
    symbols = columns.symbols(length)
    return SideSeries(
        symbols=symbols,
        compression=[symbols[0] / left for left in symbols],
        tied=[tied + 1 for tied in columns.tied(length)],
    )
