"""Other counts: what the pair table would say if `aaa` were counted the other way.

In: a forced film, a position and a pair. Out: its count and the highest count, with overlaps if the film's
rules have none, without if they have; and whether the pair is then the one that is picked.

>>> from bpe_core.config import BPEConfig
>>> forced = ForcedFilm({"aaa": 3, "bc": 4}, BPEConfig(), [])
>>> b, c = forced.symbols_written("b") + forced.symbols_written("c")
>>> recount(forced, 0, (b, c), TieRule("first_seen", "code_point"))
Recount(count=4, highest=4, best_here=3, is_picked=True)
"""

from dataclasses import dataclass

import numpy as np

from bpe_core.diagnosis.forced_film import ForcedFilm, Symbols
from bpe_core.diagnosis.treatments import TieRule
from bpe_core.grouping import without_overlaps
from bpe_core.packing import unpack_by_age
from bpe_core.symbols import Int64Array
from bpe_core.tie_order import TieOrder


@dataclass(frozen=True)
class Recount:
    """What the pair table says if `aaa` is counted the other way."""

    count: int
    """How often the pair occurs then."""

    highest: int
    """The highest count then."""

    best_here: int
    """How often the pair with the highest count of the film's own way occurs then."""

    is_picked: bool
    """Whether the rule then takes the pair."""


def recount(forced: ForcedFilm, position: int, pair: Symbols, rule: TieRule) -> Recount:
    """Count the pairs after so many merges the other way."""
    packed, counts = forced.film.log.counts_at(position)
    left, right = unpack_by_age(packed)
    best = int(np.argmax(counts))
    others = _counted_the_other_way(forced, position, left, right, counts)
    highest = int(others.max(initial=0))
    mine = int(others[np.flatnonzero((left == pair[0]) & (right == pair[1]))].sum())
    is_picked = mine == highest
    if is_picked:
        chosen = np.flatnonzero(others == highest)
        tied = list(zip(left[chosen].tolist(), right[chosen].tolist(), strict=True))
        # A fresh look: what is kept about first places goes by the film's own counts.
        is_picked = pair == forced.taken_by(rule, tied, highest, position, TieOrder(forced.film))
    return Recount(mine, highest, int(others[best]), is_picked)


def _counted_the_other_way(
    forced: ForcedFilm, position: int, left: Int64Array, right: Int64Array, counts: Int64Array
) -> Int64Array:
    """Only pairs such as (a, a) count differently."""
    film, others = forced.film, counts.copy()
    for index in np.flatnonzero((left == right) & (counts > 0)).tolist():
        symbol = int(left[index])
        places = film.places.of_pair(symbol, symbol, position)
        if film.config.count_overlaps:
            places = without_overlaps(places, film.table.lengths[symbol])
        others[index] = film.word_counts[film.timeline.word_of(places)].sum()
    return others
