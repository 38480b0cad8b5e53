r"""How a SentencePiece model changes a text before it is cut, and which user-defined symbols it leaves alone.

A user-defined symbol is one token wherever it occurs: the longest at each place, from left to right.

>>> normalizer = Normalizer(add_dummy_prefix=True, remove_extra_whitespaces=True)
>>> normalizer.normalize("  hug  pug ")
('▁hug▁pug', [2, 2, 3, 4, 5, 7, 8, 9, 10])
>>> list(UserDefinedSymbols(["<x>", "a", "ab"]).cut("cab<x>"))
[('c', False), ('ab', True), ('<x>', True)]

Only U+0020 counts as a space. This follows `Normalizer::Normalize` in the library's source.
"""

import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from bpe_core.encoding.encoded_text import MAX_REMEMBERED_WORDS, check_tokens
from bpe_core.errors import TextError, TokenizerFileError
from bpe_core.pre_tokenizers.registry import META

MAX_LENGTH = 100
"""The longest symbol, in characters: each length is tried at each place of a text."""

MAX_NESTED = 64
"""The most symbols that may begin with one another: SentencePiece knows only the shortest 64."""


MAX_WRITTEN = 64
"""The most bytes that an entry may be replaced by; NFKC writes 33 for ﷺ."""

MAX_ENTRY = 64
"""The most characters that an entry may have; most of NFKC's have one or two."""

_BLOCK = 1024  # bytes of 256 units, which hold all children of a node
_MOST_FOUND = 32  # the library considers no more entries that begin at one place
_LEAF, _HAS_LEAF = 1 << 31, 1 << 8
_NO_NODE = -1

Units = TypeVar("Units", int, np.ndarray)
Step = tuple[int, str | None]
"""Where a character leads in the trie, and the replacement for the entry that ends there."""


class UserDefinedSymbols:
    """Finds the user-defined symbols in texts."""

    def __init__(self, symbols: Iterable[str]) -> None:
        """Raises `TokenizerFileError` if a symbol is too long."""
        self.symbols = frozenset(symbols)
        """The symbols."""
        longest = max(map(len, self.symbols), default=0)
        if longest > MAX_LENGTH:
            raise TokenizerFileError(
                f"it has a user-defined symbol of {longest:,} characters; at most {MAX_LENGTH} are allowed."
            )
        lengths = defaultdict[str, set[int]](set)
        for symbol in self.symbols:
            lengths[symbol[0]].add(len(symbol))
        self._lengths = {first: sorted(each) for first, each in lengths.items()}
        self.beginnings = self._lengths.keys()
        """The characters that symbols begin with."""
        self._beginning = re.compile(f"[{re.escape(''.join(lengths))}]") if lengths else None

    def at(self, text: str, place: int) -> int:
        """The end of the longest symbol at a place with one of `beginnings`; 0 if there is none."""
        end = found = 0
        for length in self._lengths[text[place]]:
            if text[place : place + length] in self.symbols and found < MAX_NESTED:
                end = place + length
                found += 1
        return end

    def cut(self, text: str) -> Iterator[tuple[str, bool]]:
        """The symbols in a text and the parts between them, each with whether it is a symbol."""
        start = place = 0
        while self._beginning and (match := self._beginning.search(text, place)):
            place = match.start()
            end = self.at(text, place)
            if not end:
                place += 1
                continue
            if start < place:
                yield text[start:place], False
            yield text[place:end], True
            start = place = end
        if start < len(text):
            yield text[start:], False


