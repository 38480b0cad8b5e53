"""Comparison: the same corpus under two to eight sets of rules, step by step; see `comparison`."""

from bpe_core.studies.comparison.alignment import AlignedStep, Cell, LearnedToken
from bpe_core.studies.comparison.column_tokens import (
    ColumnSummary,
    ColumnToken,
    ColumnTokens,
    has_no_more,
)
from bpe_core.studies.comparison.comparison import (
    MAX_COLUMNS,
    MAX_TEXT,
    MIN_COLUMNS,
    ColumnPick,
    ColumnRules,
    Comparison,
    Divergence,
    compare,
)
from bpe_core.studies.comparison.trainings import Trainings, train_in_turns

__all__ = [
    "MAX_COLUMNS",
    "MAX_TEXT",
    "MIN_COLUMNS",
    "AlignedStep",
    "Cell",
    "ColumnPick",
    "ColumnRules",
    "ColumnSummary",
    "ColumnToken",
    "ColumnTokens",
    "Comparison",
    "Divergence",
    "LearnedToken",
    "Trainings",
    "compare",
    "has_no_more",
    "train_in_turns",
]
