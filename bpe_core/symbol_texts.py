"""How symbols are printed, and what tie-breaks compare.

In: the part of the corpus that a symbol stands for, and whether it has the word-boundary marker. Out: a text
that no other symbol has, or the text that the tie-breaks compare.

>>> from bpe_core.config import BPEConfig
>>> printer = SymbolPrinter(BPEConfig(word_boundary="end_suffix"))
>>> printer.printed("ug", marked=True), printer.printed("ug</w>", marked=False)
('ug</w>', 'ug<\\\\/w>')
"""

import re
from collections.abc import Iterator
from itertools import chain

from bpe_core.config import BPEConfig


def _printable_bytes() -> tuple[str, ...]:
    """GPT-2's character for each byte: itself where it prints, else one from U+0100 on (openai/gpt-2)."""
    prints = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    spare = iter(range(0x100, 0x200))
    return tuple(chr(byte if byte in prints else next(spare)) for byte in range(256))


BYTE_CHARACTERS = _printable_bytes()
"""The printable character for each of the 256 byte values: a space is `Ġ`, a newline `Ċ`."""

BYTE_OF_CHARACTER = {character: byte for byte, character in enumerate(BYTE_CHARACTERS)}
"""The way back: the byte value that a printable character stands for."""


class SymbolPrinter:
    """Prints symbols so that no two print alike, and says what tie-breaks compare.

    Corpus text that ends like a marked symbol (or, for a prefix, begins like one), and any symbol that would
    print like a special or byte token, gets an escape character after the look-alike's first character:
    `<\\/w>`. The same text with escape characters of its own gets one more, so that different texts stay
    different.
    """

    def __init__(self, config: BPEConfig) -> None:
        self._marker = config.marker
        self._is_prefix = config.word_boundary == "start_prefix"
        self._is_bytes = config.alphabet == "bytes"
        names = [*config.leading_tokens, *([config.unk_token] if config.unk_token else [])]
        # A character that is in none of the texts to be told apart; only then is one look-alike not another.
        told_apart = {*self._marker, *chain.from_iterable(names)}
        self._escape = next(character for character in _escapes() if character not in told_apart)
        self._like_marked = self._look_alike_of_marked()
        self._names = frozenset(names)
        self.longest_addition = len(self._marker) + 2
        """By how much a printed symbol can be longer than its base symbols are many."""
        self.marker_key_length = len(self.compared("", marked=True))
        """How many characters the marker adds to what tie-breaks compare."""

    def printed(self, literal: str, marked: bool) -> str:
        """How a symbol with this corpus text is printed."""
        text = literal
        if marked:
            text = self._with_marker(text, self._marker)
        elif self._like_marked is not None:
            text = self._like_marked.sub(self._one_more, text)
        # A look-up: one regular expression of all names took milliseconds a symbol for thousands of them.
        if self._names and text[:1] + text[1:].lstrip(self._escape) in self._names:
            text = f"{text[0]}{self._escape}{text[1:]}"
        return text

    def printed_start(self, start: str, marked: bool) -> str:
        """How a symbol whose corpus text begins like this, and goes on, is printed as far as that."""
        return self.printed(start, marked) if self._is_prefix else start

    def compared(self, literal: str, marked: bool) -> str:
        """What tie-breaks compare: with the byte alphabet, the characters whose code points are the bytes."""
        if not self._is_bytes:
            return self._with_marker(literal, self._marker) if marked else literal
        # Latin-1 text compares as its bytes do. The marker is UTF-8 as everything else.
        raw = "".join(chr(BYTE_OF_CHARACTER[character]) for character in literal)
        return self._with_marker(raw, self._marker.encode().decode("latin-1")) if marked else raw

    def _with_marker(self, text: str, marker: str) -> str:
        return marker + text if self._is_prefix else text + marker

    def _one_more(self, match: re.Match[str]) -> str:
        place = match.end("head") - match.start()
        return f"{match[0][:place]}{self._escape}{match[0][place:]}"

    def _look_alike_of_marked(self) -> re.Pattern[str] | None:
        if not self._marker:
            return None
        cut = len(self._marker) - 1 if self._is_prefix else 1
        head, tail = re.escape(self._marker[:cut]), re.escape(self._marker[cut:])
        look_alike = rf"(?P<head>{head}){re.escape(self._escape)}*{tail}"
        return re.compile(rf"\A{look_alike}" if self._is_prefix else rf"{look_alike}\Z")


def _escapes() -> Iterator[str]:
    yield from "\\/|~^"
    yield from map(chr, range(0x2460, 0xD800))  # ①, ②, ... if somebody used all of those
    yield from map(chr, range(0x10000, 0x110000))
