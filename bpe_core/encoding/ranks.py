"""Byte ranks, as tiktoken has them: tokens with ranks, and which merge made a token is found when asked for.

tiktoken merges two neighbours if their bytes joined are a token, the token with the lowest rank first. Before
that it looks up the whole word, so a token can be in a text although no merges lead to it.

>>> rules = RankRules({b"a": 0, b"b": 1, b"ab": 2, b"abb": 3, b"ba.": 4, b".": 5})
>>> rules.find((2, 1)), rules.pair(1), rules.find((0, 3))
(1, (2, 1), None)
>>> rules.merge([0, 1, 1]).symbols
[3]
>>> rules.numbered.pairs, [*rules.without_rule]        # b and a never become one, so nothing makes ba.
([(0, 1), (2, 1)], [4])

Why is it enough to encode the token alone? While its bytes become a token inside a longer word, no merge
crosses its borders. So each merge in it is the lowest of its own, as when it is alone, and the last one too.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, pairwise
from operator import itemgetter
from typing import Any

from bpe_core.encoding.byte_parts import ByteParts, ByteVocabulary
from bpe_core.encoding.encoded_text import MAX_REMEMBERED_WORDS, WordTokens, one_token
from bpe_core.encoding.merge_rules import NumberedRules, Rules, Symbols
from bpe_core.encoding.parts import ConfigModel, Vocabulary
from bpe_core.symbol_texts import BYTE_CHARACTERS

Joined = Any
"""What is joined to make a token: bytes, or a text."""

_PRINTED = dict(enumerate(BYTE_CHARACTERS))


class RankRules(Rules):
    """The rules of ranks, in ids. A rule's rank is the number of its token among those of several parts."""

    def __init__(self, id_of: Mapping[Joined, int], turn_of: Mapping[Joined, int] | None = None) -> None:
        """`id_of` has tokens in the order of their ranks, in bytes or characters.

        `turn_of` has the same number for tokens that share a rank: then the leftmost pair of two merges
        first. Without it no tokens do.
        """
        self._id_of = id_of
        self._joined_of = {token_id: token for token, token_id in id_of.items()}
        self.products = [token_id for token, token_id in id_of.items() if len(token) > 1]
        self._order = id_of if turn_of is None else turn_of
        self.turns = range(len(self.products)) if turn_of is None else self._shared_turns(turn_of)
        self._rank_of = {token_id: rank for rank, token_id in enumerate(self.products)}
        self._never = max(self._order.values(), default=0) + 1  # stands for two neighbours that make no token
        self._last_pairs: dict[int, Symbols | None] = {}
        self._found: dict[Symbols, int | None] = {}

    def _shared_turns(self, turn_of: Mapping[Joined, int]) -> list[int]:
        first: dict[int, int] = {}
        orders = (turn_of[self._joined_of[token_id]] for token_id in self.products)
        return [first.setdefault(order, rank) for rank, order in enumerate(orders)]

    @property
    def find(self) -> Callable[[Symbols], int | None]:  # type: ignore[override]
        """See `Rules`."""
        return self._find

    def _find(self, pair: Symbols) -> int | None:
        try:
            return self._found[pair]
        except KeyError:
            left, right = map(self._joined_of.get, pair)
            product = self._id_of.get(left + right) if left and right else None
            rank = None if product is None or self.last_pair(product) != pair else self._rank_of[product]
            if len(self._found) >= MAX_REMEMBERED_WORDS:
                self._found.clear()
            self._found[pair] = rank
            return rank

    def pair(self, rank: int) -> Symbols:
        """See `Rules`; raises `KeyError` if no merges lead to the token."""
        pair = self.last_pair(self.products[rank])
        if pair is None:
            raise KeyError(rank)
        return pair

    def first_rank(self, product: int) -> int | None:
        """See `Rules`."""
        rank = self._rank_of.get(product)
        return None if rank is None or self.last_pair(product) is None else rank

    def last_pair(self, token_id: int) -> Symbols | None:
        """What is merged at last into a token of several bytes; None if no merges lead to it."""
        if token_id not in self._last_pairs:
            self._last_pairs[token_id] = self._encode_alone(self._joined_of[token_id])
        return self._last_pairs[token_id]

    @cached_property
    def without_rule(self) -> frozenset[int]:
        """The tokens of several bytes to which no merges lead: only a whole word is one."""
        return frozenset(token_id for token_id in self.products if self.last_pair(token_id) is None)

    @cached_property
    def numbered(self) -> NumberedRules:
        """All of them, found now; a rule has its turn at its rank here."""
        rules = NumberedRules()
        for turn, token_id in zip(self.turns, self.products, strict=True):
            if (pair := self.last_pair(token_id)) is not None:
                rules.add(pair, token_id)
                rules.turns[-1] = turn
        return rules

    def _encode_alone(self, token: Joined) -> Symbols | None:
        """The last two parts of a token that is merged by rank."""
        order, never = self._order, self._never
        starts = [*range(len(token) + 1)]  # of the parts, and the end of the last one
        joined = [order.get(token[start : start + 2], never) for start in range(len(token) - 1)]
        while len(joined) > 1:
            lowest = min(joined)
            if lowest == never:
                return None
            place = joined.index(lowest)
            del joined[place], starts[place + 1]
            if place < len(joined):
                joined[place] = order.get(token[starts[place] : starts[place + 2]], never)
            if place:
                joined[place - 1] = order.get(token[starts[place - 1] : starts[place + 1]], never)
        left, right = (self._id_of.get(token[start:end]) for start, end in pairwise(starts))
        return None if left is None or right is None else (left, right)


