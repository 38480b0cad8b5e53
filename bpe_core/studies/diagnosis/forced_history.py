"""Forced history: somebody's merges made one after the other, whatever the rules would pick.

A merge whose pair does not occur is skipped, and the others go on.

>>> from bpe_core.config import BPEConfig
>>> forced = ForcedHistory({"hug": 10, "pug": 5}, BPEConfig(), [("u", "g"), ("x", "y"), ("p", "ug")])
>>> while forced.extend():
...     pass
>>> [forced.symbols[rank] is not None for rank in range(3)], forced.positions
([True, False, True], [0, 1, 1])
>>> forced.history.counts
[15, 5]
>>> forced.highest_at(0)
(15, [(3, 0)])
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any, NamedTuple

from bpe_core.config import WORD_BOUNDARIES, BPEConfig
from bpe_core.encoding.spelling import printed_word, with_marker
from bpe_core.engine.arrays import unpacked
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.errors import PairNotFoundError
from bpe_core.merges import Pair
from bpe_core.queries.tie_order import TieOrder
from bpe_core.symbol_texts import BYTE_OF_CHARACTER
from bpe_core.symbols import SymbolPair
from bpe_core.tie_breaks import TIE_BREAKS

Segmentation = BPEConfig
"""A config that has what decides splits and counts, and the defaults everywhere else."""

_IN_BYTES = BPEConfig(alphabet="bytes")


class TieRule(NamedTuple):
    """A rule for ties."""

    name: str
    """Its name in `TIE_BREAKS`."""

    id_order: str
    """The order of the base symbols' ids; "code_point" wherever the rule does not look at them."""


def segmentation_of(config: BPEConfig) -> Segmentation:
    """What decides splits and counts. Where ties are drawn the ids decide too, so those stay."""
    changes: dict[str, Any] = {"tie_break": "smallest_ids"}
    if config.marker == WORD_BOUNDARIES[config.word_boundary].marker:
        changes["boundary_marker"] = None
    if TIE_BREAKS[config.tie_break].is_drawn:
        changes |= {field: getattr(config, field) for field in ("tie_seed", "base_vocabulary", "id_order")}
    return config.only("words", "symbols", "counts", **changes)


def tie_rule_of(config: BPEConfig) -> TieRule:
    """A config's rule for ties."""
    by_ids = TIE_BREAKS[config.tie_break].is_by_ids
    return TieRule(config.tie_break, config.id_order if by_ids else "code_point")


def written_for(pairs: Sequence[Pair], alphabet: str) -> Sequence[Pair]:
    """Merges as an alphabet prints them: raw text becomes GPT-2's printable characters of its bytes.

    >>> written_for([(" ", "t"), (" t", "he")], "bytes")
    [('Ġ', 't'), ('Ġt', 'he')]
    """
    characters = {character for pair in pairs for symbol in pair for character in symbol}
    if alphabet != "bytes" or characters <= BYTE_OF_CHARACTER.keys() | set("▁"):
        return pairs
    return [(printed_word(left, _IN_BYTES), printed_word(right, _IN_BYTES)) for left, right in pairs]


class ForcedHistory:
    """A merge history that follows a list of merges."""

    def __init__(self, word_counts: Mapping[str, int], config: BPEConfig, merges: Sequence[Pair]) -> None:
        """Spell the words; the config's limits are ignored. Raises `EmptyCorpusError`."""
        self.history = MergeHistory(
            word_counts,
            replace(config, max_merges=None, vocab_size=None, min_frequency=0, max_token_length=None),
        )
        """The merges that could be made."""
        self.merges = written_for(merges, config.alphabet)
        """The list, as the config's alphabet writes it."""
        self.positions: list[int] = []
        """For each merge of the list so far, how many had been made before it."""
        self.symbols: list[SymbolPair | None] = []
        """For each merge of the list so far, its two symbols; None where it could not be made."""
        self._order = TieOrder(self.history)
        self._places_of_ids: dict[str, Callable[[int], int]] = {}
        self._symbols_of_text: dict[str, list[int]] = {}
        for symbol in range(self.history.table.base_size):
            self._remember(symbol)

    def extend(self) -> bool:
        """Make the next merge of the list, or skip it; False at the list's end."""
        rank = len(self.symbols)
        if rank == len(self.merges):
            return False
        self.positions.append(len(self.history))
        self.symbols.append(None)
        for left, right in product(*map(self.symbols_written, self.merges[rank])):
            with suppress(PairNotFoundError):
                self.history.extend((left, right))
                self.symbols[rank] = left, right
                self._remember(len(self.history.table) - 1)
                break
        return True

    def symbols_written(self, text: str) -> list[int]:
        """The symbols so far that a list may write like this, those with the word-boundary marker first."""
        return self._symbols_of_text.get(text, [])

    def highest_at(self, position: int) -> tuple[int, list[SymbolPair]]:
        """The highest count at a position, and all pairs that have it."""
        packed, counts = self.history.count_log.counts_at(position)
        highest = int(counts.max(initial=0))
        if not highest:
            return 0, []
        return highest, unpacked(packed[counts == highest])

    def count_at(self, rank: int, position: int) -> int:
        """How often the pair of a merge of the list occurred after so many merges; 0 where it did not yet."""
        return self._most(self.merges[rank], lambda born: position if born <= position else None)

    def first_count(self, pair: Pair) -> int:
        """How often a pair occurred when both its symbols were first there, which is the most it ever did."""
        return self._most(pair, lambda born: born)

    def _most(self, pair: Pair, position_of: Callable[[int], int | None]) -> int:
        """The highest count of a pair at a position, which is given by when both its symbols were made."""
        base, count_of, counts = self.history.table.base_size, self.history.count_log.count_of, [0]
        for left, right in product(*map(self.symbols_written, pair)):
            position = position_of(max(0, left - base + 1, right - base + 1))
            if position is not None:
                counts.append(int(count_of(left, right, position)))
        return max(counts)

    def taken_by(self, rule: TieRule, tied: Sequence[SymbolPair], count: int, position: int) -> SymbolPair:
        """The one of some tied pairs, which all have this count at this position, that a rule takes."""
        if len(tied) == 1:
            return tied[0]
        tie_break = TIE_BREAKS[rule.name]
        if not tie_break.is_by_ids:
            return self._order.taken_by(tie_break, tied, count=count, position=position)
        place = self._place_in(rule.id_order)
        return min(tied, key=lambda pair: (place(pair[0]), place(pair[1])))

    def _place_in(self, id_order: str) -> Callable[[int], int]:
        """The place of a symbol in an order of ids that need not be the history's own."""
        if id_order not in self._places_of_ids:
            table = self.history.table
            text = table.text if id_order == "code_point" else lambda symbol: ""
            base = sorted(range(table.base_size), key=lambda symbol: (text(symbol), table.codes[symbol]))
            places = {symbol: place for place, symbol in enumerate(base)}
            self._places_of_ids[id_order] = lambda symbol: places.get(symbol, symbol)
        return self._places_of_ids[id_order]

    def _remember(self, symbol: int) -> None:
        table = self.history.table
        # As a person writes it: the text </w> of a corpus and the marker </w> are written alike.
        plain = with_marker(table.literal(symbol), table.is_marked(symbol), self.history.config)
        known = self._symbols_of_text.setdefault(plain, [])
        known.insert(0 if table.is_marked(symbol) else len(known), symbol)
