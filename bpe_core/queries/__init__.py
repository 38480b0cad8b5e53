"""Queries: what can be asked of a history, at one position or as a whole, in frozen records.

In: a merge history and a position. Out: the pair table, the decision and its reason, what a merge changed,
statistics.

`position_view` and `history_view` are the front doors: a stepper is a view of the position that it is at, and
has one of the whole history. `records` has what they answer with, and `known` keeps what took time to find
out, with `tie_order` and `words_with_pair` behind it. `snapshots` answers for many positions at once;
`changes`, `explain`, `pair_search`, `predictions`, `words` and `ancestry` answer one question each.
"""

from bpe_core.queries.ancestry import Ancestor, ancestry_of
from bpe_core.queries.history_view import HistoryView
from bpe_core.queries.position_view import PositionView
from bpe_core.queries.predictions import MeasuredPair, Verdict
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
)
from bpe_core.queries.snapshots import Snapshot
from bpe_core.queries.words import WordHistory

__all__ = [
    "Ancestor",
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
    "Verdict",
    "WholeWords",
    "WordCount",
    "WordHistory",
    "WordShare",
    "ancestry_of",
]
