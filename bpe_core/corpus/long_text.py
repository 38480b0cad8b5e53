"""A long text kept as UTF-8 bytes and decoded piece by piece.

>>> text = Utf8Text("hug\\npüg".encode())
>>> len(text), list(text.lines())
(7, ['hug', 'püg'])

As a string, a text can take four times its bytes, in addition to them.
"""

import codecs
from collections.abc import Iterator

BLOCK_BYTES = 1_000_000
"""About this many bytes are decoded at a time."""


class Utf8Text:
    """A text as UTF-8 bytes, with or without a byte-order mark; equal and hashable by content."""

    def __init__(self, data: bytes) -> None:
        """Check the bytes; raises `UnicodeDecodeError`, whose `start` counts from the first byte."""
        self._start = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
        self._data = data
        self._characters = 0
        self.is_blank = True
        """Whether the text is nothing but whitespace."""
        for block in self.blocks():
            self._characters += len(block)
            self.is_blank = self.is_blank and not block.strip()

    @property
    def bytes(self) -> int:
        """How many bytes it has."""
        return len(self._data)

    def __len__(self) -> int:
        """How many characters it has."""
        return self._characters

    def __str__(self) -> str:
        return self._data[self._start :].decode()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Utf8Text):
            return self._data[self._start :] == other._data[other._start :]
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._data[self._start :])

    def blocks(self) -> Iterator[str]:
        """The text in blocks; a block may end between any two characters."""
        decoder = codecs.getincrementaldecoder("utf-8")()
        view = memoryview(self._data)
        for start in range(self._start, len(view), BLOCK_BYTES):
            stop = min(start + BLOCK_BYTES, len(view))
            held_back = len(decoder.getstate()[0])  # the first bytes of a character cut by the last block
            try:
                yield decoder.decode(view[start:stop], final=stop == len(view))
            except UnicodeDecodeError as error:
                error.object, shift = self._data, start - held_back
                error.start, error.end = error.start + shift, error.end + shift
                raise

    def lines(self) -> Iterator[str]:
        """The lines, as from `str.split("\\\\n")`."""
        start = self._start
        while (stop := self._data.find(b"\n", start)) != -1:
            yield self._data[start:stop].decode()
            start = stop + 1
        yield self._data[start:].decode()
