"""Vocabulary study: what each token is made of, and which tokens no text can produce.

>>> from bpe_core import BPEConfig, BPETokenizer
>>> letters = [ord(letter) for letter in "abc"]
>>> study = VocabularyStudy(BPETokenizer(BPEConfig(), letters, [(0, 1), (1, 2), (3, 2)]))
>>> [(entry.id, entry.token, entry.kind, entry.rule) for entry in study.entries([2, 5])]
[(2, 'c', 'base', None), (5, 'abc', 'learned', MergeRule(rank=2, pair=('ab', 'c')))]
>>> [part.token for part in study.ancestry(5).parts]
['ab', 'c']

With a + bc in place of ab + c nothing produces abc: in `abc` the rule for ab is applied first.

>>> study = VocabularyStudy(BPETokenizer(BPEConfig(), letters, [(0, 1), (1, 2), (0, 4)]))
>>> study.unreachable, study.why_unreachable(5).instead
({5}, ('ab', 'c'))

The study finds exactly the tokens that the rules can produce by lowest rank. Why? Say that a token covers the
base symbols i to j of a word. No merge crossed i or j, or they would lie inside a larger token. So all that
happened between i and j used only symbols from there, and each time the pair was the lowest and leftmost of
the whole word, hence also of this part: these symbols encoded alone merge in the same way and give the token.
Before the last merge the same was true of its two parts. So all such tokens are found from the base symbols
up, by trying each rule whose two parts have been found.

The stages before the rules are ignored. They may keep more tokens out of every text, as a normalizer to lower
case does with `The`. If a file lets a token be spelled in two ways, such as `<0x41>` as six characters and as
one byte, the spelling found first counts.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from threading import Lock
from typing import Literal, NamedTuple, get_args
from weakref import WeakKeyDictionary

from bpe_core.encoding.merge_rules import NumberedRules
from bpe_core.merges import Pair
from bpe_core.queries.ancestry import Ancestor, ancestry_of
from bpe_core.studies.split_characters import can_begin, own_bytes
from bpe_core.tokenizer import Tokenizer

Kind = Literal["added", "base", "learned", "no_rule"]
"""A token is cut out of a text first, spells words, is made by a rule, or only has an id."""

KINDS: tuple[Kind, ...] = get_args(Kind)
"""The kinds of tokens."""

MAX_SYMBOLS = 5_000_000
"""How many base symbols all tokens may have to be encoded, to find the unreachable ones. Those of 200,000
ordinary tokens have fewer than 2,000,000."""


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
    """The rule that makes it: the last to apply to its base symbols; if unreachable, its first rule."""

    rules: int
    """How many rules make it: some files list every way to split a token in two."""

    bytes: bytes
    """What it adds to a text when it is not the first token; perhaps a part of a character's bytes."""

    is_unreachable: bool
    """Whether no text can produce it."""


