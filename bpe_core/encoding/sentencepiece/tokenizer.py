"""The tokenizer in a SentencePiece `.model`: its library changes the text, and the tokens are made here."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from bpe_core.encoding.base_tokenizer import BaseTokenizer, InOrder, added_trace, whole_trace
from bpe_core.encoding.encoded_text import CutText, Span, WordTokens, check_tokens, one_token
from bpe_core.encoding.hosting import Hosted
from bpe_core.encoding.sentencepiece.library import (
    ModelFacts,
    ModelPiece,
    RewrittenWord,
    SentencePieceLibrary,
)
from bpe_core.encoding.sentencepiece.model import SentencePieceModel
from bpe_core.encoding.sentencepiece.unigram import SentencePieceUnigram
from bpe_core.encoding.spelling import byte_of
from bpe_core.encoding.tracing import Lookup, WordTrace
from bpe_core.errors import TokenizerFileError, UnknownIdError
from bpe_core.pre_tokenizers.registry import META
from bpe_core.validation import checked_text, shown


@dataclass(frozen=True)
class RewrittenText(CutText):
    """A text as given, cut at the user-defined symbols that it has once it is normalized."""

    words: Sequence[RewrittenWord]
    """These symbols, and the parts between them."""

    places: Sequence[int]
    """Where each character of the normalized text was in the given one."""


class SentencePieceTokenizer(BaseTokenizer[RewrittenText]):
    """Encodes and decodes as SentencePiece does with the file; has the methods of `BPETokenizer`.

    The library normalizes a text, finds user-defined symbols, and decodes. Pieces are joined, or chosen by
    their scores, and traced here. The offsets are the library's, except for the bytes of an unknown
    character: each has the place of that character. Nothing is put around a text, as in the library by
    default.
    """

    _model: SentencePieceModel | SentencePieceUnigram

    def __init__(
        self,
        library: Hosted[SentencePieceLibrary],
        facts: ModelFacts,
        model: SentencePieceModel | SentencePieceUnigram,
    ) -> None:
        """Made by `BPETokenizer.from_file` and `from_bytes`."""
        ids = {piece.text: number for number, piece in enumerate(facts.pieces)}
        super().__init__(ids, model.token_of, model)
        self.library = library
        """The library with the model."""
        self._facts = facts
        self.stages: Mapping[str, tuple[str, ...]] = {"normalizer": facts.normalizer}
        """The stages of the file -> what they consist of, in SentencePiece's words."""
        self.added_tokens = tuple(piece.text for piece in facts.pieces if piece.kind == "user_defined")
        """The user-defined symbols, which are cut out of a text first."""

    @cached_property
    def token_bytes(self) -> dict[int, bytes]:
        """Id -> the bytes that the token adds to a text when it is not the first."""
        return {number: self._bytes_of(piece) for number, piece in enumerate(self._facts.pieces)}

    def normalized(self, text: str) -> str:
        """A text as the model changes it; raises `TextError`."""
        return self.library.ask(SentencePieceLibrary.normalized, checked_text("text", text))

    def to_files(self, name: str) -> dict[str, bytes]:
        """Raises `TokenizerFileError`: no other format can hold a SentencePiece model."""
        raise TokenizerFileError(
            "No other format says all that a SentencePiece model does: what it writes for characters, how it"
            " finds user-defined symbols, and that of pieces with the same score the leftmost is made first."
        )

    def _in_order(self, *, add_special_tokens: bool) -> InOrder:
        return (None,)

    def _cut(self, text: str, times: int) -> RewrittenText:
        words, places = self.library.ask(SentencePieceLibrary.cut, text)
        check_tokens(len(text), self._model.most_symbols(word.text for word in words))
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
            if isinstance(self._model, SentencePieceUnigram):
                yield from self._looked_up(self._model, word, cut.places)
                continue
            for part in self._parts_of(word):
                yield self._trace_part(part, cut.places, algorithm)

    def _trace_at(self, cut: RewrittenText, algorithm: str, place: int) -> WordTrace | None:
        places = cut.places
        begun = [word for word in cut.words if places[word.start] <= place]
        if begun and isinstance(self._model, SentencePieceUnigram):
            return next(self._looked_up(self._model, begun[-1], places, place))
        parts = [part for part in self._parts_of(begun[-1]) if places[part.start] <= place] if begun else []
        return self._trace_part(parts[-1], places, algorithm) if parts else None

    def _decoded(self, ids: Iterable[int | None]) -> str:
        known: list[int] = []
        for token_id in ids:
            if not isinstance(token_id, int) or token_id not in self.token_of:
                raise UnknownIdError(f"The id {shown(token_id)} is not in the vocabulary.")
            known.append(token_id)
        return self.library.ask(SentencePieceLibrary.decode, known)

    def _bytes_of(self, piece: ModelPiece) -> bytes:
        if piece.kind == "control":
            return b""
        if piece.kind == "unknown":
            return self._facts.unknown_surface
        byte = byte_of(piece.text) if piece.kind == "byte" else None
        return piece.text.replace(META, " ").encode() if byte is None else bytes([byte])

    def _looked_up(
        self, model: SentencePieceUnigram, word: RewrittenWord, places: Sequence[int], at: int | None = None
    ) -> Iterator[WordTrace]:
        """The traces of the parts of a text, which the model has cut as one word; or only of the one
        at a place."""
        made, start = model.whole(word.text), 0
        scored = iter(model.lookup(word.text, made).scored)
        borders = [*pairwise([*made.part_starts, len(made.tokens)])]
        for number, (first, after) in enumerate(borders):
            spans, pieces = made.spans[first:after], list[tuple[str, float]]()
            while start < spans[-1][1]:
                pieces.append(next(scored))
                start += len(pieces[-1][0])
            following = places[word.start + start]
            if at is not None and number + 1 < len(borders) and following <= at:
                continue
            unknown = "".join(text for text, _ in pieces if text not in model.vocab)
            inside = WordTokens(
                made.tokens[first:after],
                made.ids[first:after],
                spans,
                () if model.byte_fallback else tuple(unknown),
            )
            placed = [*_placed(spans, places, word.start)]
            lookup = Lookup(model.name, scored=tuple(pieces))
            text = word.text[spans[0][0] : start]
            yield whole_trace(text, (placed[0][0], placed[-1][1]), inside, placed, lookup)
            if at is not None:
                return

    def _parts_of(self, word: RewrittenWord) -> Iterator[RewrittenWord]:
        """The parts of a word, between which no rule applies."""
        if word.is_symbol:
            yield word
            return
        start = word.start
        for part in self._model.parts(word.text):
            yield RewrittenWord(part, start, is_symbol=False)
            start += len(part)

    def _trace_part(self, part: RewrittenWord, places: Sequence[int], algorithm: str) -> WordTrace:
        offsets = places[part.start], places[part.start + len(part.text)]
        if part.is_symbol:
            return added_trace(part.text, offsets, (part.text, self._ids[part.text]))
        return self._trace_of(part.text, offsets, algorithm, lambda spans: _placed(spans, places, part.start))


def _placed(spans: Iterable[Span], places: Sequence[int], first: int) -> Iterator[Span]:
    """Spans of a word that begins at `first` in the normalized text, as places in the given text."""
    return ((places[first + start], places[first + end]) for start, end in spans)
