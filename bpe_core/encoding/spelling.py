"""Spell one word in the base symbols of a tokenizer, and do with unknown symbols what the config says.

In: a word. Out: a `SpelledWord`, what the merge rules begin with.

>>> from bpe_core.config import BPEConfig
>>> config = BPEConfig(unknown="unk", unk_token="[UNK]", fuse_unk=True)
>>> speller = Speller(SymbolTable(map(ord, "gu"), config), config)
>>> spelled = speller.spell("thug")
>>> spelled.symbols, spelled.texts, spelled.spans, spelled.unknown
([-1, 1, 0], ['[UNK]', 'u', 'g'], [(0, 2), (2, 3), (3, 4)], ('t', 'h'))
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bpe_core.config import BYTE_TOKENS, BPEConfig
from bpe_core.encoding.merge_rules import UNKNOWN
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_core.symbols import SymbolTable, code_text, word_codes

_BYTE_OF = {token: byte for byte, token in enumerate(BYTE_TOKENS)}


@dataclass(frozen=True, slots=True)
class SpelledWord:
    """A word in base symbols."""

    symbols: list[int]
    """The number of each symbol, or `UNKNOWN` for one that stands for an unknown symbol."""

    texts: list[str]
    """How each of them is printed."""

    spans: list[tuple[int, int]]
    """The characters of the word that each of them touches, as (start, end); of a `BPEModel`, its bytes."""

    unknown: tuple[str, ...]
    """The unknown symbols met, as they are printed, but for those that are written as bytes."""

    def add(self, symbol: int, text: str, span: tuple[int, int]) -> None:
        """Add a symbol at the end."""
        self.symbols.append(symbol)
        self.texts.append(text)
        self.spans.append(span)


class Speller:
    """Spells words for one symbol table."""

    def __init__(self, table: SymbolTable, config: BPEConfig) -> None:
        self._config = config
        self._symbol_of_code = table.symbol_of_code
        self._texts = [table.text(symbol) for symbol in range(table.base_size)]
        self._unknown_texts: dict[int, str] = {}
        self._bytes: dict[int, list[str]] = {}

    def spell(self, word: str) -> SpelledWord:
        """Spell a word; as in Hugging Face, the neighbours of a dropped symbol become neighbours."""
        codes, places = word_codes(word, self._config), list(self._code_spans(word))
        known = [self._symbol_of_code.get(code, UNKNOWN) for code in codes]
        if UNKNOWN not in known:
            return SpelledWord(known, list(map(self._texts.__getitem__, known)), places, ())
        symbols: list[int] = []
        texts: list[str] = []
        spans: list[tuple[int, int]] = []
        unknown: list[str] = []
        policy = self._config.unknown
        for code, symbol, span in zip(codes, known, places, strict=True):
            if symbol != UNKNOWN:
                texts.append(self._texts[symbol])
            elif policy == "bytes":
                tokens = self._bytes_of(code)
                symbols += [UNKNOWN] * len(tokens)
                texts += tokens
                spans += [span] * len(tokens)
                continue
            else:
                unknown.append(self._unknown_text(code))
                if policy == "drop":
                    continue
                if policy == "unk" and self._config.fuse_unk and symbols[-1:] == [UNKNOWN]:
                    spans[-1] = spans[-1][0], span[1]
                    continue
                texts.append(unknown[-1] if policy == "keep" else str(self._config.unk_token))
            symbols.append(symbol)
            spans.append(span)
        return SpelledWord(symbols, texts, spans, tuple(unknown))

    def _code_spans(self, word: str) -> Iterator[tuple[int, int]]:
        """The characters that each base symbol of a word touches."""
        for position, character in enumerate(word):
            for _ in range(len(character.encode()) if self._config.alphabet == "bytes" else 1):
                yield position, position + 1
        if self._config.word_boundary == "end_symbol":
            yield len(word), len(word)

    def _unknown_text(self, code: int) -> str:
        if code not in self._unknown_texts:
            self._unknown_texts[code] = code_text(code, self._config)
        return self._unknown_texts[code]

    def _bytes_of(self, code: int) -> list[str]:
        if code not in self._bytes:
            table = SymbolTable([code], self._config)
            self._bytes[code] = byte_tokens(with_marker(table.literal(0), table.is_marked(0), self._config))
        return self._bytes[code]


def byte_tokens(text: str) -> list[str]:
    """The tokens of the bytes of a text.

    >>> byte_tokens("é")
    ['<0xC3>', '<0xA9>']
    """
    return [BYTE_TOKENS[byte] for byte in text.encode()]


def byte_of(token: str) -> int | None:
    """The byte that a token such as `<0xC3>` stands for; None for another token."""
    return _BYTE_OF.get(token)


def printed_word(word: str, config: BPEConfig) -> str:
    """A word as its base symbols are printed, without the boundary marker.

    >>> printed_word(" né", BPEConfig()), printed_word(" né", BPEConfig(alphabet="bytes"))
    (' né', 'ĠnÃ©')
    """
    if config.alphabet != "bytes":
        return word
    return _as_bytes(word)


def with_marker(literal: str, is_marked: bool, config: BPEConfig) -> str:
    """A symbol's text with the boundary marker as it is written, and nothing that tells look-alikes apart."""
    if not is_marked:
        return literal
    return config.marker + literal if config.word_boundary == "start_prefix" else literal + config.marker


def plain_tokens(table: SymbolTable, config: BPEConfig) -> dict[str, str]:
    r"""Token -> its text without the backslash that tells text from a marker or other token (`<\/w>`).

    Special and byte tokens, base symbols and what the merges make are in it, in this order.
    """
    plain = {token: token for token in config.leading_tokens}
    for symbol in range(len(table)):
        plain[table.text(symbol)] = with_marker(table.literal(symbol), table.is_marked(symbol), config)
    return plain


def printed_as_bytes(text: str, config: BPEConfig, *, is_marked: bool) -> str:
    """A symbol printed in characters, as the byte alphabet prints it; the boundary marker stays as written.

    >>> printed_as_bytes(" né</w>", BPEConfig(word_boundary="end_suffix"), is_marked=True)
    'ĠnÃ©</w>'
    """
    marker = config.marker if is_marked else ""
    if config.word_boundary == "start_prefix":
        return marker + _as_bytes(text.removeprefix(marker))
    return _as_bytes(text.removesuffix(marker)) + marker


def _as_bytes(text: str) -> str:
    return "".join(BYTE_CHARACTERS[byte] for byte in text.encode())
