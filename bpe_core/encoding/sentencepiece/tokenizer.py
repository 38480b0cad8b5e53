"""The tokenizer in a SentencePiece `.model`.

In: the pieces of a model and its rules. Out: tokens, ids and offsets as SentencePiece gives them, the rules
that fire in each word, and the text for ids.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from bpe_core.encoding.encoded_text import Encoding, WordTokens
from bpe_core.encoding.growth import check_tokens
from bpe_core.encoding.merge_rules import ALL_ALGORITHMS
from bpe_core.encoding.model_tokenizer import ModelTokenizer
from bpe_core.encoding.sentencepiece.decoder import Decoder, Piece
from bpe_core.encoding.sentencepiece.model import SentencePieceModel
from bpe_core.encoding.sentencepiece.normalizer import Normalizer
from bpe_core.encoding.tracing import Trace, WordTrace, trace_steps
from bpe_core.errors import ConfigError, TokenizerFileError, UnknownIdError
from bpe_core.validation import check_choice, checked_text, is_listing, shown


class _Word(NamedTuple):
    """A user-defined symbol, or the text between two of them."""

    text: str
    start: int
    """Where it begins in the normalized text."""
    is_symbol: bool


class SentencePieceTokenizer(ModelTokenizer):
    """Encodes and decodes as SentencePiece does with the file; has the calls of `BPETokenizer`.

    All of it is done here. The offsets are the library's, but for the bytes of an unknown character: each of
    them is at that character. Nothing is put around a text, as in the library if it is not asked to.
    """

    _model: SentencePieceModel

    around: tuple[tuple[str, ...], tuple[str, ...]] = (), ()
    """The tokens that are put before a text, and those after it: none."""

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
        """The stages that the file has -> what they consist of, in the words of SentencePiece."""
        self.added_tokens = tuple(piece.text for piece in pieces if piece.kind == "user_defined")
        """The user-defined symbols, which are cut out of a text first."""

    @cached_property
    def token_bytes(self) -> dict[int, bytes]:
        """Id -> the bytes that the token adds to a text, behind another one."""
        return {number: self._decoder.bytes_of(piece) for number, piece in enumerate(self._pieces)}

    def encode(
        self,
        text: str,
        *,
        algorithm: str = "lowest_rank",
        dropout: float = 0.0,
        seed: int = 0,
        add_special_tokens: bool = False,
    ) -> Encoding:
        """The tokens of a text; the arguments are those of `BPETokenizer.encode`.

        Raises `TextError` for a lone surrogate, for a text that the model's map of characters cuts in the
        middle of a character, and for one that it makes too much of; `ConfigError` for another algorithm or
        probability.
        """
        tokens_of = self._encoder.by(algorithm, dropout, seed)
        words, places = self._words(text)
        made = [self._one_token(word.text) if word.is_symbol else tokens_of(word.text) for word in words]
        return Encoding.of_words(
            text,
            made,
            partial(_offsets, words, made, places),
            partial(self._trace_at, words, places, algorithm),
        )

    def trace(self, text: str, *, algorithm: str = "lowest_rank", add_special_tokens: bool = False) -> Trace:
        """Word by word, the merge rules that fire and what they make; raises as `encode` does.

        A word is a part of the text that no rule joins to the next one.
        """
        check_choice("algorithm", algorithm, ALL_ALGORITHMS, ConfigError)
        words, places = self._words(text)
        return Trace(
            self._trace_of(part, places, algorithm) for word in words for part in self._parts_of(word)
        )

    def normalized(self, text: str) -> str:
        """A text as the model rewrites it; raises `TextError`."""
        return self._normalizer.normalize(checked_text("text", text))[0]

    def left_after(self, text: str) -> dict[str, str]:
        """What is left of a text after its stages: see `LibraryStages.left_after`."""
        rewritten = self._decoder.text_of([Piece(self.normalized(text))])
        return {"added_token": text, "pre_tokenizer": text, "normalizer": rewritten}

    def decode(self, ids: Iterable[int | None]) -> str:
        """The text that the library makes of these ids; raises `UnknownIdError` for one that no piece has."""
        if not is_listing(ids) and not isinstance(ids, bytes):
            raise UnknownIdError(f"`ids` must be a list of ids, got {shown(ids)}.")
        pieces = []
        for token_id in ids:
            if not isinstance(token_id, int) or token_id not in self.token_of:
                raise UnknownIdError(f"The id {shown(token_id)} is not in the vocabulary.")
            pieces.append(self._pieces[token_id])
        return self._decoder.text_of(pieces)

    def to_files(self, name: str) -> dict[str, bytes]:
        """Raises `TokenizerFileError`: no other format has what a model of SentencePiece says."""
        raise TokenizerFileError(
            "No other format says all that a SentencePiece model does: what it writes for characters, how it"
            " finds user-defined symbols, and that of pieces with the same score the leftmost is made first."
        )

    def _words(self, text: str) -> tuple[list[_Word], list[int]]:
        """The words of a text, and where in it each character of the normalized text comes from."""
        normalized, places = self._normalizer.normalize(checked_text("text", text))
        if self._model.byte_ids is not None:
            check_tokens(len(text), len(normalized.encode()))
        words = []
        start = 0
        for word, is_symbol in self._normalizer.user_defined.cut(normalized):
            words.append(_Word(word, start, is_symbol))
            start += len(word)
        return words, places

    def _one_token(self, piece: str) -> WordTokens:
        return WordTokens((piece,), (self._ids[piece],), ((0, len(piece)),), ())

    def _trace_at(
        self, words: Sequence[_Word], places: Sequence[int], algorithm: str, place: int
    ) -> WordTrace | None:
        begun = [word for word in words if places[word.start] <= place]
        parts = [part for part in self._parts_of(begun[-1]) if places[part.start] <= place] if begun else []
        return self._trace_of(parts[-1], places, algorithm) if parts else None

    def _parts_of(self, word: _Word) -> Iterator[_Word]:
        """The parts of a word that no rule joins."""
        if word.is_symbol:
            yield word
            return
        start = word.start
        for part in self._model.parts(word.text):
            yield _Word(part, start, is_symbol=False)
            start += len(part)

    def _trace_of(self, part: _Word, places: Sequence[int], algorithm: str) -> WordTrace:
        offsets = places[part.start], places[part.start + len(part.text)]
        if part.is_symbol:
            token, token_id = (part.text,), (self._ids[part.text],)
            return WordTrace(part.text, offsets, token, (offsets,), (), token, token_id, (), is_added=True)
        spelled = self._model.spell(part.text)
        merged = self._model.rules.merge(spelled.symbols, algorithm)
        return WordTrace(
            word=part.text,
            offsets=offsets,
            symbols=tuple(spelled.texts),
            symbol_offsets=tuple(_placed(spelled.spans, places, part.start)),
            steps=trace_steps(spelled.texts, merged.fired, self._rule, self._model.rules.turns),
            tokens=tuple(map(self.token_of.__getitem__, merged.symbols)),
            ids=tuple(merged.symbols),
            unknown=spelled.unknown,
        )

    def _rule(self, number: int) -> tuple[tuple[str, str], str]:
        left, right = map(self.token_of.__getitem__, self._model.rules.pairs[number])
        return (left, right), left + right


def _offsets(
    words: Iterable[_Word], made: Iterable[WordTokens], places: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Where each token is in the text."""
    for word, tokens in zip(words, made, strict=True):
        yield from _placed(tokens.spans, places, word.start)


def _placed(spans: Iterable[tuple[int, int]], places: Sequence[int], first: int) -> Iterator[tuple[int, int]]:
    """Where spans of a word that begins there in the normalized text are in the text as it was given."""
    return ((places[first + start], places[first + end]) for start, end in spans)
