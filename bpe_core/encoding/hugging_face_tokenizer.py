"""The tokenizer in a `tokenizer.json`: the library's stages around a model of our own."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any

from bpe_core.encoding.base_tokenizer import BaseTokenizer, InOrder, added_trace, whole_trace
from bpe_core.encoding.bpe_model import BPEModel
from bpe_core.encoding.encoded_text import CutText, Remembered, Span, WordTokens, check_tokens, one_token
from bpe_core.encoding.hosting import Hosted
from bpe_core.encoding.library_stages import LibraryStages, StageFacts, StageWord
from bpe_core.encoding.piece_models import PieceModel
from bpe_core.encoding.spelling import byte_of
from bpe_core.encoding.tracing import WordTrace
from bpe_core.errors import TextError, TokenizerFileError, UnknownIdError
from bpe_core.symbol_texts import BYTE_OF_CHARACTER
from bpe_core.validation import checked_text, shown

MOST_AROUND = 1_000
"""How many tokens a post-processor may put around a text; widely used ones put one or two."""


@dataclass(frozen=True)
class TextInWords(CutText):
    """A text as given, cut by the stages of a file."""

    words: Sequence[StageWord]
    """Its words, and its added tokens."""

    @property
    def starts(self) -> Sequence[int]:
        """Where each word begins."""
        return [word.span[0] for word in self.words]


class HuggingFaceTokenizer(BaseTokenizer[TextInWords]):
    """Encodes and decodes as the installed library does with the file; has the methods of `BPETokenizer`.

    The library handles added tokens, normalizer, pre-tokenizer, post-processor and decoder. What happens in a
    word is done and traced here: base symbols, byte fallback, merges by rank, `ignore_merges`; or the
    look-ups of WordPiece and Unigram. Dropout, truncation and padding in the file are ignored.
    """

    _model: BPEModel | PieceModel

    def __init__(
        self,
        root: Mapping[str, Any],
        stages: Hosted[LibraryStages],
        facts: StageFacts,
        model: BPEModel | PieceModel,
    ) -> None:
        """Made by `BPETokenizer.from_file` and `from_bytes`; `root` is the file's JSON."""
        # The merges are kept only in `model`, unless tokens share ids: they could not be written from it.
        is_kept = model.shares_ids or isinstance(model, PieceModel)
        self._root = root if is_kept else {**root, "model": {**root["model"], "merges": []}}
        # An added token may share its id with another token; then the id is decoded as the added one.
        token_of = dict(sorted((model.token_of | facts.added).items()))
        super().__init__(facts.ids, token_of, model)
        self._facts, self._stages = facts, stages
        self._symbols = Remembered(self._symbols_of)
        self._arranged: dict[bool, InOrder] = {}

    @property
    def options(self) -> tuple[str, ...]:
        """The options that the file sets for the model, such as `byte_fallback`; they are followed here."""
        if isinstance(self._model, PieceModel):
            return ("byte_fallback",) if self._model.byte_fallback else ()
        names = "unk_token", "fuse_unk", "byte_fallback", "ignore_merges"
        return tuple(name for name in names if getattr(self._model, name))

    @property
    def stages(self) -> dict[str, tuple[str, ...]]:
        """The stages that the library runs -> the types of their parts, such as `Replace`, in order."""
        return self._facts.types

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about tokens that the library cannot tell apart."""
        return self._facts.notes

    @property
    def added_tokens(self) -> tuple[str, ...]:
        """The tokens that are cut out of a text first, special or not."""
        return tuple(self._facts.added.values())

    @cached_property
    def token_bytes(self) -> dict[int, bytes]:
        """Id -> the bytes that the token adds to a text when it is not the first; raises `TextError`."""
        tokens = {**self.token_of, **self._facts.decoded}
        if self._facts.types.get("decoder") == ("ByteLevel",):
            # The library takes a second for 200,000 tokens.
            return {token_id: _printed_bytes(token) for token_id, token in tokens.items()}
        alone = self._texts_of([[token_id] for token_id in tokens])
        twice = self._texts_of([[token_id, token_id] for token_id in tokens])
        return {
            token_id: _bytes_of(token, two.removeprefix(one) or one)
            for (token_id, token), one, two in zip(tokens.items(), alone, twice, strict=True)
        }

    def normalized(self, text: str) -> str:
        """A text as the file's normalizer changes it; raises `TextError`."""
        return self._stages.ask(LibraryStages.normalized, checked_text("text", text))

    def to_files(self, name: str) -> dict[str, bytes]:
        """The files in a format, as `BPETokenizer.to_files`; only a `tokenizer.json` holds all its stages."""
        if not isinstance(name, str) or name != "hugging_face":
            held = ", ".join((*self.stages, *self.options))
            raise TokenizerFileError(
                "Only a tokenizer.json can hold what this tokenizer has besides tokens and merges"
                + (f": {held}." if held else ".")
            )
        return {"tokenizer.json": self.to_bytes()}

    def to_bytes(self) -> bytes:
        """The content of a `tokenizer.json` with which the library encodes as this tokenizer does."""
        model = self._root["model"]
        if isinstance(self._model, BPEModel):
            merges = model["merges"] or list(map(list, self.merges))
            model = {**model, "merges": merges, "dropout": None}
        return json.dumps({**self._root, "model": model, "truncation": None, "padding": None}).encode()

    def _in_order(self, *, add_special_tokens: bool) -> InOrder:
        if add_special_tokens not in self._arranged:
            in_order = self._stages.ask(LibraryStages.in_order, add_special_tokens=add_special_tokens)
            if len(in_order) > MOST_AROUND:
                raise TextError(
                    f"The post-processor of this file makes {len(in_order):,} tokens of one; at most"
                    f" {MOST_AROUND:,} are allowed."
                )
            self._arranged[add_special_tokens] = in_order
        return self._arranged[add_special_tokens]

    def _cut(self, text: str, times: int) -> TextInWords:
        words = self._stages.ask(LibraryStages.words, text)
        check_tokens(len(text), times * self._model.most_symbols(word.word for word in words))
        return TextInWords(text, words)

    def _made(self, cut: TextInWords, tokens_of: Callable[[str], WordTokens]) -> list[WordTokens]:
        return [
            tokens_of(word.word)
            if word.added is None
            else one_token(*word.added, size=len(word.added[0].encode()))
            for word in cut.words
        ]

    def _offsets(
        self, cut: TextInWords, made: Sequence[WordTokens], *, add_special_tokens: bool
    ) -> list[Span]:
        of_words = [tokens for word, tokens in zip(cut.words, made, strict=True) if word.added is None]
        return self._stages.ask(
            LibraryStages.offsets, cut.text, of_words, add_special_tokens=add_special_tokens
        )

    # Traces are of words or, if no pre-tokenizer cuts the text, of the parts between which no rule applies.

    def _traces(self, cut: TextInWords, algorithm: str) -> Iterator[WordTrace]:
        """The traces of all words, in order; a part without base symbols has none."""
        wholes = {number: self._whole(word) for number, word in enumerate(cut.words)}
        parts = {
            number: list(self._model.parts(word.word))
            for number, word in enumerate(cut.words)
            if wholes[number] is None
        }
        symbols = {
            number: WordTokens.of_parts(list(map(self._symbols.__getitem__, parts[number])))
            for number in parts
        }
        several = {number: whole for number, whole in wholes.items() if whole and len(whole.tokens) > 1}
        places = self._places(cut, symbols | several)
        for number, word in enumerate(cut.words):
            if (whole := wholes[number]) is not None:
                if whole.tokens:
                    yield self._whole_trace(word, whole, places.get(number, [word.span]))
                continue
            borders = pairwise([*symbols[number].part_starts, len(symbols[number].ids)])
            for part, (first, after) in zip(parts[number], borders, strict=True):
                if first < after:
                    yield self._placed_trace(part, places[number][first:after], algorithm)

    def _trace_at(self, cut: TextInWords, algorithm: str, place: int) -> WordTrace | None:
        numbers = [number for number, word in enumerate(cut.words) if word.span[0] <= place]
        if not numbers:
            return None
        number = numbers[-1]
        if (whole := self._whole(cut.words[number])) is not None:
            if not whole.tokens:
                return None
            several = {number: whole} if len(whole.tokens) > 1 else {}
            placed = self._places(cut, several)[number] if several else [cut.words[number].span]
            return self._whole_trace(cut.words[number], whole, placed)
        parts = list(self._model.parts(cut.words[number].word))
        spans_in = (self._symbols[part].spans for part in parts)
        sizes = (inside[-1][1] if inside else 0 for inside in spans_in)
        spans = tuple(pairwise(accumulate(sizes, initial=0)))
        found = [at for at, (first, after) in enumerate(spans) if first < after]
        if not found:
            return None
        at = found[0]
        if len(found) > 1:  # the word can be a long text: find the part first, then the symbols in it
            as_one = WordTokens(("",) * len(parts), (0,) * len(parts), spans, ())
            places = self._places(cut, {number: as_one})[number]
            at = max((at for at in found if places[at][0] <= place), default=at)
        symbols, (first, _) = self._symbols[parts[at]], spans[at]
        inside = tuple((first + start, first + end) for start, end in symbols.spans)
        asked = WordTokens(symbols.tokens, symbols.ids, inside, ())
        return self._placed_trace(parts[at], self._places(cut, {number: asked})[number], algorithm)

    def _placed_trace(self, part: str, places: Sequence[Span], algorithm: str) -> WordTrace:
        return self._trace_of(part, (places[0][0], places[-1][1]), algorithm, lambda _: places)

    def _whole(self, word: StageWord) -> WordTokens | None:
        """The tokens of an added token, or of a word that no rules apply to; None for any other word."""
        if word.added is not None:
            return one_token(*word.added, size=len(word.added[0].encode()))
        return self._model.whole(word.word)

    def _whole_trace(self, word: StageWord, made: WordTokens, places: Sequence[Span]) -> WordTrace:
        if word.added is not None:
            return added_trace(word.word, word.span, word.added)
        lookup = self._model.lookup(word.word, made) if isinstance(self._model, PieceModel) else None
        return whole_trace(word.word, word.span, made, places, lookup)

    def _symbols_of(self, part: str) -> WordTokens:
        spelled = self._model.spell(part)
        return WordTokens(tuple(spelled.texts), tuple(spelled.symbols), tuple(spelled.spans), ())

    def _decoded(self, ids: Iterable[int | None]) -> str:
        known: list[int] = []
        for token_id in ids:
            if not isinstance(token_id, int) or not (token_id in self.token_of or self._is_around(token_id)):
                raise UnknownIdError(f"The id {shown(token_id)} is not in the vocabulary.")
            known.append(token_id)
        return self._texts_of([known])[0]

    # Questions to the stages, wherever they run

    def _places(self, cut: TextInWords, asked: Mapping[int, WordTokens]) -> Mapping[int | None, list[Span]]:
        """Where in the text the tokens of some words are, by the index of the word."""
        nothing = WordTokens((), (), (), ())
        made = [asked.get(number, nothing) for number, word in enumerate(cut.words) if word.added is None]
        return self._stages.ask(LibraryStages.places, cut.text, made)

    def _is_around(self, token_id: int) -> bool:
        """Whether a token of the post-processor has this id: it is skipped, in the vocabulary or not."""
        try:
            added = filter(None, self._in_order(add_special_tokens=True))
            return token_id in (each[1] for each in added)
        except TextError:
            return False

    def _texts_of(self, ids: Sequence[Sequence[int]]) -> list[str]:
        """The texts of several lists of ids."""
        return self._stages.ask(LibraryStages.texts_of, ids)


def _bytes_of(token: str, text: str) -> bytes:
    """The bytes of a token that the decoder turns into this text; half a character gives U+FFFD."""
    if "\N{REPLACEMENT CHARACTER}" not in text:
        return text.encode()
    byte = byte_of(token)
    return _printed_bytes(token) if byte is None else bytes([byte])


def _printed_bytes(token: str) -> bytes:
    """The bytes that the characters of a token stand for, if all of them are printed bytes."""
    try:
        return bytes(map(BYTE_OF_CHARACTER.__getitem__, token))
    except KeyError:
        return token.encode()
