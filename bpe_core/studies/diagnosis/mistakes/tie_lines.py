"""Tie lines: a line such as `max(tied)` as the function that takes one of the tied pairs.

In: a line of a tie rule, or of a mistake in one. Out: the function.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.studies.diagnosis.mistakes.spelled_words import SpelledWords
>>> symbols = SpelledWords({"ab": 1}, BPEConfig()).symbols
>>> taking("max(tied, key=lambda pair: ids[pair[0]])")([("a", "b"), ("b", "a")], symbols)
('b', 'a')
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.mistakes.spelled_words import Symbols
from bpe_core.tie_breaks import TIE_BREAKS, Candidate

Take = Callable[[list[Pair], Symbols], Pair]
"""From tied pairs, in some order, to the one that is merged."""


@lru_cache(maxsize=128)
def taking(line: str) -> Take:
    """A line that takes one of the tied pairs as a function."""
    by_key = _BY_KEY.fullmatch(line)
    if by_key is not None:
        return _by_key(by_key["rule"], is_by_value=bool(by_key["by_value"]))
    take = eval(f"lambda tied, raw, ids, value_ids, seen_ids: {line}")  # of `TIE_BREAKS`, or of a mistake
    return lambda tied, symbols: take(tied, symbols.raw, symbols.ids, symbols.value_ids, symbols.seen_ids)


_BY_KEY = re.compile(r"min\(tied, key=(?P<rule>\w+?)(?P<by_value>_by_value)?\)")
"""The line of a rule that has none of its own."""


def _by_key(name: str, *, is_by_value: bool) -> Take:
    """A rule as the engine follows it."""
    key = TIE_BREAKS[name].key

    def take(tied: list[Pair], symbols: Symbols) -> Pair:
        ids = symbols.value_ids if is_by_value else symbols.ids
        texts, rank = _Texts(symbols), len(ids) - symbols.base

        def of(place: int) -> Any:
            left, right = (texts.add(symbol, ids[symbol]) for symbol in tied[place])
            return key(Candidate(left, right, place, rank), texts, 0), left, right

        return tied[min(range(len(tied)), key=of)]

    return take


class _Texts:
    """The symbols of some pairs as a key asks about them: by their ids."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self._of_id: dict[int, str] = {}

    def add(self, symbol: str, number: int) -> int:
        self._of_id[number] = self._symbols.raw[symbol]
        return number

    def sort_key(self, symbol: int) -> str:
        return self._of_id[symbol]

    def joined_key(self, *symbols: int) -> str:
        return "".join(map(self.sort_key, symbols))

    def key_length(self, symbol: int) -> int:
        return len(self.sort_key(symbol))
