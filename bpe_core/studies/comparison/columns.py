"""Columns: what each column of a comparison has learned at its end."""

from dataclasses import dataclass

from bpe_core.config import BELOW_MINIMUM_FREQUENCY, NO_PAIRS_LEFT, ONLY_LONGER_TOKENS
from bpe_core.stepper import BPEStepper
from bpe_core.studies.comparison.alignment import Alignment


@dataclass(frozen=True)
class ColumnSummary:
    """One column at its end."""

    title: str
    """The column's title."""

    merges: int
    """How many merges it made."""

    vocabulary_size: int
    """Special tokens, base symbols and merges."""

    tokens_shared: int
    """How many of its learned tokens every column learns."""

    symbols_at_start: int
    """How many base symbols the corpus has; each word counts as often as it occurs."""

    symbols: int
    """How many symbols remain."""

    @property
    def compression(self) -> float:
        """`symbols_at_start` divided by `symbols`."""
        return self.symbols_at_start / self.symbols


def has_no_more(stepper: BPEStepper, length: int) -> bool:
    """Whether a column ended within `length` merges because no pair was left, so that no more can come.

    A column at a limit, or still in training, might make more merges.
    """
    is_over = stepper.known_merges <= length
    return is_over and stepper.stop_reason in (NO_PAIRS_LEFT, BELOW_MINIMUM_FREQUENCY, ONLY_LONGER_TOKENS)


def summary(title: str, stepper: BPEStepper, alignment: Alignment) -> ColumnSummary:
    """The summary of a column."""
    merges = min(stepper.known_merges, alignment.length)
    symbols = stepper.history.symbols(merges)
    return ColumnSummary(
        title=title,
        merges=merges,
        vocabulary_size=len(stepper.config.leading_tokens) + len(stepper.base_symbols) + merges,
        tokens_shared=alignment.tokens_shared,
        symbols_at_start=symbols[0],
        symbols=symbols[-1],
    )
