"""The trainer where scores decide: WordPiece's, as `scores` computes them.

A merge changes the scores of all pairs that share a symbol with its pair, and they rise as the symbol grows
rarer. So nothing is queued, and scores lag behind: those of a symbol's pairs are computed anew only once it
is rarer by a certain factor and, before each merge, those of all pairs that may then have the highest score.
The rest is `trainer.Trainer`.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import numpy as np

from bpe_core.engine.arrays import RIGHT, pack, unpack, unpack_by_age
from bpe_core.engine.scores import FloatArray, SymbolCounts, digits, rough
from bpe_core.engine.trainer import Found, Trainer
from bpe_core.symbols import Int64Array
from bpe_core.tie_breaks import Candidate

_LAG = 1.05
"""By what factor a symbol may have become rarer since its pairs were scored. (At 1 MB with 70,000 to 150,000
merges, 1.02 to 1.1 were equally fast, in half to two thirds of the time that all scores took anew.)"""

_TIDIED = 256
"""After so many merges, pairs that are gone are dropped if they are most of all."""


class ScoreTrainer(Trainer):
    """Learns merges from a timeline, the pair with the highest score first."""

    def __init__(self, symbol_counts: SymbolCounts, *given: Any) -> None:
        """`given` are the arguments of `Trainer`."""
        super().__init__(*given)
        self._symbol_counts = symbol_counts.at(self._rank)
        packed, counts = self._count_log.counts_at(self._rank)
        here = counts > 0
        self._keep(pack(*unpack_by_age(packed[here])), counts[here].astype(np.int64))
        self._keys: dict[int, Any] = {}
        self._tied_rows: Int64Array = np.empty(0, np.int64)
        self._changed: list[int] = []  # the rows whose counts a merge has changed

    def _keep(self, pairs: Int64Array, counts: Int64Array) -> None:
        """Have these pairs, and no others."""
        self._row_of = {pair: row for row, pair in enumerate(pairs.tolist())}
        self._rows_with: defaultdict[int, list[int]] = defaultdict(list)  # each symbol
        for pair, row in self._row_of.items():
            self._rows_with[pair >> 32].append(row)
            self._rows_with[pair & RIGHT].append(row)
        # In these arrays zeros follow, where new pairs find room.
        self._pairs, self._counts = pairs, counts
        self._scores = rough(counts, self._products(pairs), self._lowest)
        # Where each pair first occurs, and the count for which that holds: it stays while the count does.
        self._firsts, self._known_for = (np.zeros(len(pairs), np.int64) for _ in range(2))
        self._scored_with = self._symbol_counts.tolist()  # the count of each symbol when its pairs were

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
        token = self._base_size + self._rank - 1
        self._symbol_counts = _with_room(self._symbol_counts, token + 1)
        self._symbol_counts[token] = saved
        self._scored_with[token:] = [saved]
        rows = self._changed
        for symbol in (left, right):
            self._symbol_counts[symbol] -= saved
            count = int(self._symbol_counts[symbol])
            if count * _LAG < self._scored_with[symbol]:
                self._scored_with[symbol] = count
                rows += self._rows_with[symbol]
        self._score(np.array(rows))
        if not self._rank % _TIDIED:
            here = self._counts > 0
            if 2 * np.count_nonzero(here) < len(self._row_of):
                self._keep(self._pairs[here], self._counts[here])
        return saved

    def _products(self, pairs: Int64Array) -> Int64Array:
        """The products of the counts of both symbols of each pair."""
        left, right = unpack(pairs)
        products: Int64Array = self._symbol_counts[left] * self._symbol_counts[right]
        return products

    def _score(self, rows: Int64Array) -> FloatArray:
        """Note the scores of the pairs in these rows as they are now."""
        scores = rough(self._counts[rows], self._products(self._pairs[rows]), self._lowest)
        self._scores[rows] = scores
        return scores

    def _highest_rows(self) -> Int64Array:
        """The rows of the pairs with the highest score."""
        highest = self._scores.max(initial=0)
        if highest <= 0:
            return np.empty(0, np.int64)
        # Both symbols of a pair may have become rarer; and floats are rounded.
        rows: Int64Array = (self._scores >= highest / _LAG**2 * (1 - 1e-9)).nonzero()[0]
        if len(rows) > 1:
            scores = self._score(rows)
            rows = rows[scores == scores.max()]
        if len(rows) > 1:
            counts, products = self._counts[rows], self._products(self._pairs[rows])
            # Below 2**60, so exact: 0 where the score is the first one's.
            if (counts * products[0] - counts[0] * products).any():
                high, low = digits(counts, products)
                first = high == high.max()
                rows = rows[first][low[first] == low[first].max()]
        return rows

    def _taken(self, rows: Int64Array) -> int:
        """The pair, of those in these rows, that the tie rule takes."""
        rule, pairs = self._tie_break, self._pairs[rows]
        if len(rows) == 1 or rule.is_by_ids:
            return int(pairs.min())
        if rule.looks_at_places:
            for row in rows[self._known_for[rows] != self._counts[rows]].tolist():
                pair = int(self._pairs[row])
                self._firsts[row] = self._look_at(pair >> 32, pair & RIGHT).places[0]
                self._known_for[row] = self._counts[row]
        firsts = self._firsts[rows]
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
        token, row_of, rows_with = self._base_size + self._rank, self._row_of, self._rows_with
        rows, made, new = [row_of[left << 32 | right]], [], []
        for neighbour, count in counted:
            symbol = neighbour >> 1
            if neighbour & 1:
                rows.append(row_of[right << 32 | symbol])
                made.append(token << 32 | symbol)
            else:  # in ug ug, the pair that disappears is g u
                rows.append(row_of[(right if symbol == token else symbol) << 32 | left])
                made.append(symbol << 32 | token)
            new.append(count)
        first = len(row_of)
        for row, pair in enumerate(made, start=first):
            row_of[pair] = row
            rows_with[pair >> 32].append(row)
            if pair >> 32 != pair & RIGHT:
                rows_with[pair & RIGHT].append(row)
        size = first + len(made)
        if size > len(self._pairs):
            columns = "_pairs", "_counts", "_scores", "_firsts", "_known_for"
            vars(self).update({name: _with_room(vars(self)[name], size) for name in columns})
        self._pairs[first:size], self._counts[first:size] = made, new
        np.subtract.at(self._counts, rows, [0, *new])  # in "ghgh", h + g is lost twice
        self._counts[rows[0]] = 0
        self._changed = [*rows, *range(first, size)]


def _with_room(values: Any, size: int) -> Any:
    """An array of this size at least, with zeros at its end."""
    if size <= len(values):
        return values
    return np.append(values, np.zeros(size // 4 + size - len(values), values.dtype))
