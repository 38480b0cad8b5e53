"""What a tokenizer is made of, as plain data: the result of reading a file, and the source for writing one.
`ConfigModel` applies merge rules to these parts.

>>> from bpe_core.config import BPEConfig
>>> parts = TokenizerParts(BPEConfig(special_tokens=("<s>",)), [ord("g"), ord("u")], [(1, 0)])
>>> parts.rules.products      # ug
[2]
>>> parts.vocabulary.ids
{'<s>': 0, 'g': 1, 'u': 2, 'ug': 3}
>>> parts.vocabulary.meaning(3)
TokenText(text='ug', is_marked=False, is_literal=False, byte=None)
>>> spelled = ConfigModel(parts).spell("bug")      # b is unknown, and has no id
>>> spelled.symbols, spelled.texts, spelled.spans, spelled.unknown
([-1, 2, 1], ['b', 'u', 'g'], [(0, 1), (1, 2), (2, 3)], ['b'])
"""

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial

from bpe_core.config import BYTE_TOKENS, BPEConfig
from bpe_core.encoding.decoding import UNKNOWN_TEXT, TokenText, bytes_of
from bpe_core.encoding.encoded_text import WordTokens
from bpe_core.encoding.merge_rules import UNKNOWN, MergeRules, Rules
from bpe_core.encoding.spelling import SpelledWord, byte_of, byte_tokens, with_marker
from bpe_core.encoding.word_piece import TrainedWordPiece
from bpe_core.errors import ConfigError, UnknownIdError
from bpe_core.merges import Pair
from bpe_core.symbols import SymbolTable, code_text, word_codes
from bpe_core.validation import MOST, checked_integer, shown


class Vocabulary:
    """The tokens of a tokenizer and their ids; never changes."""

    def __init__(self, parts: "TokenizerParts") -> None:
        """First come the leading tokens, then base symbols, then what rules make, unless `ids` has them all.

        Raises `ConfigError` if an id is not an integer >= 0 or is given twice, or if a token has none.
        """
        config, ids, self._table = parts.config, parts.ids, parts.rules.table
        texts = [self._table.text(symbol) for symbol in range(len(self._table))]
        numbered = [*range(self._table.base_size), *parts.rules.products]
        own_tokens = dict.fromkeys([*config.leading_tokens, *(texts[symbol] for symbol in numbered)])
        self.ids: Mapping[str, int] = (
            {token: token_id for token_id, token in enumerate(own_tokens)}
            if ids is None
            else _checked_ids(ids, own_tokens)
        )
        """Token -> id, in id order."""
        self.id_of_symbol = [self.ids[text] for text in texts]
        """The id of each symbol of the table."""
        stand_ins = {"unk": (config.unk_token or "",), "bytes": BYTE_TOKENS}.get(config.unknown, ())
        # A kept symbol has no id, nor has an unknown token outside the vocabulary.
        self.unknown_ids = {token: self.ids[token] for token in stand_ins if token in self.ids}
        """The ids of the tokens that stand for unknown symbols."""
        self._byte_tokens = BYTE_TOKENS if config.unknown == "bytes" else ()

    def meaning(self, token_id: int | None) -> TokenText:
        """What an id stands for; raises `UnknownIdError`."""
        if token_id is None:
            return UNKNOWN_TEXT
        try:
            return self._meanings[operator.index(token_id)]
        except (TypeError, KeyError) as error:
            has = "; the vocabulary is empty"
            if self.ids:
                size, smallest, largest = len(self._meanings), min(self._meanings), max(self._meanings)
                which = f"{size:,} of the" if largest - smallest + 1 > size else "the"
                has = f", which has {which} ids {smallest} to {largest}"
            raise UnknownIdError(f"The id {shown(token_id)} is not in the vocabulary{has}.") from error

    @cached_property
    def _meanings(self) -> Mapping[int, TokenText]:
        """What each id stands for; a token that no rule makes is written as it is."""
        meanings = {token_id: TokenText(token, is_literal=True) for token, token_id in self.ids.items()}
        for byte, token in enumerate(self._byte_tokens):
            meanings[self.ids[token]] = TokenText("", byte=byte)
        for symbol, token_id in enumerate(self.id_of_symbol):
            meanings[token_id] = TokenText(self._table.literal(symbol), self._table.is_marked(symbol))
        return meanings


