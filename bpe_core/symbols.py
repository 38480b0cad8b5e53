"""The symbols: the base symbols that words are spelled with, and every token made since.

`spell_words` turns words into one flat array of base-symbol ids, with a table that prints any id.

>>> from bpe_core.config import BPEConfig
>>> spelled = spell_words(["hug", "pug"], BPEConfig(word_boundary="end_symbol"))
>>> [spelled.table.text(symbol) for symbol in range(len(spelled.table))]
['</w>', 'g', 'h', 'p', 'u']
>>> spelled.symbols.tolist()     # |   h  u  g  </w>   |   p  u  g  </w>   |
[-1, 2, 4, 1, 0, -1, 3, 4, 1, 0, -1]

Inside the core a symbol is an int: base symbols are numbered in id order from 0, and the token of the merge
with rank r has the number (base symbols + r). Outside it is a string. A byte is printed as GPT-2's printable
character for it. The word-boundary marker is kept apart from the text: corpus text that looks like it is
never taken for it, and is printed with a backslash (`<\\/w>`).
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bpe_core.config import BPEConfig
from bpe_core.errors import ConfigError, CorpusError
from bpe_core.symbol_texts import BYTE_CHARACTERS, SymbolPrinter
from bpe_core.validation import shown

Int32Array = npt.NDArray[np.int32]
Int64Array = npt.NDArray[np.int64]
BaseSymbols = npt.NDArray[np.int16] | Int32Array
"""Base-symbol ids; 16 bits if they fit, for half the memory."""

SymbolPair = tuple[int, int]
"""A pair as two symbol numbers; `merges.Pair` is the printed form."""

SEPARATOR = -1
"""Stands before every word and after the last one, so that no pair crosses a word border."""

# The codes of base symbols before they are numbered: a code point or a byte value as it is, the same with
# the boundary marker joined to it, and the marker as a symbol of its own.
_GLUED = 0x110000
_MARKER = 2 * _GLUED

_CUT_SHORT = re.compile(r" base symbols, id (?P<id>[0-9]{1,10})\)\Z")

_SHORT = 64
"""The longest symbol, in base symbols, whose text is kept; longer ones are put together when needed."""

LONGEST_TEXT = 400
"""Symbols of more base symbols than this are long: with `short_texts` they are printed cut short, and ties
compare their beginnings before they are put together."""

MAX_POSITIONS = 2**31 - 2
"""The most base symbols (each distinct word counted once) that the int32 arrays can number."""


@dataclass(frozen=True)
class SpelledWords:
    """The distinct words of a corpus in base symbols, one after another."""

    symbols: BaseSymbols
    """Base-symbol ids, with a `SEPARATOR` before every word and one at the end."""

    starts: Int64Array
    """Where each word's first symbol stands in `symbols`, and one past the last separator."""

    table: "SymbolTable"
    """The table that numbers and prints the symbols."""


