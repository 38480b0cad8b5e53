"""The trainer: finds the most frequent pair and merges it, fast.

In: a timeline at some position, with every word's count. Out: one merge after the other.

It keeps the words as they are split now in two arrays over the positions of the timeline, so that a token
is found from either of its ends. For `hug` after u + g (symbol 7) has been merged:

    position       0   1   2   3   4
    base symbol    |   h   u   g   |
    token_from    -1   2   7  -1  -1       the token that begins here
    token_upto    -1   2  -1   7  -1       the token that ends here

A token covers a fixed number of base symbols, so the next token begins at position + length, and the one
before ends at position - 1. Nothing else is needed to merge a pair everywhere and to name its neighbours.

Counts are not kept up to date. After the merge that creates a pair its count only falls, so a count in the
queue is never too low, and it is enough to count a pair again when it comes out on top, from the places
where it came to be. The same holds for "first seen": a pair's first place only moves right. Most pairs are
too rare ever to be merged. They stay out of the queue until it has run empty; then the threshold falls, and
the pair log says which pairs are frequent enough now. (`reference.py` does the same job by recounting
everything; tests hold the two together.)
"""

from array import array
from collections.abc import Iterable
from heapq import heapify, heappop, heappush, heapreplace
from typing import Any, NamedTuple

import numpy as np

