"""Parts whose tokens are bytes and have ids of their own: symbols are numbered when somebody asks for them.

A list of merge rules with its vocabulary says all that encoding needs: which two ids become which.

>>> from bpe_core.config import BPEConfig
>>> parts = ListedParts(BPEConfig(alphabet="bytes"), b"ab", (), pairs=[("a", "b"), ("ab", "b")])
>>> parts.id_rules.pairs, parts.id_rules.products, parts.vocabulary.ids
([(0, 1), (2, 1)], [2, 3], {'a': 0, 'b': 1, 'ab': 2, 'abb': 3})
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter

from bpe_core.encoding.decoding import TokenText
from bpe_core.encoding.merge_rules import MergeRules, NumberedRules
from bpe_core.encoding.parts import TokenizerParts, Vocabulary
from bpe_core.symbol_texts import BYTE_CHARACTERS, BYTE_OF_CHARACTER
from bpe_core.symbols import SymbolTable


class ByteVocabulary(Vocabulary):
    """Tokens of bytes, as they are printed."""

    def __init__(self, ids: Mapping[str, int], literal: Callable[[], Collection[str]]) -> None:
        """`ids` is in id order; `literal` returns the tokens that are texts, not bytes."""
        self.ids = ids
        self.unknown_ids = {}
        self._literal = literal

    @cached_property
    def _meanings(self) -> Mapping[int, TokenText]:
        literal = self._literal()
        return {
            token_id: TokenText(token, is_literal=token in literal) for token, token_id in self.ids.items()
        }


@dataclass(frozen=True)
class ByteParts(TokenizerParts):
    """Parts with rules in ids, which are numbered as symbols later."""

    @cached_property
    def rules(self) -> MergeRules:
        """The merge rules with the table of all symbols, made now."""
        found = self.id_rules.numbered
        id_of_code, table = self.id_of_code, SymbolTable(self.base_codes, self.config)
        number_of = {id_of_code[code]: number for number, code in enumerate(table.codes)}
        for rank, product in enumerate(found.products, start=len(self.base_codes)):
            number_of.setdefault(product, rank)
        return MergeRules(
            self.base_codes, [(number_of[left], number_of[right]) for left, right in found.pairs], self.config
        )

    @property
    def plain_tokens(self) -> dict[str, str]:
        """The tokens of rules and bytes, which are printed as they are."""
        token_of = {token_id: token for token, token_id in self.vocabulary.ids.items()}
        made = [*self.id_of_code.values(), *self.id_rules.numbered.products]
        return {token_of[token_id]: token_of[token_id] for token_id in made}

    @property
    def id_of_code(self) -> dict[int, int]:
        """The id of each base symbol."""
        return {code: self.vocabulary.ids[BYTE_CHARACTERS[code]] for code in self.base_codes}


@dataclass(frozen=True)
class ListedParts(ByteParts):
    """The parts of a list of merge rules over bytes; raises nothing.

    Every part of a rule is a base symbol or made by a rule. If there are `ids`, all of these have one.
    """

    pairs: Sequence[tuple[str, str]] = ()
    """The merge rules as printed, instead of `merges`, each once."""

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The id of each token."""
        if self.ids is None:
            return ByteVocabulary({token: token_id for token_id, token in enumerate(self._made())}, tuple)
        ids = dict(sorted(self.ids.items(), key=itemgetter(1)))
        return ByteVocabulary(ids, lambda: ids.keys() - self._made().keys())

    @cached_property
    def token_bytes(self) -> dict[int, bytes]:
        """Id -> the bytes of the token."""
        return {token_id: self.bytes_of(token_id) for token_id in self._token_of}

    def bytes_of(self, token_id: int) -> bytes:
        """The bytes of one token; one that no rule makes is a text."""
        token = self._token_of[token_id]
        if token in BYTE_OF_CHARACTER or self.id_rules.first_rank(token_id) is not None:
            return bytes(map(BYTE_OF_CHARACTER.__getitem__, token))
        return token.encode()

    @cached_property
    def _token_of(self) -> dict[int, str]:
        return {token_id: token for token, token_id in self.vocabulary.ids.items()}

    def _made(self) -> dict[str, None]:
        characters = sorted(BYTE_CHARACTERS[code] for code in self.base_codes)
        return dict.fromkeys([*characters, *map("".join, self.pairs)])

    @cached_property
    def id_rules(self) -> NumberedRules:
        """The merge rules in ids."""
        ids, rules = self.vocabulary.ids, NumberedRules()
        rules.pairs = [(ids[left], ids[right]) for left, right in self.pairs]
        rules.products = [ids[left + right] for left, right in self.pairs]
        rules.turns = [*range(len(self.pairs))]
        rules.rank_of = dict(zip(rules.pairs, rules.turns, strict=True))
        return rules
