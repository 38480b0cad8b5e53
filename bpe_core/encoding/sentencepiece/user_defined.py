"""User-defined symbols of a SentencePiece model: they are one token wherever they stand in a text.

In: a text. Out: the longest symbol at each place, from left to right.

>>> symbols = UserDefinedSymbols(["<x>", "a", "ab"])
>>> list(symbols.cut("cab<x>"))
[('c', False), ('ab', True), ('<x>', True)]
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from bpe_core.errors import TokenizerFileError

MAX_LENGTH = 100
"""The most characters that a symbol may have: at each place of a text each of their lengths is tried."""

MAX_NESTED = 64
"""The most symbols that may begin with the same characters, each with more of them: SentencePiece knows the
shortest 64."""


class UserDefinedSymbols:
    """The symbols, ready to be found."""

    def __init__(self, symbols: Iterable[str]) -> None:
        """Raises `TokenizerFileError` for a symbol that is too long."""
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
        """The characters that they begin with."""
        self._beginning = re.compile(f"[{re.escape(''.join(lengths))}]") if lengths else None

    def at(self, text: str, place: int) -> int:
        """Where the longest symbol ends that begins at a place with one of `beginnings`; 0 without one."""
        end = found = 0
        for length in self._lengths[text[place]]:
            if text[place : place + length] in self.symbols and found < MAX_NESTED:
                end = place + length
                found += 1
        return end

    def cut(self, text: str) -> Iterator[tuple[str, bool]]:
        """The symbols in a text and what is between them, each with whether it is a symbol."""
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
