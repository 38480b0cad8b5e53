"""The tied pairs, kept side by side for tie rules whose order can change at every step.

Late in a large corpus thousands of pairs are tied at every step, so all of them are compared at once.

>>> from bpe_core.tie_breaks import TIE_BREAKS
>>> candidates = TiedCandidates(TIE_BREAKS["last_seen"], seed=0)
>>> candidates.add(0 << 32 | 1, first=5)
>>> candidates.add(0 << 32 | 2, first=9)
>>> candidates.taken(rank=0) == (0 << 32 | 2)
True
>>> [pair & RIGHT for pair in candidates.with_symbol(0)]
[1, 2]
"""

from array import array
from typing import Any

import numpy as np

from bpe_core.engine.arrays import RIGHT
from bpe_core.tie_breaks import TieBreak


class TiedCandidates:
    """Tied pairs, packed, each with the first place where it occurs."""

    def __init__(self, rule: TieBreak, seed: int) -> None:
        """Begin without pairs, for a rule whose keys can change."""
        self._keys_of: Any = rule.keys_of_many
        self._seed = seed
        self._pairs, self._firsts = array("Q"), array("q")
        self._index: dict[int, int] = {}  # pair -> where it is in the arrays
        self._with_symbol: dict[int, dict[int, None]] = {}

    def __len__(self) -> int:
        return len(self._pairs)

    def add(self, pair: int, first: int) -> None:
        """Add a pair that is not here."""
        self._index[pair] = len(self._pairs)
        self._pairs.append(pair)
        self._firsts.append(first)
        for symbol in {pair >> 32, pair & RIGHT}:
            self._with_symbol.setdefault(symbol, {})[pair] = None

    def remove(self, pair: int) -> None:
        """Remove a pair if it is here; the last pair of the arrays takes its place."""
        index = self._index.pop(pair, None)
        if index is None:
            return
        last_pair, last_first = self._pairs.pop(), self._firsts.pop()
        if last_pair != pair:
            self._pairs[index], self._firsts[index] = last_pair, last_first
            self._index[last_pair] = index
        for symbol in {pair >> 32, pair & RIGHT}:
            del self._with_symbol[symbol][pair]

    def with_symbol(self, symbol: int) -> list[int]:
        """The candidates that have this symbol."""
        return list(self._with_symbol.get(symbol, ()))

    def taken(self, rank: int) -> int:
        """The pair that the rule takes at this rank; of equal keys, the one with the smaller ids."""
        pairs: Any = np.frombuffer(self._pairs, np.uint64)
        firsts: Any = np.frombuffer(self._firsts, np.int64)
        left, right = pairs >> np.uint64(32), pairs & np.uint64(RIGHT)
        keys = self._keys_of(left, right, firsts, rank, self._seed)
        return int(pairs[keys == keys.min()].min())
