r"""The tokenizer that results from a training, is read from a file, or is made from rules.

What all tokenizers do with a text is in `encoding/base_tokenizer.py`. Here a config says how a text is cut
and put together again, and tokenizers are read from files and written to them.

>>> from bpe_core.config import BPEConfig
>>> codes = [ord(letter) for letter in "bghnpsu"]      # symbols 0 to 6
>>> config = BPEConfig(unknown="unk", unk_token="[UNK]")
>>> tokenizer = BPETokenizer(config, codes, [(6, 1), (6, 3), (2, 7)])     # ug = 7, un = 8, hug = 9
>>> encoding = tokenizer.encode("bug thug")
>>> encoding.tokens
('b', 'ug', '[UNK]', 'hug')
>>> encoding.ids
(0, 7, None, 9)
>>> encoding.offsets
((0, 1), (1, 3), (4, 5), (5, 8))
>>> encoding.unknown
('t',)
>>> tokenizer.decode([2, 7])
'hug'
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import accumulate, chain, repeat
from os import PathLike

from bpe_core.config import BPEConfig
from bpe_core.encoding.base_tokenizer import BaseTokenizer, added_trace, whole_trace
from bpe_core.encoding.decoding import text_of
from bpe_core.encoding.encoded_text import Encoding, Remembered, Span, TokenWithId, WordTokens, one_token
from bpe_core.encoding.library_tokenizer import LibraryTokenizer
from bpe_core.encoding.merge_rules import ALGORITHMS, Rules
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.encoding.tracing import Trace, WordTrace
from bpe_core.encoding.word_piece import TrainedWordPiece
from bpe_core.errors import ConfigError, TokenizerFileError
from bpe_core.files import FileContent, read_files, read_path, reading
from bpe_core.files.tiktoken_pattern import rules_of_tiktoken
from bpe_core.files.writing import WRITERS, unmet_needs, write_files
from bpe_core.normalizers import normalize
from bpe_core.pre_tokenizers.registry import Piece, PreTokenizer
from bpe_core.pre_tokenizers.special_tokens import SpecialTokens
from bpe_core.validation import check_choice, checked_files, checked_path, checked_text, is_listing, shown


@dataclass(frozen=True)
class TextPart:
    """A special token, or the text between two of them."""

    text: str
    """The part after normalizing; a special token is never normalized."""

    start: int
    """Where it begins in the normalized text."""

    is_special: bool
    """Whether it is a special token; it counts as one word."""

    pre_tokenizer: PreTokenizer
    """Cuts a part that is no special token into words."""

    @cached_property
    def pieces(self) -> list[Piece]:
        """Its words with their places in the normalized text; may raise `PatternTimeoutError`."""
        if self.is_special:
            return [Piece(self.text, self.start, self.start + len(self.text))]
        found = self.pre_tokenizer.pieces(self.text)
        if not self.start:
            return found
        return [Piece(word, self.start + start, self.start + end) for word, start, end in found]


class BPETokenizer(BaseTokenizer):
    """Encodes and decodes text; made by `BPEStepper.tokenizer`, from a file, or from rules written by hand.

    Merges are pairs of symbol numbers: base symbols are numbered from 0 in the config's id order, and the
    token of the merge with rank r has the number (base symbols + r). Ids go first to the config's
    `leading_tokens`, then to the base symbols, then to the merges, unless `ids` gives the id of each token
    (as a file does). Tokens in `ids` that no merge produces are only decoded. Raises `ConfigError` if merges
    or ids are invalid.
    """

    def __init__(
        self,
        config: BPEConfig,
        base_codes: Sequence[int],
        merges: Sequence[tuple[int, int]],
        *,
        ids: Mapping[str, int] | None = None,
    ) -> None:
        if not isinstance(config, BPEConfig):
            raise ConfigError(f"`config` must be a BPEConfig, got a {type(config).__name__}.")
        for name, value in {"base_codes": base_codes, "merges": merges}.items():
            if not is_listing(value):
                raise ConfigError(f"`{name}` must be a list, got {shown(value)}.")
        if not isinstance(ids, Mapping | None):
            raise ConfigError(f"`ids` must be a dict of tokens and their ids, got {shown(ids)}.")
        parts = TokenizerParts(config, tuple(base_codes), tuple(merges), None if ids is None else dict(ids))
        self._take(parts)

    @classmethod
    def of_parts(cls, parts: TokenizerParts) -> "BPETokenizer":
        """The tokenizer made of these parts; raises as the class does."""
        tokenizer = cls.__new__(cls)
        tokenizer._take(parts)
        return tokenizer

    def _take(self, parts: TokenizerParts) -> None:
        self._model = model = parts.model()
        super().__init__(model.vocab, model.token_of, model.unk_token)
        self.without_merges = model.without_merges
        self.config = parts.config
        """The rules for cutting and encoding a text."""
        self.parts = parts
        """What the tokenizer is made of."""
        self._special_tokens = SpecialTokens(self.config.special_tokens)
        self._words = {each: Remembered(partial(self._word, each)) for each in ALGORITHMS}

    @property
    def rules(self) -> Rules:
        """The merge rules, in ids."""
        return self._model.rules

    @property
    def ignore_merges(self) -> bool:  # type: ignore[override]
        """Whether a word in the vocabulary is one token; of ranks it takes seconds to find out."""
        return self._model.ignore_merges

    @property
    def base_ids(self) -> Sequence[int]:
        """The ids of the symbols that words are spelled with, tokens for unknown symbols included."""
        return self._model.base_ids

    @property
    def added_tokens(self) -> tuple[str, ...]:
        """The special tokens, which are cut out of a text first."""
        return self.config.special_tokens

    @property
    def token_bytes(self) -> dict[int, bytes]:
        """Id -> the bytes that the token adds to a text when it is not the first."""
        return self.parts.token_bytes

    def bytes_of(self, ids: Sequence[int]) -> list[bytes]:
        """What each of these tokens adds to a text when it is not the first."""
        return list(map(self.parts.bytes_of, ids))

    @property
    def around(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The tokens that can be put before a text, and those after it."""
        return self.config.around

    def normalized(self, text: str) -> str:
        """A text as the normalizers change it, with special tokens in place; raises `TextError`."""
        return "".join(part.text for part in self._cut(checked_text("text", text)))

    def encode(
        self, text: str, *, algorithm: str = "lowest_rank", add_special_tokens: bool = False
    ) -> Encoding:
        """The tokens of a text; with `add_special_tokens`, also those put around it.

        `algorithm` is the way to make tokens of a word: see `encoding.merge_rules`. Raises `TextError` for a
        lone surrogate, `ConfigError` for an invalid algorithm, and `PatternTimeoutError`.
        """
        check_choice("algorithm", algorithm, ALGORITHMS, ConfigError)
        tokens_of = self._words[algorithm].__getitem__
        parts = self._cut(checked_text("text", text))
        before, after = self._around(add_special_tokens=add_special_tokens)
        words: list[WordTokens] = [one_token(*added, size=0) for added in before]
        for part in parts:
            if part.is_special:
                words.append(one_token(part.text, self._ids[part.text], size=len(part.text)))
            else:
                words += map(tokens_of, part.pre_tokenizer.words(part.text))
        words += [one_token(*added, size=0) for added in after]
        return Encoding(
            normalized="".join(part.text for part in parts),
            tokens=tuple(chain.from_iterable([word.tokens for word in words])),
            ids=tuple(chain.from_iterable([word.ids for word in words])),
            unknown=tuple(chain.from_iterable([word.unknown for word in words])),
            _find_starts=partial(_starts_of, words),
            _find_offsets=partial(_offsets_of, parts, words, len(before), len(after)),
            _find_trace=partial(self._trace_at, parts, algorithm),
            _around=(len(before), len(after)),
        )

    def encode_word(self, word: str) -> tuple[str, ...]:
        """The tokens of a word, which is neither normalized nor cut further; raises `TextError`."""
        return self._word("lowest_rank", checked_text("word", word)).tokens

    def trace(self, text: str, *, algorithm: str = "lowest_rank", add_special_tokens: bool = False) -> Trace:
        """The merge rules that apply in each word, and what they make; raises as `encode` does.

        By `longest_match` no rule applies: a trace then has base symbols, no steps, and tokens.
        """
        check_choice("algorithm", algorithm, ALGORITHMS, ConfigError)
        before, after = self._around(add_special_tokens=add_special_tokens)
        traces = [added_trace("", (0, 0), added) for added in before]
        for part in self._cut(checked_text("text", text)):
            traces += [self._piece_trace(piece, part.is_special, algorithm) for piece in part.pieces]
        return Trace([*traces, *(added_trace("", (0, 0), added) for added in after)])

    def decode(self, ids: Iterable[int | None]) -> str:
        r"""The text of the tokens with these ids.

        Bytes are joined and read as UTF-8. Invalid bytes become U+FFFD, and so does None (a token without an
        id). A marker at a word's end becomes a space, except at the end of the text; one at its start becomes
        a space, except at the beginning, and so does a `▁`. Where words contain their spaces (gpt2, gpt4,
        none) or nothing marks a word's border, tokens are simply joined. Special tokens are written as they
        are. Raises `UnknownIdError` if an id is not in the vocabulary.
        """
        return super().decode(ids)

    @staticmethod
    def from_file(path: str | PathLike[str]) -> "Tokenizer":
        """The tokenizer in a file; `bpe_core.files` says which kinds can be read.

        Files that belong to it (`merges.txt` beside `vocab.json`) are read too. A `tokenizer.json` and a
        SentencePiece model give a `LibraryTokenizer`, with the same methods.
        Raises `OSError` if the file cannot be opened, `TokenizerFileError` if it is broken or not supported.
        """
        file = checked_path(path, TokenizerFileError)
        with reading(file.name):
            return tokenizer_in(read_path(file))

    @staticmethod
    def from_files(
        files: Mapping[str, bytes], *, pattern: str | None = None, kind: str | None = None
    ) -> "Tokenizer":
        """The tokenizer in several files, given by name; their content shows which of them hold it.

        `pattern` cuts text for a tiktoken file, which does not say how; None means GPT-2's. `kind` is for a
        `merges.txt` whose symbols leave several kinds in `files.KINDS` possible; None means the likeliest.
        Raises `TokenizerFileError`.
        """
        read = read_files(checked_files(files, TokenizerFileError), pattern=pattern, kind=kind)
        with reading(read.name):
            return tokenizer_in(read.found)

    def cut_by(self, pattern: str) -> "BPETokenizer":
        """A tokenizer with the same tokens, cut by another pattern of tiktoken; raises `ConfigError`."""
        rules = replace(self.config, **rules_of_tiktoken(pattern))
        return BPETokenizer.of_parts(self.parts.with_stages(rules))

    def to_files(self, name: str) -> dict[str, bytes]:
        """The files, by name, with which another library encodes as this tokenizer does.

        `name` is a format in `files.writing.WRITERS`. Raises `TokenizerFileError` if the format
        cannot hold one of the rules, and `ConfigError` if the name is unknown.
        """
        check_choice("format", name, WRITERS, ConfigError)
        return write_files(name, self.parts)

    def unmet_needs(self, name: str) -> Mapping[str, tuple[object, ...]]:
        """The rules that a format of `to_files` cannot hold, by field, and the values that it can."""
        return unmet_needs(name, self.parts)

    def to_bytes(self) -> bytes:
        """The content of a `tokenizer.json`; raises as `to_files` does."""
        return self.to_files("hugging_face")["tokenizer.json"]

    def __reduce__(self) -> tuple[Callable[[TokenizerParts], object], tuple[TokenizerParts]]:
        return tokenizer_in, (replace(self.parts),)  # without what the parts have cached

    # How a text is cut, and put together again

    def _around(self, *, add_special_tokens: bool) -> tuple[list[TokenWithId], list[TokenWithId]]:
        before, after = self.config.around if add_special_tokens else ((), ())
        return [(token, self._ids[token]) for token in before], [(token, self._ids[token]) for token in after]

    def _cut(self, text: str) -> list[TextPart]:
        """A text cut at its special tokens, with the parts between them normalized."""
        pre_tokenizer, normalizers = self.config.cutter, self.config.normalizers
        if not (normalizers or self.config.special_tokens):
            return [TextPart(text, 0, False, pre_tokenizer)] if text else []
        parts: list[TextPart] = []
        start = 0
        for given, is_special in self._special_tokens.cut(text):
            part = given if is_special else normalize(given, normalizers)
            parts.append(TextPart(part, start, is_special, pre_tokenizer))
            start += len(part)
        return parts

    def _word(self, algorithm: str, word: str) -> WordTokens:
        """The tokens of a word."""
        whole = self._model.whole(word)
        return self._tokens_of(self._model.spell(word), algorithm) if whole is None else whole

    def _trace_at(self, parts: Sequence[TextPart], algorithm: str, place: int, _: range) -> WordTrace | None:
        """The trace of the word at a place, or of the last one before it."""
        before = [(piece, part.is_special) for part in parts for piece in part.pieces if piece.start <= place]
        return self._piece_trace(*before[-1], algorithm) if before else None

    def _piece_trace(self, piece: Piece, is_special: bool, algorithm: str) -> WordTrace:
        word, offsets = piece.word, (piece.start, piece.end)
        if is_special:
            return added_trace(word, offsets, (word, self._ids[word]))
        whole = self._model.whole(word)
        if whole is not None:
            lookup = self._model.lookup(word) if isinstance(self._model, TrainedWordPiece) else None
            return whole_trace(word, offsets, whole, _in_text(whole.spans, piece), lookup)
        spelled = self._model.spell(word)
        return self._trace_of(word, offsets, spelled, _in_text(spelled.spans, piece), algorithm)

    def _decoded(self, ids: Iterable[int | None]) -> str:
        return text_of([self.parts.vocabulary.meaning(token_id) for token_id in ids], self.config)


