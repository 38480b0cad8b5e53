"""Read SentencePiece's `.model` of the type BPE, as a `tokenizer.json` that says the same.

In: the bytes of the file, a protocol buffer. Out: the JSON object of a `tokenizer.json`: what is replaced and
put in front of a text, the pieces with their ids, and merge rules. SentencePiece joins the neighbours whose
piece has the highest score, so every way to cut a piece into two others is a rule, in the order of scores.

Field numbers are those of `sentencepiece_model.proto`.
"""

import base64
import re
import struct
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from bpe_core.errors import TokenizerFileError
from bpe_core.validation import shown

Fields = defaultdict[int, list[Any]]
"""The fields of a protocol buffer by number; each may stand there several times."""

META, UNKNOWN_SURFACE = "▁", " ⁇ "
_MAX_WORK = 10**8  # the sum of the squared lengths of the pieces
_FIRST_FIELD = b"\x0a"  # a piece
_MODEL_TYPES = {1: "Unigram", 2: "BPE", 3: "words", 4: "characters"}
_NORMAL, _UNKNOWN, _USER_DEFINED, _BYTE = 1, 2, 4, 6


def is_sentencepiece(data: bytes) -> bool:
    """Whether a binary file may be a model."""
    return data[:1] == _FIRST_FIELD


def tokenizer_json_of(data: bytes) -> dict[str, Any]:
    """The `tokenizer.json` that says what a model says; raises `TokenizerFileError`."""
    try:
        model = _message(data)
        pieces = [_message(piece) for piece in model[1]]
        trainer = _message(model[2][0]) if model[2] else defaultdict(list)
        normalizer = _message(model[3][0]) if model[3] else defaultdict(list)
        texts = [piece[1][0].decode() for piece in pieces]
        kinds = [_last(piece[3], _NORMAL) for piece in pieces]
        scores = [struct.unpack("<f", _last(piece[2], b"\0\0\0\0"))[0] for piece in pieces]
        normalizers = list(_normalizers(normalizer))
    except (ValueError, LookupError, TypeError, AttributeError, struct.error) as error:
        raise TokenizerFileError("it is a binary file, but no SentencePiece model.") from error
    kind = _MODEL_TYPES.get(_last(trainer[3], 1), "unknown")
    if kind != "BPE":
        raise TokenizerFileError(f"its model is of the type {shown(kind)}; only 'BPE' can be read.")
    if _last(trainer[24], 0):
        raise TokenizerFileError("treat_whitespace_as_suffix cannot be represented.")
    if sum(len(text) ** 2 for text in texts) > _MAX_WORK:
        raise TokenizerFileError("its pieces are too long to find their merges.")
    if _UNKNOWN not in kinds or "" in texts:
        raise TokenizerFileError("it has no piece for unknown characters, or an empty one.")
    pieces_of = {
        kind: [text for text, its in zip(texts, kinds, strict=True) if its == kind] for kind in set(kinds)
    }
    score_of = {text: score for text, score, its in zip(texts, scores, kinds, strict=True) if its == _NORMAL}
    unknown = pieces_of[_UNKNOWN][0]
    return {
        "version": "1.0",
        "added_tokens": [],
        "normalizer": {"type": "Sequence", "normalizers": normalizers},
        "pre_tokenizer": _isolated(pieces_of.get(_USER_DEFINED, [])),
        "post_processor": None,
        "decoder": {"type": "Sequence", "decoders": list(_decoders(normalizer, unknown))},
        "model": {
            "type": "BPE",
            "unk_token": unknown,
            "fuse_unk": True,
            "byte_fallback": _BYTE in kinds,
            "ignore_merges": _USER_DEFINED in kinds,  # those are pieces that no rule makes
            "vocab": {text: number for number, text in enumerate(texts)},
            "merges": _merges(score_of),
        },
    }


def _merges(score_of: dict[str, float]) -> list[list[str]]:
    """Every way to make a piece of two others, pieces with higher scores first."""
    return [
        [piece[:cut], piece[cut:]]
        for piece in sorted(score_of, key=score_of.__getitem__, reverse=True)
        for cut in range(1, len(piece))
        if piece[:cut] in score_of and piece[cut:] in score_of
    ]


def _normalizers(spec: Fields) -> Iterator[dict[str, Any]]:
    if charsmap := _last(spec[2], b""):
        yield {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(charsmap).decode()}
    if _last(spec[4], 1):  # remove_extra_whitespaces
        yield {"type": "Strip", "strip_left": True, "strip_right": True}
        yield {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}
    if _last(spec[3], 1):  # add_dummy_prefix
        yield {"type": "Prepend", "prepend": META}
    yield {"type": "Replace", "pattern": {"String": " "}, "content": META}


def _isolated(user_defined: list[str]) -> dict[str, Any] | None:
    """Cut out what a person has defined as pieces."""
    if not user_defined:
        return None
    pattern = "|".join(map(re.escape, sorted(user_defined, key=len, reverse=True)))
    return {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}


def _decoders(spec: Fields, unknown: str) -> Iterator[dict[str, Any]]:
    yield {"type": "Replace", "pattern": {"String": unknown}, "content": UNKNOWN_SURFACE}
    yield {"type": "Replace", "pattern": {"String": META}, "content": " "}
    yield {"type": "ByteFallback"}
    yield {"type": "Fuse"}
    if _last(spec[3], 1):
        yield {"type": "Strip", "content": " ", "start": 1, "stop": 0}


def _last(values: list[Any], otherwise: Any) -> Any:
    return values[-1] if values else otherwise


def _message(data: bytes) -> Fields:
    """The fields of a protocol buffer: integers, and the bytes of everything else."""
    fields: Fields = defaultdict(list)
    place = 0
    while place < len(data):
        key, place = _varint(data, place)
        number, wire_type = key >> 3, key & 7
        if wire_type in (0, 2):  # an integer, or a length
            size, place = _varint(data, place)
        else:
            size = {1: 8, 5: 4}[wire_type]
        if wire_type == 0:
            fields[number].append(size)
            continue
        if place + size > len(data):
            raise ValueError("it is cut short")
        fields[number].append(data[place : place + size])
        place += size
    return fields


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):  # ten bytes at most
        byte = data[place]
        value |= (byte & 127) << shift
        place += 1
        if byte < 128:
            return value, place
    raise ValueError("a number is too long")
