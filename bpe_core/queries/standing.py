"""How pairs stand at a position: by what decides which is merged, their counts or their scores.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> stepper = BPEStepper(EXAMPLES["hug_pug_pun"].corpus, EXAMPLES["hug_pug_pun"].config)
>>> merge = stepper.step()
>>> best = standing(stepper._history, position=1, limit=2)
>>> best.counts.tolist(), best.values.tolist()
([16, 15], [16, 15])
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bpe_core.engine.arrays import unpack_by_age
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.engine.merge_log import Counts
from bpe_core.engine.scores import in_order, rough
from bpe_core.symbols import Int64Array, SymbolPair


class Standing(NamedTuple):
    """Some pairs at one position."""

    packed: Int64Array
    """The pairs, packed by age, ascending."""
    counts: Counts
    """Their counts."""
    values: Counts
    """What decides, the highest first: the counts, or numbers in the order of the scores."""


def standing(history: MergeHistory, position: int, limit: int | None) -> Standing:
    """The pairs that occur at a position with the `limit` highest values, and those level with the last of
    them; None means all."""
    packed, counts = history.count_log.counts_at(position)
    if not history.config.is_wordpiece:
        chosen = np.flatnonzero(counts >= (1 if limit is None else least_of_highest(counts, limit)))
        counts = counts[chosen]
        return Standing(packed[chosen], counts, counts)
    here = np.flatnonzero(counts)
    packed, counts = packed[here], counts[here]
    left, right = unpack_by_age(packed)
    of_symbols, least = history.symbol_counts.at(position), max(1, history.config.min_frequency)
    products = of_symbols[left] * of_symbols[right]
    if limit is not None and limit < len(here):
        scores = rough(counts, products, least)
        chosen = np.flatnonzero(scores >= np.partition(scores, -limit)[-limit]) if limit else here[:0]
        packed, counts, products = packed[chosen], counts[chosen], products[chosen]
    return Standing(packed, counts, in_order(counts, products, least))


def least_of_highest(counts: Counts, limit: int) -> int:
    """The lowest of the `limit` highest counts, at least 1; 1 if there are fewer."""
    # Most counts are far below the highest: only those in reach are sorted.
    least = int(counts.max(initial=0))
    while 1 < limit < len(counts) and least > 1:
        least //= 2
        reached = counts[counts >= max(1, least)]
        if len(reached) >= limit:
            return max(1, int(np.partition(reached, -limit)[-limit]))
    return max(1, least) if limit == 1 else 1


def parts_of_each(
    history: MergeHistory, pairs: Sequence[SymbolPair], position: int
) -> list[tuple[int, int] | None]:
    """How often the two symbols of each pair occur at a position; None where the count alone decides."""
    if not history.config.is_wordpiece:
        return [None] * len(pairs)
    counts = history.symbol_counts.at(position).tolist()
    return [(counts[left], counts[right]) for left, right in pairs]
