r"""The tokenizer: what a training run leaves behind.

In: a config, base symbols and merge rules. Out: tokens, ids and offsets for any text, and the text for ids.

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

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import pairwise
from os import PathLike

from bpe_core.config import BPEConfig
from bpe_core.encoding.decoding import bytes_of, text_of
from bpe_core.encoding.encoded_text import (
    Encoding,
    TextPart,
    WordEncoder,
    WordTokens,
    offsets_in_parts,
    spans_in_text,
)
from bpe_core.encoding.hugging_face_tokenizer import HuggingFaceTokenizer
from bpe_core.encoding.merge_rules import ALL_ALGORITHMS, UNKNOWN, MergedWord, NumberedRules
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.encoding.sentencepiece import SentencePieceTokenizer
from bpe_core.encoding.spelling import SpelledWord, Speller, byte_of, plain_tokens
from bpe_core.encoding.tracing import Trace, WordTrace, trace_steps
from bpe_core.errors import ConfigError, TokenizerFileError, UnknownIdError
from bpe_core.normalizers import normalize
from bpe_core.pre_tokenizers.registry import Piece, pre_tokenizer_of
from bpe_core.pre_tokenizers.special_tokens import SpecialTokens
from bpe_core.tokenizer_files import FileContent, read_bytes, read_files, read_path, reading
from bpe_core.tokenizer_files.pattern_dialects import named_pattern
from bpe_core.tokenizer_files.writing import WRITERS, unmet_needs, write_files
from bpe_core.validation import check_choice, checked_files, checked_path, checked_text, is_listing, shown


class BPETokenizer:
    """Encodes and decodes text; made by `BPEStepper.tokenizer`, from a file, or from rules written by hand.

    Merges are pairs of symbol numbers: base symbols count from 0 in the config's id order, and the symbol
    that merge r makes is number (base symbols + r). Ids go to the config's `leading_tokens`, then to the base
    symbols, then to the merges, unless `ids` gives the id of every token (as a file does). Tokens in `ids`
    that nothing produces are decoded only. Raises `ConfigError` for invalid merges or ids.
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
        """The tokenizer that these parts make; raises as the class does."""
        tokenizer = cls.__new__(cls)
        tokenizer._take(parts)
        return tokenizer

    def _take(self, parts: TokenizerParts) -> None:
        config = self.config = parts.config
        self.parts = parts
        """What the tokenizer is made of."""
        self._rules, self._vocabulary = parts.rules, parts.vocabulary
        table = self._rules.table
        self._special_tokens = SpecialTokens(config.special_tokens)
        self._speller = Speller(table, config)
        self._texts = [table.text(symbol) for symbol in range(len(table))]
        self._merges = tuple((self._texts[left], self._texts[right]) for left, right in self._rules.pairs)
        self._encoder = WordEncoder(self._encode_word)

    @property
    def vocab(self) -> dict[str, int]:
        """Token -> id, in id order; a new dict each time."""
        return dict(self._vocabulary.ids)

    @property
    def merges(self) -> tuple[tuple[str, str], ...]:
        """The left and right symbol of each merge rule as printed, in rank order."""
        return self._merges

    @cached_property
    def token_of(self) -> Mapping[int, str]:
        """Id -> token, in id order."""
        return {token_id: token for token, token_id in self._vocabulary.ids.items()}

    def id_of(self, token: str) -> int | None:
        """The id of a token; None where the vocabulary does not have it."""
        return self._vocabulary.ids.get(token) if isinstance(token, str) else None

    @property
    def unk_token(self) -> str | None:
        """What stands for a symbol that is not in the vocabulary; None: it is kept or dropped."""
        return self.config.unk_token if self.config.unknown == "unk" else None

    @cached_property
    def rank_of_token(self) -> Mapping[str, int]:
        """Token -> the rank of the first rule that makes it."""
        products = reversed(list(enumerate(self._rules.products)))
        return {self._texts[product]: rank for rank, product in products}

    @property
    def plain_tokens(self) -> dict[str, str]:
        r"""Token -> its text without the backslash that tells text from a marker or other token (`<\/w>`).

        Special and byte tokens, base symbols and what the merges make are in it, in this order.
        """
        return plain_tokens(self._rules.table, self.config)

    @property
    def added_tokens(self) -> tuple[str, ...]:
        """The special tokens, which are cut out of a text first."""
        return self.config.special_tokens

    @property
    def base_ids(self) -> tuple[int, ...]:
        """The ids of what words are spelled with before any rule, tokens for unknown symbols among them."""
        table = self._rules.table
        known = self._vocabulary.id_of_symbol[: table.base_size]
        # An ASCII character is one byte; where it is a base symbol, nothing is ever written as that byte.
        unknown = (
            token_id
            for token, token_id in self._vocabulary.unknown_ids.items()
            if self.config.marker or byte_of(token) not in table.symbol_of_code
        )
        return (*known, *unknown)

    @cached_property
    def id_rules(self) -> NumberedRules:
        """The merge rules, in ids."""
        rules, id_of = NumberedRules(), self._vocabulary.id_of_symbol
        for (left, right), product in zip(self._rules.pairs, self._rules.products, strict=True):
            rules.add((id_of[left], id_of[right]), id_of[product])
        return rules

    @property
    def ignore_merges(self) -> bool:
        """No: rules apply to every word. A `tokenizer.json` can say otherwise."""
        return False

    @cached_property
    def token_bytes(self) -> dict[int, bytes]:
        """Id -> the bytes that the token adds to a text, behind another one."""
        meaning = self._vocabulary.meaning
        return {
            token_id: bytes_of(meaning(token_id), self.config) for token_id in self._vocabulary.ids.values()
        }

    @property
    def around(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The tokens that can be put before a text, and those after it."""
        return self.config.around

    def encode(
        self,
        text: str,
        *,
        algorithm: str = "lowest_rank",
        dropout: float = 0.0,
        seed: int = 0,
        add_special_tokens: bool = False,
    ) -> Encoding:
        """The tokens of a text; with `add_special_tokens` also what the template puts around it.

        `algorithm` says how tokens are made of a word: see `encoding.merge_rules`. With BPE-dropout each rule
        that is about to fire is dropped with the probability `dropout`, by lowest rank only; the same `seed`
        draws the same. Raises `TextError` for a lone surrogate, `ConfigError` for another algorithm or
        probability, `PatternTimeoutError`.
        """
        tokens_of = self._encoder.by(algorithm, dropout, seed)
        parts = self._text_parts(text)
        in_text: list[WordTokens] = []
        for part in parts:
            if part.is_special:
                in_text.append(self._special_token(part.text))
            else:
                in_text += map(tokens_of, part.pre_tokenizer.words(part.text))
        before, after = self.around if add_special_tokens else ((), ())
        around = len(before), len(after)
        return Encoding.of_words(
            "".join(part.text for part in parts),
            [*map(self._special_token, before), *in_text, *map(self._special_token, after)],
            partial(offsets_in_parts, parts, in_text, around),
            partial(self._trace_at, parts, algorithm),
            around,
        )

    def encode_word(self, word: str) -> tuple[str, ...]:
        """The tokens of a word as it is: not normalized, not cut any further; raises `TextError`."""
        return self._encode_word("lowest_rank", word).tokens if checked_text("word", word) else ()

    def trace(self, text: str, *, algorithm: str = "lowest_rank", add_special_tokens: bool = False) -> Trace:
        """Word by word, the merge rules that fire and what they make; raises as `encode` does.

        By `longest_match` none fires: a trace then has the base symbols, no steps, and the tokens.
        """
        check_choice("algorithm", algorithm, ALL_ALGORITHMS, ConfigError)
        before, after = self.around if add_special_tokens else ((), ())
        pieces = ((piece, part.is_special) for part in self._text_parts(text) for piece in part.pieces)
        traces = (self._trace_of(*found, algorithm) for found in pieces)
        return Trace([*map(self._special_trace, before), *traces, *map(self._special_trace, after)])

    def trace_at(self, text: str, place: int, *, algorithm: str = "lowest_rank") -> WordTrace | None:
        """The trace of one word alone, as `Encoding.trace_at` finds it; raises as `encode` does."""
        return self.encode(text, algorithm=algorithm).trace_at(place)

    def pair_ranks(self, symbols: Sequence[str]) -> tuple[int | None, ...]:
        """The rank of the rule for each pair of neighbours among symbols; None where there is no rule.

        These are the candidates at a step of a trace, and by lowest rank the lowest of them wins.
        """
        return tuple(self._rank_of.get(pair) for pair in pairwise(symbols))

    def made_of(self, left: str, right: str) -> str | None:
        """What the rule for two symbols makes of them; None where there is none."""
        rank = self._rank_of.get((left, right))
        return None if rank is None else self._texts[self._rules.products[rank]]

    def rank_between(self, left: Sequence[str], right: Sequence[str]) -> int | None:
        """The rank of the rule for two tokens, each given by its base symbols; None where there is none."""
        spelled = [tuple(self._base_symbol.get(text, UNKNOWN) for text in part) for part in (left, right)]
        return self._rules.rank_between(*spelled)

    def normalized(self, text: str) -> str:
        """A text as the normalizers rewrite it, special tokens in their places; raises `TextError`."""
        return "".join(part.text for part in self._text_parts(text))

    def decode(self, ids: Iterable[int | None]) -> str:
        r"""The text that the tokens with these ids stand for.

        Bytes are joined and read as UTF-8; what is not valid becomes U+FFFD, and so does None (a token
        without an id). A word's end marker becomes a space, except at the end of the text; a start marker
        becomes a space, except at the beginning, and so does a `▁` for one. Where words hold their spaces
        themselves (gpt2, gpt4, none), or nothing marks a word's border, tokens are simply joined. Special
        tokens are written as they are. Raises `UnknownIdError` for an id that is not in the vocabulary.
        """
        if not is_listing(ids) and not isinstance(ids, bytes):
            raise UnknownIdError(f"`ids` must be a list of ids, got {shown(ids)}.")
        return text_of([self._vocabulary.meaning(token_id) for token_id in ids], self.config)

    @staticmethod
    def from_file(path: str | PathLike[str], *, pattern: str | None = None) -> "Tokenizer":
        """The tokenizer in a file; `bpe_core.tokenizer_files` says which kinds can be read.

        Files that belong to it (`vocab.json` to `merges.txt`) are read too. `pattern` is how a tiktoken
        file's text is cut into words, since the file does not say; None is GPT-2's. A `tokenizer.json` gives
        a `HuggingFaceTokenizer` and a SentencePiece model a `SentencePieceTokenizer`, which have the same
        calls. Raises `OSError` if the file cannot be opened, `TokenizerFileError` if it is broken or cannot
        be represented.
        """
        file = checked_path(path, TokenizerFileError)
        with reading(file.name):
            return tokenizer_in(read_path(file, pattern=pattern))

    @staticmethod
    def from_bytes(
        name: str, data: bytes, companions: Mapping[str, bytes] | None = None, *, pattern: str | None = None
    ) -> "Tokenizer":
        """As `from_file`, from a file's content; `companions` are other files that came with it, by name."""
        if not isinstance(name, str):
            raise TokenizerFileError(f"The name of a file must be a string, got {shown(name)}.")
        [content] = checked_files({name: data}, TokenizerFileError).values()
        others = {} if companions is None else checked_files(companions, TokenizerFileError)
        with reading(name):
            return tokenizer_in(read_bytes(name, content, others, pattern=pattern))

    @staticmethod
    def from_files(files: Mapping[str, bytes], *, pattern: str | None = None) -> "Tokenizer":
        """The tokenizer in the content of several files, by name; which of them it is in, the content shows.

        `pattern` is for a tiktoken file, as in `from_file`. Raises `TokenizerFileError`.
        """
        read = read_files(checked_files(files, TokenizerFileError), pattern=pattern)
        with reading(read.name):
            return tokenizer_in(read.found)

    def cut_by(self, pattern: str) -> "BPETokenizer":
        """A tokenizer with the same tokens that cuts a text with another pattern; raises `ConfigError`."""
        named = named_pattern(pattern)
        return BPETokenizer.of_parts(self.parts.cut_by(named or "pattern", None if named else pattern))

    def to_files(self, name: str) -> dict[str, bytes]:
        """The files, by name, with which another library encodes as this tokenizer does.

        `name` is a format of `tokenizer_files.writing.WRITERS`. Raises `TokenizerFileError` where
        the format has nothing for one of the rules, and `ConfigError` for another name.
        """
        check_choice("format", name, WRITERS, ConfigError)
        return write_files(name, self.parts)

    def unmet_needs(self, name: str) -> Mapping[str, tuple[object, ...]]:
        """Which rules a format of `to_files` cannot hold, by their field, and what each must be for it."""
        return unmet_needs(name, self.parts)

    def to_bytes(self) -> bytes:
        """The content of a `tokenizer.json`; raises as `to_files` does."""
        return self.to_files("hugging_face")["tokenizer.json"]

    def save(self, path: str | PathLike[str]) -> None:
        """Write `to_bytes` to a file; raises `TokenizerFileError`, and `OSError` if it cannot be written."""
        checked_path(path, TokenizerFileError).write_bytes(self.to_bytes())

    def __repr__(self) -> str:
        return f"<BPETokenizer: vocabulary of {len(self._vocabulary.ids):,}, {len(self._merges):,} merges>"

    def __reduce__(self) -> tuple[Callable[[TokenizerParts], object], tuple[TokenizerParts]]:
        return tokenizer_in, (replace(self.parts),)  # without what is cached in the parts

    @cached_property
    def _base_symbol(self) -> dict[str, int]:
        return {text: symbol for symbol, text in enumerate(self._texts[: self._rules.table.base_size])}

    @cached_property
    def _rank_of(self) -> dict[tuple[str, str], int]:
        return {pair: rank for rank, pair in enumerate(self._merges)}

    def _text_parts(self, text: str) -> list[TextPart]:
        """A text between its special tokens, normalized, and these."""
        pre_tokenizer = pre_tokenizer_of(self.config.pre_tokenizer, self.config.pattern)
        parts: list[TextPart] = []
        start = 0
        for given, is_special in self._special_tokens.cut(checked_text("text", text)):
            part = given if is_special else normalize(given, self.config.normalizers)
            parts.append(TextPart(part, start, is_special, pre_tokenizer))
            start += len(part)
        return parts

    def _trace_at(self, parts: Sequence[TextPart], algorithm: str, place: int) -> WordTrace | None:
        before = [(piece, part.is_special) for part in parts for piece in part.pieces if piece.start <= place]
        return self._trace_of(*before[-1], algorithm) if before else None

    def _special_token(self, token: str) -> WordTokens:
        return WordTokens((token,), (self._vocabulary.ids[token],), ((0, len(token)),), ())

    def _encode_word(
        self, algorithm: str, word: str, is_dropped: Callable[[], bool] | None = None
    ) -> WordTokens:
        return self._merged_word(algorithm, word, is_dropped)[2]

    def _merged_word(
        self, algorithm: str, word: str, is_dropped: Callable[[], bool] | None = None
    ) -> tuple[SpelledWord, MergedWord, WordTokens]:
        """A word in base symbols, what the rules made of it, and its tokens."""
        vocabulary = self._vocabulary
        spelled = self._speller.spell(word)
        merged = self._rules.merge(spelled.symbols, algorithm, is_dropped)
        tokens: list[str] = []
        ids: list[int | None] = []
        for symbol, start in zip(merged.symbols, merged.starts, strict=True):
            is_known = symbol != UNKNOWN
            tokens.append(self._texts[symbol] if is_known else spelled.texts[start])
            ids.append(
                vocabulary.id_of_symbol[symbol] if is_known else vocabulary.unknown_ids.get(tokens[-1])
            )
        spans = tuple(
            (spelled.spans[first][0], spelled.spans[after - 1][1])
            for first, after in pairwise([*merged.starts, len(spelled.symbols)])
        )
        return spelled, merged, WordTokens(tuple(tokens), tuple(ids), spans, spelled.unknown)

    def _trace_of(self, piece: Piece, is_special: bool, algorithm: str) -> WordTrace:
        offsets = piece.start, piece.end
        if is_special:
            return self._special_trace(piece.word, piece.word, offsets)
        spelled, merged, encoded = self._merged_word(algorithm, piece.word)
        return WordTrace(
            word=piece.word,
            offsets=offsets,
            symbols=tuple(spelled.texts),
            symbol_offsets=tuple(spans_in_text(spelled.spans, piece.start, piece.added)),
            steps=trace_steps(spelled.texts, merged.fired, self.rule, self._rules.turns),
            tokens=encoded.tokens,
            ids=encoded.ids,
            unknown=encoded.unknown,
        )

    def _special_trace(self, token: str, word: str = "", offsets: tuple[int, int] = (0, 0)) -> WordTrace:
        """The trace of a special token in a text, or around it."""
        token_ids = (self._vocabulary.ids[token],)
        return WordTrace(word, offsets, (token,), (offsets,), (), (token,), token_ids, (), is_added=True)

    def rule(self, rank: int) -> tuple[tuple[str, str], str]:
        """What the rule of a rank merges, and what it makes."""
        return self._merges[rank], self._texts[self._rules.products[rank]]


Tokenizer = BPETokenizer | HuggingFaceTokenizer | SentencePieceTokenizer
"""A trained one or one from a file: both have the same calls."""


def tokenizer_in(found: FileContent) -> Tokenizer:
    """The tokenizer in what was read from a file; raises `ConfigError`."""
    if not isinstance(found, TokenizerParts):
        return found
    return BPETokenizer.of_parts(found)