class CharacterMap:
    """How a model replaces characters: its `precompiled_charsmap`, such as that of NFKC.

    The map is a trie of UTF-8 bytes, as a double array (Aoe 1989, in the layout of Darts-clone), and texts
    that end with a zero byte. A node is identified by its base; the child for a byte is at (base XOR byte).
    Several threads may use it.
    """

    def __init__(self, data: bytes) -> None:
        """Raises `TokenizerFileError` if the map is broken or writes too long a text."""
        size = int.from_bytes(data[:4], "little")
        texts = data[4 + size :]
        if not size or size % _BLOCK or not texts.endswith(b"\0"):
            raise TokenizerFileError("its map of characters is broken.")
        units = np.frombuffer(data[4 : 4 + size], "<u4").astype(np.int64)
        inner = np.flatnonzero(units < _LEAF)
        bases = inner ^ _offset(units[inner])
        if (
            bases.max(initial=0) >= len(units)
            or units.max() >= _LEAF + len(texts)
            or (units[bases[units[inner] & _HAS_LEAF > 0]] < _LEAF).any()
        ):
            raise TokenizerFileError("its map of characters is broken.")
        longest = max(map(len, texts.split(b"\0")))
        if longest > MAX_WRITTEN:
            raise TokenizerFileError(
                f"its map writes {longest:,} bytes for an entry; at most {MAX_WRITTEN} are allowed."
            )
        self._units = array("I", units.astype(np.uint32).tobytes())
        self._root = _offset(self._units[0])
        self._texts = texts
        self._steps: dict[tuple[int, str], Step] = {}

    def longest(self, text: str, place: int) -> tuple[str, int] | None:
        """The replacement for the longest entry at a place, and where that ends; None without an entry.

        Raises `TextError` if the map cuts a character: no trainer makes such a map, but a program can.
        """
        found = None
        node, steps = self._root, self._steps
        end = place
        entries = 0
        for character in text[place : place + MAX_ENTRY]:
            node, written = steps.get((node, character)) or self._step(node, character)
            end += 1
            if written is not None:
                found = written, end
                entries += 1
            if node == _NO_NODE or entries == _MOST_FOUND:
                return found
        if end < len(text):
            raise TextError(
                f"The model's map of characters has an entry of more than {MAX_ENTRY} characters."
            )
        return found

    def _step(self, start: int, character: str) -> Step:
        node, written = start, None
        for byte in character.encode():
            if written is not None:  # the library would go on in the middle of a character
                raise TextError(f"The model's map of characters has an entry for a part of {character!r}.")
            here = node ^ byte
            unit = self._units[here]
            if unit & (_LEAF | 0xFF) != byte:
                node, written = _NO_NODE, None
                break
            node = here ^ _offset(unit)
            if unit & _HAS_LEAF:
                first = self._units[node] - _LEAF
                try:
                    written = self._texts[first : self._texts.index(b"\0", first)].decode()
                except UnicodeDecodeError as error:
                    raise TextError(
                        f"The model's map of characters writes for {character!r} what is no text."
                    ) from error
        if len(self._steps) >= MAX_REMEMBERED_WORDS:
            self._steps.clear()
        step = self._steps[start, character] = node, written
        return step


def _offset(unit: Units) -> Units:
    """The offset from a unit to the base of its children; also for arrays of units."""
    return unit >> 10 << ((unit & 1 << 9) >> 6)


@dataclass(frozen=True)
class Normalizer:
    """How one model changes a text."""

    characters: CharacterMap | None = None
    """Replaces characters; None: they stay."""

    user_defined: UserDefinedSymbols = field(default_factory=lambda: UserDefinedSymbols(()))
    """Symbols that stay as they are."""

    add_dummy_prefix: bool = True
    """Whether a space is put before a text."""

    remove_extra_whitespaces: bool = True
    """Whether spaces at the ends of a text are removed, and several in a row become one."""

    escape_whitespaces: bool = True
    """Whether spaces are written as `▁`."""

    is_suffix: bool = False
    """Whether the space is put after a text, not before it: `treat_whitespace_as_suffix`."""

    def normalize(self, text: str) -> tuple[str, list[int]]:
        """The changed text; and where each of its characters was in the given one, with the end of the last.

        Raises `TextError` if the character map is broken or makes too much of the text.
        """
        parts = list(self._parts(text))
        check_tokens(len(text), sum(len(written) for _, written in parts))
        first = 0
        if self.remove_extra_whitespaces:
            first = next((at for at, (_, written) in enumerate(parts) if written != " "), len(parts))
        if first == len(parts):
            return "", [0]
        space = META if self.escape_whitespaces else " "
        characters: list[str] = []
        places: list[int] = []
        if self.add_dummy_prefix and not self.is_suffix:
            characters.append(space)
            places.append(parts[first][0])
        follows_space = self.remove_extra_whitespaces
        for place, written in parts[first:]:
            kept = written.lstrip(" ") if follows_space else written
            if kept:
                follows_space = self.remove_extra_whitespaces and kept[-1] == " "
                characters += kept.replace(" ", space)
                places += [place] * len(kept)
        end = len(text)
        while self.remove_extra_whitespaces and characters and characters[-1] == space:
            characters.pop()
            end = places.pop()
        if self.add_dummy_prefix and self.is_suffix:
            characters.append(space)
            places.append(end)
        return "".join(characters), [*places, end]

    def _parts(self, text: str) -> Iterator[tuple[int, str]]:
        """The replacement for each part of a text, and where that part begins."""
        place = 0
        symbols, characters = self.user_defined, self.characters
        while place < len(text):
            end = symbols.at(text, place) if text[place] in symbols.beginnings else 0
            found = characters.longest(text, place) if characters is not None and not end else None
            if found is None:
                end = end or place + 1
                yield place, text[place:end]
            else:
                written, end = found
                yield place, written
            place = end