def _checked_ids(ids: Mapping[str, int], own_tokens: Iterable[str]) -> dict[str, int]:
    """The given ids, in id order."""
    token_of: dict[int, str] = {}
    for token, token_id in ids.items():
        if type(token_id) is not int or not 0 <= token_id <= MOST:
            token_id = checked_integer(f"The id of {shown(token)}", token_id, ConfigError)
        if token_id in token_of:
            both = f"{shown(token_of[token_id])} and {shown(token)}"
            raise ConfigError(f"`ids` gives {both} the same id, {token_id}.")
        token_of[token_id] = token
    for token in own_tokens:
        if token not in ids:
            raise ConfigError(f"`ids` has no id for the token {shown(token)}.")
    return {token_of[token_id]: token_id for token_id in sorted(token_of)}


@dataclass(frozen=True)
class TokenizerParts:
    """The parts of a tokenizer; `BPETokenizer` says what they mean."""

    config: BPEConfig
    """The rules for cutting and encoding a text."""

    base_codes: Sequence[int]
    """The base symbols: code points or byte values."""

    merges: Sequence[tuple[int, int]]
    """The merge rules, as pairs of symbol numbers; empty in a subclass that has them otherwise."""

    ids: Mapping[str, int] | None = None
    """The id of each token; None if they are numbered in order."""

    def with_unknown_id(self) -> "TokenizerParts":
        """The same parts with an id for the unknown token: the next free one if it had none."""
        unknown, ids = self.config.unk_token, self.vocabulary.ids
        if self.config.unknown != "unk" or unknown is None or unknown in ids:
            return self
        parts = replace(self, ids={**ids, unknown: max(ids.values(), default=-1) + 1})
        vars(parts)["rules"] = self.rules  # kept, not made again
        return parts

    @property
    def knows_all_bytes(self) -> bool:
        """Whether every byte is a base symbol, so that no text has an unknown one."""
        size = 256 if self.config.word_boundary == "none" else 512  # each once more with the marker
        return self.config.alphabet == "bytes" and len(self.base_codes) == size

    def with_stages(self, config: BPEConfig) -> "TokenizerParts":
        """The same parts with a config that differs only in what comes before the model."""
        parts = replace(self, config=config)
        made = ("rules", "id_rules", "vocabulary", "token_bytes")
        vars(parts).update({name: vars(self)[name] for name in made if name in vars(self)})
        return parts

    @cached_property
    def rules(self) -> MergeRules:
        """The merge rules with the table of all symbols; raises `ConfigError`."""
        return MergeRules(self.base_codes, self.merges, self.config)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The id of each token; raises `ConfigError`."""
        return Vocabulary(self)

    @cached_property
    def id_rules(self) -> Rules:
        """The merge rules in ids."""
        return self.rules.numbered_by(self.vocabulary.id_of_symbol)

    @property
    def plain_tokens(self) -> dict[str, str]:
        r"""Token -> its text without the backslash that tells it from a marker or other token (`<\/w>`).

        The order is: special and byte tokens, base symbols, tokens of the merges.
        """
        plain, table = {token: token for token in self.config.leading_tokens}, self.rules.table
        for symbol in range(len(table)):
            literal = table.literal(symbol)
            plain[table.text(symbol)] = with_marker(literal, table.is_marked(symbol), self.config)
        return plain

    @property
    def printed_merges(self) -> list[Pair]:
        """The left and right symbol of each merge rule as printed, in rank order."""
        token_of = {token_id: token for token, token_id in self.vocabulary.ids.items()}
        return [(token_of[left], token_of[right]) for left, right in self.id_rules.numbered.pairs]

    @property
    def whole_words(self) -> frozenset[int]:
        """The ids of the tokens to which no merges lead, but which a whole word can be."""
        return frozenset()

    @property
    def id_of_code(self) -> dict[int, int]:
        """The id of each base symbol, by its code."""
        id_of_symbol = self.vocabulary.id_of_symbol
        return {code: id_of_symbol[symbol] for code, symbol in self.rules.table.symbol_of_code.items()}

    @cached_property
    def token_bytes(self) -> dict[int, bytes]:
        """Id -> the bytes that the token adds to a text when it is not the first."""
        meaning = self.vocabulary.meaning
        return {
            token_id: bytes_of(meaning(token_id), self.config) for token_id in self.vocabulary.ids.values()
        }

    def bytes_of(self, token_id: int) -> bytes:
        """The same of one token."""
        return self.token_bytes[token_id]

    def model(self) -> "ConfigModel | TrainedWordPiece":
        """The model of these parts."""
        if not self.config.is_wordpiece:
            return ConfigModel(self)
        table = self.rules.table
        pieces: tuple[dict[str, str], dict[str, str]] = {}, {}  # those that begin a word, those that go on
        for symbol in range(len(table)):
            pieces[table.is_marked(symbol)][table.literal(symbol)] = table.text(symbol)
        return TrainedWordPiece(self.vocabulary.ids, *pieces, self.config)


class ConfigModel:
    """The model of a training or a merge list: rules in ids, and what becomes of unknown symbols."""

    def __init__(self, parts: TokenizerParts) -> None:
        """Raises `ConfigError` if merges or ids are invalid."""
        config, vocabulary = parts.config, parts.vocabulary
        self._config = config
        self.vocab = vocabulary.ids
        """Token -> id, in id order."""
        self.token_of = {token_id: token for token, token_id in self.vocab.items()}
        """Id -> token, in id order."""
        self.rules = parts.id_rules
        """The merge rules, in ids."""
        self.unk_token = config.unk_token if config.unknown == "unk" else None
        """Stands for a symbol outside the vocabulary; None: such a symbol is kept or dropped."""
        self._unknown_ids = vocabulary.unknown_ids
        self._id_of_code = parts.id_of_code
        self._unknown_text = cache(partial(code_text, config=config))
        self._bytes_of = cache(partial(_byte_tokens, config=config))

    @cached_property
    def base_ids(self) -> tuple[int, ...]:
        """The ids that `spell` can return."""
        # An ASCII character is one byte; if it is a base symbol, it is never written as that byte.
        unknown = (
            token_id
            for token, token_id in self._unknown_ids.items()
            if self._config.marker or byte_of(token) not in self._id_of_code
        )
        return (*self._id_of_code.values(), *unknown)

    without_merges = ""
    """Rules apply to every word."""

    @property
    def ignore_merges(self) -> bool:
        """False: rules apply to every word."""
        return False

    def whole(self, word: str) -> WordTokens | None:
        """The tokens of a word that no rules apply to; None for any other word."""

    def spell(self, word: str) -> SpelledWord:
        """Spell a word; as in Hugging Face, the neighbours of a dropped symbol become neighbours."""
        codes, places = word_codes(word, self._config), list(self._code_spans(word))
        known = [self._id_of_code.get(code, UNKNOWN) for code in codes]
        if UNKNOWN not in known:
            return SpelledWord(known, list(map(self.token_of.__getitem__, known)), places)
        spelled = SpelledWord()
        before = 0  # the symbol before; at first none that is unknown
        for code, symbol, span in zip(codes, known, places, strict=True):
            if symbol != UNKNOWN:
                spelled.add(symbol, self.token_of[symbol], span)
            elif self._config.unknown == "bytes":
                for token in self._bytes_of(code):
                    spelled.add(self.vocab[token], token, span)
            else:
                spelled.unknown.append(self._unknown_text(code))
                if self._config.unknown == "keep":
                    spelled.add(UNKNOWN, spelled.unknown[-1], span)
                elif self.unk_token is not None:
                    if self._config.fuse_unk and before == UNKNOWN:
                        spelled.spans[-1] = spelled.spans[-1][0], span[1]
                    else:
                        spelled.add(self._unknown_ids.get(self.unk_token, UNKNOWN), self.unk_token, span)
            before = symbol
        return spelled

    def _code_spans(self, word: str) -> Iterator[tuple[int, int]]:
        """The characters that each base symbol of a word touches."""
        for position, character in enumerate(word):
            for _ in range(len(character.encode()) if self._config.alphabet == "bytes" else 1):
                yield position, position + 1
        if self._config.word_boundary == "end_symbol":
            yield len(word), len(word)


def _byte_tokens(code: int, config: BPEConfig) -> list[str]:
    """The tokens for the bytes of a base symbol that is in no table."""
    table = SymbolTable([code], config)
    return byte_tokens(with_marker(table.literal(0), table.is_marked(0), config))
