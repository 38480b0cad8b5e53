"""The pair-frequency table, at one position or at every position of a range.

`highest_pairs` looks through all pairs for one position. Over a range, `top_pairs` does that once for all: a
pair's count only falls, so a pair that is near the top somewhere has a high count at the start of the range,
or comes into being within it.
"""

from collections.abc import Iterator

import numpy as np

from bpe_core.engine.arrays import listed, packed_by_age
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.engine.merge_log import Counts
from bpe_core.errors import PairNotFoundError
from bpe_core.merges import Pair
from bpe_core.queries.records import PairCount
from bpe_core.queries.tie_order import TieOrder
from bpe_core.queries.words_with_pair import count_words_with_pairs
from bpe_core.symbols import Int64Array, SymbolPair
from bpe_core.validation import shown


def highest_pairs(
    history: MergeHistory, position: int, limit: int | None, order: TieOrder
) -> list[PairCount]:
    """The pairs with the highest counts at this position, in the table's order; all without a limit."""
    packed, counts = history.count_log.counts_at(position)
    least = 1 if limit is None else least_of_highest(counts, limit)
    chosen = np.flatnonzero(counts >= least)
    rows = order.by_count(packed[chosen], counts[chosen], position=position, limit=limit)
    words = count_words_with_pairs(history, [pair for pair, _ in rows], position)
    return [
        PairCount(history.pair_texts(pair), history.table.joined_text(*pair), count, in_words)
        for (pair, count), in_words in zip(rows, words, strict=True)
    ]


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


def tied_pairs(history: MergeHistory, position: int, limit: int | None = None) -> list[SymbolPair]:
    """The pairs that share the highest count at this position, as symbols, in the tie rule's order."""
    packed, counts = history.count_log.counts_at(position)
    highest = int(counts.max(initial=0))
    tied = packed[counts == highest] if highest else packed[:0]
    limit = len(tied) if limit is None else limit
    return TieOrder(history).ordered(tied, count=highest, position=position, limit=limit)


def count_of(history: MergeHistory, position: int, left: int, right: int) -> int:
    """How often a pair of symbols occurs at this position."""
    packed, counts = history.count_log.counts_at(position)
    pair = packed_by_age(left, right)
    index = int(np.searchsorted(packed, pair))
    return int(counts[index]) if index < len(packed) and packed[index] == pair else 0


def find_pair(history: MergeHistory, position: int, pair: Pair) -> SymbolPair | None:
    """A printed pair as symbols, or None where a text is no symbol at this position.

    Raises `PairNotFoundError` for what is no pair of texts.
    """
    if (
        not isinstance(pair, tuple | list)
        or len(pair) != 2
        or not all(isinstance(text, str) for text in pair)
    ):
        raise PairNotFoundError(f"`pair` must be a pair of texts such as ('u', 'g'), got {shown(pair)}.")
    size = history.table.base_size + position
    left, right = (history.table.find(text, size) for text in pair)
    return None if left is None or right is None else (left, right)


def pair_in_table(history: MergeHistory, position: int, pair: Pair) -> SymbolPair:
    """A printed pair as symbols; raises `PairNotFoundError` where it does not occur at this position."""
    found = find_pair(history, position, pair)
    if found is None or not count_of(history, position, *found):
        raise PairNotFoundError(
            f"The pair {shown(pair[0])} + {shown(pair[1])} does not occur in the current splits; "
            "`pair` must be one of pair_counts()."
        )
    return found


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
