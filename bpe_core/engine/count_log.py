"""How each merge changed the pair counts: gives every pair's count after any number of merges.

One merge changes few counts. For hug / pug / pun the log reads

    merge          changes
    0: u + g       u g -20   h u -15   h ug +15   p u -5   p ug +5   g s -5   ug s +5
    1: u + n       u n -16   p u -12   p un +12   b u -4   b un +4
    ...

To move to another position, the entries in between are added, or subtracted when moving back. New merges are
not worked into the log one by one, but once there are many, or when a query or the trainer needs the counts.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from bpe_core.config import BPEConfig
from bpe_core.engine.arrays import (
    GrowingArray,
    pack_by_age,
    packed_by_age,
    sum_by_key,
    unpack,
    unpack_by_age,
)
from bpe_core.engine.merge_log import Counts, MergeLog
from bpe_core.engine.occurrences import Occurrences
from bpe_core.engine.timeline import Timeline
from bpe_core.symbols import Int64Array

_CHUNK = 20_000
"""About how many new pairs are worked into the log at a time, to bound the time and memory of each turn."""


class CountLog:
    """The pair counts at one position, and the changes that lead to any other."""

    def __init__(
        self, timeline: Timeline, merge_log: MergeLog, occurrences: Occurrences, config: BPEConfig
    ) -> None:
        """Begin with the pairs of base symbols."""
        self._timeline = timeline
        self._count_overlaps = config.count_overlaps
        self._longest, self._lengths = config.longest_token, occurrences.lengths
        self._merge_log = merge_log
        self._occurrences = occurrences
        self._digested = 0  # how many merges have been worked in
        left, right = unpack(occurrences.base_pairs)
        pairs, deltas = pack_by_age(left, right), occurrences.base_counts
        if not config.count_overlaps:
            twins = [occurrences.when_new(symbol, symbol)[0] for symbol in left[left == right].tolist()]
            extra_pairs, extra = self._overlaps(twins, position=0, sign=-1)
            pairs, deltas = np.concatenate((pairs, extra_pairs)), np.concatenate((deltas, extra))
        pairs, deltas = sum_by_key(pairs, deltas)
        self._pairs = GrowingArray(pairs)  # packed by age, ascending
        self._base = deltas.astype(merge_log.count_type)
        self._counts = GrowingArray(self._base.copy())  # of each pair, at `_position`
        self._is_long = GrowingArray(np.zeros(len(pairs), bool))  # whether its token would be too long
        self._position = 0
        self._entry_pair = GrowingArray(np.empty(0, np.int32))
        self._entry_delta = GrowingArray(np.empty(0, merge_log.count_type))
        self._offsets = [0]  # where each merge's entries start

    def catch_up(self) -> None:
        """Work in new merges once they make a chunk, so that later queries have little left to do."""
        if self._merge_log.new_pairs_from(self._digested) >= _CHUNK:
            self._digest()

    def forget_from(self, position: int) -> None:
        """Drop the merges of this rank and later."""
        position = min(position, self._digested)
        self._offsets = self._offsets[: position + 1]
        self._entry_pair.truncate(self._offsets[-1])
        self._entry_delta.truncate(self._offsets[-1])
        newest = (self._timeline.base_size + position) << 32
        size = int(np.searchsorted(self._pairs.values, newest))
        self._pairs.truncate(size)
        self._counts.truncate(size)
        self._is_long.truncate(size)
        self._start_again()
        self._digested = position

    def counts_at(self, position: int) -> tuple[Int64Array, Counts]:
        """All pairs known (packed by age, ascending) and their counts at this position.

        A pair whose token would be too long counts 0. Both are read-only views, valid until the next call.
        """
        self._go_to(position)
        counts = self._counts.values
        if self._longest is not None:
            counts = np.where(self._is_long.values, 0, counts)
        return _read_only(self._pairs.values), _read_only(counts)

    def too_long_at(self, position: int) -> tuple[Int64Array, Counts]:
        """The pairs whose tokens would be too long, and how often they occur, as in `counts_at`."""
        self._go_to(position)
        is_long = self._is_long.values
        return self._pairs.values[is_long], self._counts.values[is_long]

    def _go_to(self, position: int) -> None:
        self._digest()
        if 2 * self._offsets[position] < self._offsets[self._position]:
            self._start_again()  # the start is nearer
        start, stop = sorted((self._offsets[position], self._offsets[self._position]))
        sign = 1 if position > self._position else -1
        # One merge may change the same pair more than once: a plain += would lose some changes.
        pairs, deltas = self._entry_pair.values[start:stop], self._entry_delta.values[start:stop]
        np.add.at(self._counts.values, pairs, sign * deltas)
        self._position = position

    def count_of(self, left: int, right: int, position: int) -> int:
        """How often a pair of symbols occurs at this position."""
        packed, counts = self.counts_at(position)
        pair = packed_by_age(left, right)
        index = int(np.searchsorted(packed, pair))
        return int(counts[index]) if index < len(packed) and packed[index] == pair else 0

    def pairs_having(self, highest: Sequence[int]) -> Int64Array:
        """How many pairs have the count `highest[k]` after k merges, for every k.

        `highest` must never rise. Both a pair's count and `highest` stay the same over spans of positions;
        where two such spans with equal values overlap, the pair is counted.
        """
        self._digest()
        since, until, count = self._spans()
        falling = -np.array(highest, dtype=np.int64)
        start = np.maximum(since, np.searchsorted(falling, -count, side="left"))
        stop = np.minimum(until, np.searchsorted(falling, -count, side="right"))
        overlap = (start < stop) & (count > 0)
        change = np.zeros(len(highest) + 1, dtype=np.int64)
        np.add.at(change, start[overlap], 1)
        np.add.at(change, stop[overlap], -1)
        return np.cumsum(change)[:-1]

    def _spans(self) -> tuple[Int64Array, Int64Array, Int64Array]:
        """The spans of positions over which a pair's count stays the same: from, until, count."""
        known, entries = len(self._base), len(self._entry_pair.values)
        ranks = np.repeat(np.arange(self._digested), np.diff(self._offsets))
        pair = np.concatenate((np.arange(known), self._entry_pair.values))
        since = np.concatenate((np.zeros(known, np.int64), ranks + 1))
        delta = np.concatenate((self._base, self._entry_delta.values))
        order = np.argsort(pair, kind="stable")
        pair, since, delta = pair[order], since[order], delta[order]
        last_of_pair = np.append(pair[1:] != pair[:-1], True) if known + entries else np.empty(0, bool)
        running = np.cumsum(delta)
        # A pair's own count: the running total minus the total before the pair's first entry.
        carried = np.concatenate(([0], running[last_of_pair][:-1])) if len(pair) else running
        count = running - np.repeat(carried, np.diff(np.append(-1, np.flatnonzero(last_of_pair))))
        if self._longest is not None:
            count = np.where(self._is_long.values[pair], 0, count)
        until = np.where(last_of_pair, np.iinfo(np.int64).max, np.append(since[1:], 0))
        return since, until, count

    def _start_again(self) -> None:
        self._counts.values[:] = 0
        self._counts.values[: len(self._base)] = self._base
        self._position = 0

    # From the merge log to the count log

    def _digest(self) -> None:
        while self._digested < len(self._merge_log):
            first = self._digested
            last = self._merge_log.chunk_end(first, _CHUNK)
            new_ranks, neighbours, counts = self._merge_log.new_pairs(first, last)
            born = (self._timeline.base_size + new_ranks) << 32 | neighbours  # packed by age
            ranks, pairs, deltas = self._changes(first, last, new_ranks, born, counts)
            by_rank = (ranks - first).astype(np.min_scalar_type(last - first)).argsort(kind="stable")
            born_sorted = np.sort(born)
            self._pairs.extend(born_sorted)
            self._is_long.extend(self._makes_long(born_sorted))
            self._counts.extend(np.zeros(len(born), self._merge_log.count_type))
            self._entry_pair.extend(np.searchsorted(self._pairs.values, pairs[by_rank]).astype(np.int32))
            self._entry_delta.extend(deltas[by_rank])
            ends = self._offsets[-1] + np.cumsum(np.bincount(ranks - first, minlength=last - first))
            self._offsets.extend(ends.tolist())
            self._digested = last

    def _makes_long(self, pairs: Int64Array) -> npt.NDArray[np.bool_]:
        if self._longest is None:
            return np.zeros(len(pairs), bool)
        left, right = unpack_by_age(pairs)
        lengths: Any = np.array(self._lengths)
        is_long: npt.NDArray[np.bool_] = lengths[left] + lengths[right] > self._longest
        return is_long

    def _changes(
        self, first: int, last: int, ranks: Int64Array, new_pairs: Int64Array, counts: Counts
    ) -> tuple[Int64Array, Int64Array, Int64Array]:
        """All changes made by the merges `first` to `last` - 1: rank, pair, change of count.

        For u + g -> ug: if the new pair h ug occurs 15 times, h u loses 15; ug s takes its count from g s.
        """
        merged_left, merged_right, saved = self._merge_log.merges(first, last)
        (left, right), token = unpack_by_age(new_pairs), self._timeline.base_size + ranks
        is_right = right == token  # the new token is on the right, its neighbour on the left
        first_symbol, second_symbol = merged_left[ranks - first], merged_right[ranks - first]
        # Between two new tokens, `ug ug`, the pair that disappears is g u.
        neighbour = np.where(left == token, second_symbol, left)
        gone = np.where(is_right, pack_by_age(neighbour, first_symbol), pack_by_age(second_symbol, right))
        parts = [
            (np.arange(first, last), pack_by_age(merged_left, merged_right), -saved),
            (ranks, new_pairs, counts),
            (ranks, gone, -counts),
        ]
        if not self._count_overlaps:
            makes_twins = np.where(is_right, left == first_symbol, right == second_symbol)
            touched: dict[int, list[Any]] = {}
            for index in np.flatnonzero(makes_twins | (left == right)).tolist():
                pair = int(left[index]), int(right[index])
                touched.setdefault(int(ranks[index]), []).append(self._occurrences.when_new(*pair)[0])
            for rank in (np.flatnonzero(merged_left == merged_right) + first).tolist():
                touched[rank] = [self._merge_log.places(rank)]
            # How these merges, at these places, change the overlapping pairs (a, a).
            for rank, places in touched.items():
                for position, sign in ((rank, 1), (rank + 1, -1)):
                    pairs, changes = self._overlaps(places, position=position, sign=sign)
                    parts.append((np.full(len(pairs), rank), pairs, changes))
        all_ranks, all_pairs, all_changes = zip(*parts, strict=True)
        return np.concatenate(all_ranks), np.concatenate(all_pairs), np.concatenate(all_changes)

    def _overlaps(self, places: Any, *, position: int, sign: int) -> tuple[Int64Array, Int64Array]:
        """The pairs (a, a) that overlap the previous one, as in `aaa`, in the words at these places."""
        pairs, weights = [], []
        words = np.unique(self._timeline.word_of(np.concatenate([np.empty(0, np.int64), *places])))
        for word in words.tolist():
            symbols = self._timeline.word_tokens(word, position).symbols
            weight = int(self._timeline.weights[self._timeline.word_starts[word]])
            taken = False
            for left, right in zip(symbols[:-1].tolist(), symbols[1:].tolist(), strict=True):
                overlaps = left == right and taken
                if overlaps:
                    pairs.append(left)
                    weights.append(sign * weight)
                taken = left == right and not overlaps
        doubled = np.array(pairs, dtype=np.int64)
        return pack_by_age(doubled, doubled), np.array(weights, dtype=np.int64)


def _read_only(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    view = values.view()
    view.flags.writeable = False
    return view
