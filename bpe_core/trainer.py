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
queue is never too low, and it is enough to recount a pair when it comes out on top, from the list of places
where it was created. The same holds for "first seen": a pair's first place only moves right. Pairs rarer
than a falling threshold are left out until the queue has run empty. (`reference.py` does the same job by
recounting everything; tests hold the two together.)
"""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heappop, heappush, heapreplace
from typing import Any, NamedTuple

import numpy as np

from bpe_core.config import BPEConfig
from bpe_core.symbols import SEPARATOR, Int32Array, Int64Array, SymbolTable
from bpe_core.tie_breaks import TIE_BREAKS, Candidate
from bpe_core.timeline import Timeline

FEW = 32
"""Below this many occurrences a plain loop beats numpy (benchmarks/engine.py)."""

_EASE = 64
"""How far the threshold falls at a time: to this fraction of the highest count left."""

_FEW_PAIRS = 1_000
"""With fewer distinct pairs than this, all of them go into the queue at once."""

_RIGHT = 0xFFFFFFFF
"""A pair is packed into one int, left << 32 | right; this mask takes the right symbol out of it."""

Places = list[int] | Int32Array
"""Positions of a pair's left symbol, ascending: a list if few, else an array."""


@dataclass(frozen=True, slots=True)
class Found:
    """A pair with its current count and the places where it stands now."""

    left: int
    right: int
    count: int
    places: Places


class Merged(NamedTuple):
    """What one merge did, for the pair log."""

    places: Places
    """Where the new token stands now."""
    before: Places
    """The symbol before each new token, or `SEPARATOR`."""
    behind: Places
    """The symbol after each new token, or `SEPARATOR`."""
    saved: int
    """How many symbols fewer the corpus has, every word as often as it occurs."""


