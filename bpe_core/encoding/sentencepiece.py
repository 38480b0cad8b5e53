"""SentencePiece's library with one model of the type BPE or Unigram: see `library`."""

import math
import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from bpe_core.encoding.encoded_text import Span
from bpe_core.encoding.library import (
    LibraryFacts,
    LibraryTokens,
    LibraryWord,
    check_tokens,
    library_errors_as,
)
from bpe_core.encoding.merge_rules import UNKNOWN
from bpe_core.encoding.ranks import RankRules
from bpe_core.encoding.spelling import byte_of
from bpe_core.errors import TextError, TokenizerFileError
from bpe_core.pre_tokenizers.registry import META
from bpe_core.validation import shown

CANNOT_LOAD = "SentencePiece cannot load it"
"""How the error begins if the library refuses a model."""

_MODEL_TYPES = {1: "Unigram", 2: "BPE", 3: "words", 4: "characters"}
_NORMAL, _UNKNOWN, _CONTROL, _USER_DEFINED, _BYTE = 1, 2, 3, 4, 6
_NAMED_MAPS = ("nfkc", "nfkc_cf", "nmt_nfkc", "nmt_nfkc_cf")
_FLAGS = ("add_dummy_prefix", "remove_extra_whitespaces", "escape_whitespaces")
_STATUS = re.compile(r"^[A-Z_]+: (?:src/\S+ )?")  # such as "INTERNAL: "
_MAX_WORK = 10**8  # the sum of the squared lengths of the pieces