from bpe_core.config import BPEConfig
from bpe_core.grouping import group_starts, group_sums, without_overlaps
from bpe_core.held import HeldPairs
from bpe_core.packing import RIGHT, pack, unpack_by_age
from bpe_core.pair_log import PairLog
from bpe_core.places import PairPlaces
from bpe_core.raw_log import FEW, Places, PlacesByPair, RawLog, Weights
from bpe_core.symbols import SEPARATOR, Int32Array, Int64Array, SymbolTable
from bpe_core.tie_breaks import TIE_BREAKS, Candidate
from bpe_core.timeline import Timeline

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
        # Each array can be read in two ways: an array.array for single items, a numpy view for many.
        self._token_from = array("i", [SEPARATOR]) * size
        self._token_upto = array("i", [SEPARATOR]) * size
        self._from_view: Int32Array = np.frombuffer(self._token_from, dtype=np.int32)
        self._upto_view: Int32Array = np.frombuffer(self._token_upto, dtype=np.int32)
        self._weights = memoryview(weights.data)
        self._weights_view = weights
        self._merged_at = memoryview(timeline.merged_at.data)
        self._merged_at_view = timeline.merged_at
        self._table = table
        self._lengths = table.lengths
        self._raw_log = raw_log
        self._pair_log = pair_log
        self._when_new = pair_places.when_new
        self._count_overlaps = config.count_overlaps
        self._tie_break = TIE_BREAKS[config.tie_break]
        self._seed = config.tie_seed
        self._rank = position

        tokens = timeline.tokens(position)
        self._from_view[tokens.starts] = tokens.symbols
        self._upto_view[np.append(tokens.starts[1:], size) - 1] = tokens.symbols

        self._lowest = max(1, config.min_frequency)
        self._threshold = 2**63 - 1  # pairs at least as frequent as this are in the queue
        self._queue: list[tuple[int, Any, int]] = []  # (-count, tie key, pair)
        self._places: dict[int, Places] = {}  # of pairs in the queue: where they stood when last looked at
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
        if max(left, right) >= self._table.base_size + self._rank:
            return Found(left, right, 0, [])
        places, count = self._look_at(left, right, self._when_new(left, right))
        return Found(left, right, count, places)

    def merge(self, found: Found) -> int:
        """Merge a pair everywhere and return how many symbols that saves, every word as often as it occurs.

        The new token's symbol must have been added to the table.
        """
        left, right, saved, places = found
        if left == right:
            places = without_overlaps(places, self._lengths[left])
            saved = self._weight(places)
        pair = left << 32 | right
        self._places.pop(pair, None)
        if self._held is not None:
            self._held.remove(pair)
            self._let_go(self._held, left, right)
        token = len(self._table) - 1
        merge_all = self._merge_few if isinstance(places, list) else self._merge_many
        pairs, counts, by_pair = merge_all(places, left, right, token)
        self._rank += 1
        self._best = None
        self._raw_log.append(left, right, saved, places, pairs, counts, by_pair)
        return saved

    # Choosing

    def _top(self) -> Found | None:
        """The head of the queue, once it is up to date; a stale head is put back where it belongs."""
        queue, rises = self._queue, self._tie_break.drift == "rises"
        while queue:
            negative_count, tie_key, pair = queue[0]
            left, right = pair >> 32, pair & RIGHT
            known = self._places.get(pair)
            places, count = self._look_at(
                left, right, self._when_new(left, right) if known is None else known
            )
            if count == -negative_count and not (rises and places[0] != tie_key):
                return Found(left, right, count, places)
            if count < self._threshold:
                heappop(queue)
                self._places.pop(pair, None)
                continue
            self._places[pair] = places
            if rises:
                tie_key = int(places[0])
            heapreplace(queue, (-count, tie_key, pair))
        return None

    def _pick_freely(self, held: HeldPairs) -> Found | None:
        """Hold every tied pair, and ask the tie-break about all of them."""
        head = self._top()
        if head is not None and head.how_often > self._held_count:
            self._held_count = head.how_often  # no pair was held: their counts are never below the queue's
        while head is not None and head.how_often == self._held_count:
            pair = heappop(self._queue)[2]
            self._places[pair] = head.places
            held.add(pair, int(head.places[0]))
            head = self._top()
        if not held:
            return None
        pair = held.taken(self._rank)
        left, right = pair >> 32, pair & RIGHT
        return Found(left, right, self._held_count, self._look_at(left, right, self._places[pair])[0])

    def _let_go(self, held: HeldPairs, left: int, right: int) -> None:
        """Put held pairs that share a symbol with the merged pair back into the queue."""
        for symbol in (left, right):
            for pair in held.with_symbol(symbol):
                held.remove(pair)
                heappush(self._queue, (-self._held_count, 0, pair))
        if not held:
            self._held_count = 0

    def _look_at(self, left: int, right: int, places: Places) -> tuple[Places, int]:
        """Those of a pair's places where it still stands, and how often it occurs there."""
        gap = self._lengths[left]
        if isinstance(places, list):
            token_from = self._token_from
            places = [
                place for place in places if token_from[place] == left and token_from[place + gap] == right
            ]
        else:
            tokens = self._from_view
            places = _as_list_if_few(places[(tokens[places] == left) & (tokens[places + gap] == right)])
        if left == right and not self._count_overlaps:
            return places, self._weight(without_overlaps(places, gap))
        return places, self._weight(places)

    def _weight(self, places: Places) -> int:
        """The sum of the word counts at these places."""
        if isinstance(places, list):
            return sum(map(self._weights.__getitem__, places))
        return int(self._weights_view[places].sum())

    # Merging

    # Both ways write the same into the arrays and return the same: the new pairs, and how often each occurs.
    # Between two new tokens, as in `ug ug`, it is the right one's `before` that makes the pair.

    def _merge_few(
        self, places: Any, left: int, right: int, token: int
    ) -> tuple[Iterable[int], Iterable[int], None]:
        token_from, token_upto, merged_at = self._token_from, self._token_upto, self._merged_at
        to_middle, to_next = self._lengths[left], self._lengths[token]
        before: list[int] = []
        behind: list[int] = []
        for place in places:
            middle, following = place + to_middle, place + to_next
            token_from[place] = token_upto[following - 1] = token
            token_from[middle] = SEPARATOR
            merged_at[middle] = self._rank
            previous = token_upto[place - 1]
            if previous == token:
                behind[-1] = SEPARATOR
            before.append(previous)
            behind.append(token_from[following])
        counts: dict[int, int] = {}
        for place, previous, following in zip(places, before, behind, strict=True):
            weight = self._weights[place]
            if previous != SEPARATOR:
                pair = previous << 32 | token
                counts[pair] = counts.get(pair, 0) + weight
            if following != SEPARATOR:
                pair = token << 32 | following
                counts[pair] = counts.get(pair, 0) + weight
        for pair, count in counts.items():
            if count >= self._threshold:
                self._enqueue(pair, self._places_of_new(pair, token, places, before, behind), count)
        return counts, counts.values(), None

    def _places_of_new(
        self, pair: int, token: int, places: list[int], before: list[int], behind: list[int]
    ) -> list[int]:
        """Where a new pair stands: where the new token has the pair's other symbol on the right side."""
        left, right = pair >> 32, pair & RIGHT
        if right == token:
            back = self._lengths[left]
            return [place - back for place, symbol in zip(places, before, strict=True) if symbol == left]
        return [place for place, symbol in zip(places, behind, strict=True) if symbol == right]

    def _merge_many(
        self, places: Any, left: int, right: int, token: int
    ) -> tuple[Int64Array, Int64Array, PlacesByPair]:
        token_from, token_upto = self._from_view, self._upto_view
        middle = places + self._lengths[left]
        following = places + self._lengths[token]
        token_from[places] = token_upto[following - 1] = token
        token_from[middle] = SEPARATOR
        self._merged_at_view[middle] = self._rank
        before, behind = token_upto[places - 1], token_from[following]
        behind[behind == token] = SEPARATOR
        # A pair is named by the neighbour and its side. One stable sort brings equal pairs together and keeps
        # the places within each in order.
        sides = np.concatenate((before << 1, behind << 1 | 1))
        inside = sides >= 0
        sides, token_places = sides[inside], np.concatenate((places, places))[inside]
        # numpy sorts numbers of up to 16 bits by counting them, in a fraction of the time.
        order = sides.astype(np.min_scalar_type(2 * token + 1)).argsort(kind="stable")
        sides, token_places = sides[order], token_places[order]
        starts = group_starts(sides)
        counts = group_sums(self._weights_view[token_places], starts)
        by_pair = PlacesByPair.of(sides[starts], starts, token_places)
        neighbour, is_behind = sides[starts].astype(np.int64) >> 1, sides[starts] & 1 == 1
        pairs = np.where(is_behind, token << 32 | neighbour, neighbour << 32 | token)
        for index in np.flatnonzero(counts >= self._threshold).tolist():
            held = by_pair.of_pair(index)
            if not is_behind[index]:
                held = held - self._lengths[int(neighbour[index])]
            self._enqueue(int(pairs[index]), _as_list_if_few(held), int(counts[index]))
        return pairs, counts, by_pair

    # The queue, and the pairs that wait

    def _enqueue(self, pair: int, places: Places, count: int) -> None:
        """Queue a new pair that stands at these places; `count` is its count with overlaps."""
        self._places[pair] = places
        heappush(self._queue, (-count, self._tie_key(pair, int(places[0])), pair))

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
        queued = pack(*unpack_by_age(pairs[frequent]))
        # Their places are looked up when they come out on top; until then 0 is early enough.
        for pair, count in zip(queued.tolist(), counts[frequent].tolist(), strict=True):
            self._queue.append((-count, self._tie_key(pair, 0), pair))
        heapify(self._queue)
        return True

    def _tie_key(self, pair: int, first: int) -> Any:
        """What orders equal counts in the queue; where it is equal too, the smaller ids do."""
        if self._tie_break.drift == "rises":
            return first
        if self._tie_break.drift == "free" or self._tie_break.is_by_ids:
            return 0
        candidate = Candidate(pair >> 32, pair & RIGHT, first, self._rank)
        return self._tie_break.key(candidate, self._table, self._seed)


def _as_list_if_few(places: Int32Array) -> Places:
    return places if len(places) >= FEW else places.tolist()