class Trainer:
    """Learns merges from a timeline, starting at any position of it."""

    def __init__(
        self, timeline: Timeline, table: SymbolTable, weights: Int64Array, config: BPEConfig, position: int
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
        self._count_overlaps = config.count_overlaps
        self._tie_break = TIE_BREAKS[config.tie_break]
        self._seed = config.tie_seed
        self._rank = position

        tokens = timeline.tokens(position)
        self._from_view[tokens.starts] = tokens.symbols
        self._upto_view[np.append(tokens.starts[1:], size) - 1] = tokens.symbols

        self._places: dict[int, Places] = {}  # of each pair in the queue: where it stood when last looked at
        self._queue: list[tuple[int, Any, int]] = []  # (-count, tie key, pair)
        self._tied: dict[int, int] = {}  # pair -> first position; only for tie-breaks whose keys are free
        self._tied_count = 0
        self._lowest = max(1, config.min_frequency)
        self._threshold = 2**63 - 1  # nothing has been counted yet
        self._best: Found | None = None

    def best(self) -> Found | None:
        """The pair that the rule merges next, or None when none reaches the minimum frequency."""
        while self._best is None:
            self._best = self._pick_freely() if self._tie_break.drift == "free" else self._top()
            if self._best is None and not self._lower_threshold():
                return None
        return self._best

    def find(self, left: int, right: int) -> Found:
        """Any pair, whether or not the rule would take it; its count is 0 where it does not occur."""
        candidates = np.flatnonzero(self._from_view == left).astype(np.int32)
        places = self._standing(left, right, candidates)
        return Found(left, right, self._count(left, right, places), places)

    def merge(self, found: Found) -> Merged:
        """Merge a pair everywhere; the new token's symbol must have been added to the table."""
        left, right, saved, places = found.left, found.right, found.count, found.places
        if left == right:
            places = without_overlaps(places, self._lengths[left])
            saved = self._weight(places)
        pair = left << 32 | right
        self._places.pop(pair, None)
        self._tied.pop(pair, None)
        self._recheck_tied(left, right)
        token = len(self._table) - 1
        merge_all = self._merge_few if isinstance(places, list) else self._merge_many
        before, behind = merge_all(places, left, right, token)
        self._rank += 1
        self._best = None
        return Merged(places, before, behind, saved)

    # Choosing

    def _top(self) -> Found | None:
        """The head of the queue, once it is up to date; a stale head is put back where it belongs."""
        queue, rises = self._queue, self._tie_break.drift == "rises"
        while queue:
            negative_count, tie_key, pair = queue[0]
            places = self._places.get(pair)
            if places is None:  # merged by hand
                heappop(queue)
                continue
            left, right = pair >> 32, pair & _RIGHT
            places = self._standing(left, right, places)
            count = self._count(left, right, places)
            if count == -negative_count and not (rises and places[0] != tie_key):
                return Found(left, right, count, places)
            if count < self._threshold:
                heappop(queue)
                del self._places[pair]
                continue
            self._places[pair] = places
            if rises:
                tie_key = int(places[0])
            heapreplace(queue, (-count, tie_key, pair))
        return None

    def _pick_freely(self) -> Found | None:
        """Hold every tied pair, and ask the tie-break about all of them."""
        head = self._top()
        if head is not None and head.count > self._tied_count:
            self._tied_count = head.count  # no pair was held: their counts are never below the queue's
        while head is not None and head.count == self._tied_count:
            pair = heappop(self._queue)[2]
            self._places[pair] = head.places
            self._tied[pair] = int(head.places[0])
            head = self._top()
        if not self._tied:
            return None
        pair = min(self._tied, key=lambda pair: (self._key(pair, self._tied[pair]), pair))
        left, right = pair >> 32, pair & _RIGHT
        return Found(left, right, self._tied_count, self._standing(left, right, self._places[pair]))

    def _recheck_tied(self, left: int, right: int) -> None:
        """Put held pairs that share a symbol with the merged pair back into the queue."""
        touched = {left, right}
        for pair in [pair for pair in self._tied if pair >> 32 in touched or pair & _RIGHT in touched]:
            del self._tied[pair]
            heappush(self._queue, (-self._tied_count, 0, pair))
        if not self._tied:
            self._tied_count = 0

    def _key(self, pair: int, first: int) -> Any:
        return self._tie_break.key(
            Candidate(pair >> 32, pair & _RIGHT, first, self._rank), self._table, self._seed
        )

    def _standing(self, left: int, right: int, places: Places) -> Places:
        """Those of a pair's places where it still stands."""
        gap = self._lengths[left]
        if isinstance(places, list):
            token_from = self._token_from
            return [
                place for place in places if token_from[place] == left and token_from[place + gap] == right
            ]
        tokens = self._from_view
        standing: Int32Array = places[(tokens[places] == left) & (tokens[places + gap] == right)]
        return standing.tolist() if len(standing) < FEW else standing

    def _count(self, left: int, right: int, places: Places) -> int:
        if left == right and not self._count_overlaps:
            places = without_overlaps(places, self._lengths[left])
        return self._weight(places)

    def _weight(self, places: Places) -> int:
        """The sum of the word counts at these places."""
        if isinstance(places, list):
            return sum(map(self._weights.__getitem__, places))
        return int(self._weights_view[places].sum())

    # Merging

    def _merge_few(self, places: Any, left: int, right: int, token: int) -> tuple[Places, Places]:
        token_from, token_upto, merged_at = self._token_from, self._token_upto, self._merged_at
        to_middle, to_next = self._lengths[left], self._lengths[token]
        for place in places:
            middle, following = place + to_middle, place + to_next
            token_from[place] = token_upto[following - 1] = token
            token_from[middle] = token_upto[middle - 1] = SEPARATOR
            merged_at[middle] = self._rank
        before = [token_upto[place - 1] for place in places]
        behind = [token_from[place + to_next] for place in places]
        created: dict[int, list[int]] = {}  # new pair -> where the new token stands in it
        for place, previous, following in zip(places, before, behind, strict=True):
            if previous != SEPARATOR:
                created.setdefault(previous << 32 | token, []).append(place)
            # Between two new tokens, the right one's `before` makes the pair.
            if following != SEPARATOR and following != token:
                created.setdefault(token << 32 | following, []).append(place)
        for pair, token_places in created.items():
            count = sum(map(self._weights.__getitem__, token_places))
            if count >= self._threshold:
                if pair & _RIGHT == token:
                    back = self._lengths[pair >> 32]
                    token_places = [place - back for place in token_places]
                self._enqueue(pair, token_places, count)
        return before, behind

    def _merge_many(self, places: Any, left: int, right: int, token: int) -> tuple[Places, Places]:
        token_from, token_upto = self._from_view, self._upto_view
        middle = places + self._lengths[left]
        following = places + self._lengths[token]
        token_from[places] = token_upto[following - 1] = token
        token_from[middle] = token_upto[middle - 1] = SEPARATOR
        self._merged_at_view[middle] = self._rank
        before, behind = token_upto[places - 1], token_from[following]
        # One sort brings equal pairs together, and orders the places within each: the neighbour, the side
        # on which it stands, and the token's place go into one number.
        neighbours = np.concatenate((before, behind)).astype(np.int64)
        neighbours[len(places) :][behind == token] = SEPARATOR  # the right token's `before` makes the pair
        is_behind = np.arange(len(neighbours)) >= len(places)
        packed = (neighbours << 1 | is_behind) << 32 | np.concatenate((places, places))
        packed = packed[neighbours != SEPARATOR]
        packed.sort()
        sides, token_places = packed >> 32, (packed & _RIGHT).astype(np.int32)
        starts = _group_starts(sides)
        counts = _sums(self._weights_view[token_places], starts)
        stops = np.append(starts[1:], len(sides))
        frequent = counts >= self._threshold
        groups = (column[frequent].tolist() for column in (sides[starts], starts, stops, counts))
        for side, start, stop, count in zip(*groups, strict=True):
            neighbour, pair_places = side >> 1, token_places[start:stop]
            if side & 1:
                self._enqueue(token << 32 | neighbour, pair_places, count)
            else:
                self._enqueue(neighbour << 32 | token, pair_places - self._lengths[neighbour], count)
        return before, behind

    def _enqueue(self, pair: int, places: Places, count: int) -> None:
        """Queue a pair that stands at these places; `count` is its count with overlaps."""
        if not self._count_overlaps and pair >> 32 == pair & _RIGHT:
            count = self._count(pair >> 32, pair & _RIGHT, places)
            if count < self._threshold:
                return
        drift, first = self._tie_break.drift, int(places[0])
        self._places[pair] = places if isinstance(places, list) or len(places) >= FEW else places.tolist()
        tie_key = first if drift == "rises" else 0 if drift == "free" else self._key(pair, first)
        heappush(self._queue, (-count, tie_key, pair))

    # Counting from scratch

    def _lower_threshold(self) -> bool:
        """Queue the pairs that were too rare so far; False when there are none left."""
        if self._threshold == self._lowest:
            return False
        pairs, places, starts, counts = self._recount()
        highest = int(counts.max(initial=0))
        self._threshold = self._lowest if len(pairs) < _FEW_PAIRS else max(self._lowest, highest // _EASE)
        stops = np.append(starts[1:], len(places))
        for group in np.flatnonzero(counts >= self._threshold).tolist():
            self._enqueue(int(pairs[group]), places[starts[group] : stops[group]], int(counts[group]))
        return True

    def _recount(self) -> tuple[Int64Array, Int32Array, Int64Array, Int64Array]:
        """All pairs as they stand: the pairs, their places one after the other, where each begins, counts."""
        places = np.flatnonzero(self._from_view != SEPARATOR)
        left = self._from_view[places]
        right = self._from_view[places + np.array(self._lengths)[left]]
        inside = right != SEPARATOR
        # One number holds a pair and its place, so that one sort without an index does.
        place_bits, symbol_bits = len(self._from_view).bit_length(), len(self._table).bit_length()
        pairs = left[inside].astype(np.int64) << symbol_bits | right[inside]
        if 2 * symbol_bits + place_bits <= 63:
            packed = pairs << place_bits | places[inside]
            packed.sort()
            pairs, places = packed >> place_bits, packed & (1 << place_bits) - 1
        else:
            order = np.argsort(pairs, kind="stable")
            pairs, places = pairs[order], places[inside][order]
        starts = _group_starts(pairs)
        distinct = pairs[starts] >> symbol_bits << 32 | pairs[starts] & (1 << symbol_bits) - 1
        return distinct, places.astype(np.int32), starts, _sums(self._weights_view[places], starts)


def _group_starts(keys: Int64Array) -> Int64Array:
    """Where each run of equal keys starts."""
    starts_here = np.ones(len(keys), dtype=bool)
    np.not_equal(keys[1:], keys[:-1], out=starts_here[1:])
    return np.flatnonzero(starts_here)


def _sums(values: Int64Array, starts: Int64Array) -> Int64Array:
    """The sum of each group of values that begins at `starts`."""
    return np.add.reduceat(values, starts) if len(starts) else np.empty(0, np.int64)


def without_overlaps(places: Any, length: int) -> Any:
    """Of the places of a pair (a, a), those that can be merged, leftmost first.

    "aaaa" holds (a, a) at three places that follow one another; the first and the third can be merged.
    """
    if isinstance(places, list):
        return list(_every_other(places, length))
    follows = np.concatenate(([False], places[1:] == places[:-1] + length))
    index = np.arange(len(places))
    run_start = np.maximum.accumulate(np.where(follows, 0, index))
    return places[(index - run_start) % 2 == 0]


def _every_other(places: Iterable[int], length: int) -> Iterable[int]:
    taken_upto = -1
    for place in places:
        if place >= taken_upto:
            taken_upto = place + 2 * length
            yield place
