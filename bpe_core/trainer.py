"""The trainer: finds the most frequent pair and merges it, fast.

In: a timeline at some position, with every word's count. Out: one merge after the other.

It keeps the words as they are split now in one array over the positions of the timeline, so that a token is
found from either of its ends. For `hug` after u + g (symbol 7) has been merged:

    position       0   1   2   3   4
    base symbol    |   h   u   g   |
    token_at      -1   2   7   7  -1       a token, at its first and at its last position

A token covers a fixed number of base symbols, so the next token begins at position + length, and the one
before ends at position - 1. Nothing else is needed to merge a pair everywhere and to name its neighbours.

After the merge that creates a pair its count only falls, so a count in the queue is never too low. Where the
pair on top turns out to have less, it sinks to where it belongs. The places where it stands are only looked
up when it is about to be merged. The same holds for "first seen": a pair's first place only moves right.
Most pairs are too rare ever to be merged. They stay out of the queue until it has run empty; then the
threshold falls, and the pair log says which pairs are frequent enough now. (`reference.py` does the same job
by recounting everything; tests hold the two together.)
"""

from collections.abc import Iterable
from heapq import heapify, heappop, heappush, heapreplace
from itertools import compress
from typing import Any, NamedTuple

import numpy as np

from bpe_core.config import BPEConfig
from bpe_core.grouping import group_bounds, without_overlaps
from bpe_core.held import HeldPairs
from bpe_core.packing import RIGHT, unpack_by_age
from bpe_core.pair_log import PairLog
from bpe_core.places import PairPlaces
from bpe_core.raw_log import BySide, Places, RawLog, Weights
from bpe_core.symbols import SEPARATOR, Int32Array, Int64Array, SymbolTable
from bpe_core.tie_breaks import TIE_BREAKS, Candidate
from bpe_core.timeline import Timeline

_FEW = 64
"""Below this many occurrences a plain loop beats numpy (benchmarks/engine.py)."""

_EASE = 4
"""The threshold falls to this fraction of the highest count left (benchmarks/engine.py)."""

_FEW_PAIRS = 1_000
"""If no more pairs than this are left, all of them are let into the queue at once."""


class Found(NamedTuple):
    """A pair with its current count and the places where it stands now."""

    left: int
    right: int
    how_often: int
    places: Places


