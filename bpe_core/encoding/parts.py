"""What a tokenizer is made of, as plain data: the result of reading a file, and the source for writing
one.

>>> from bpe_core.config import BPEConfig
>>> parts = TokenizerParts(BPEConfig(special_tokens=("<s>",)), [ord("g"), ord("u")], [(1, 0)])
>>> parts.rules.products      # ug
[2]
>>> parts.vocabulary.ids
{'<s>': 0, 'g': 1, 'u': 2, 'ug': 3}
>>> parts.vocabulary.meaning(3)
TokenText(text='ug', is_marked=False, is_literal=False, byte=None)
"""

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bpe_core.config import BYTE_TOKENS, BPEConfig
from bpe_core.encoding.decoding import UNKNOWN_TEXT, TokenText
from bpe_core.encoding.merge_rules import MergeRules
from bpe_core.errors import ConfigError, UnknownIdError
from bpe_core.symbols import SymbolTable
from bpe_core.validation import MOST, checked_integer, shown


class Vocabulary:
    """The tokens of a tokenizer and their ids; never changes."""

    def __init__(
        self,
        table: SymbolTable,
        products: Sequence[int],
        config: BPEConfig,
        ids: Mapping[str, int] | None = None,
    ) -> None:
        """First come the leading tokens, then base symbols, then `products`, unless `ids` has them all.

        Raises `ConfigError` if an id is not an integer >= 0 or is given twice, or if a token has none.
        """
        self._table = table
        texts = [table.text(symbol) for symbol in range(len(table))]
        numbered = [*range(table.base_size), *products]
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
    def _meanings(self) -> dict[int, TokenText]:
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
    """The merge rules, as pairs of symbol numbers."""

    ids: Mapping[str, int] | None = None
    """The id of each token; None if they are numbered in order."""

    def with_ids(self, ids: Mapping[str, int]) -> "TokenizerParts":
        """The same parts with other ids; the rules are kept, not made again."""
        parts = replace(self, ids=ids)
        vars(parts)["rules"] = self.rules
        return parts

    def with_unknown_id(self) -> "TokenizerParts":
        """The same parts with an id for the unknown token: the next free one if it had none."""
        unknown, ids = self.config.unk_token, self.vocabulary.ids
        if self.config.unknown != "unk" or unknown is None or unknown in ids:
            return self
        return self.with_ids({**ids, unknown: max(ids.values(), default=-1) + 1})

    @property
    def knows_all_bytes(self) -> bool:
        """Whether every byte is a base symbol, so that no text has an unknown one."""
        size = 256 if self.config.word_boundary == "none" else 512  # each once more with the marker
        return self.config.alphabet == "bytes" and len(self.base_codes) == size

    def cut_by(self, pre_tokenizer: str, pattern: str | None) -> "TokenizerParts":
        """The same parts with another way to cut a text into words; raises `ConfigError`."""
        parts = replace(self, config=replace(self.config, pre_tokenizer=pre_tokenizer, pattern=pattern))
        vars(parts).update(rules=self.rules, vocabulary=self.vocabulary)
        return parts

    @cached_property
    def rules(self) -> MergeRules:
        """The merge rules with the table of all symbols; raises `ConfigError`."""
        return MergeRules(self.base_codes, self.merges, self.config)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The id of each token; raises `ConfigError`."""
        return Vocabulary(self.rules.table, self.rules.products, self.config, self.ids)
