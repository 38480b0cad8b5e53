"""The trainer: finds the most frequent pair and merges it, fast.

It keeps the words as they are split now in one array over the positions of the timeline, so that a token can
be found from either end. For `hug` after u + g (symbol 7) has been merged:

    position       0   1   2   3   4
    base symbol    |   h   u   g   |
    token_at      -1   2   7   7  -1       a token, at its first and at its last position

A token covers a fixed number of base symbols, so the next token begins at position + length, and the previous
one ends at position - 1. Nothing else is needed to merge a pair everywhere and to name its neighbours.

Inside a longer token, entries of its parts may remain; they are never read.

After the merge that creates a pair, its count only falls. The frequent pairs lie in buckets, one for each
count (see `count_buckets`). A merge only lowers the noted counts; a pair is moved when its bucket is taken.
The places of a pair are looked up only when it has the highest count. "First seen" works in the same way: a
pair's first place only moves right. Most pairs are too rare ever to be merged. They stay out until all
buckets are empty; then the threshold is lowered, and the count log says which pairs are frequent enough now.
(`reference.py` does the same job by recounting everything; tests compare the two.)
"""

import sys
from collections.abc import Iterable
from heapq import heapify, heappop, heappush, heapreplace
from typing import Any, NamedTuple

import numpy as np

from bpe_core.config import BPEConfig
from bpe_core.engine.arrays import RIGHT, group_bounds, group_sums, pack, unpack_by_age, without_overlaps
from bpe_core.engine.count_buckets import CountBuckets
from bpe_core.engine.count_log import CountLog
from bpe_core.engine.merge_log import ByNeighbour, MergeLog, Places
from bpe_core.engine.occurrences import Occurrences
from bpe_core.engine.tied_candidates import TiedCandidates
from bpe_core.engine.timeline import Timeline
from bpe_core.symbols import SEPARATOR, Int32Array, Int64Array, SymbolTable
from bpe_core.tie_breaks import TIE_BREAKS, Candidate

_FEW = 64
"""Below this many occurrences a plain loop beats numpy (benchmarks/engine.py)."""

_EASE = 4
"""The threshold is lowered to the highest remaining count divided by this (benchmarks/engine.py)."""

_FEW_PAIRS = 1_000
"""If no more pairs than this remain, all of them are put into buckets at once."""


class Found(NamedTuple):
    """A pair with its current count and the places where it stands now."""

    left: int
    right: int
    how_often: int
    """Its count, by the rule for overlaps."""
    places: Places
    """The places of the left symbol, overlaps included; a list if they are few."""