class _Placed(NamedTuple):
    """A token of a text."""

    token_id: int
    text: str  # the piece, or the unknown characters
    start: int  # in the normalized text
    end: int
    word: int  # a user-defined symbol is a word by itself


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
        kind = _MODEL_TYPES[model.trainer_spec.model_type]
        if kind not in ("BPE", "Unigram"):
            raise TokenizerFileError(f"its model is of the type {shown(kind)}; BPE or Unigram can be read.")
        texts = [piece.piece for piece in model.pieces]
        if not_text := next((number for number, text in enumerate(texts) if not isinstance(text, str)), None):
            raise TokenizerFileError(f"its piece {not_text:,} is not UTF-8.")
        if kind == "BPE" and sum(len(text) ** 2 for text in texts) > _MAX_WORK:
            raise TokenizerFileError("its pieces are too long to find their merges.")
        self._library = SentencePieceProcessor()
        try:
            self._library.LoadFromSerializedProto(data)
        except Exception as error:
            raise TokenizerFileError(f"{CANNOT_LOAD}: {_STATUS.sub('', str(error)).rstrip('.')}.") from error
        self._texts, self._kinds = texts, [piece.type for piece in model.pieces]
        self._scores = [piece.score for piece in model.pieces]
        surface = model.trainer_spec.unk_surface
        self._unknown_surface = surface if isinstance(surface, bytes) else surface.encode()
        self.facts = self._facts(kind, model.normalizer_spec)
        """What is known of the model."""

    def _facts(self, kind: str, normalizer: Any) -> LibraryFacts:
        placed = [*zip(range(len(self._texts)), self._texts, self._kinds, strict=True)]
        in_place = _BYTE if _BYTE in self._kinds else _UNKNOWN
        maps = [normalizer.name if normalizer.name in _NAMED_MAPS else "own map of characters"]
        flags = (name for name in _FLAGS if getattr(normalizer, name))
        return LibraryFacts(
            library="sentencepiece",
            model=kind,
            vocab={text: number for number, text, _ in placed},
            added={number: text for number, text, its in placed if its == _USER_DEFINED},
            unk_token=self._texts[self._kinds.index(_UNKNOWN)],
            base=[
                number
                for number, text, its in placed
                if its == in_place or (its == _NORMAL and len(text) == 1)
            ],
            stages={"normalizer": (*(maps if normalizer.precompiled_charsmap else ()), *flags)},
            scores={n: self._scores[n] for n, _, its in placed if its in (_NORMAL, _USER_DEFINED)}
            if kind == "Unigram"
            else {},
        )

    def rules(self) -> RankRules:
        """See `Library`: two neighbours that make a piece, that with the highest score first."""
        # In the library -0.0, the score of a trainer's first piece, is less than 0.0.
        score_of = {
            text: (score, math.copysign(1, score))
            for text, score, kind in zip(self._texts, self._scores, self._kinds, strict=True)
            if kind == _NORMAL
        }
        pieces = sorted(score_of, key=score_of.__getitem__, reverse=True)
        first = {score_of[piece]: number for number, piece in reversed([*enumerate(pieces)])}
        return RankRules(
            {piece: self.facts.vocab[piece] for piece in pieces},
            {piece: first[score_of[piece]] for piece in pieces},
        )

    def encode(self, text: str, *, add_special_tokens: bool) -> LibraryTokens:
        """See `Library`; nothing is put around a text, as in the library by default."""
        made, _, places = self._placed(text)
        return LibraryTokens(
            tokens=[self._texts[each.token_id] for each in made],
            ids=[each.token_id for each in made],
            offsets=[(places[each.start], places[each.end]) for each in made],
            words=[each.word for each in made],
        )

    def words(self, text: str, number: int | None = None) -> list[LibraryWord]:
        """See `Library`."""
        made, normalized, places = self._placed(text)
        words = (list(tokens) for word, tokens in groupby(made, key=lambda each: each.word))
        asked = (tokens for tokens in words if number is None or tokens[0].word == number)
        return [self._word(tokens, normalized, places) for tokens in asked]

    def _word(self, tokens: Sequence[_Placed], normalized: str, places: Sequence[int]) -> LibraryWord:
        """A word; its symbols are the characters of pieces, and bytes and unknown characters as they are."""
        first, start, end = tokens[0], tokens[0].start, tokens[-1].end
        text, span = normalized[start:end], (places[start], places[end])
        if first.token_id in self.facts.added:
            return LibraryWord(text, span, (first.text, first.token_id))
        symbols: list[str] = []
        ids: list[int] = []
        offsets: list[Span] = []
        for token in tokens:
            is_piece = self._kinds[token.token_id] == _NORMAL
            for at, symbol in enumerate(token.text if is_piece else [self._texts[token.token_id]]):
                symbols.append(symbol)
                ids.append(self.facts.vocab.get(symbol, UNKNOWN) if is_piece else token.token_id)
                end = token.start + at + 1 if is_piece else token.end
                offsets.append((places[token.start + at], places[end]))
        return LibraryWord(text, span, None, symbols, ids, offsets)

    def _placed(self, text: str) -> tuple[list[_Placed], str, Sequence[int]]:
        """The tokens of a text, it normalized, and where each character of that was in the given one."""
        with library_errors_as(TextError, "SentencePiece cannot encode this text"):
            made = self._library.encode_as_offset_mapping(text)
            normalized, places = self._library.normalize(text, with_offsets=True)
        check_tokens(text, made["ids"])
        found: list[_Placed] = []
        start = word = bytes_left = 0
        for token_id, piece in zip(made["ids"], made["pieces"], strict=True):
            is_symbol, size = token_id in self.facts.added, len(piece)
            if found and (is_symbol or found[-1].token_id in self.facts.added):
                word += 1
            if self._kinds[token_id] == _BYTE:  # all bytes of a character have its place
                bytes_left = bytes_left or _bytes_in_all(byte_of(piece) or 0)
                bytes_left, size = bytes_left - 1, 1
            found.append(_Placed(token_id, piece, start, start + size, word))
            start += size if not bytes_left else 0
        return found, normalized, places

    def normalized(self, text: str) -> str:
        """See `Library`."""
        with library_errors_as(TextError, "SentencePiece cannot normalize this text"):
            return str(self._library.normalize(text))

    def texts_of(self, ids: Sequence[Sequence[int]]) -> list[str]:
        """See `Library`."""
        with library_errors_as(TextError, "SentencePiece cannot decode these ids"):
            return [self._library.decode(list(each)) for each in ids]

    def bytes_of(self, ids: Sequence[int]) -> list[bytes]:
        """See `Library`."""
        return list(map(self._bytes_of, ids))

    def _bytes_of(self, token_id: int) -> bytes:
        text, kind = self._texts[token_id], self._kinds[token_id]
        if kind == _CONTROL:
            return b""
        if kind == _UNKNOWN:
            return self._unknown_surface
        byte = byte_of(text) if kind == _BYTE else None
        return text.replace(META, " ").encode() if byte is None else bytes([byte])


def _bytes_in_all(first: int) -> int:
    """How many bytes a character has that begins with this one."""
    return 1 if first < 0xC0 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
