"""The trainer where scores decide: WordPiece's, as `scores` computes them.

A merge changes the scores of all pairs that share a symbol with its pair, and they may rise. So nothing is
queued: after each merge these scores are computed anew, and the highest of all is sought, each in one go. The
rest is `trainer.Trainer`.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import numpy as np

from bpe_core.engine.arrays import RIGHT, GrowingArray, pack, unpack, unpack_by_age
from bpe_core.engine.scores import SymbolCounts, digits, rough
from bpe_core.engine.trainer import Found, Trainer
from bpe_core.symbols import Int64Array
from bpe_core.tie_breaks import Candidate

_TIDIED = 256
"""After so many merges, pairs that are gone are dropped if they are most of all."""


class ScoreTrainer(Trainer):
    """Learns merges from a timeline, the pair with the highest score first."""

    def __init__(self, symbol_counts: SymbolCounts, *given: Any) -> None:
        """`given` are the arguments of `Trainer`."""
        super().__init__(*given)
        self._symbol_counts = GrowingArray(symbol_counts.at(self._rank))
        packed, counts = self._count_log.counts_at(self._rank)
        here = counts > 0
        self._keep(pack(*unpack_by_age(packed[here])), counts[here].astype(np.int64))
        self._keys: dict[int, Any] = {}
        self._tied_rows: Int64Array = np.empty(0, np.int64)

    def _keep(self, pairs: Int64Array, counts: Int64Array) -> None:
        """Have these pairs, and no others."""
        self._row_of = {pair: row for row, pair in enumerate(pairs.tolist())}
        self._rows_with: defaultdict[int, list[int]] = defaultdict(list)  # each symbol
        for pair, row in self._row_of.items():
            self._rows_with[pair >> 32].append(row)
            self._rows_with[pair & RIGHT].append(row)
        self._pairs, self._counts = GrowingArray(pairs), GrowingArray(counts)
        self._scores = GrowingArray(rough(counts, self._products(pairs), self._lowest))
        # Where each pair first occurs, and the count for which that holds: it stays while the count does.
        self._firsts, self._known_for = (GrowingArray(np.zeros(len(pairs), np.int64)) for _ in range(2))

    def best(self) -> Found | None:
        """The pair that the rule merges next; None if none reaches the minimum frequency."""
        if self._best is None:
            self._tied_rows = rows = self._highest_rows()
            if len(rows):
                pair = self._taken(rows)
                self._best = self._look_at(pair >> 32, pair & RIGHT)
        return self._best

    def tied_with(self, left: int, right: int) -> int:
        """How many other pairs share the highest score with this one; -1 if it does not have it."""
        row = self._row_of.get(left << 32 | right, -1)
        return len(self._tied_rows) - 1 if row in self._tied_rows else -1

    def merge(self, found: Found) -> int:
        """See `Trainer`."""
        left, right = found.left, found.right
        saved = super().merge(found)
        self._symbol_counts.extend(np.array([saved]))
        self._symbol_counts.values[left] -= saved
        self._symbol_counts.values[right] -= saved
        self._counts.values[self._row_of[left << 32 | right]] = 0
        changed = {left, right, self._base_size + self._rank - 1}
        rows = np.array([row for symbol in changed for row in self._rows_with[symbol]])
        counts, products = self._counts.values[rows], self._products(self._pairs.values[rows])
        self._scores.values[rows] = rough(counts, products, self._lowest)
        if not self._rank % _TIDIED:
            here = self._counts.values > 0
            if 2 * np.count_nonzero(here) < len(here):
                self._keep(self._pairs.values[here], self._counts.values[here])
        return saved

    def _products(self, pairs: Int64Array) -> Int64Array:
        """The products of the counts of both symbols of each pair."""
        left, right = unpack(pairs)
        products: Int64Array = self._symbol_counts.values[left] * self._symbol_counts.values[right]
        return products

    def _highest_rows(self) -> Int64Array:
        """The rows of the pairs with the highest score."""
        scores = self._scores.values
        highest = scores.max(initial=0)
        rows = np.flatnonzero(scores == highest) if highest > 0 else np.empty(0, np.int64)
        if len(rows) > 1:
            high, low = digits(self._counts.values[rows], self._products(self._pairs.values[rows]))
            first = high == high.max()
            rows = rows[first][low[first] == low[first].max()]
        return rows

    def _taken(self, rows: Int64Array) -> int:
        """The pair, of those in these rows, that the tie rule takes."""
        rule, pairs = self._tie_break, self._pairs.values[rows]
        if len(rows) == 1 or rule.is_by_ids:
            return int(pairs.min())
        if rule.looks_at_places:
            counts = self._counts.values
            for row in rows[self._known_for.values[rows] != counts[rows]].tolist():
                pair = int(self._pairs.values[row])
                self._firsts.values[row] = self._look_at(pair >> 32, pair & RIGHT).places[0]
                self._known_for.values[row] = counts[row]
        firsts = self._firsts.values[rows]
        if self._rises:
            return int(pairs[firsts.argmin()])
        if rule.keys_of_many is not None:
            left, right = (symbols.astype(np.uint64) for symbols in unpack(pairs))
            keys = rule.keys_of_many(left, right, firsts, self._rank, self._seed)
            return int(pairs[keys == keys.min()].min())
        for pair in pairs.tolist():
            if pair not in self._keys:
                candidate = Candidate(pair >> 32, pair & RIGHT, 0, self._rank)
                self._keys[pair] = rule.key(candidate, self._table, self._seed)
        listed: list[int] = pairs.tolist()
        return min(listed, key=lambda pair: (self._keys[pair], pair))

    def _update_counts(self, left: int, right: int, counted: Iterable[tuple[int, int]]) -> None:
        token = self._base_size + self._rank
        new = {}
        for neighbour, count in counted:
            symbol = neighbour >> 1
            if neighbour & 1:
                gone, made = right << 32 | symbol, token << 32 | symbol
            else:  # in ug ug, the pair that disappears is g u
                gone, made = (right if symbol == token else symbol) << 32 | left, symbol << 32 | token
            self._counts.values[self._row_of[gone]] -= count
            new[made] = count
        for made in new:
            self._row_of[made] = row = len(self._row_of)
            for symbol in {made >> 32, made & RIGHT}:
                self._rows_with[symbol].append(row)
        zeros = np.zeros(len(new), np.int64)
        for column, values in (
            (self._pairs, np.array([*new], np.int64)),
            (self._counts, np.array([*new.values()], np.int64)),
            (self._scores, zeros),
            (self._firsts, zeros),
            (self._known_for, zeros),
        ):
            column.extend(values)
