"""The Unigram model of SentencePiece 0.2.3, which adds up scores in 32 bits.

>>> kinds = {"▁": -3.0, "hu": -2.0, "gs": -2.5, "h": -1.0}
>>> known = [ModelPiece(text, score=score) for text, score in kinds.items()]
>>> pieces = [ModelPiece("<unk>", "unknown"), *known]
>>> SentencePieceUnigram(pieces).whole("▁hugs▁hug").tokens
('▁', 'hu', 'gs', '▁', 'hu', '<unk>')
"""

from collections.abc import Sequence
from ctypes import c_float

from bpe_core.encoding.encoded_text import WordTokens
from bpe_core.encoding.piece_models import UNKNOWN_PENALTY, UnigramModel
from bpe_core.encoding.sentencepiece.library import ModelPiece
from bpe_core.encoding.spelling import byte_tokens
from bpe_core.pre_tokenizers.registry import META

_MOST = (2 - 2.0**-23) * 2.0**127  # that 32 bits can hold


class SentencePieceUnigram(UnigramModel):
    """Spans are in characters. A user-defined symbol has a score by its length in bytes, not its own."""

    def __init__(self, pieces: Sequence[ModelPiece]) -> None:
        """The pieces by id; raises `TokenizerFileError` if one is too long."""
        normal = {piece.text: piece.score for piece in pieces if piece.kind == "normal"}
        lowest = min([*normal.values(), _MOST])
        symbols = [piece.text for piece in pieces if piece.kind == "user_defined"]
        token_of = dict(enumerate(piece.text for piece in pieces))
        [unknown_id] = (number for number, piece in enumerate(pieces) if piece.kind == "unknown")
        self.byte_ids = {piece.text: number for number, piece in enumerate(pieces) if piece.kind == "byte"}
        super().__init__(
            token_of,
            normal | {text: c_float(0.1 * (len(text.encode()) - 1)).value for text in symbols},
            unknown_id,
            c_float(lowest - UNKNOWN_PENALTY).value,
            byte_fallback=bool(self.byte_ids),
        )

    def _tokens(self, text: str) -> WordTokens:
        """The tokens of a piece, or of unknown characters: the unknown token, or the bytes of each."""
        token_id = self.vocab.get(text)
        if token_id is not None:
            return WordTokens((text,), (token_id,), ((0, len(text)),), ())
        if not self.byte_fallback:
            return WordTokens((str(self.unk_token),), (self._unknown_id(),), ((0, len(text)),), tuple(text))
        placed = [
            (byte, (at, at + 1)) for at, character in enumerate(text) for byte in byte_tokens(character)
        ]
        tokens, spans = zip(*placed, strict=True)
        return WordTokens(tokens, tuple(map(self.byte_ids.__getitem__, tokens)), spans, ())

    def _part_starts(self, tokens: Sequence[str]) -> tuple[int, ...]:
        """A text is one word: parts begin where its words do."""
        return (0, *(at for at, token in enumerate(tokens) if at and token.startswith(META)))

    def _rounded(self, score: float) -> float:
        return c_float(score).value
