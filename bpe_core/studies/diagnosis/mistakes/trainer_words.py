"""Spelled words: the words that a trainer with mistakes begins with, and their symbols.

What is counted before the first merge is counted once for all trainers that begin alike.

>>> words = TrainerWords({"hug": 10, "pug": 5}, BPEConfig())
>>> words.words, words.symbols.ids
({('h', 'u', 'g'): 10, ('p', 'u', 'g'): 5}, {'g': 0, 'h': 1, 'p': 2, 'u': 3})
"""

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import cached_property
from itertools import chain
from typing import Any

from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.symbols import SymbolTable, left_out, word_codes

Word = list[str]
"""The symbols of a word, as they are printed."""

Tick = Callable[[], object]
"""Is called now and then; what it raises ends the work."""


class Symbols:
    """What a tie rule may ask about symbols, each by how it is printed."""

    def __init__(
        self, raw: dict[str, str], printed: Iterable[str], by_value: Iterable[str], seen: Iterable[str]
    ) -> None:
        """`raw` has what each base symbol stands for, of bytes the characters of their values; the others are
        the base symbols in the order of how they are printed, of their values, and as they are seen."""
        self.raw = raw
        """What the symbol stands for."""
        self.ids, self.value_ids, self.seen_ids = (
            {symbol: number for number, symbol in enumerate(dict.fromkeys(symbols))}
            for symbols in (printed, by_value, seen)
        )
        """Its id, with base symbols numbered in each of the three orders, and tokens as they are made."""
        self.first_counted: dict[Pair, int] = {}
        """Where a pair stands among all that ever had a count, in a run."""
        self.last_counted: dict[Pair, int] = {}
        """Where a tied pair stands if those whose count falls to 0 lose their place, in a run."""

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


class TrainerWords:
    """Words in base symbols, before the first merge; they stay as they are."""

    def __init__(self, word_counts: Mapping[str, int], config: BPEConfig, tick: Tick = lambda: None) -> None:
        """Nothing is spelled before it is needed."""
        self.tick = tick
        """Is called now and then."""
        self.given = word_counts
        """The words with their counts."""
        self.config = config
        """The rules that they are spelled with."""
        self.begun: dict[object, Any] = {}
        """What the page with a heap begins with, by what decides it; nobody changes it."""
        self._counted: dict[object, dict[Pair, int]] = {}

    @cached_property
    def words(self) -> dict[tuple[str, ...], int]:
        """Each word in its symbols, with its count."""
        spelled, table = self._spelled
        texts = {code: table.text(symbol) for code, symbol in table.symbol_of_code.items()}
        words: dict[tuple[str, ...], int] = {}
        for codes, count in zip(spelled, self.given.values(), strict=True):
            word = tuple(map(texts.__getitem__, codes))
            words[word] = words.get(word, 0) + count  # without some characters, words may be equal
        words.pop((), None)  # or nothing may be left of one
        return words

    @cached_property
    def lists(self) -> list[Word]:
        """Each word as a list, which nobody changes."""
        return list(map(list, self.words))

    @cached_property
    def symbols(self) -> Symbols:
        """The base symbols."""
        table = self._spelled[1]
        raw = {table.text(symbol): str(table.sort_key(symbol)) for symbol in table.symbol_of_code.values()}
        by_value = [table.text(table.symbol_of_code[code]) for code in sorted(table.symbol_of_code)]
        return Symbols(raw, sorted(raw), by_value, chain.from_iterable(self.words))

    def pair_counts(self, count_pairs: Callable[..., dict[Pair, int]]) -> dict[Pair, int]:
        """All pairs, as a page counts them."""
        key = count_pairs.__code__  # equal where the lines are
        if key not in self._counted:
            counts, overlaps = list(self.words.values()), self.config.count_overlaps
            self.tick()
            self._counted[key] = count_pairs(self.lists, counts, overlaps=overlaps)
        return self._counted[key]

    @cached_property
    def _spelled(self) -> tuple[list[list[int]], SymbolTable]:
        without = left_out(self.given, self.config)
        spelled = [word_codes(word, self.config, without) for word in self.given]
        return spelled, SymbolTable(set(chain.from_iterable(spelled)), self.config)
