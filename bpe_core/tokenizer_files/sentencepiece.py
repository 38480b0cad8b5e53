"""Reads SentencePiece's `.model` of the type BPE, a protocol buffer.

What the library refuses is refused here too. So is what this reader does not support: pieces that are marked
as unused, and pieces made with a character that is no piece.

Field numbers are those of `sentencepiece_model.proto`.
"""

import math
import struct
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from bpe_core.config import BYTE_TOKENS
from bpe_core.encoding.sentencepiece.model import SentencePieceModel, rules_of
from bpe_core.encoding.sentencepiece.normalizer import CharacterMap, Normalizer, UserDefinedSymbols
from bpe_core.encoding.sentencepiece.tokenizer import (
    UNKNOWN_SURFACE,
    Decoder,
    Piece,
    SentencePieceTokenizer,
)
from bpe_core.errors import TokenizerFileError
from bpe_core.validation import shown

Value = TypeVar("Value", int, float, bytes)
Fields = defaultdict[int, list[Any]]
"""The fields of a protocol buffer by number; each may occur several times."""

MAX_FIELDS = 500_000
"""The most pieces and other fields of a model; published ones have up to some 260,000."""

MAX_PIECE = 1_000
"""The most characters of a piece, and of the text for an unknown one."""

_MAX_WORK = 10**8  # the sum of the squared lengths of the pieces
_FIRST_FIELD = b"\x0a"  # a piece
_MODEL_TYPES = {1: "Unigram", 2: "BPE", 3: "words", 4: "characters"}
_KINDS = {1: "normal", 2: "unknown", 3: "control", 4: "user_defined", 5: "unused", 6: "byte"}
_NAMED_MAPS = ("nfkc", "nfkc_cf", "nmt_nfkc", "nmt_nfkc_cf")
_FLAGS = {3: "add_dummy_prefix", 4: "remove_extra_whitespaces", 5: "escape_whitespaces"}


def is_sentencepiece(data: bytes) -> bool:
    """Whether a binary file may be a model."""
    return data[:1] == _FIRST_FIELD


def read_sentencepiece(data: bytes) -> SentencePieceTokenizer:
    """The tokenizer in a model; raises `TokenizerFileError`."""
    try:
        model = _fields(data)
        trainer, normalizer, denormalizer = (  # each may be split into several parts
            _fields(b"".join(part for part in model[number] if isinstance(part, bytes)))
            for number in (2, 3, 5)
        )
        entries = [_entry(*each) for each in enumerate(model[1])]
        unknown_surface = _last(trainer[44], UNKNOWN_SURFACE.encode()).decode()
    except TokenizerFileError:
        raise
    except (ValueError, LookupError, TypeError, struct.error) as error:
        raise TokenizerFileError("it is a binary file, but no SentencePiece model.") from error
    pieces = [piece for piece, _ in entries]
    kind = _choice(trainer[3], _MODEL_TYPES, "Unigram")
    if kind != "BPE":
        raise TokenizerFileError(f"its model is of the type {shown(kind)}; only 'BPE' can be read.")
    _check_pieces(pieces, has_bytes=bool(_last(trainer[35], 0)))
    if max(len(unknown_surface), *(len(piece.text) for piece in pieces)) > MAX_PIECE:
        raise TokenizerFileError(f"it has a piece of more than {MAX_PIECE:,} characters.")
    denormalizing = _character_map(denormalizer)
    flags = _flags(normalizer)
    described = [name for name, is_on in flags.items() if is_on]  # in SentencePiece's words
    if normalizer[2]:
        name = _last(normalizer[1], b"").decode(errors="replace")
        described.insert(0, name if name in _NAMED_MAPS else "own map of characters")
    return SentencePieceTokenizer(
        pieces,
        _model(entries),
        Normalizer(
            _character_map(normalizer),
            UserDefinedSymbols(_texts_of("user_defined", pieces)),
            is_suffix=bool(_last(trainer[24], 0)),
            **flags,
        ),
        Decoder(
            unknown_surface,
            flags["add_dummy_prefix"],
            flags["remove_extra_whitespaces"],
            None if denormalizing is None else Normalizer(denormalizing, **_flags(denormalizer)),
        ),
        {"normalizer": tuple(described)},
    )


def _entry(number: int, data: bytes) -> tuple[Piece, float]:
    """A piece and its score."""
    fields = _fields(data)
    try:
        text = _last(fields[1], b"").decode()
    except UnicodeDecodeError as error:
        raise TokenizerFileError(f"its piece {number:,} is not UTF-8.") from error
    return Piece(text, _choice(fields[3], _KINDS, "normal")), _last(fields[2], 0.0)


