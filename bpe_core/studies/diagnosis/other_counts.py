"""Other counts: what the pair table would say if `aaa` were counted the other way.

In: a forced history, a position and a pair. Out: its count and the highest count, with overlaps if the
history's rules have none, without if they have; and whether the pair is then the one that is picked.

>>> from bpe_core.config import BPEConfig
>>> forced = ForcedHistory({"aaa": 3, "bc": 4}, BPEConfig(), [])
>>> b, c = forced.symbols_written("b") + forced.symbols_written("c")
>>> a = forced.symbols_written("a")[0]
>>> recount(forced, 0, (b, c), (a, a), TieRule("first_seen", "code_point"))
Recount(count=4, best_here=3, is_picked=True, is_alone=True)
"""

from dataclasses import dataclass

import numpy as np

from bpe_core.engine.arrays import listed, unpack_by_age, without_overlaps
from bpe_core.engine.merge_log import Counts
from bpe_core.queries.tie_order import TieOrder
from bpe_core.studies.diagnosis.forced_history import ForcedHistory
from bpe_core.studies.diagnosis.segmentation import TieRule
from bpe_core.symbols import Int64Array, SymbolPair


@dataclass(frozen=True)
class Recount:
    """What the pair table says if `aaa` is counted the other way."""

    count: int
    """How often the pair occurs then."""

    best_here: int
    """How often the pair that is picked by the history's own counts occurs then."""

    is_picked: bool
    """Whether the rule then takes the pair."""

    is_alone: bool
    """Whether it is taken without a tie."""


def recount(
    forced: ForcedHistory, position: int, pair: SymbolPair, picked: SymbolPair, rule: TieRule
) -> Recount:
    """Count the pairs at a position the other way; `picked` is the one that the usual counts pick."""
    packed, counts = forced.history.count_log.counts_at(position)
    left, right = unpack_by_age(packed)
    others = _counted_the_other_way(forced, position, left, right, counts)
    highest = int(others.max(initial=0))
    mine, best = (
        int(others[np.flatnonzero((left == first) & (right == second))].sum())
        for first, second in (pair, picked)
    )
    is_picked, is_alone = mine == highest, False
    if is_picked:
        chosen = np.flatnonzero(others == highest)
        is_alone = len(chosen) == 1
        tied = listed(packed[chosen])
        # A fresh look: what is kept about first places goes by the history's own counts.
        is_picked = pair == forced.taken_by(rule, tied, highest, position, TieOrder(forced.history))
    return Recount(mine, best, is_picked, is_alone)


def _counted_the_other_way(
    forced: ForcedHistory, position: int, left: Int64Array, right: Int64Array, counts: Counts
) -> Counts:
    """Only pairs such as (a, a) count differently."""
    history, others = forced.history, counts.copy()
    for index in np.flatnonzero((left == right) & (counts > 0)).tolist():
        symbol = int(left[index])
        places = history.occurrences.of_pair(symbol, symbol, position)
        if history.config.count_overlaps:
            places = without_overlaps(places, history.table.lengths[symbol])
        others[index] = history.word_counts[history.timeline.word_of(places)].sum()
    return others