class SymbolTable:
    """Numbers and prints symbols; grows by one with each merge and shrinks when a history is cut."""

    def __init__(self, codes: Iterable[int], config: BPEConfig, *, short_texts: bool = False) -> None:
        """Number the base symbols with these codes in the config's id order.

        With `short_texts`, symbols of more than `LONGEST_TEXT` base symbols are printed cut short.
        """
        self._config = config
        self._longest = LONGEST_TEXT if short_texts else sys.maxsize
        self._printer = SymbolPrinter(config)
        self._parts: list[tuple[int, int]] = []  # of each learned symbol
        self._marked: list[bool] = []  # whether the boundary marker belongs to the symbol
        # The corpus text without the marker, how it is printed, and how it compares. Kept, once needed, only
        # for short symbols: one long word can give thousands of tokens nearly as long as itself.
        self._literals: dict[int, str] = {}
        self._texts: dict[int, str] = {}
        self._keys: dict[int, str | LongText] = {}
        # How the literals of long symbols begin. A token and its left part share the string.
        self._starts: dict[int, str] = {}
        self.lengths: list[int] = []
        """How many base symbols each symbol covers."""
        in_order = sorted(codes)
        if config.id_order == "code_point":
            in_order.sort(key=lambda code: self._printer.printed(self._literal_of(code), code >= _GLUED))
        self.codes = tuple(in_order)
        """The code of each base symbol, in id order."""
        self.base_size = len(self.codes)
        """How many base symbols there are."""
        for symbol, code in enumerate(self.codes):
            self._literals[symbol] = self._literal_of(code)
            self._marked.append(code >= _GLUED)
            self.lengths.append(1)
        self.symbol_of_code = {code: symbol for symbol, code in enumerate(self.codes)}
        """The base symbol for a code."""
        first = len(config.leading_tokens)
        self.ids = [*range(first, first + self.base_size)]
        """The id of each symbol in a vocabulary; `engine/numbering` gives others where there is a base."""

    def __len__(self) -> int:
        return len(self.lengths)

    def text(self, symbol: int) -> str:
        """How the symbol is printed; no two symbols of a table look alike.

        If cut short, it tells its length and its id: `abab…(512 base symbols, id 260)`.
        """
        text = self._texts.get(symbol)
        if text is None:
            if self._is_cut(symbol):
                # This is longer than any text that is not cut, so the two never look alike.
                length, token_id = self.lengths[symbol], self.ids[symbol]
                return f"{self.start(symbol)}…({length} base symbols, id {token_id})"
            text = self.whole_text(symbol)
            self._keep(self._texts, symbol, text)
        return text

    def whole_text(self, symbol: int) -> str:
        """How the symbol is printed, however long it is."""
        return self._printer.printed(self.literal(symbol), self._marked[symbol])

    def start(self, symbol: int) -> str:
        """How the symbol is printed, or how that begins if it is cut short."""
        if not self._is_cut(symbol):
            return self.text(symbol)
        return self._printer.printed_start(self._literal_start(symbol), self._marked[symbol])

    def find(self, text: str, size: int) -> int | None:
        """The symbol that is printed like this, among the first `size`, or None; searches them all."""
        cut = _CUT_SHORT.search(text)
        if cut is not None:
            for symbol in range(self.base_size, size):
                if str(self.ids[symbol]) == cut["id"] and self._is_cut(symbol) and self.text(symbol) == text:
                    return symbol
        longest, shortest = len(text), len(text) - self._printer.longest_addition
        for symbol, length in enumerate(self.lengths[:size]):
            # A text that this table would cut short is found too: other tables print the symbol like this.
            may_be = shortest <= length <= longest and text.startswith(self.start(symbol))
            if may_be and self.whole_text(symbol) == text:
                return symbol
        return None

    def joined_text(self, left: int, right: int) -> str:
        """How the token of two symbols would be printed; if cut short, without an id."""
        is_marked = self._joined_mark(left, right)
        length = self.lengths[left] + self.lengths[right]
        if length > self._longest:
            start = (self._literal_start(left) + self._literal_start(right))[:LONGEST_TEXT]
            return f"{self._printer.printed_start(start, is_marked)}…({length} base symbols)"
        return self._printer.printed(self.literal(left) + self.literal(right), is_marked)

    def literal(self, symbol: int) -> str:
        """The symbol's corpus text, without the marker; bytes as printable characters."""
        whole = self._literals.get(symbol)
        if whole is None:
            whole = "".join(self._pieces(symbol))
            self._keep(self._literals, symbol, whole)
        return whole

    def is_marked(self, symbol: int) -> bool:
        """Whether the symbol holds the word-boundary marker."""
        return self._marked[symbol]

    def sort_key(self, symbol: int) -> "str | LongText":
        """What tie-breaks compare: the text with its marker; a byte is the character of its value."""
        key = self._keys.get(symbol)
        if key is None:
            key = self.joined_key(symbol)
            self._keep(self._keys, symbol, key)
        return key

    def joined_key(self, *symbols: int) -> "str | LongText":
        """What tie-breaks would compare of the token made of these symbols."""
        if sum(map(self.key_length, symbols)) > LONGEST_TEXT:
            return LongText(self, symbols)
        marked = self._marks(symbols)
        return "".join(map(self._printer.compared, map(self.literal, symbols), marked))

    def key_length(self, symbol: int) -> int:
        """The length of what tie-breaks compare, in characters."""
        return self.literal_length(symbol) + self._marked[symbol] * self._printer.marker_key_length

    def key_start(self, symbols: Sequence[int]) -> str:
        """How the compared text of these symbols begins, up to `LONGEST_TEXT` characters."""
        starts = map(self._printer.compared, map(self._literal_start, symbols), self._marks(symbols))
        return "".join(start[:LONGEST_TEXT] for start in starts)[:LONGEST_TEXT]

    def key_parts(self, symbols: Sequence[int]) -> list["int | str"]:
        """What tie-breaks compare of these symbols, last part first: symbols without marker, and markers."""
        parts: list[int | str] = []
        is_prefix = self._config.word_boundary in ("start_prefix", "inside_prefix")
        for symbol, is_marked in reversed([*zip(symbols, self._marks(symbols), strict=True)]):
            marker = [self._printer.compared("", is_marked)]
            parts += [symbol, *marker] if is_prefix else [*marker, symbol]
        return parts

    def taken_apart(self, symbol: int) -> list["int | str"]:
        """The two parts of a symbol without marker, right one first; the compared text if it is short."""
        if self.lengths[symbol] <= _SHORT:
            return [self._printer.compared(self.literal(symbol), marked=False)]
        left, right = self._parts[symbol - self.base_size]
        return [right, left]

    def literal_length(self, symbol: int) -> int:
        """How many characters or bytes of the corpus the symbol covers; the marker does not count."""
        has_own = self._marked[symbol] and self._config.word_boundary == "end_symbol"
        return self.lengths[symbol] - has_own

    def add(self, left: int, right: int) -> int:
        """Add the token of two symbols and return its number."""
        self._parts.append((left, right))
        self._marked.append(self._joined_mark(left, right))
        self.lengths.append(self.lengths[left] + self.lengths[right])
        self.ids.append(self.ids[-1] + 1)
        return len(self.lengths) - 1

    def _joined_mark(self, left: int, right: int) -> bool:
        """Whether the token of two symbols holds the marker: if one of them does; ##u after h loses it."""
        has_own = self._config.word_boundary == "inside_prefix"
        return self._marked[left] or (self._marked[right] and not has_own)

    def _marks(self, symbols: Sequence[int]) -> list[bool]:
        """Which of some symbols show their marker in the token that they make."""
        marks = [self._marked[symbol] for symbol in symbols]
        if self._config.word_boundary == "inside_prefix":
            marks[1:] = [False] * (len(marks) - 1)
        return marks

    def truncate(self, size: int) -> None:
        """Remove the newest tokens, so that `size` symbols remain."""
        for kept in (self._literals, self._texts, self._keys, self._starts):
            for symbol in range(size, len(self)):
                kept.pop(symbol, None)
        del self._parts[size - self.base_size :], self._marked[size:], self.lengths[size:], self.ids[size:]

    def _pieces(self, symbol: int) -> Iterator[str]:
        """The literals of the symbol's parts, from left to right, as far as they are needed."""
        ahead = [symbol]
        while ahead:
            part = ahead.pop()
            literal = self._literals.get(part)
            if literal is None:
                left, right = self._parts[part - self.base_size]
                ahead += (right, left)
            else:
                yield literal

    def _literal_start(self, symbol: int) -> str:
        """The first `LONGEST_TEXT` characters of the literal."""
        longer = []
        while self.lengths[symbol] > LONGEST_TEXT and symbol not in self._starts:
            longer.append(symbol)
            symbol = self._parts[symbol - self.base_size][0]
        start = self._starts.get(symbol) or self.literal(symbol)
        for symbol in reversed(longer):
            if len(start) < LONGEST_TEXT:
                start = ""
                for piece in self._pieces(symbol):
                    start += piece
                    if len(start) >= LONGEST_TEXT:
                        break
            self._starts[symbol] = start = start[:LONGEST_TEXT]
        return start

    def _is_cut(self, symbol: int) -> bool:
        return self.lengths[symbol] > self._longest

    def _keep(self, kept: "dict[int, str] | dict[int, str | LongText]", symbol: int, text: Any) -> None:
        if self.lengths[symbol] <= _SHORT:
            kept[symbol] = text

    def _literal_of(self, code: int) -> str:
        if code == _MARKER:
            return ""
        letter = code % _GLUED
        return BYTE_CHARACTERS[letter] if self._config.alphabet == "bytes" else chr(letter)