class RankModel(ConfigModel):
    """The model of ranks: a word that is a token is never cut."""

    def __init__(self, parts: "RankedParts") -> None:
        """Raises `ConfigError` for an invalid config."""
        super().__init__(parts)
        self._ranks = parts.ranks
        self.rules: RankRules = parts.id_rules

    @property
    def ignore_merges(self) -> bool:
        """Whether that makes a difference: merges lead to any other token too."""
        return bool(self.rules.without_rule)

    def whole(self, word: str) -> WordTokens | None:
        """A word that is a token to which no merges lead; None for any other, which can be traced."""
        data = word.encode()
        token_id = self._ranks.get(data)
        if token_id is None or len(data) == 1 or self.rules.last_pair(token_id) is not None:
            return None
        return one_token(self.token_of[token_id], token_id, size=len(word))


@dataclass(frozen=True)
class RankedParts(ByteParts):
    """The parts of byte ranks, instead of merges and ids; raises nothing."""

    ranks: Mapping[bytes, int] = field(default_factory=dict)
    """Token -> id, in the order of the ranks. The bytes of all tokens are tokens too."""

    special_tokens: Mapping[str, int] = field(default_factory=dict)
    """Special token -> id. They are decoded, and never found in a text."""

    @cached_property
    def id_rules(self) -> RankRules:
        """The merge rules in ids."""
        return RankRules(self.ranks)

    @property
    def whole_words(self) -> frozenset[int]:
        """The ids of the tokens to which no merges lead."""
        return self.id_rules.without_rule

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The id of each token."""
        everything = b"".join(self.ranks).decode("latin-1").translate(_PRINTED)  # all at once takes a fifth
        borders = pairwise(accumulate(map(len, self.ranks), initial=0))
        printed = (everything[start:end] for start, end in borders)
        ids = dict(zip(printed, self.ranks.values(), strict=True))
        if self.special_tokens:
            ids = dict(sorted({**self.special_tokens, **ids}.items(), key=itemgetter(1)))
        return ByteVocabulary(ids, self.special_tokens.keys)

    @cached_property
    def token_bytes(self) -> dict[int, bytes]:
        """Id -> the bytes of the token."""
        special = {token_id: token.encode() for token, token_id in self.special_tokens.items()}
        return special | {token_id: token for token, token_id in self.ranks.items()}

    def model(self) -> RankModel:
        """The model of these parts."""
        return RankModel(self)
