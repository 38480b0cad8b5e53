"""How symbols are printed, and which texts the tie-breaks compare. No two symbols are printed alike.

>>> from bpe_core.config import BPEConfig
>>> printer = SymbolPrinter(BPEConfig(word_boundary="end_suffix"))
>>> printer.printed("ug", marked=True), printer.printed("ug</w>", marked=False)
('ug</w>', 'ug<\\\\/w>')
"""

import re
from itertools import chain

from bpe_core.config import BPEConfig

_PRINTS = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
_spare = iter(range(0x100, 0x200))
BYTE_CHARACTERS = tuple(chr(byte if byte in _PRINTS else next(_spare)) for byte in range(256))
"""GPT-2's character for each byte value: its own if printable, else one from U+0100 on; a space is `Ġ`."""

BYTE_OF_CHARACTER = {character: byte for byte, character in enumerate(BYTE_CHARACTERS)}
"""The reverse: the byte value of each printable character."""


class SymbolPrinter:
    """Prints symbols so that no two look alike, and says which texts tie-breaks compare.

    A text in the corpus may end like a marked symbol (or begin like one, if the marker is a prefix), or look
    like a special or byte token. Then an escape character follows the first character of the look-alike:
    `<\\/w>`. If the text has such escape characters itself, it gets one more, so that different texts stay
    different.
    """

    def __init__(self, config: BPEConfig) -> None:
        self._marker = config.marker
        self._is_prefix = config.word_boundary in ("start_prefix", "inside_prefix")
        self._is_bytes = config.alphabet == "bytes"
        names = [*config.leading_tokens, *([config.unk_token] if config.unk_token else [])]
        # The escape must not occur in the texts to tell apart, or one look-alike could equal another.
        told_apart = {*self._marker, *chain.from_iterable(names)}
        more = map(chr, chain(range(0x2460, 0xD800), range(0x10000, 0x110000)))  # ①, ② ... if a name has all
        self._escape = next(each for each in chain("\\/|~^", more) if each not in told_apart)
        self._like_marked: re.Pattern[str] | None = None
        if self._marker:
            place = len(self._marker) - 1 if self._is_prefix else 1
            head, tail = re.escape(self._marker[:place]), re.escape(self._marker[place:])
            look_alike = rf"(?P<head>{head})(?P<tail>{re.escape(self._escape)}*{tail})"
            self._like_marked = re.compile(rf"\A{look_alike}" if self._is_prefix else rf"{look_alike}\Z")
        self._names = frozenset(names)
        self.longest_addition = len(self._marker) + 2
        """How many characters a printed symbol can have beyond those of its base symbols."""
        self.marker_key_length = len(self.compared("", marked=True))
        """How many characters the marker adds to the compared text."""

    def printed(self, literal: str, marked: bool) -> str:
        """How a symbol with this corpus text is printed."""
        text = literal
        if marked:
            text = self._with_marker(text, self._marker)
        elif self._like_marked is not None:
            text = self._like_marked.sub(lambda found: found["head"] + self._escape + found["tail"], text)
        # A look-up: a regular expression of thousands of names took milliseconds for each symbol.
        if self._names and text[:1] + text[1:].lstrip(self._escape) in self._names:
            text = f"{text[0]}{self._escape}{text[1:]}"
        return text

    def printed_start(self, start: str, marked: bool) -> str:
        """How the beginning of a symbol is printed, if its corpus text begins like this and goes on."""
        return self.printed(start, marked) if self._is_prefix else start

    def compared(self, literal: str, marked: bool) -> str:
        """What tie-breaks compare; with the byte alphabet, characters whose code points are the bytes."""
        if not self._is_bytes:
            return self._with_marker(literal, self._marker) if marked else literal
        # Latin-1 text compares as its bytes do. The marker is UTF-8 like everything else.
        raw = "".join(chr(BYTE_OF_CHARACTER[character]) for character in literal)
        return self._with_marker(raw, self._marker.encode().decode("latin-1")) if marked else raw

    def _with_marker(self, text: str, marker: str) -> str:
        return marker + text if self._is_prefix else text + marker