class LongText:
    """What tie-breaks compare of long symbols: the beginning, and part by part only if that is equal."""

    def __init__(self, table: SymbolTable, symbols: tuple[int, ...]) -> None:
        """The text of these symbols, which together are longer than `LONGEST_TEXT` characters."""
        self.start = table.key_start(symbols)
        """The first `LONGEST_TEXT` characters."""
        self.length = sum(map(table.key_length, symbols))
        """The number of characters."""
        self._table, self._symbols = table, symbols

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LongText) or (self.length, self.start) != (other.length, other.start):
            return False
        return not self._compared_with(other)

    def __lt__(self, other: "str | LongText") -> bool:
        if isinstance(other, str):
            return self.start < other
        return self._compared_with(other) < 0 if self.start == other.start else self.start < other.start

    def __gt__(self, other: "str | LongText") -> bool:
        return self.start >= other if isinstance(other, str) else other < self

    def __hash__(self) -> int:
        return hash(self.start)

    def _compared_with(self, other: "LongText") -> int:
        """Below 0 if this text comes first, above 0 if the other does, 0 if they are equal."""
        table = self._table
        mine, theirs = table.key_parts(self._symbols), table.key_parts(other._symbols)
        while mine and theirs:
            this, that = mine.pop(), theirs.pop()
            if this == that:  # the same symbol at the same place: no need to look inside
                continue
            if isinstance(this, str) and isinstance(that, str):
                size = min(len(this), len(that))
                if this[:size] != that[:size]:
                    return -1 if this < that else 1
                mine += [this[size:]] if this[size:] else []
                theirs += [that[size:]] if that[size:] else []
            elif isinstance(that, str) or (
                not isinstance(this, str) and table.lengths[this] >= table.lengths[that]
            ):
                theirs.append(that)
                mine += table.taken_apart(int(this))
            else:
                mine.append(this)
                theirs += table.taken_apart(that)
        return self.length - other.length


