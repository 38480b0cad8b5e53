"""The top of the pair-frequency table, at every position of a range.

All pairs are looked through once for the whole range: a pair's count only falls, so a pair that is near the
top somewhere has a high count at the start of the range, or comes into being within it.
"""

from collections.abc import Iterator

import numpy as np

from bpe_core.engine.arrays import listed
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.engine.merge_log import Counts
from bpe_core.queries.tie_order import TieOrder
from bpe_core.symbols import Int64Array, SymbolPair


class TopPairs:
    """The top of the pair table at one position."""

    def __init__(
        self,
        position: int,
        numbers: dict[SymbolPair, int],
        counts: Counts,
        rows: list[tuple[SymbolPair, int]],
    ) -> None:
        """`counts` holds the count of every pair in `numbers`, which has its index."""
        self.position = position
        """How many merges have been made."""
        self.rows = rows
        """The first pairs with their counts: highest count first, then in the tie rule's order."""
        self._numbers = numbers
        self._counts = counts

    def how_many(self, count: int) -> int:
        """How many pairs have a count that is in the rows."""
        return int(np.count_nonzero(self._counts == count))

    def with_count(self, count: int) -> list[SymbolPair]:
        """All pairs with a count that is in the rows, in the count log's order."""
        pairs = list(self._numbers)
        return [pairs[index] for index in np.flatnonzero(self._counts == count).tolist()]

    def count_of(self, pair: SymbolPair) -> int | None:
        """A pair's count, if it was one of those looked at."""
        number = self._numbers.get(pair)
        return None if number is None else int(self._counts[number])


def top_pairs(history: MergeHistory, first: int, last: int, rows: int, order: TieOrder) -> Iterator[TopPairs]:
    """The tables of the positions from `first` to `last`, both included, with `rows` rows, at least one."""
    chosen, least = _candidates(history, first, last, rows)
    packed = history.count_log.counts_at(last)[0][chosen]
    numbers = {pair: number for number, pair in enumerate(listed(packed))}
    for position in range(first, last + 1):
        counts = history.count_log.counts_at(position)[1][chosen]
        if least == 1 or np.count_nonzero(counts >= least) >= rows:
            found = np.flatnonzero(counts >= least_of_highest(counts, rows))
            in_order = order.by_count(packed[found], counts[found], position=position, limit=rows)
            yield TopPairs(position, numbers, counts, in_order)
        else:
            # New pairs have since filled the table up to a higher count than it reaches here.
            yield from top_pairs(history, position, position, rows, order)


def _candidates(history: MergeHistory, first: int, last: int, rows: int) -> tuple[Int64Array, int]:
    """The indexes of all pairs that reach, anywhere in the range, the count of the last row at its end; and
    that count."""
    packed, counts = history.count_log.counts_at(last)
    least = least_of_highest(counts, rows)
    base_size = history.table.base_size
    born = np.searchsorted(packed, [(base_size + first) << 32, (base_size + last) << 32])
    counts = history.count_log.counts_at(first)[1]
    old = np.flatnonzero(counts[: born[0]] >= least)
    return np.concatenate((old, np.arange(*born))), least


def least_of_highest(counts: Counts, limit: int) -> int:
    """The lowest of the `limit` highest counts, at least 1; 1 where there are fewer."""
    # Most of many counts are far below the highest: those in reach are taken out before they are sorted.
    least = int(counts.max(initial=0))
    while 0 < limit < len(counts) and least > 1:
        least //= 2
        reached = counts[counts >= max(1, least)]
        if len(reached) >= limit:
            return max(1, int(np.partition(reached, -limit)[-limit]))
    return 1