class Trainer:
    """Learns merges from a timeline, starting at any position of it."""

    def __init__(
        self,
        timeline: Timeline,
        table: SymbolTable,
        weights: Weights,
        config: BPEConfig,
        position: int,
        raw_log: RawLog,
        pair_places: PairPlaces,
        pair_log: PairLog,
    ) -> None:
        """Take up training after `position` merges; `weights` has the word count at each position."""
        size = len(weights)
        # Each array is read in two ways: as a numpy array for many items at once, and item by item through a
        # memoryview, which is the faster for that.
        self._token_view: Int32Array = np.full(size, SEPARATOR, dtype=np.int32)
        self._token_at = memoryview(self._token_view.data)
        self._weights = memoryview(weights.data)
        self._weights_view = weights
        self._merged_at = memoryview(timeline.merged_at.data)
        self._merged_at_view = timeline.merged_at
        self._table = table
        self._base_size, self._lengths = table.base_size, table.lengths
        self._raw_log = raw_log
        self._pair_log = pair_log
        self._when_new = pair_places.when_new
        self._count_overlaps = config.count_overlaps
        self._tie_break = TIE_BREAKS[config.tie_break]
        self._seed = config.tie_seed
        self._rank = position

        for tokens in timeline.tokens_in_parts(position):  # each ends with a separator, which is there
            self._token_view[tokens.starts] = tokens.symbols
            self._token_view[tokens.starts[1:] - 1] = tokens.symbols[:-1]

        self._lowest = max(1, config.min_frequency)
        self._threshold = 2**63 - 1  # pairs at least as frequent as this are in the queue
        self._queue: list[tuple[int, Any, int]] = []  # (-count once, tie key once, pair)
        # What the pairs in the queue count now. Pairs (a, a) that count once in `aaa` are not here: what a
        # merge takes from their count is not what it takes from their places.
        self._counts: dict[int, int] = {}
        # Where the tie-break's keys are free: every pair with the highest count, and that count.
        self._held = HeldPairs(self._tie_break, self._seed) if self._tie_break.drift == "free" else None
        self._held_count = 0
        self._best: Found | None = None

    def best(self) -> Found | None:
        """The pair that the rule merges next, or None when none reaches the minimum frequency."""
        while self._best is None:
            self._best = self._top() if self._held is None else self._pick_freely(self._held)
            if self._best is None and not self._let_in():
                return None
        return self._best

    def find(self, left: int, right: int) -> Found:
        """Any pair, whether or not the rule would take it; its count is 0 where it does not occur."""
        if max(left, right) >= self._base_size + self._rank:
            return Found(left, right, 0, [])
        return self._look_at(left, right)

    def merge(self, found: Found) -> int:
        """Merge a pair everywhere and return how many symbols that saves, every word as often as it occurs.

        The new token's symbol must have been added to the table.
        """
        left, right, saved, places = found
        if left == right:
            places = without_overlaps(places, self._lengths[left])
            saved = self._weight(places)
        pair = left << 32 | right
        self._counts.pop(pair, None)
        if self._queue and self._queue[0][2] == pair:
            heappop(self._queue)
        if self._held is not None:
            self._held.remove(pair)
            self._let_go(self._held, left, right)
        merge_all = self._merge_few if isinstance(places, list) else self._merge_many
        sides, counts, by_side = merge_all(places, left, right)
        self._raw_log.append(left, right, saved, places, sides, counts, by_side)
        self._update_queue(left, right, sides, counts)
        self._rank += 1
        self._best = None
        return saved

    # Choosing

    def _top(self) -> Found | None:
        """The head of the queue, once it is up to date; a stale head is put back where it belongs."""
        queue, counts, rises = self._queue, self._counts, self._tie_break.drift == "rises"
        while queue:
            queued, tie_key, pair = queue[0]
            count = counts.get(pair)
            if count is None or count == -queued:
                found = self._look_at(pair >> 32, pair & RIGHT, count)
                count = found.how_often
                was_first = not rises or not count or tie_key == found.places[0]
                if count == -queued and was_first:
                    return found
                if not was_first:
                    tie_key = int(found.places[0])
            if count < self._threshold:
                heappop(queue)
                counts.pop(pair, None)
            else:
                heapreplace(queue, (-count, tie_key, pair))
        return None

    def _pick_freely(self, held: HeldPairs) -> Found | None:
        """Hold every tied pair, and ask the tie-break about all of them."""
        head = self._top()
        if head is not None and head.how_often > self._held_count:
            self._held_count = head.how_often  # no pair was held: their counts are never below the queue's
        while head is not None and head.how_often == self._held_count:
            pair = heappop(self._queue)[2]
            held.add(pair, int(head.places[0]))
            head = self._top()
        if not held:
            return None
        pair = held.taken(self._rank)
        return self._look_at(pair >> 32, pair & RIGHT)

    def _let_go(self, held: HeldPairs, left: int, right: int) -> None:
        """Put held pairs that share a symbol with the merged pair back into the queue."""
        for symbol in (left, right):
            for pair in held.with_symbol(symbol):
                held.remove(pair)
                heappush(self._queue, (-self._held_count, 0, pair))
        if not held:
            self._held_count = 0

    def _look_at(self, left: int, right: int, count: int | None = None) -> Found:
        """A pair with the places where it stands now, and its count, if that is not known."""
        places, back = self._when_new(left, right)
        # The pair stands where the newer symbol still is and the other one beside it, its end or its start.
        newer, older, beside = (right, left, -1) if back else (left, right, self._lengths[left])
        if len(places) < _FEW:
            tokens = self._token_at
            places = [
                place - back
                for place in (places if isinstance(places, list) else places.tolist())
                if tokens[place] == newer and tokens[place + beside] == older
            ]
        else:
            # numpy is quickest at looking up where the places are as wide as its own indexes.
            view, places = self._token_view, np.asarray(places, dtype=np.intp)
            places = places[(view[places] == newer) & (view[places + beside] == older)] - back
            if len(places) < _FEW:
                places = places.tolist()
        if count is None:
            apart = left == right and not self._count_overlaps
            count = self._weight(without_overlaps(places, self._lengths[left]) if apart else places)
        return Found(left, right, count, places)

    def _weight(self, places: Places) -> int:
        """The sum of the word counts at these places."""
        if isinstance(places, list):
            return sum(map(self._weights.__getitem__, places))
        return int(self._weights_view[places].sum())

    # Merging

    # Both ways write the same into the arrays and return the same: the new token's neighbours, each with its
    # side (see `raw_log`), and how often each is there. Of a boundary that vanishes, the entry behind it is
    # cleared first: a place where a token once began never shows that token again after it has grown.
    # Between two new tokens, as in `ug ug`, the left one is counted, as the neighbour of the right one.

    def _merge_few(self, places: Any, left: int, right: int) -> tuple[Iterable[int], Iterable[int], None]:
        token_at, merged_at, weights, rank = self._token_at, self._merged_at, self._weights, self._rank
        token = self._base_size + rank
        to_middle, to_next = self._lengths[left], self._lengths[token]
        counts: dict[int, int] = {}
        for place in places:
            middle, following = place + to_middle, place + to_next
            token_at[middle] = SEPARATOR
            token_at[place] = token_at[following - 1] = token
            merged_at[middle] = rank
            before, behind, weight = token_at[place - 1], token_at[following], weights[place]
            if before >= 0:
                side = before << 1
                counts[side] = counts.get(side, 0) + weight
                if before == token:  # behind that one, this one was counted as the left symbol it was
                    counts[left << 1 | 1] -= weight
                    if not counts[left << 1 | 1]:
                        del counts[left << 1 | 1]
            if behind >= 0:
                side = behind << 1 | 1
                counts[side] = counts.get(side, 0) + weight
        return counts.keys(), counts.values(), None

    def _merge_many(self, places: Any, left: int, right: int) -> tuple[Int32Array, Int64Array, BySide]:
        token_at, token = self._token_view, self._base_size + self._rank
        middle, following = places + self._lengths[left], places + self._lengths[token]
        token_at[middle] = SEPARATOR
        token_at[places] = token_at[following - 1] = token
        self._merged_at_view[middle] = self._rank
        before, behind = token_at[places - 1], token_at[following]
        behind[behind == token] = SEPARATOR
        # One stable sort brings equal neighbours together and keeps the places of each in order. numpy sorts
        # numbers of up to 16 bits by counting them; as numbers without a sign, separators come last.
        sides = np.concatenate((before << 1, behind << 1 | 1))
        order = sides.astype(np.min_scalar_type(2 * token + 3)).argsort(kind="stable")
        sides = sides[order]
        bounds = group_bounds(sides)
        starts = bounds[:-1]
        counts = np.add.reduceat(self._weights_view[places].take(order, mode="wrap"), starts, dtype=np.int64)
        distinct = sides[starts]
        symbols = int(np.count_nonzero(distinct >= 0))
        return distinct[:symbols], counts[:symbols], BySide.of(bounds[: symbols + 1], order)

    # The queue, and the pairs that wait

    def _update_queue(self, left: int, right: int, sides: Any, counts: Any) -> None:
        """Take from the pairs in the queue what a merge took from them, and queue new pairs if frequent.

        For u + g -> ug, a new pair h ug that occurs 15 times takes 15 from h u; ug s takes as many from g s.
        """
        known, threshold, token = self._counts, self._threshold, self._base_size + self._rank
        new: Iterable[tuple[int, int]]
        if isinstance(sides, np.ndarray):
            wide = sides.astype(np.int64)
            gone = np.where(wide & 1, right << 32 | wide >> 1, wide << 31 | left).tolist()
            new = list(zip(sides.tolist(), counts.tolist(), strict=True))
            for (_, count), pair in compress(zip(new, gone, strict=True), map(known.__contains__, gone)):
                known[pair] -= count
        else:
            new = list(zip(sides, counts, strict=True))
            for side, count in new:
                pair = right << 32 | side >> 1 if side & 1 else side << 31 | left
                if pair in known:
                    known[pair] -= count
        between = right << 32 | left  # what `ug ug` takes from
        if between in known:
            known[between] -= sum(count for side, count in new if side == token << 1)
        for side, count in new:
            if count >= threshold:
                self._enqueue(*((token, side >> 1) if side & 1 else (side >> 1, token)), count)

    def _enqueue(self, left: int, right: int, count: int) -> None:
        """Queue a new pair; `count` is its count with overlaps."""
        first = int(self._look_at(left, right).places[0]) if self._tie_break.drift == "rises" else 0
        self._keep_count(left << 32 | right, count)
        heappush(self._queue, (-count, self._tie_key(left, right, first), left << 32 | right))

    def _keep_count(self, pair: int, count: int) -> None:
        if self._count_overlaps or pair >> 32 != pair & RIGHT:
            self._counts[pair] = count

    def _let_in(self) -> bool:
        """Lower the threshold and queue the pairs above it; False where none is left."""
        pairs, counts = self._pair_log.counts_at(self._rank)
        waiting = (counts >= self._lowest) & (counts < self._threshold)
        pairs, counts = pairs[waiting], counts[waiting]
        if not len(pairs):
            return False
        eased = int(counts.max()) // _EASE if len(pairs) > _FEW_PAIRS else 0
        self._threshold = max(self._lowest, eased)
        frequent = counts >= self._threshold
        left, right = (symbols.tolist() for symbols in unpack_by_age(pairs[frequent]))
        for pair_left, pair_right, count in zip(left, right, counts[frequent].tolist(), strict=True):
            # Where it stands is looked up when it comes out on top; until then 0 is early enough.
            key = self._tie_key(pair_left, pair_right, first=0)
            pair = pair_left << 32 | pair_right
            self._keep_count(pair, count)
            self._queue.append((-count, key, pair))
        heapify(self._queue)
        return True

    def _tie_key(self, left: int, right: int, first: int) -> Any:
        """What orders equal counts in the queue; where it is equal too, the smaller ids do."""
        if self._tie_break.drift == "rises":
            return first
        if self._tie_break.drift == "free" or self._tie_break.is_by_ids:
            return 0
        return self._tie_break.key(Candidate(left, right, first, self._rank), self._table, self._seed)
