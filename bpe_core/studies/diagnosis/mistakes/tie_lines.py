"""Tie lines: a line such as `max(tied)` as the function that takes one of the tied pairs.

In: a line of a tie rule, or of a mistake in one. Out: the function, which is given the tied pairs in some
order, and the `Symbols`.

>>> symbols = Symbols({"a": "a", "b": "b"}, "ab", "ab", "ba")
>>> taking("max(tied, key=lambda pair: ids[pair[0]])")([("a", "b"), ("b", "a")], symbols)
('b', 'a')
"""

import re
from collections.abc import Callable, Iterable
from copy import copy
from functools import lru_cache
from typing import Any

from bpe_core.merges import Pair
from bpe_core.tie_breaks import TIE_BREAKS, Candidate


class Symbols:
    """What a tie rule may ask about symbols, each by how it is printed."""

    def __init__(
        self, raw: dict[str, str], printed: Iterable[str], by_value: Iterable[str], seen: Iterable[str]
    ) -> None:
        """`raw` has what each base symbol stands for, of bytes the characters of their values; the others are
        the base symbols in the order of how they are printed, of their values, and as they are seen."""
        self.raw = raw
        """What the symbol stands for."""
        self.ids, self.value_ids, self.seen_ids = map(_numbered, (printed, by_value, seen))
        """Its id, with base symbols numbered in each of the three orders, and tokens as they are made."""
        self.base = len(raw)
        """How many of them there are from the start."""

    def add(self, left: str, right: str, token: str) -> None:
        """Number the token of a merge."""
        self.raw.setdefault(token, self.raw[left] + self.raw[right])
        self._number(token)

    def add_written(self, word: Iterable[str]) -> None:
        """Number the symbols of a word that no merge has made."""
        for symbol in word:
            if symbol not in self.raw:
                self.raw[symbol] = "".join(self.raw.get(character, character) for character in symbol)
                self._number(symbol)

    def copy(self) -> "Symbols":
        """The same symbols, to go on with."""
        copied = copy(self)
        copied.raw, copied.ids = dict(self.raw), dict(self.ids)
        copied.value_ids, copied.seen_ids = dict(self.value_ids), dict(self.seen_ids)
        return copied

    def _number(self, symbol: str) -> None:
        for ids in (self.ids, self.value_ids, self.seen_ids):
            ids.setdefault(symbol, len(ids))


Take = Callable[[list[Pair], Symbols], Pair]
"""From tied pairs, in some order, to the one that is merged."""


@lru_cache(maxsize=128)
def taking(line: str) -> Take:
    """A line that takes one of the tied pairs as a function."""
    by_key = re.fullmatch(r"min\(tied, key=(?P<rule>\w+?)(?P<by_value>_by_value)?\)", line)
    if by_key is not None:  # of a rule that has no line of its own
        return _by_key(by_key["rule"], is_by_value=bool(by_key["by_value"]))
    take = eval(f"lambda tied, raw, ids, value_ids, seen_ids: {line}")  # of `TIE_BREAKS`, or of a mistake
    return lambda tied, symbols: take(tied, symbols.raw, symbols.ids, symbols.value_ids, symbols.seen_ids)


def _by_key(name: str, *, is_by_value: bool) -> Take:
    """A rule as the engine follows it."""

    def take(tied: list[Pair], symbols: Symbols) -> Pair:
        ids = symbols.value_ids if is_by_value else symbols.ids
        texts, rank = _Texts(symbols.raw[symbol] for symbol in ids), len(ids) - symbols.base
        places = {pair: place for place, pair in enumerate(tied)}

        def key(pair: Pair) -> Any:
            left, right = ids[pair[0]], ids[pair[1]]
            return TIE_BREAKS[name].key(Candidate(left, right, places[pair], rank), texts, 0), left, right

        return min(tied, key=key)

    return take


class _Texts(list[str]):
    """The symbols as a key asks about them, each at its id."""

    def sort_key(self, symbol: int) -> str:
        return self[symbol]

    def joined_key(self, *symbols: int) -> str:
        return "".join(self[symbol] for symbol in symbols)

    def key_length(self, symbol: int) -> int:
        return len(self[symbol])


def _numbered(symbols: Iterable[str]) -> dict[str, int]:
    return {symbol: number for number, symbol in enumerate(dict.fromkeys(symbols))}