def left_out(word_counts: Mapping[str, int], config: BPEConfig) -> str:
    """The characters beyond the limit of the alphabet, which training leaves out, the most frequent first.

    >>> left_out({"hug": 10, "pug": 5, "bun": 4}, BPEConfig(limit_alphabet=3))     # n and b are as frequent
    'pbn'
    """
    if not config.in_force["limit_alphabet"]:
        return ""
    counts: defaultdict[str, int] = defaultdict(int)
    for word, count in word_counts.items():
        for character in word:
            counts[character] += count
    by_count = sorted(counts, key=counts.__getitem__, reverse=True)  # of equal ones, those met first
    return "".join(by_count[config.limit_alphabet :])


def spell_words(
    words: Sequence[str], config: BPEConfig, without: str = "", *, short_texts: bool = False
) -> SpelledWords:
    """Spell distinct words in base symbols; raises `CorpusError` beyond `MAX_POSITIONS` symbols.

    Characters that are `left_out` are passed in `without`, and `short_texts` is passed to `SymbolTable`.
    """
    codes, starts = _word_codes(words, config, without)
    always = obligatory_codes(config)
    highest = max(int(codes.max(initial=0)), *always, 0)
    seen = np.zeros(highest + 2, dtype=bool)
    seen[codes] = True  # a separator's code, -1, marks the extra last entry
    seen[always] = True
    table = SymbolTable(np.flatnonzero(seen[:-1]).tolist(), config, short_texts=short_texts)
    # One entry more than there are codes: a separator's code, -1, finds that last entry.
    fits = table.base_size <= np.iinfo(np.int16).max
    number: Any = np.full(highest + 2, SEPARATOR, dtype=np.int16 if fits else np.int32)
    number[list(table.codes)] = np.arange(table.base_size)
    return SpelledWords(symbols=number[codes], starts=starts, table=table)


def obligatory_codes(config: BPEConfig) -> list[int]:
    """The codes that are in the base vocabulary even if they are not seen: all bytes, in each form."""
    if config.base_vocabulary == "seen":
        return []
    has_glued = config.word_boundary in ("end_suffix", "start_prefix")  # all bytes: never a prefix inside
    return [*range(256), *(range(_GLUED, _GLUED + 256) if has_glued else ())]


