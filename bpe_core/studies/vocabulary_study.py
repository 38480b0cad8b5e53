"""Vocabulary study: where each token comes from, and what it is made of.

>>> from bpe_core import BPEConfig, BPETokenizer
>>> letters = [ord(letter) for letter in "abc"]
>>> study = VocabularyStudy(BPETokenizer(BPEConfig(), letters, [(0, 1), (1, 2), (3, 2)]))
>>> [(entry.id, entry.token, entry.kind, entry.rule) for entry in study.entries([2, 5])]
[(2, 'c', 'base', None), (5, 'abc', 'learned', MergeRule(rank=2, pair=('ab', 'c')))]
>>> [part.token for part in study.ancestry(5).parts]
['ab', 'c']

Some files list every way to split a token in two. The rule of such a token is the one that makes it of its
base symbols, which are found by way of its first rule.
"""

from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass
from threading import Lock
from typing import Literal, NamedTuple, get_args
from weakref import WeakKeyDictionary

from bpe_core.merges import Pair
from bpe_core.queries.ancestry import Ancestor, ancestry_of
from bpe_core.studies.split_characters import own_bytes
from bpe_core.tokenizer import Tokenizer

Kind = Literal["added", "base", "learned", "no_rule"]
"""A token is cut out of a text first, spells words, is made by a rule, or only has an id."""

KINDS: tuple[Kind, ...] = get_args(Kind)
"""The kinds of tokens."""

LONGEST_SPELLED = 1_000
"""The base symbols of a token of several rules; of one with more, the first rule is named."""


class MergeRule(NamedTuple):
    """A merge rule."""

    rank: int
    """Its rank, from 0; tied rules have the rank of the first of them."""

    pair: Pair
    """The pair that it merges."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One token of the vocabulary."""

    id: int
    """Its id."""

    token: str
    """The token as printed."""

    kind: Kind
    """Where it comes from."""

    rule: MergeRule | None
    """The rule that makes it of its base symbols, or else its first rule; None if no rule makes it."""

    rules: int
    """How many rules make it."""

    bytes: bytes
    """What it adds to a text when it is not the first token; perhaps a part of a character's bytes."""