@dataclass(frozen=True)
class WhyUnreachable:
    """Why no text can produce a token."""

    reason: Literal["no rule", "no UTF-8", "part", "shadowed"]
    """No rule makes it; no text has its bytes in a row; each of its rules needs a part that is unreachable
    itself; or another rule is applied first to its base symbols."""

    rule: MergeRule | None = None
    """Its rule: the first one whose parts are reachable, otherwise the first one."""

    part: str = ""
    """The part of the rule that is unreachable."""

    instead: tuple[str, ...] = ()
    """What its base symbols become."""

    goes_first: MergeRule | None = None
    """The rule that merges across the border between the two parts."""


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
        found = None
        if not tokenizer.without_merges:
            found = _rules_that_give(self._rules, tokenizer.base_ids)
        self.is_judged = found is not None
        """Whether the unreachable tokens are known: not if tokens are too long in total (`MAX_SYMBOLS`), and
        not of a model without merges."""
        self.without_merges, self.scores = tokenizer.without_merges, tokenizer.scores
        """As in the tokenizer."""
        products = reversed([*enumerate(self._rules.products)])
        self._rank_of = {product: rank for rank, product in products if product in learned}
        self._rank_of |= found or {}
        reachable = {*added, *base, *(everything if found is None else found)}
        if tokenizer.ignore_merges:  # a word that is a token is then never cut
            reachable.update(everything)
        reachable -= {token_id for token_id, data in self.token_bytes.items() if not _is_in_utf8(data)}
        self.unreachable: Set[int] = everything - reachable
        """The ids of the tokens that no text can produce."""
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
                is_unreachable=token_id in self.unreachable,
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
            rules = ((token_id, self._rule_of(token_id)) for token_id in self._token_of)
            return [
                token_id
                for token_id, rule in rules
                if rule and all(wanted in ("", part) for wanted, part in zip(parts, rule.pair, strict=True))
            ]
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
            rank = self._rank_of.get(each)
            return None if rank is None else self._rules.pairs[rank]

        def ancestor(each: int, parts: tuple[Ancestor, ...]) -> Ancestor:
            rule, is_unreachable = self._rule_of(each), each in self.unreachable
            rank = None if rule is None else rule.rank
            return Ancestor(each, self._token_of[each], self.token_bytes[each], rank, is_unreachable, parts)

        return ancestry_of(token_id, pair_of, ancestor)

    def made_with(self, token_id: int) -> list[int]:
        """The ids of the tokens with this token as one of their two parts, in the order of their rules."""
        if token_id not in self._made_with:
            ranks = sorted(
                (rank, made) for made, rank in self._rank_of.items() if token_id in self._rules.pairs[rank]
            )
            self._made_with[token_id] = [made for _, made in ranks]
        return self._made_with[token_id]

    def why_unreachable(self, token_id: int) -> WhyUnreachable:
        """Why no text can produce one of the tokens in `unreachable`."""
        if not _is_in_utf8(self.token_bytes[token_id]):
            return WhyUnreachable("no UTF-8")
        rules = self._rules
        ranks = [rank for rank, product in enumerate(rules.products) if product == token_id]
        if not ranks:
            return WhyUnreachable("no rule")
        rank = next((each for each in ranks if self.unreachable.isdisjoint(rules.pairs[each])), None)
        if rank is None:
            missing = next(part for part in rules.pairs[ranks[0]] if part in self.unreachable)
            return WhyUnreachable("part", self._rule(ranks[0]), self._token_of[missing])
        # Encode the base symbols of the rule's two parts: which rule crosses the border between them?
        left, right = (_spelled(part, rules, self._rank_of) for part in rules.pairs[rank])
        merged = rules.merge(left + right)
        ends = list(range(1, len(left) + len(right) + 1))
        goes_first = None
        for crossing, start in merged.fired:
            ends[start] = ends[ends[start]]
            if start < len(left) < ends[start]:
                goes_first = self._rule(crossing)
                break
        instead = tuple(self._token_of[symbol] for symbol in merged.symbols)
        return WhyUnreachable("shadowed", self._rule(rank), instead=instead, goes_first=goes_first)

    def _rule_of(self, token_id: int) -> MergeRule | None:
        rank = self._rank_of.get(token_id)
        return None if rank is None else self._rule(rank)

    def _rule(self, rank: int) -> MergeRule:
        left, right = self._rules.pairs[rank]
        return MergeRule(self._rules.turns[rank], (self._token_of[left], self._token_of[right]))


_studies: WeakKeyDictionary[Tokenizer, VocabularyStudy] = WeakKeyDictionary()
_one_at_a_time = Lock()


def study_of(tokenizer: Tokenizer) -> VocabularyStudy:
    """The study of a tokenizer, made when first needed and kept as long as the tokenizer exists."""
    with _one_at_a_time:
        if tokenizer not in _studies:
            _studies[tokenizer] = VocabularyStudy(tokenizer)
        return _studies[tokenizer]