def check_codes(codes: Sequence[int], config: BPEConfig) -> None:
    """Raise `ConfigError` unless each code is one that the config can spell with, and occurs only once."""
    letters = 256 if config.alphabet == "bytes" else _GLUED
    for code in codes:
        number = code if isinstance(code, int) and not isinstance(code, bool) else -1
        if number != _MARKER and not (0 <= number < 2 * _GLUED and number % _GLUED < letters):
            raise ConfigError(
                f"The base code {shown(code)} is not a {config.alphabet[:-1]}; it must be 0 to {letters - 1}."
            )
    if len(set(codes)) != len(codes):
        raise ConfigError("A base code is given twice; each may be given once.")


def word_codes(word: str, config: BPEConfig, without: str = "") -> list[int]:
    """The codes of one word's base symbols, as in `SymbolTable.symbol_of_code`.

    Characters in `without` are left out, but the marker is put on the word as it was:

    >>> word_codes("hug", BPEConfig(word_boundary="end_suffix"), without="g") == [ord("h"), ord("u")]
    True
    """
    codes = list(word.encode()) if config.alphabet == "bytes" else [ord(character) for character in word]
    if config.word_boundary == "end_symbol":
        codes.append(_MARKER)
    elif config.word_boundary == "end_suffix":
        codes[-1] += _GLUED
    elif config.word_boundary == "start_prefix":
        codes[0] += _GLUED
    elif config.word_boundary == "inside_prefix":
        codes[1:] = [code + _GLUED for code in codes[1:]]
    if without:
        codes = [code for code in codes if code == _MARKER or chr(code % _GLUED) not in without]
    return codes


def code_text(code: int, config: BPEConfig) -> str:
    """How a base symbol that is in no table is printed: `m`, or `m</w>` with a joined marker."""
    return SymbolTable([code], config).text(0)


def _word_codes(words: Sequence[str], config: BPEConfig, without: str) -> tuple[Int32Array, Int64Array]:
    """`word_codes` for many words: one flat array with separators, and where each word starts."""
    text = "".join(words)
    lengths = np.fromiter(map(len, words), dtype=np.int64, count=len(words))
    letters: npt.NDArray[np.uint8] | Int32Array
    if config.alphabet == "bytes":
        letters = np.frombuffer(text.encode(), dtype=np.uint8)
        if not text.isascii():  # characters to bytes: where the first byte of each character is
            first_bytes = np.append(np.flatnonzero((letters & 0xC0) != 0x80), len(letters))
            lengths = np.diff(first_bytes[np.cumsum(lengths)], prepend=0)
    else:
        letters = np.frombuffer(text.encode("utf-32-le"), dtype=np.int32)
    own_symbol = config.word_boundary == "end_symbol"
    starts = np.ones(len(words) + 1, dtype=np.int64)
    np.cumsum(lengths + (2 if own_symbol else 1), out=starts[1:])
    starts[1:] += 1
    if starts[-1] > MAX_POSITIONS:
        raise CorpusError(
            f"The distinct words have {len(letters):,} symbols; at most {MAX_POSITIONS:,} are allowed."
        )
    separators = starts - 1
    codes = np.zeros(starts[-1], dtype=np.int32)
    codes[separators] = SEPARATOR
    if own_symbol:
        codes[separators[1:] - 1] = _MARKER
    is_letter = codes == 0
    np.place(codes, is_letter, letters)
    if config.word_boundary == "end_suffix":
        codes[separators[1:] - 1] += _GLUED
    elif config.word_boundary == "start_prefix":
        codes[starts[:-1]] += _GLUED
    elif config.word_boundary == "inside_prefix":
        codes[codes >= 0] += _GLUED
        codes[starts[:-1]] -= _GLUED
    if without:
        stays = np.ones(len(codes), dtype=bool)
        np.place(stays, is_letter, ~np.isin(letters, [*map(ord, without)]))
        codes, starts = codes[stays], np.cumsum(stays)[separators]
    return codes, starts
