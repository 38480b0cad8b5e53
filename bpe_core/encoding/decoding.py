"""Turns tokens back into text.

>>> from bpe_core.config import BPEConfig
>>> hug, pug = TokenText("hug", is_marked=True), TokenText("pug", is_marked=True)
>>> text_of([hug, pug], BPEConfig(word_boundary="end_symbol"))
'hug pug'
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from bpe_core.config import BPEConfig
from bpe_core.pre_tokenizers.registry import META, PRE_TOKENIZERS
from bpe_core.symbol_texts import BYTE_CHARACTERS, BYTE_OF_CHARACTER


class TokenText(NamedTuple):
    """What one token stands for."""

    text: str
    """Its text without the marker; with the byte alphabet, its bytes as printable characters."""

    is_marked: bool = False
    """Whether it has the word-boundary marker."""

    is_literal: bool = False
    """Whether its text is written as it is: a special token, or the sign of an unknown symbol."""

    byte: int | None = None
    """The byte that it stands for instead of a text, if unknown symbols are written as bytes."""


UNKNOWN_TEXT = TokenText("\N{REPLACEMENT CHARACTER}", is_literal=True)
"""Stands for a token without an id."""


def text_of(tokens: Sequence[TokenText], config: BPEConfig) -> str:
    """The text of some tokens; `BPETokenizer.decode` describes what becomes of markers and broken bytes."""
    if config.word_boundary == "inside_prefix":  # what goes on a word is marked, and all else begins one
        text = "".join(_with_space(token, config) for token in tokens)
        is_meta = PRE_TOKENIZERS[config.pre_tokenizer].space == META
        return text.removeprefix(META).replace(META, " ") if is_meta else text.removeprefix(_space(config))
    tokens = list(_with_bytes_read(tokens, config))
    parts: list[str] = []
    for is_literal, run in groupby(tokens, key=attrgetter("is_literal")):
        if is_literal:
            parts.append("".join(token.text for token in run))
            continue
        first, *others = run
        text = "".join(_with_space(token, config) for token in (first, *others))
        if not parts and first.is_marked and _is_prefix(config):
            text = text[len(_space(config)) :]  # a marker is a space, but not at the start
        if config.alphabet == "bytes":
            text = bytes(map(BYTE_OF_CHARACTER.__getitem__, text)).decode("utf-8", errors="replace")
        if PRE_TOKENIZERS[config.pre_tokenizer].space == META:
            text = text if parts else text.removeprefix(META)
            text = text.replace(META, " ")
        parts.append(text)
    text = "".join(parts)
    ends_with_space = tokens and tokens[-1].is_marked and _space(config) and not _is_prefix(config)
    return text[:-1] if ends_with_space else text


def bytes_of(token: TokenText, config: BPEConfig) -> bytes:
    """The bytes that one token adds to a text, perhaps only a part of a character; a marker is a space.

    >>> bytes_of(TokenText("hug", is_marked=True), BPEConfig(word_boundary="end_symbol"))
    b'hug '
    """
    if token.byte is not None:
        return bytes([token.byte])
    if token.is_literal:
        return token.text.encode()
    text = _with_space(token, config)
    is_bytes = config.alphabet == "bytes"
    written = bytes(map(BYTE_OF_CHARACTER.__getitem__, text)) if is_bytes else text.encode()
    is_meta = PRE_TOKENIZERS[config.pre_tokenizer].space == META
    return written.replace(META.encode(), b" ") if is_meta else written


def _with_bytes_read(tokens: Iterable[TokenText], config: BPEConfig) -> Iterator[TokenText]:
    """The tokens with each run of bytes turned into text, with the marker that the unknown symbol had."""
    for is_byte, run in groupby(tokens, key=lambda token: token.byte is not None):
        if not is_byte:
            yield from run
            continue
        text = bytes(token.byte for token in run if token.byte is not None).decode(errors="replace")
        parts = text.split(config.marker) if config.marker else [text]
        without = 0 if _is_prefix(config) else len(parts) - 1
        for place, part in enumerate(parts):
            if part or place != without:
                yield TokenText(part, is_marked=place != without)


def _with_space(token: TokenText, config: BPEConfig) -> str:
    if config.word_boundary == "inside_prefix":
        return token.text if token.is_marked else _space(config) + token.text
    if not token.is_marked:
        return token.text
    return _space(config) + token.text if _is_prefix(config) else token.text + _space(config)


def _is_prefix(config: BPEConfig) -> bool:
    return config.word_boundary == "start_prefix"


def _space(config: BPEConfig) -> str:
    """What a marker becomes: nothing if the words of the text contain its spaces."""
    if PRE_TOKENIZERS[config.pre_tokenizer].space:
        return ""
    return BYTE_CHARACTERS[ord(" ")] if config.alphabet == "bytes" else " "
