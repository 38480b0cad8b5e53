"""What SentencePiece's own library does with a model: it loads it, changes and cuts a text, and decodes ids.

It may be in another process: see `hosting`. A model must be of the type BPE or Unigram.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bpe_core.encoding.library_refusals import library_errors_as
from bpe_core.errors import TextError, TokenizerFileError
from bpe_core.validation import shown

CANNOT_LOAD = "SentencePiece cannot load it"
"""How the error begins if the library refuses a model."""

_MODEL_TYPES = {1: "Unigram", 2: "BPE", 3: "words", 4: "characters"}
_KINDS = {1: "normal", 2: "unknown", 3: "control", 4: "user_defined", 5: "unused", 6: "byte"}
_NAMED_MAPS = ("nfkc", "nfkc_cf", "nmt_nfkc", "nmt_nfkc_cf")
_FLAGS = ("add_dummy_prefix", "remove_extra_whitespaces", "escape_whitespaces")
_STATUS = re.compile(r"^[A-Z_]+: (?:src/\S+ )?")  # such as "INTERNAL: "


class ModelPiece(NamedTuple):
    """A piece of a model."""

    text: str
    """The text of the piece."""

    kind: str = "normal"
    """Normal, user_defined, unknown, control, unused or byte."""

    score: float = 0.0
    """Pieces with higher scores are made first."""


class ModelFacts(NamedTuple):
    """What the library knows of a model once it is loaded."""

    kind: str
    """"BPE" or "Unigram"."""

    pieces: list[ModelPiece]
    """The pieces, by id."""

    normalizer: tuple[str, ...]
    """What the normalizer does, in SentencePiece's words: its map of characters and its flags."""

    unknown_surface: bytes
    """What an unknown token is decoded to."""


class RewrittenWord(NamedTuple):
    """A user-defined symbol, or the text between two of them."""

    text: str
    """The text, normalized."""

    start: int
    """Where it begins in the normalized text."""

    is_symbol: bool
    """Whether it is a user-defined symbol, which is one token wherever it occurs."""


class SentencePieceLibrary:
    """One model in the library; several threads may use it."""

    def __init__(self, data: bytes) -> None:
        """Raises `TokenizerFileError`, with the library's reason, if it cannot load the model."""
        try:
            from google.protobuf.message import DecodeError
            from sentencepiece import SentencePieceProcessor
            from sentencepiece.sentencepiece_model_pb2 import ModelProto
        except ImportError as error:
            raise TokenizerFileError(
                "SentencePiece's models need two packages: pip install sentencepiece protobuf."
            ) from error
        try:
            model = ModelProto.FromString(data)
        except DecodeError as error:
            raise TokenizerFileError("it is a binary file, but no SentencePiece model.") from error
        self.facts = _facts(model)
        """What is known of the model."""
        self._library = SentencePieceProcessor()
        try:
            self._library.LoadFromSerializedProto(data)
        except Exception as error:
            raise TokenizerFileError(f"{CANNOT_LOAD}: {_STATUS.sub('', str(error)).rstrip('.')}.") from error
        self._symbols = {
            number: piece.text
            for number, piece in enumerate(self.facts.pieces)
            if piece.kind == "user_defined" and self.facts.kind == "BPE"
        }

    def normalized(self, text: str) -> str:
        """A text as the model changes it; raises `TextError`."""
        return self._rewritten(text)[0]

    def cut(self, text: str) -> tuple[list[RewrittenWord], Sequence[int]]:
        """A text, normalized and, for BPE, cut at user-defined symbols; raises `TextError`.

        With it, where each character of the normalized text was in the given one, and the end of the last.
        """
        normalized, places = self._rewritten(text)
        return list(self._words(normalized, self.encode(text) if self._symbols else [])), places

    def encode(self, text: str) -> list[int]:
        """The ids of a text; raises `TextError`."""
        with library_errors_as(TextError, "SentencePiece cannot cut this text"):
            ids: list[int] = self._library.encode(text)
        return ids

    def decode(self, ids: Sequence[int]) -> str:
        """The text of ids; raises `TextError`."""
        with library_errors_as(TextError, "SentencePiece cannot decode these ids"):
            text: str = self._library.decode(ids)
        return text

    def _rewritten(self, text: str) -> tuple[str, Sequence[int]]:
        with library_errors_as(TextError, "SentencePiece cannot normalize this text"):
            rewritten: tuple[str, Sequence[int]] = self._library.normalize(text, with_offsets=True)
        return rewritten

    def _words(self, normalized: str, ids: Sequence[int]) -> Iterator[RewrittenWord]:
        end = 0
        for symbol in (self._symbols[token_id] for token_id in ids if token_id in self._symbols):
            start = normalized.index(symbol, end)  # the library looks for symbols at each place too
            if end < start:
                yield RewrittenWord(normalized[end:start], end, is_symbol=False)
            yield RewrittenWord(symbol, start, is_symbol=True)
            end = start + len(symbol)
        if end < len(normalized):
            yield RewrittenWord(normalized[end:], end, is_symbol=False)


def _facts(model: Any) -> ModelFacts:
    """What the message of a model, as protobuf reads it, says; raises `TokenizerFileError`."""
    kind = _MODEL_TYPES[model.trainer_spec.model_type]
    if kind not in ("BPE", "Unigram"):
        raise TokenizerFileError(f"its model is of the type {shown(kind)}; BPE or Unigram can be read.")
    pieces = []
    for number, piece in enumerate(model.pieces):
        if not isinstance(piece.piece, str):
            raise TokenizerFileError(f"its piece {number:,} is not UTF-8.")
        pieces.append(ModelPiece(piece.piece, _KINDS[piece.type], piece.score))
    spec, surface = model.normalizer_spec, model.trainer_spec.unk_surface
    maps = [spec.name if spec.name in _NAMED_MAPS else "own map of characters"]
    flags = (name for name in _FLAGS if getattr(spec, name))
    return ModelFacts(
        kind,
        pieces,
        (*(maps if spec.precompiled_charsmap else ()), *flags),
        surface if isinstance(surface, bytes) else surface.encode(),
    )