def _check_pieces(pieces: Sequence[Piece], *, has_bytes: bool) -> None:
    """Raise `TokenizerFileError` for what SentencePiece does not load, or would encode differently."""
    kinds = Counter(piece.kind for piece in pieces)
    if any(not piece.text or "\0" in piece.text for piece in pieces):
        raise TokenizerFileError("it has a piece that is empty or has a NUL.")
    [(text, times)] = Counter(piece.text for piece in pieces).most_common(1) or [("", 0)]
    if times > 1:
        raise TokenizerFileError(f"its piece {shown(text)} is there {times} times.")
    if kinds["unknown"] != 1:
        raise TokenizerFileError(f"it must have one piece for unknown characters, got {kinds['unknown']}.")
    in_bytes = {*_texts_of("byte", pieces)}
    if in_bytes != ({*BYTE_TOKENS} if has_bytes else set()):
        needed = "all 256 bytes" if has_bytes else "no bytes, since it has no byte_fallback"
        raise TokenizerFileError(f"it must have pieces for {needed}; it has {len(in_bytes)} such pieces.")
    if kinds["unused"]:
        unused = next(_texts_of("unused", pieces))
        raise TokenizerFileError(f"its piece {shown(unused)} is marked as unused; no such model can be read.")


def _model(entries: Sequence[tuple[Piece, float]]) -> SentencePieceModel:
    pieces = [piece for piece, _ in entries]
    text_of = {number: piece.text for number, piece in enumerate(pieces)}
    id_of = {text: number for number, text in text_of.items()}
    score_of = {piece.text: score for piece, score in entries if piece.kind == "normal"}
    if any(map(math.isnan, score_of.values())):
        raise TokenizerFileError("the score of a piece is no number.")
    if sum(len(text) ** 2 for text in score_of) > _MAX_WORK:
        raise TokenizerFileError("its pieces are too long to find their merges.")
    [unknown] = _texts_of("unknown", pieces)
    return SentencePieceModel(
        token_of=text_of,
        vocab={text: id_of[text] for text in score_of},
        rules=rules_of(score_of, id_of),
        unknown_id=id_of[unknown],
        byte_ids={text: id_of[text] for text in _texts_of("byte", pieces)} or None,
    )


def _texts_of(kind: str, pieces: Iterable[Piece]) -> Iterator[str]:
    return (piece.text for piece in pieces if piece.kind == kind)


def _character_map(spec: Fields) -> CharacterMap | None:
    data = _last(spec[2], b"")
    return CharacterMap(data) if data else None


def _flags(spec: Fields) -> dict[str, Any]:
    return {name: bool(_last(spec[number], 1)) for number, name in _FLAGS.items()}


def _last(values: Iterable[Any], otherwise: Value) -> Value:
    """The last value of the field's type; values of other types do not count."""
    return next((value for value in reversed([*values]) if type(value) is type(otherwise)), otherwise)


def _choice(values: Iterable[Any], names: Mapping[int, str], otherwise: str) -> str:
    """The name of the last value that has one."""
    known = [names[value] for value in values if type(value) is int and value in names]
    return known[-1] if known else otherwise


def _fields(data: bytes) -> Fields:
    """The fields of a protocol buffer: integers, floats, and bytes."""
    fields: Fields = defaultdict(list)
    place = read = 0
    while place < len(data):
        read += 1
        if read > MAX_FIELDS:
            raise TokenizerFileError(f"it has more than {MAX_FIELDS:,} pieces or other fields, the limit.")
        key, place = _varint(data, place)
        number, wire_type = key >> 3, key & 7
        if not 0 < number < 2**29:
            raise ValueError("there is no such field")
        if wire_type in (0, 2):  # an integer, or a length
            size, place = _varint(data, place)
        else:
            size = {1: 8, 5: 4}[wire_type]
        if wire_type == 0:
            fields[number].append(size)
            continue
        if place + size > len(data):
            raise ValueError("it is cut short")
        value = data[place : place + size]
        fields[number].append(struct.unpack("<f", value)[0] if wire_type == 5 else value)
        place += size
    return fields


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = data[place]
    if value < 128:
        return value, place + 1
    value = 0
    for shift in range(0, 70, 7):  # ten bytes at most
        byte = data[place]
        value |= (byte & 127) << shift
        place += 1
        if byte < 128:
            return value, place
    raise ValueError("a number is too long")
