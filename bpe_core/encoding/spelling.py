"""How words and symbols are spelled: in base symbols, in bytes, with or without the boundary marker."""

from dataclasses import dataclass, field

from bpe_core.config import BYTE_TOKENS, BPEConfig
from bpe_core.symbol_texts import BYTE_CHARACTERS

_BYTE_OF = {token: byte for byte, token in enumerate(BYTE_TOKENS)}


@dataclass(frozen=True, slots=True)
class SpelledWord:
    """A word in base symbols."""

    symbols: list[int] = field(default_factory=list)
    """The id of each symbol; `merge_rules.UNKNOWN` if it has none."""

    texts: list[str] = field(default_factory=list)
    """How each symbol is printed."""

    spans: list[tuple[int, int]] = field(default_factory=list)
    """The characters of the word that each symbol touches, as (start, end); with a `BPEModel`, its bytes."""

    unknown: list[str] = field(default_factory=list)
    """The unknown symbols, as printed, except those written as bytes."""

    def add(self, symbol: int, text: str, span: tuple[int, int]) -> None:
        """Add a symbol at the end."""
        self.symbols.append(symbol)
        self.texts.append(text)
        self.spans.append(span)


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
    return _as_bytes(word) if config.alphabet == "bytes" else word


def with_marker(literal: str, is_marked: bool, config: BPEConfig) -> str:
    """A symbol's text with the boundary marker, and without escapes for look-alikes."""
    if not is_marked:
        return literal
    is_prefix = config.word_boundary in ("start_prefix", "inside_prefix")
    return config.marker + literal if is_prefix else literal + config.marker


def printed_as_bytes(text: str, config: BPEConfig, *, is_marked: bool) -> str:
    """A symbol of characters, printed as in the byte alphabet; the boundary marker stays as it is.

    >>> printed_as_bytes(" né</w>", BPEConfig(word_boundary="end_suffix"), is_marked=True)
    'ĠnÃ©</w>'
    """
    marker = config.marker if is_marked else ""
    if config.word_boundary in ("start_prefix", "inside_prefix"):
        return marker + _as_bytes(text.removeprefix(marker))
    return _as_bytes(text.removesuffix(marker)) + marker


def _as_bytes(text: str) -> str:
    return "".join(BYTE_CHARACTERS[byte] for byte in text.encode())
