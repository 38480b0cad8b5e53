"""Top pairs: the top of the pair table at every position of a range.

In: a film and a range of positions. Out: one `TopPairs` for each, with the first rows of the table as
symbols.

`pairs.highest_pairs` looks through all pairs for one position. Over a range, that can be done once for all: a
pair's count only falls, so a pair that is near the top somewhere has a high count at the start of the range,
or comes into being within it.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.run()
>>> film = stepper._film
>>> for top in top_pairs(film, 1, 4, 2, TieOrder(film)):
...     print(top.position, [(film.pair_texts(row.pair), row.count) for row in top.rows])
1 [(('u', 'n'), 16), (('h', 'ug'), 15)]
2 [(('h', 'ug'), 15), (('p', 'un'), 12)]
3 [(('p', 'un'), 12), (('p', 'ug'), 5)]
4 [(('p', 'ug'), 5), (('hug', 's'), 5)]
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bpe_core.engine.arrays import listed
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.engine.merge_log import Counts
from bpe_core.queries.pair_table import least_of_highest
from bpe_core.queries.tie_order import TieOrder
from bpe_core.symbols import Int64Array


@dataclass(frozen=True, slots=True)
class TopRow:
    """One row of the pair table."""

    pair: tuple[int, int]
    """The two symbols."""

    count: int
    """How often the pair occurs."""


class TopPairs:
    """The top of the pair table at one position."""

    def __init__(
        self, position: int, numbers: dict[tuple[int, int], int], counts: Counts, rows: list[TopRow]
    ) -> None:
        """`counts` holds the count of every pair in `numbers`, which has its index."""
        self.position = position
        """How many merges have been made."""
        self.rows = rows
        """The first rows: highest count first, then in the tie rule's order."""
        self._numbers = numbers
        self._counts = counts

    def how_many(self, count: int) -> int:
        """How many pairs have a count that is in the rows."""
        return int(np.count_nonzero(self._counts == count))

    def with_count(self, count: int) -> list[tuple[int, int]]:
        """All pairs with a count that is in the rows, in the pair log's order."""
        pairs = list(self._numbers)
        return [pairs[index] for index in np.flatnonzero(self._counts == count).tolist()]

    def count_of(self, pair: tuple[int, int]) -> int | None:
        """A pair's count, if it was one of those looked at."""
        number = self._numbers.get(pair)
        return None if number is None else int(self._counts[number])


def top_pairs(film: MergeHistory, first: int, last: int, rows: int, order: TieOrder) -> Iterator[TopPairs]:
    """The tables of the positions from `first` to `last`, both included, with so many rows, at least one."""
    chosen, least = _candidates(film, first, last, rows)
    packed = film.count_log.counts_at(last)[0][chosen]
    numbers = {pair: number for number, pair in enumerate(listed(packed))}
    for position in range(first, last + 1):
        counts = film.count_log.counts_at(position)[1][chosen]
        if least == 1 or np.count_nonzero(counts >= least) >= rows:
            found = np.flatnonzero(counts >= least_of_highest(counts, rows))
            in_order = order.by_count(packed[found], counts[found], position=position, limit=rows)
            yield TopPairs(position, numbers, counts, [TopRow(*row) for row in in_order])
        else:
            # New pairs have since filled the table up to a higher count than it reaches here.
            yield from top_pairs(film, position, position, rows, order)


def _candidates(film: MergeHistory, first: int, last: int, rows: int) -> tuple[Int64Array, int]:
    """The indexes of all pairs that reach, anywhere in the range, the count of the last row at its end; and
    that count."""
    packed, counts = film.count_log.counts_at(last)
    least = least_of_highest(counts, rows)
    base_size = film.table.base_size
    born = np.searchsorted(packed, [(base_size + first) << 32, (base_size + last) << 32])
    counts = film.count_log.counts_at(first)[1]
    old = np.flatnonzero(counts[: born[0]] >= least)
    return np.concatenate((old, np.arange(*born))), least
