"""Queries: questions about a history, at one position or as a whole, answered with frozen records.

Begin with `position_view` and `history_view`: a stepper is a view of its current position, and has a view of
the whole history. `records` holds the answers. `history_facts` keeps what took time to compute, with the help
of `words_with_pair`, which finds where a count comes from, of `standing`, which compares pairs by what
decides, and of `tie_order`, which also says why a pair was picked. `snapshots` answers for many positions at
once, and says what a merge changed; `pair_search`, `predictions`, `words`, `sums` and `ancestry` answer one
question each.

The columns of the tables that people see, of pairs, merges and tokens, are in `table_columns`.
"""

from bpe_core.queries.ancestry import Ancestor, ancestry_of
from bpe_core.queries.history_view import HistoryView
from bpe_core.queries.position_view import PositionView
from bpe_core.queries.predictions import MeasuredPair, Verdict, VerdictKind
from bpe_core.queries.records import (
    Decision,
    PairChange,
    PairCount,
    PairFacts,
    RulePick,
    Statistics,
    WholeWords,
    WordCount,
    WordShare,
    score_text,
)
from bpe_core.queries.snapshots import Snapshot
from bpe_core.queries.sums import SumTerm, sum_terms
from bpe_core.queries.table_columns import MERGE_COLUMNS, VOCABULARY_COLUMNS, Column, cell, pair_columns
from bpe_core.queries.words import WordHistory

__all__ = [
    "MERGE_COLUMNS",
    "VOCABULARY_COLUMNS",
    "Ancestor",
    "Column",
    "Decision",
    "HistoryView",
    "MeasuredPair",
    "PairChange",
    "PairCount",
    "PairFacts",
    "PositionView",
    "RulePick",
    "Snapshot",
    "Statistics",
    "SumTerm",
    "Verdict",
    "VerdictKind",
    "WholeWords",
    "WordCount",
    "WordHistory",
    "WordShare",
    "ancestry_of",
    "cell",
    "pair_columns",
    "score_text",
    "sum_terms",
]