def _rules_that_give(rules: NumberedRules, base_ids: Iterable[int]) -> dict[int, int] | None:
    """Each token that the rules can produce, with the rank of the last rule that applies in it.

    None if the tokens have more than `MAX_SYMBOLS` base symbols in total.
    """
    ranks_with = defaultdict[int, list[int]](list)  # a part -> the rules that merge it with another one
    for pair, rank in rules.rank_of.items():
        for part in {*pair}:
            ranks_with[part].append(rank)
    rank_of: dict[int, int] = {}
    lengths = dict.fromkeys(base_ids, 1)
    rising = set(lengths)  # tokens whose parts all come earlier: all that a training learns
    new = deque(lengths)
    symbols = 0
    while new:
        for rank in ranks_with[new.popleft()]:
            (left, right), product = rules.pairs[rank], rules.products[rank]
            if product in lengths or left not in lengths or right not in lengths:
                continue
            length = lengths[left] + lengths[right]
            symbols += length
            if symbols > MAX_SYMBOLS:
                return None
            turn_before = max(_turn(left, rules, rank_of), _turn(right, rules, rank_of))
            is_rising = rules.turns[rank] > turn_before and {left, right} <= rising
            if is_rising:
                is_made = _stay_apart(left, right, rules, rank_of)
            else:
                merged = rules.merge([*_spelled(left, rules, rank_of), *_spelled(right, rules, rank_of)])
                is_made = merged.symbols == [product] and merged.fired[-1][0] == rank
            if is_made:
                lengths[product], rank_of[product] = length, rank
                new.append(product)
                if is_rising:
                    rising.add(product)
    return rank_of


def _turn(token_id: int, rules: NumberedRules, rank_of: Mapping[int, int]) -> int:
    """When a token is made, as in `NumberedRules.turns`; -1 for a base symbol."""
    rank = rank_of.get(token_id)
    return -1 if rank is None else rules.turns[rank]


def _stay_apart(left: int, right: int, rules: NumberedRules, rank_of: Mapping[int, int]) -> bool:
    """Whether no rule joins a piece of one rising token to a piece of the other before both are complete.

    It goes back in time, from both complete tokens to their base symbols, with the two pieces at the border.
    That gives the same as encoding the base symbols, but takes a third of a second for 50,000 tokens, not
    two.
    """
    while True:
        turn_left, turn_right = _turn(left, rules, rank_of), _turn(right, rules, rank_of)
        if turn_left == turn_right == -1:
            return True
        # Of two merges in one turn the left one comes first, so the right one is undone first.
        if turn_left > turn_right:
            left, before = rules.pairs[rank_of[left]][1], turn_left
        else:
            right, before = rules.pairs[rank_of[right]][0], turn_right + 1
        rank = rules.rank_of.get((left, right))
        if rank is not None and rules.turns[rank] < before:
            return False


def _spelled(token_id: int, rules: NumberedRules, rank_of: Mapping[int, int]) -> list[int]:
    """The base symbols of a reachable token."""
    found, ahead = [], [token_id]
    while ahead:
        part = ahead.pop()
        rank = rank_of.get(part)
        if rank is None:
            found.append(part)
        else:
            ahead += reversed(rules.pairs[rank])
    return found


def _is_in_utf8(data: bytes) -> bool:
    """Whether some UTF-8 text has these bytes in a row, perhaps beginning and ending inside a character.

    >>> _is_in_utf8("字".encode()[1:] + "字".encode()[:2]), _is_in_utf8(b"\\xff"), _is_in_utf8(b"\\xc3a")
    (True, False, False)
    """
    if data.isascii():
        return True
    rest = data.lstrip(_CONTINUATION_BYTES)
    before = len(data) - len(rest)
    return before < len(_BEGINNINGS) and can_begin(_BEGINNINGS[before] + data)


_CONTINUATION_BYTES = bytes(range(0x80, 0xC0))
_BEGINNINGS = b"", b"\xc2", b"\xe1", b"\xf1"
"""The beginnings of characters that continue with 0, 1, 2 or 3 bytes of any value."""
