"""Reads SentencePiece's `.model` of the types BPE and Unigram.

What the library cannot load is refused, and so is what this reader does not support: pieces that are marked
as unused, and pieces made with a character that is not a piece.
"""

import math
from collections.abc import Sequence
from operator import attrgetter

from bpe_core.encoding.hosting import EndedError, Hosted
from bpe_core.encoding.sentencepiece.library import CANNOT_LOAD, ModelFacts, ModelPiece, SentencePieceLibrary
from bpe_core.encoding.sentencepiece.model import SentencePieceModel, rules_of
from bpe_core.encoding.sentencepiece.tokenizer import SentencePieceTokenizer
from bpe_core.encoding.sentencepiece.unigram import SentencePieceUnigram
from bpe_core.errors import TokenizerFileError
from bpe_core.files.given_file import FileFormat
from bpe_core.validation import shown

_MAX_WORK = 10**8  # the sum of the squared lengths of the pieces
_FIRST_FIELD = b"\x0a"  # a piece


def is_sentencepiece(data: bytes) -> bool:
    """Whether a binary file may be a model."""
    return data[:1] == _FIRST_FIELD


def read_sentencepiece(data: bytes) -> SentencePieceTokenizer:
    """The tokenizer in a model; raises `TokenizerFileError`."""
    library = Hosted(SentencePieceLibrary, data, name="SentencePiece")
    try:
        facts: ModelFacts = library.call(attrgetter("facts"))
    except EndedError as error:
        raise TokenizerFileError(f"{CANNOT_LOAD}: {error}.") from error
    if any(math.isnan(piece.score) for piece in facts.pieces if piece.kind == "normal"):
        raise TokenizerFileError("the score of a piece is not a number.")
    make = SentencePieceUnigram if facts.kind == "Unigram" else _bpe
    return SentencePieceTokenizer(library, facts, make(facts.pieces))


def _bpe(pieces: Sequence[ModelPiece]) -> SentencePieceModel:
    id_of = {piece.text: number for number, piece in enumerate(pieces)}
    score_of = {piece.text: piece.score for piece in pieces if piece.kind == "normal"}
    unused = next((piece.text for piece in pieces if piece.kind == "unused"), None)
    if unused is not None:
        raise TokenizerFileError(f"its piece {shown(unused)} is marked as unused; no such model can be read.")
    if sum(len(text) ** 2 for text in score_of) > _MAX_WORK:
        raise TokenizerFileError("its pieces are too long to find their merges.")
    [unknown] = (piece.text for piece in pieces if piece.kind == "unknown")
    return SentencePieceModel(
        token_of=dict(enumerate(piece.text for piece in pieces)),
        vocab={text: id_of[text] for text in score_of},
        rules=rules_of(score_of, id_of),
        unknown_id=id_of[unknown],
        byte_ids={piece.text: id_of[piece.text] for piece in pieces if piece.kind == "byte"} or None,
    )


FORMAT = FileFormat(
    "SentencePiece model",
    lambda file: is_sentencepiece(file.data),
    lambda file: read_sentencepiece(file.data),
    is_binary=True,
)