class VocabularyStudy:
    """All facts about a tokenizer's vocabulary; for 50,000 tokens it takes half a second to make."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        """Study every token. Raises `TextError` if a file's decoder fails."""
        vocab = tokenizer.vocab
        self._token_of = tokenizer.token_of
        self._rules = tokenizer.id_rules
        self.token_bytes = own_bytes(tokenizer)
        """Id -> the bytes of a text that the token stands for."""
        self._times_made = Counter(self._rules.products)
        everything = self._token_of.keys()
        added = {vocab[token] for token in tokenizer.added_tokens}
        base = set(tokenizer.base_ids) - added
        learned = self._times_made.keys() - added - base
        self.of_kind: dict[Kind, Set[int]] = {
            "added": added,
            "base": base,
            "learned": learned,
            "no_rule": everything - added - base - learned,
        }
        """The ids of each kind in `KINDS`."""
        self.without_merges, self.scores = tokenizer.without_merges, tokenizer.scores
        """As in the tokenizer."""
        self.unreachable: Set[int] | None = None
        """What `unreachable_tokens` found; None until somebody has asked for it."""
        self._first_rank: dict[int, int] = {}
        for rank, product in enumerate(self._rules.products):
            if product in learned:
                self._first_rank.setdefault(product, rank)
        self._last_rank: dict[int, int] = {}  # of tokens of several rules: found when asked for
        self._made_with: dict[int, list[int]] = {}  # a cache: it takes a while to compute

    def __contains__(self, token_id: int) -> bool:
        return token_id in self._token_of

    @property
    def ids(self) -> tuple[int, ...]:
        """All ids, in order."""
        return tuple(self._token_of)

    def entries(self, ids: Iterable[int]) -> list[Entry]:
        """The tokens with these ids."""
        return [
            Entry(
                id=token_id,
                token=self._token_of[token_id],
                kind=next(kind for kind, members in self.of_kind.items() if token_id in members),
                rule=self._rule_of(token_id),
                rules=self._times_made[token_id],
                bytes=self.token_bytes[token_id],
            )
            for token_id in ids
        ]

    def find(self, text: str) -> list[int]:
        """The ids of the tokens that a text names, in order; all of them for an empty text.

        A text names the token with this id, and those that contain it, as printed or in what they add to a
        text. `h + ug` names what a rule makes of these two parts; one of them may be left out.
        """
        if not text:
            return [*self._token_of]
        left, plus, right = f" {text} ".partition(" + ")
        parts = left.strip(), right.strip()
        if plus and any(parts):
            return sorted(
                product
                for rank, (pair, product) in enumerate(
                    zip(self._rules.pairs, self._rules.products, strict=True)
                )
                if all(wanted in ("", self._token_of[part]) for wanted, part in zip(parts, pair, strict=True))
                and self._rank(product) == rank
            )
        number = int(text) if text.isdecimal() and len(text) < 10 else None
        data = text.encode(errors="surrogatepass")
        return [
            token_id
            for token_id, token in self._token_of.items()
            if text in token or token_id == number or data in self.token_bytes[token_id]
        ]

    def ancestry(self, token_id: int) -> Ancestor:
        """What a token is made of, down to base symbols; at most `MAX_ANCESTORS` tokens."""

        def pair_of(each: int) -> tuple[int, int] | None:
            rank = self._rank(each)
            return None if rank is None else self._rules.pairs[rank]

        def ancestor(each: int, parts: tuple[Ancestor, ...]) -> Ancestor:
            rule = self._rule_of(each)
            rank = None if rule is None else rule.rank
            return Ancestor(each, self._token_of[each], self.token_bytes[each], rank, parts)

        return ancestry_of(token_id, pair_of, ancestor)

    def made_with(self, token_id: int) -> list[int]:
        """The ids of the tokens with this token as one of their two parts, in the order of their rules."""
        if token_id not in self._made_with:
            rules = zip(self._rules.pairs, self._rules.products, strict=True)
            having = [(product, rank) for rank, (pair, product) in enumerate(rules) if token_id in pair]
            self._made_with[token_id] = [product for product, rank in having if self._rank(product) == rank]
        return self._made_with[token_id]

    def _rule_of(self, token_id: int) -> MergeRule | None:
        rank = self._rank(token_id)
        if rank is None:
            return None
        left, right = self._rules.pairs[rank]
        return MergeRule(self._rules.turns[rank], (self._token_of[left], self._token_of[right]))

    def _rank(self, token_id: int) -> int | None:
        """The index of its rule, as in `Entry.rule`."""
        first = self._first_rank.get(token_id)
        if first is None or self._times_made[token_id] == 1:
            return first
        if token_id not in self._last_rank:
            merged = self._rules.merge(self._spelled(token_id))
            is_made = [*merged.symbols] == [token_id] and merged.fired
            self._last_rank[token_id] = merged.fired[-1][0] if is_made else first
        return self._last_rank[token_id]

    def _spelled(self, token_id: int) -> list[int]:
        """The base symbols of a token; none if there are too many."""
        found, ahead = list[int](), [token_id]
        while ahead:
            part = ahead.pop()
            rank = self._first_rank.get(part)
            if rank is None:
                found.append(part)
            else:
                ahead += reversed(self._rules.pairs[rank])
            if len(found) + len(ahead) > LONGEST_SPELLED:
                return []
        return found


_studies: WeakKeyDictionary[Tokenizer, VocabularyStudy] = WeakKeyDictionary()
_one_at_a_time = Lock()


def study_of(tokenizer: Tokenizer) -> VocabularyStudy:
    """The study of a tokenizer, made when first needed and kept as long as the tokenizer exists."""
    with _one_at_a_time:
        if tokenizer not in _studies:
            _studies[tokenizer] = VocabularyStudy(tokenizer)
        return _studies[tokenizer]
