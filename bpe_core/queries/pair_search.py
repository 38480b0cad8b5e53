"""Search for the pairs that match a text, best matches first."""

import numpy as np

from bpe_core.engine.arrays import unpack_by_age
from bpe_core.queries.history_facts import HistoryFacts
from bpe_core.queries.records import PairFacts
from bpe_core.symbol_texts import BYTE_CHARACTERS

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
    if not text:
        return []
    known.trim_facts()
    history = known.history
    wanted = {text}
    if history.config.alphabet == "bytes":
        wanted.add("".join(BYTE_CHARACTERS[byte] for byte in text.encode("utf-8", "surrogatepass")))
    packed, counts = history.count_log.counts_at(position)
    there = np.flatnonzero(counts)
    left, right = unpack_by_age(packed[there])
    texts = [history.table.start(symbol) for symbol in range(history.table.base_size + position)]
    # Most pairs cannot match: their symbols, of which there are far fewer, are looked at first.
    letters = set().union(*wanted)
    holds = np.array([any(each in text for each in wanted) for text in texts])
    ends = np.array([text[-1:] in letters for text in texts])
    begins = np.array([text[:1] in letters for text in texts])
    perhaps = holds[left] | holds[right] | (ends[left] & begins[right])
    left, right, counted = left[perhaps], right[perhaps], counts[there[perhaps]]
    found = sorted(
        (-match, -count, *pair)
        for *pair, count in zip(left.tolist(), right.tolist(), counted.tolist(), strict=True)
        for match in [max(_match(each, *(texts[symbol] for symbol in pair)) for each in wanted)]
        if match != _NOT_AT_ALL
    )
    best = [(first, second, -count) for _, count, first, second in found[:limit]]
    return known.facts_of_each(best, position)


def _match(wanted: str, left: str, right: str) -> int:
    token = left + right
    if len(wanted) > len(token):
        is_pair = any(wanted == left + between + right for between in _BETWEEN)
        return _THE_PAIR if is_pair else _NOT_AT_ALL
    if wanted not in token:
        return _NOT_AT_ALL
    if wanted == token:
        return _THE_TOKEN
    return _A_SYMBOL if wanted in (left, right) else _INSIDE
