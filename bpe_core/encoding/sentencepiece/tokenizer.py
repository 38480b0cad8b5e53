"""The tokenizer in a SentencePiece `.model`, and how it turns ids into text.

>>> Decoder().text_of([Piece("▁h"), Piece("ug"), Piece("<0xC3>", "byte"), Piece("<0xA9>", "byte")])
'hugé'
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from bpe_core.encoding.base_tokenizer import BaseTokenizer, InOrder, added_trace, one_token
from bpe_core.encoding.encoded_text import CutText, Span, WordTokens, check_tokens
from bpe_core.encoding.sentencepiece.model import SentencePieceModel
from bpe_core.encoding.sentencepiece.normalizer import Normalizer
from bpe_core.encoding.spelling import byte_of
from bpe_core.encoding.tracing import WordTrace
from bpe_core.errors import TokenizerFileError, UnknownIdError
from bpe_core.pre_tokenizers.registry import META
from bpe_core.validation import checked_text, shown

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
    """How one model decodes, after `SentencePieceProcessor::Decode` in the library's source."""

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
                data = bytes(byte_of(piece.text) or 0 for piece in run)
                text = data.decode(errors="surrogateescape")  # each invalid byte becomes U+FFFD
                parts.append(re.sub("[\udc80-\udcff]", "\N{REPLACEMENT CHARACTER}", text))
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


class _Word(NamedTuple):
    """A user-defined symbol, or the text between two of them."""

    text: str
    start: int
    """Where it begins in the normalized text."""
    is_symbol: bool


@dataclass(frozen=True)
class RewrittenText(CutText):
    """A text as given, cut at the user-defined symbols that it has once it is normalized."""

    words: Sequence[_Word]
    """These symbols, and the parts between them."""

    places: Sequence[int]
    """Where each character of the normalized text was in the given one."""


class SentencePieceTokenizer(BaseTokenizer[RewrittenText]):
    """Encodes and decodes as SentencePiece does with the file; has the methods of `BPETokenizer`.

    All of it is done here. The offsets are the library's, except for the bytes of an unknown character: each
    has the place of that character. Nothing is put around a text, as in the library by default.
    """

    _model: SentencePieceModel

    def __init__(
        self,
        pieces: Sequence[Piece],
        model: SentencePieceModel,
        normalizer: Normalizer,
        decoder: Decoder,
        stages: Mapping[str, tuple[str, ...]],
    ) -> None:
        """Made by `BPETokenizer.from_file` and `from_bytes`."""
        super().__init__({piece.text: number for number, piece in enumerate(pieces)}, model.token_of, model)
        self._pieces = pieces
        self._normalizer = normalizer
        self._decoder = decoder
        self.stages = stages
        """The stages of the file -> what they consist of, in SentencePiece's words."""
        self.added_tokens = tuple(piece.text for piece in pieces if piece.kind == "user_defined")
        """The user-defined symbols, which are cut out of a text first."""

    @cached_property
    def token_bytes(self) -> dict[int, bytes]:
        """Id -> the bytes that the token adds to a text when it is not the first."""
        return {number: self._decoder.bytes_of(piece) for number, piece in enumerate(self._pieces)}

    def normalized(self, text: str) -> str:
        """A text as the model changes it; raises `TextError`."""
        return self._normalizer.normalize(checked_text("text", text))[0]

    def left_after(self, text: str) -> dict[str, str]:
        """What remains of a text after each stage: see `LibraryStages.left_after`."""
        rewritten = self._decoder.text_of([Piece(self.normalized(text))])
        return {"added_token": text, "pre_tokenizer": text, "normalizer": rewritten}

    def to_files(self, name: str) -> dict[str, bytes]:
        """Raises `TokenizerFileError`: no other format can hold a SentencePiece model."""
        raise TokenizerFileError(
            "No other format says all that a SentencePiece model does: what it writes for characters, how it"
            " finds user-defined symbols, and that of pieces with the same score the leftmost is made first."
        )

    def _in_order(self, *, add_special_tokens: bool) -> InOrder:
        return (None,)

    def _cut(self, text: str, times: int) -> RewrittenText:
        normalized, places = self._normalizer.normalize(text)
        if self._model.byte_ids is not None:
            check_tokens(len(text), len(normalized.encode()))
        words = []
        start = 0
        for word, is_symbol in self._normalizer.user_defined.cut(normalized):
            words.append(_Word(word, start, is_symbol))
            start += len(word)
        return RewrittenText(text, words, places)

    def _made(self, cut: RewrittenText, tokens_of: Callable[[str], WordTokens]) -> list[WordTokens]:
        return [
            one_token(word.text, self._ids[word.text], size=len(word.text))
            if word.is_symbol
            else tokens_of(word.text)
            for word in cut.words
        ]

    def _offsets(
        self, cut: RewrittenText, made: Sequence[WordTokens], *, add_special_tokens: bool
    ) -> Iterator[Span]:
        for word, tokens in zip(cut.words, made, strict=True):
            yield from _placed(tokens.spans, cut.places, word.start)

    def _traces(self, cut: RewrittenText, algorithm: str) -> Iterator[WordTrace]:
        for word in cut.words:
            for part in self._parts_of(word):
                yield self._trace_part(part, cut.places, algorithm)

    def _trace_at(self, cut: RewrittenText, algorithm: str, place: int) -> WordTrace | None:
        places = cut.places
        begun = [word for word in cut.words if places[word.start] <= place]
        parts = [part for part in self._parts_of(begun[-1]) if places[part.start] <= place] if begun else []
        return self._trace_part(parts[-1], places, algorithm) if parts else None

    def _decoded(self, ids: Iterable[int | None]) -> str:
        pieces = []
        for token_id in ids:
            if not isinstance(token_id, int) or token_id not in self.token_of:
                raise UnknownIdError(f"The id {shown(token_id)} is not in the vocabulary.")
            pieces.append(self._pieces[token_id])
        return self._decoder.text_of(pieces)

    def _parts_of(self, word: _Word) -> Iterator[_Word]:
        """The parts of a word, between which no rule applies."""
        if word.is_symbol:
            yield word
            return
        start = word.start
        for part in self._model.parts(word.text):
            yield _Word(part, start, is_symbol=False)
            start += len(part)

    def _trace_part(self, part: _Word, places: Sequence[int], algorithm: str) -> WordTrace:
        offsets = places[part.start], places[part.start + len(part.text)]
        if part.is_symbol:
            return added_trace(part.text, offsets, (part.text, self._ids[part.text]))
        return self._trace_of(part.text, offsets, algorithm, lambda spans: _placed(spans, places, part.start))


def _placed(spans: Iterable[Span], places: Sequence[int], first: int) -> Iterator[Span]:
    """Spans of a word that begins at `first` in the normalized text, as places in the given text."""
    return ((places[first + start], places[first + end]) for start, end in spans)
