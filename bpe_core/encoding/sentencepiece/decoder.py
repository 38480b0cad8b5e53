"""How SentencePiece turns ids into text, after `SentencePieceProcessor::Decode` in its source.

>>> Decoder().text_of([Piece("▁h"), Piece("ug"), Piece("<0xC3>", "byte"), Piece("<0xA9>", "byte")])
'hugé'
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from bpe_core.encoding.sentencepiece.normalizer import Normalizer
from bpe_core.encoding.spelling import byte_of
from bpe_core.pre_tokenizers.registry import META

UNKNOWN_SURFACE = " ⁇ "
"""The default text of an unknown token."""


class Piece(NamedTuple):
    """A piece of a model, and its kind."""

    text: str
    """The text of the piece."""

    kind: str = "normal"
    """Normal, user-defined, unknown, control or byte."""


@dataclass(frozen=True)
class Decoder:
    """How one model decodes."""

    unknown_surface: str = UNKNOWN_SURFACE
    """The text of an unknown token."""

    add_dummy_prefix: bool = True
    """Whether the first piece loses the space that was added before the text."""

    remove_extra_whitespaces: bool = True
    """Whether pieces lose the space they begin with, as long as there is no text before them."""

    denormalizer: Normalizer | None = None
    """Changes the text in the end."""

    def text_of(self, pieces: Sequence[Piece]) -> str:
        """The text of some pieces; raises `TextError` if the character map is broken."""
        parts: list[str] = []
        at_start = True
        for is_byte, run in groupby(pieces, key=lambda piece: piece.kind == "byte"):
            if is_byte:
                parts.append(_text_in_bytes(bytes(byte_of(piece.text) or 0 for piece in run)))
                at_start = False
                continue
            for piece in run:
                part, has_lost = self._text_of_one(piece, at_start)
                at_start = at_start and not has_lost and not part
                parts.append(part)
        text = "".join(parts)
        return text if self.denormalizer is None else self.denormalizer.normalize(text)[0]

    def bytes_of(self, piece: Piece) -> bytes:
        """The bytes that a piece adds to a text when it is not the first."""
        byte = byte_of(piece.text) if piece.kind == "byte" else None
        return self._text_of_one(piece, at_start=False)[0].encode() if byte is None else bytes([byte])

    def _text_of_one(self, piece: Piece, at_start: bool) -> tuple[str, bool]:
        """The text of a piece, and whether it has lost the space before the text."""
        if piece.kind == "control":
            return "", False
        if piece.kind == "unknown":
            return self.unknown_surface, False
        text, has_lost = piece.text, False
        if at_start and (self.add_dummy_prefix or self.remove_extra_whitespaces):
            text = text.removeprefix(META)
            has_lost = text != piece.text and not self.remove_extra_whitespaces
        return text.replace(META, " "), has_lost


def _text_in_bytes(data: bytes) -> str:
    """Bytes read as UTF-8; each invalid byte becomes U+FFFD."""
    text = data.decode(errors="surrogateescape")
    return re.sub("[\udc80-\udcff]", "\N{REPLACEMENT CHARACTER}", text)
