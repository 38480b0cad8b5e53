"""Search for the pairs that match a text, best matches first."""

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from bpe_core.engine.arrays import unpack_by_age
from bpe_core.queries.history_facts import HistoryFacts
from bpe_core.queries.records import PairFacts
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_core.symbols import Int64Array

BoolArray = npt.NDArray[np.bool_]
Int8Array = npt.NDArray[np.int8]

_BETWEEN = (" + ", "+", " ")
"""What people write between the two symbols of a pair."""

_NOT_AT_ALL, _INSIDE, _A_SYMBOL, _THE_TOKEN, _THE_PAIR = range(5)
"""How well a pair matches a text, from worst to best."""


def search_pairs(known: HistoryFacts, position: int, text: str, limit: int) -> list[PairFacts]:
    """What `PositionView.find_pairs` returns; among pairs that match equally well, the highest count first,
    then the smallest ids.

    A token is compared as its two symbols are printed. If symbols are bytes, the text may be written as it is
    or as its bytes are printed. Of symbols that are printed cut short, only the printed part is searched.
    """
    known.trim_facts()
    history = known.history
    packed, counts = history.count_log.counts_at(position)
    there = np.flatnonzero(counts)
    left, right = unpack_by_age(packed[there])
    texts = [history.table.start(symbol) for symbol in range(history.table.base_size + position)]
    matcher = _Matcher(texts, left, right)
    match = matcher.match(text)
    if history.config.alphabet == "bytes":
        in_bytes = "".join(BYTE_CHARACTERS[byte] for byte in text.encode("utf-8", "surrogatepass"))
        match = np.maximum(match, matcher.match(in_bytes))
    found = np.flatnonzero(match)
    order = np.lexsort((right[found], left[found], -counts[there[found]], -match[found]))[:limit]
    chosen = found[order]
    counted = zip(left[chosen].tolist(), right[chosen].tolist(), counts[there[chosen]].tolist(), strict=True)
    return known.facts_of_each(list(counted), position)


class _Matcher:
    """Matches pairs with texts. It searches the symbols first, of which there are far fewer."""

    def __init__(self, texts: list[str], left: Int64Array, right: Int64Array) -> None:
        """`texts` holds how each symbol is printed; `left` and `right` hold the symbols of the pairs."""
        self._texts = texts
        self._number = {text: symbol for symbol, text in enumerate(texts)}
        self._longest = max(map(len, texts))
        self._left, self._right = left, right

    def match(self, wanted: str) -> Int8Array:
        """How well each pair matches a text."""
        match = np.zeros(len(self._left), dtype=np.int8)
        if not 0 < len(wanted) <= 2 * self._longest + len(_BETWEEN[0]):
            return match
        holds = np.array([wanted in text for text in self._texts])
        match[holds[self._left] | holds[self._right]] = _INSIDE
        for ends, begins in self._across(wanted):
            match[self._marked(ends)[self._left] & self._marked(begins)[self._right]] = _INSIDE
        if wanted in self._number:
            symbol = self._number[wanted]
            match[(self._left == symbol) | (self._right == symbol)] = _A_SYMBOL
        for cut in range(1, len(wanted)):
            match[self._is_pair(wanted[:cut], wanted[cut:])] = _THE_TOKEN
        for between in _BETWEEN:
            for cut in range(1, len(wanted) - len(between)):
                if wanted.startswith(between, cut):
                    match[self._is_pair(wanted[:cut], wanted[cut + len(between) :])] = _THE_PAIR
        return match

    def _is_pair(self, left: str, right: str) -> BoolArray:
        """Marks the pair of the two symbols printed like this, if there is one."""
        if left not in self._number or right not in self._number:
            return np.zeros(len(self._left), dtype=bool)
        is_pair: BoolArray = (self._left == self._number[left]) & (self._right == self._number[right])
        return is_pair

    def _across(self, wanted: str) -> Iterator[tuple[list[int], list[int]]]:
        """For each way to cut the text in two: the symbols that end with the first part, and those that begin
        with the second."""
        cuts_behind, cuts_before = defaultdict(list), defaultdict(list)
        for cut in range(1, len(wanted)):
            cuts_behind[wanted[cut - 1]].append(cut)
            cuts_before[wanted[cut]].append(cut)
        ends, begins = defaultdict(list), defaultdict(list)
        for symbol, text in enumerate(self._texts):
            for cut in cuts_behind.get(text[-1:], ()):
                if text.endswith(wanted[:cut]):
                    ends[cut].append(symbol)
            for cut in cuts_before.get(text[:1], ()):
                if text.startswith(wanted[cut:]):
                    begins[cut].append(symbol)
        for cut in sorted(ends.keys() & begins.keys()):
            yield ends[cut], begins[cut]

    def _marked(self, symbols: list[int]) -> BoolArray:
        marked = np.zeros(len(self._texts), dtype=bool)
        marked[symbols] = True
        return marked