def _starts_of(words: Sequence[WordTokens]) -> tuple[Sequence[int], Sequence[int]]:
    """The tokens with which words begin, and the number of all; a word is one part."""
    starts = [*dict.fromkeys(accumulate((len(word.tokens) for word in words), initial=0))]
    return starts, starts


def _offsets_of(
    parts: Sequence[TextPart], words: Sequence[WordTokens], before: int, after: int
) -> Iterator[Span]:
    """Where all tokens are; those around the text are at (0, 0)."""
    yield from repeat((0, 0), before)
    pieces = chain.from_iterable(part.pieces for part in parts)
    for piece, word in zip(pieces, words[before : len(words) - after], strict=True):
        yield from _in_text(word.spans, piece)
    yield from repeat((0, 0), after)


def _in_text(spans: Sequence[Span], piece: Piece) -> list[Span]:
    """Spans in a word, as places in the text; added characters have no width."""
    first, added = piece.start, piece.added
    if not added:
        return [(first + start, first + end) for start, end in spans]
    return [(first + max(0, start - added), first + max(0, end - added)) for start, end in spans]


Tokenizer = BPETokenizer | LibraryTokenizer
"""Any tokenizer: trained or from a file, with the same methods."""


def tokenizer_in(found: FileContent) -> Tokenizer:
    """The tokenizer for what was read from a file; raises `ConfigError`."""
    return BPETokenizer.of_parts(found) if isinstance(found, TokenizerParts) else found