class Trainer:
    """Learns merges from a timeline, starting at any position of it."""

    def __init__(
        self,
        timeline: Timeline,
        table: SymbolTable,
        config: BPEConfig,
        position: int,
        occurrences: Occurrences,
        merge_log: MergeLog,
        count_log: CountLog,
    ) -> None:
        """Start after `position` merges."""
        self._weights_view = timeline.weights
        self._token_view: Int32Array = np.full(len(timeline.weights), SEPARATOR, dtype=np.int32)
        self._merged_at_view = timeline.merged_at
        self._read_item_by_item()
        self._table = table
        self._base_size, self._lengths = table.base_size, table.lengths
        self._merge_log = merge_log
        self._count_log = count_log
        self._when_new = occurrences.when_new
        self._count_overlaps = config.count_overlaps
        self._tie_break = TIE_BREAKS[config.tie_break]
        self._rises = self._tie_break.drift == "rises"
        self._has_no_keys = self._tie_break.drift == "free" or self._tie_break.is_by_ids
        self._seed = config.tie_seed
        self._rank = position

        # The end of a part's last token is set with the next part, which begins with that token.
        for tokens in timeline.tokens_in_parts(position):
            self._token_view[tokens.starts] = tokens.symbols
            self._token_view[tokens.starts[1:] - 1] = tokens.symbols[:-1]

        self._lowest = max(1, config.min_frequency)
        self._longest = config.longest_token or sys.maxsize
        self._buckets = CountBuckets()
        # A heap of the pairs with the highest count: (key, pair), or the pair alone where its ids are the
        # key. If keys can change at any step, a pair becomes a candidate once its first place is known.
        self._highest = 0
        self._tied: list[Any] = []
        self._candidates = (
            TiedCandidates(self._tie_break, self._seed) if self._tie_break.drift == "free" else None
        )
        self._best: Found | None = None

    def _read_item_by_item(self) -> None:
        # A numpy array reads many items at once; for single items a memoryview of it is faster.
        self._token_at = memoryview(self._token_view.data)
        self._weights = memoryview(self._weights_view.data)
        self._merged_at = memoryview(self._merged_at_view.data)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if not isinstance(value, memoryview)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._read_item_by_item()

    def best(self) -> Found | None:
        """The pair that the rule merges next; None if none reaches the minimum frequency."""
        candidates = self._candidates
        while self._best is None:
            self._best = self._first_tied() if candidates is None else self._pick_freely(candidates)
            if self._best is None and not self._go_down() and not self._let_in():
                return None
        return self._best

    def find(self, left: int, right: int) -> Found:
        """Any pair, whether or not the rule would take it; its count is 0 if it does not occur."""
        if max(left, right) >= self._base_size + self._rank:
            return Found(left, right, 0, [])
        return self._look_at(left, right)

    def merge(self, found: Found) -> int:
        """Merge a pair everywhere; returns how many symbols fewer the corpus has.

        The symbol of the new token must be in the table already.
        """
        left, right, saved, places = found
        if left == right:
            places = without_overlaps(places, self._lengths[left])
            saved = self._weight(places)
        self._buckets.counts.pop(left << 32 | right, None)
        if self._tied and found is self._best:
            heappop(self._tied)  # it is the first one; a forced pair is dropped when its turn comes
        if self._candidates is not None:  # those that share a symbol with the pair are counted again
            for symbol in (left, right):
                for pair in self._candidates.with_symbol(symbol):
                    self._candidates.remove(pair)
                    heappush(self._tied, pair)
        counted: Iterable[tuple[int, int]]
        if isinstance(places, list):
            few = self._merge_few(places, left)
            self._merge_log.append(left, right, saved, places, list(few), list(few.values()), None)
            counted = few.items()
        else:
            neighbours, counts, by_neighbour = self._merge_many(places, left)
            self._merge_log.append(left, right, saved, places, neighbours, counts, by_neighbour)
            counted = zip(neighbours.tolist(), counts.tolist(), strict=True)
        self._update_counts(left, right, counted)
        self._rank += 1
        self._best = None
        return saved

    # Choosing

    def _first_tied(self) -> Found | None:
        """The pair with the highest count and the first tie key; None if no pair has that count any more."""
        tied, counts, highest = self._tied, self._buckets.counts, self._highest
        while tied:
            pair = tied[0] if self._has_no_keys else tied[0][1]
            if counts.get(pair) == highest:
                found = self._look_at(pair >> 32, pair & RIGHT, highest)
                if found.how_often == highest:
                    if self._rises and tied[0][0] != found.places[0]:
                        heapreplace(tied, (int(found.places[0]), pair))
                        if tied[0][1] != pair:
                            continue
                    return found
                counts[pair] = found.how_often
            heappop(tied)
            self._buckets.put(pair)
        return None

    def _pick_freely(self, candidates: TiedCandidates) -> Found | None:
        """Make every tied pair a candidate, and let the tie-break compare them all."""
        while (found := self._first_tied()) is not None:
            candidates.add(heappop(self._tied), int(found.places[0]))
        if not candidates:
            return None
        pair = candidates.taken(self._rank)
        return self._look_at(pair >> 32, pair & RIGHT, self._highest)

    def _look_at(self, left: int, right: int, count: int | None = None) -> Found:
        """A pair with its places now; counted if `count` is not given or overlaps may have lowered it."""
        places, back = self._when_new(left, right)
        # The pair occurs where the newer symbol still stands and the older one is next to it.
        newer, older, beside = (right, left, -1) if back else (left, right, self._lengths[left])
        if len(places) < _FEW:
            tokens = self._token_at
            places = [
                place - back
                for place in (places if isinstance(places, list) else places.tolist())
                if tokens[place + beside] == older and tokens[place] == newer
            ]
        else:
            # numpy looks up fastest where the places are as wide as its own indexes.
            view, places = self._token_view, np.asarray(places, dtype=np.intp)
            places = places[(view[places] == newer) & (view[places + beside] == older)] - back
            if len(places) < _FEW:
                places = places.tolist()
        if left == right and not self._count_overlaps:
            count = self._weight(without_overlaps(places, self._lengths[left]))
        elif count is None:
            count = self._weight(places)
        return Found(left, right, count, places)

    def _weight(self, places: Places) -> int:
        """The sum of the word counts at these places."""
        if isinstance(places, list):
            return sum(map(self._weights.__getitem__, places))
        return int(self._weights_view[places].sum())

    # Merging

    # Both ways change the arrays alike, and return the new token's neighbours (as in `merge_log`) with their
    # counts. Where a boundary vanishes, the entry behind it is cleared first: a place where a token once
    # began never shows that token again after it has grown. Between two new tokens, as in `ug ug`, the left
    # one is counted as the neighbour of the right one.

    def _merge_few(self, places: list[int], left: int) -> dict[int, int]:
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
                neighbour = before << 1
                counts[neighbour] = counts[neighbour] + weight if neighbour in counts else weight
                if before == token:  # when that one was merged, this one was counted as its left symbol
                    counts[left << 1 | 1] -= weight
                    if not counts[left << 1 | 1]:
                        del counts[left << 1 | 1]
            if behind >= 0:
                neighbour = behind << 1 | 1
                counts[neighbour] = counts[neighbour] + weight if neighbour in counts else weight
        return counts

    def _merge_many(self, places: Any, left: int) -> tuple[Int32Array, Int64Array, ByNeighbour]:
        token_at, token = self._token_view, self._base_size + self._rank
        middle, following = places + self._lengths[left], places + self._lengths[token]
        token_at[middle] = SEPARATOR
        token_at[places] = token_at[following - 1] = token
        self._merged_at_view[middle] = self._rank
        before, behind = token_at[places - 1], token_at[following]
        behind[behind == token] = SEPARATOR
        # One stable sort groups equal neighbours and keeps their places in order. numpy sorts integers of up
        # to 16 bits by counting them. As unsigned integers, separators come last.
        neighbours = np.concatenate((before << 1, behind << 1 | 1))
        order = neighbours.astype(np.min_scalar_type(2 * token + 3)).argsort(kind="stable")
        neighbours = neighbours[order]
        bounds = group_bounds(neighbours)
        counts = group_sums(self._weights_view[places].take(order, mode="wrap"), bounds[:-1])
        distinct = neighbours[bounds[:-1]]
        symbols = int(np.count_nonzero(distinct >= 0))
        return distinct[:symbols], counts[:symbols], ByNeighbour.of(bounds[: symbols + 1], order)

    # Counts, and the pairs still too rare for the buckets

    def _update_counts(self, left: int, right: int, counted: Iterable[tuple[int, int]]) -> None:
        """Lower the counts of frequent pairs by what the merge took, and add new frequent pairs.

        For u + g -> ug: if the new pair h ug occurs 15 times, h u loses 15; ug s takes its count from g s.
        `counted` holds the neighbours of the new token and their counts, as `_merge_few` returns them.
        """
        buckets, highest = self._buckets, self._highest
        known, lowest, token = buckets.counts, buckets.lowest, self._base_size + self._rank
        lengths, room = self._lengths, self._longest - self._lengths[token]
        kept = None
        if not self._count_overlaps:
            # In `aaa`, (a, a) counts once, so a merge may remove a place but not lower the count. The old
            # count is kept: it is never too low, and is counted again when its bucket is taken.
            twins = (left << 32 | left, right << 32 | right)
            kept = {pair: known[pair] for pair in twins if pair in known}
        from_right, from_token = right << 32, token << 32  # the left symbol of a packed pair
        for neighbour, count in counted:
            symbol = neighbour >> 1
            if neighbour & 1:
                gone = from_right | symbol
            elif symbol != token:
                gone = symbol << 32 | left
            else:  # in ug ug, the pair that disappears is g u
                gone = from_right | left
            if gone in known:
                known[gone] -= count
            if count >= lowest and lengths[symbol] <= room:
                new = from_token | symbol if neighbour & 1 else symbol << 32 | token
                if count == highest:  # the bucket of this count has been taken
                    known[new] = count
                    heappush(self._tied, self._with_key(new))
                else:
                    buckets.add(new, count)
        if kept:
            known.update(kept)

    def _go_down(self) -> bool:
        """Take the pairs with the next lower count from their bucket; False if all buckets are empty."""
        highest = self._buckets.take_highest()
        if highest is None:
            return False
        self._highest, pairs = highest
        self._tied = pairs if self._has_no_keys else [self._with_key(pair) for pair in pairs]
        heapify(self._tied)
        return True

    def _let_in(self) -> bool:
        """Lower the threshold and add the pairs above it; False if no pair remains."""
        pairs, counts = self._count_log.counts_at(self._rank)
        waiting = (counts >= self._lowest) & (counts < self._buckets.lowest)
        pairs, counts = pairs[waiting], counts[waiting]
        if not len(pairs):
            return False
        eased = int(counts.max()) // _EASE if len(pairs) > _FEW_PAIRS else 0
        lowest = max(self._lowest, eased)
        frequent = counts >= lowest
        packed = pack(*unpack_by_age(pairs[frequent]))
        self._buckets.put_all(packed.tolist(), counts[frequent].tolist(), lowest)
        return True

    def _with_key(self, pair: int) -> Any:
        """A tied pair as an entry of the heap; of equal keys, the smaller ids come first."""
        if self._has_no_keys:
            return pair
        if self._rises:
            return 0, pair  # low enough: its first place is looked up when the pair reaches the top
        candidate = Candidate(pair >> 32, pair & RIGHT, 0, self._rank)
        return self._tie_break.key(candidate, self._table, self._seed), pair
