"""How SentencePiece replaces characters: the `precompiled_charsmap` of a model, such as that of NFKC.

The map is a trie of UTF-8 bytes, as a double array (Aoe 1989, in the layout of Darts-clone), and texts that
end with a zero byte. A node is identified by its base; the child for a byte is at (base XOR byte).
"""

from array import array
from typing import TypeVar

import numpy as np

from bpe_core.encoding.encoded_text import MAX_REMEMBERED_WORDS
from bpe_core.errors import TextError, TokenizerFileError

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


class CharacterMap:
    """The entries of a map; several threads may use it."""

    def __init__(self, data: bytes) -> None:
        """Raises `TokenizerFileError` if the map is broken or writes too long a text."""
        size = int.from_bytes(data[:4], "little")
        texts = data[4 + size :]
        if not size or size % _BLOCK or not texts.endswith(b"\0"):
            raise TokenizerFileError("its map of characters is broken.")
        units = np.frombuffer(data[4 : 4 + size], "<u4").astype(np.int64)
        inner = np.flatnonzero(units < _LEAF)
        bases = inner ^ _offset(units[inner])
        if bases.max(initial=0) >= len(units) or units.max() >= _LEAF + len(texts):
            raise TokenizerFileError("its map of characters is broken.")
        if (units[bases[units[inner] & _HAS_LEAF > 0]] < _LEAF).any():
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

    def _step(self, node: int, character: str) -> Step:
        if len(self._steps) >= MAX_REMEMBERED_WORDS:
            self._steps.clear()
        step = self._steps[node, character] = self._found_step(node, character)
        return step

    def _found_step(self, node: int, character: str) -> Step:
        written = None
        for byte in character.encode():
            if written is not None:  # the library would go on in the middle of a character
                raise TextError(f"The model's map of characters has an entry for a part of {character!r}.")
            here = node ^ byte
            unit = self._units[here]
            if unit & (_LEAF | 0xFF) != byte:
                return _NO_NODE, None
            node = here ^ _offset(unit)
            if unit & _HAS_LEAF:
                start = self._units[node] - _LEAF
                try:
                    written = self._texts[start : self._texts.index(b"\0", start)].decode()
                except UnicodeDecodeError as error:
                    raise TextError(
                        f"The model's map of characters writes for {character!r} what is no text."
                    ) from error
        return node, written


def _offset(unit: Units) -> Units:
    """The offset from a unit to the base of its children; also for arrays of units."""
    return unit >> 10 << ((unit & 1 << 9) >> 6)
