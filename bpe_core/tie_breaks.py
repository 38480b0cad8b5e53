"""Tie-breaks: which of the pairs with the same highest count is merged.

A rule gives each tied pair a key, and the pair with the smallest key is merged. Everything about a rule is in
its entry of `TIE_BREAKS`, so a new rule is one more entry.

The classic examples are full of ties, and every library breaks them in its own way. At the fifth merge of
hug / pug / pun, p + ug and hug + s both occur 5 times, and these rules disagree:

>>> from bpe_core import EXAMPLES, BPEStepper, BPEConfig
>>> corpus = EXAMPLES["hug_pug_pun"].corpus
>>> for rule in ("first_seen", "smallest_pair"):
...     stepper = BPEStepper(corpus, BPEConfig(tie_break=rule))
...     stepper.goto(4)
...     stepper.next_pair()
('p', 'ug')
('hug', 's')
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

from bpe_core.phrases import Phrase

_BITS = (1 << 64) - 1
_CODE_POINTS = 0x110000


class Candidate(NamedTuple):
    """What a tie-break may use: one of the tied pairs."""

    left: int
    """The left symbol."""
    right: int
    """The right symbol."""
    first_position: int
    """Where the pair first occurs when all words are read in order, from left to right."""
    rank: int
    """How many merges were made before this choice."""


class SymbolTexts(Protocol):
    """What tie-breaks need to know about symbols, as `symbols.SymbolTable` has it. Long texts are
    `symbols.LongText`s, which compare like strings."""

    def sort_key(self, symbol: int) -> Any:
        """The symbol's text."""

    def joined_key(self, *symbols: int) -> Any:
        """The text of the token made of these symbols."""

    def key_length(self, symbol: int) -> int:
        """The length of the text in characters."""


class PairInWords(NamedTuple):
    """What a reason may say about one of the tied pairs."""

    pair: tuple[str, str]
    """Its symbols."""
    number: int
    """The number of the word where it first occurs, counted from 1; 0 if the rule does not use places."""
    word: str
    """That word, as it is printed."""
    ids: tuple[int, int]
    """The ids of its symbols."""
    length: str
    """How long its token is: `3 characters`."""


class DecidedTie(NamedTuple):
    """What a reason may say about a tie."""

    rule: str
    """The title of the rule."""
    taken: PairInWords
    """The pair that the rule takes."""
    other: PairInWords
    """One that it does not take."""
    tied: int
    """How many pairs are tied."""
    seed: int
    """The seed of random ties."""


TieKey = Callable[[Candidate, SymbolTexts, int], Any]
"""Gives the key of a candidate, from the symbols and the seed; keys compare with one another."""

Reason = Callable[[DecidedTie], Phrase]
"""Says why one pair is taken and not the other."""


class SymbolKeys(NamedTuple):
    """What tie-breaks compare of all symbols, as numbers."""

    place: Any
    """The symbol's rank among all symbols in character order; equal texts have the same one."""
    length: Any
    """How many characters it has."""
    first: Any
    """The code point of its first character."""


RoughKeysOfMany = Callable[[SymbolKeys, Any, Any], Any]
"""Gives an array of numbers for many candidates, from the symbols and the left and right ones of each."""

KeysOfMany = Callable[[Any, Any, Any, int, int], Any]
"""Gives an array of keys, from left and right symbols (uint64), first positions, rank and seed."""


@dataclass(frozen=True, kw_only=True)
class TieBreak:
    """One rule for choosing among tied pairs."""

    name: str
    """The value of `BPEConfig.tie_break`."""

    title: str
    """Its name in a list of choices."""

    explanation: str
    """One line: which pair the rule takes, and who uses it."""

    key: TieKey
    """The candidate with the smallest key is taken; of equal keys, the one with the smaller ids."""

    reason: Reason
    """Why the rule takes one pair and not another, in one sentence."""

    drift: Literal["fixed", "rises", "free"] = "fixed"
    """How later merges can change the key of a pair that keeps its count. "fixed": not at all; "rises": the
    key is the first position, which only moves right; "free": in any way, so it is always computed anew."""

    keys_of_many: KeysOfMany | None = None
    """The same for many candidates; required if `drift` is "free"."""

    rough_keys_of_many: RoughKeysOfMany | None = None
    """For many candidates, numbers in the order of their keys, but perhaps equal where the keys differ."""

    is_by_ids: bool = False
    """Whether the keys order pairs as their ids do, so that no key is needed."""

    looks_at_places: bool = False
    """Whether the key depends on where the pair first occurs."""

    is_drawn: bool = False
    """Whether the seed decides, so that each seed has its own outcome."""

    rarity: int = 9
    """If two rules explain a merge list equally well, the one with the lower number is named: the one that
    more implementations follow."""

    def __post_init__(self) -> None:
        """Raise `ValueError` for a rule that the trainer could not follow."""
        if self.looks_at_places and self.drift == "fixed":
            raise ValueError(f"{self.name}: a key that depends on places has the drift 'rises' or 'free'.")
        if self.drift == "rises" and self.key is not _first_seen:
            raise ValueError(f"{self.name}: only the first position may have the drift 'rises'; use 'free'.")
        if self.drift == "free" and self.keys_of_many is None:
            raise ValueError(f"{self.name}: a key whose drift is 'free' needs `keys_of_many`.")

    def __reduce__(self) -> tuple[Any, ...]:
        return _named, (self.name,)  # a lambda cannot be pickled


def _first_seen(candidate: Candidate, table: SymbolTexts, seed: int) -> int:
    return candidate.first_position


def _reversed(text: Any) -> tuple[Any, ...]:
    """Puts texts into reverse order: negated code points; the closing 1 makes "ab" greater than "a"."""
    if not isinstance(text, str):
        return _negated(text.start), _Reversed(text)
    return (*_negated(text), 1), None


def _negated(text: str) -> tuple[int, ...]:
    return tuple(-ord(character) for character in text)


class _Reversed:
    """Puts long texts with the same beginning into reverse order."""

    def __init__(self, text: Any) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Reversed) and self.text == other.text

    def __lt__(self, other: "_Reversed") -> bool:
        return bool(other.text < self.text)

    def __hash__(self) -> int:
        return hash(self.text)


def _length(pair: Candidate, symbols: SymbolTexts) -> int:
    return symbols.key_length(pair.left) + symbols.key_length(pair.right)


def _random_of_many(left: Any, right: Any, firsts: Any, rank: int, seed: int) -> Any:
    draw: Any = seed
    for number in (rank, left, right):
        draw = scramble(draw ^ scramble(number))
    return draw


def scramble(number: Any) -> Any:
    """The output step of the generator SplitMix64 (Steele, Lea and Flood 2014): same bits everywhere.

    For an int, or an array of uint64, which wraps around by itself.
    """
    number = (number + 0x9E3779B97F4A7C15) & _BITS
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _BITS
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _BITS
    return number ^ (number >> 31)


def _is_met_first(tie: DecidedTie) -> Phrase:
    return Phrase(
        "{tie.rule} decides: {tie.taken.pair:pair} and {tie.other.pair:pair} are both first met"
        " in word {tie.taken.number:,} ({tie.taken.word:token}), where {tie.taken.pair:pair} comes first."
        if tie.taken.number == tie.other.number
        else "{tie.rule} decides: {tie.taken.pair:pair} is met first,"
        " in word {tie.taken.number:,} ({tie.taken.word:token});"
        " {tie.other.pair:pair} is met in word {tie.other.number:,} ({tie.other.word:token}).",
        tie=tie,
    )


def _is_met_last(tie: DecidedTie) -> Phrase:
    return Phrase(
        "{tie.rule} decides: {tie.taken.pair:pair} and {tie.other.pair:pair} are both first met"
        " in word {tie.taken.number:,} ({tie.taken.word:token}),"
        " where {tie.taken.pair:pair} comes later."
        if tie.taken.number == tie.other.number
        else "{tie.rule} decides: {tie.taken.pair:pair} is met last,"
        " in word {tie.taken.number:,} ({tie.taken.word:token});"
        " {tie.other.pair:pair} is met in word {tie.other.number:,} ({tie.other.word:token}).",
        tie=tie,
    )


def _has_smaller_ids(tie: DecidedTie) -> Phrase:
    return Phrase(
        "{tie.rule} decides: {tie.taken.pair:pair} has the ids {tie.taken.ids[0]} and {tie.taken.ids[1]},"
        " {tie.other.pair:pair} has {tie.other.ids[0]} and {tie.other.ids[1]};"
        " the left ones are equal, and {tie.taken.ids[1]} is smaller than {tie.other.ids[1]}."
        if tie.taken.ids[0] == tie.other.ids[0]
        else "{tie.rule} decides:"
        " {tie.taken.pair:pair} has the ids {tie.taken.ids[0]} and {tie.taken.ids[1]},"
        " {tie.other.pair:pair} has {tie.other.ids[0]} and {tie.other.ids[1]};"
        " {tie.taken.ids[0]} is smaller than {tie.other.ids[0]}.",
        tie=tie,
    )


def _by_length(tie: DecidedTie) -> Phrase:
    return Phrase(
        "{tie.rule} decides: both tokens have {tie.taken.length};"
        " {tie.taken.pair:pair} comes before {tie.other.pair:pair} in character order."
        if tie.taken.length == tie.other.length
        else "{tie.rule} decides: {tie.taken.pair:pair} makes a token of {tie.taken.length},"
        " {tie.other.pair:pair} one of {tie.other.length}.",
        tie=tie,
    )


_RULES = (
    TieBreak(
        name="first_seen",
        title="First seen",
        explanation=(
            "Takes the pair met first when the words are read in order: Python tutorials, minbpe, tiktoken."
        ),
        key=_first_seen,
        reason=_is_met_first,
        drift="rises",
        looks_at_places=True,
        rarity=0,
    ),
    TieBreak(
        name="last_seen",
        title="Last seen",
        explanation="Takes the pair that is met after all others when the words are read in order.",
        key=lambda pair, symbols, seed: -pair.first_position,
        reason=_is_met_last,
        drift="free",
        keys_of_many=lambda left, right, firsts, rank, seed: -firsts,
        looks_at_places=True,
        rarity=6,
    ),
    TieBreak(
        name="smallest_ids",
        title="Smallest ids",
        explanation=(
            "Takes the pair whose symbols have the smallest ids, left one first: Hugging Face, rustbpe."
        ),
        key=lambda pair, symbols, seed: pair.left << 32 | pair.right,
        reason=_has_smaller_ids,
        is_by_ids=True,
        rarity=1,
    ),
    TieBreak(
        name="smallest_pair",
        title="Smallest pair",
        explanation=(
            "Takes the first pair in character order (capitals before small letters): many exercises."
        ),
        key=lambda pair, symbols, seed: (symbols.sort_key(pair.left), symbols.sort_key(pair.right)),
        reason=lambda tie: Phrase(
            "{tie.rule} decides: {tie.taken.pair:pair} comes before {tie.other.pair:pair} in character"
            " order.",
            tie=tie,
        ),
        rough_keys_of_many=lambda keys, left, right: keys.place[left] * len(keys.place) + keys.place[right],
        rarity=3,
    ),
    TieBreak(
        name="greatest_pair",
        title="Greatest pair",
        explanation=(
            "Takes the last pair in character order (small letters after capitals): subword-nmt, CS336."
        ),
        key=lambda pair, symbols, seed: (
            *_reversed(symbols.sort_key(pair.left)),
            *_reversed(symbols.sort_key(pair.right)),
        ),
        reason=lambda tie: Phrase(
            "{tie.rule} decides: {tie.taken.pair:pair} comes after {tie.other.pair:pair} in character order.",
            tie=tie,
        ),
        rough_keys_of_many=lambda keys, left, right: -keys.place[left] * len(keys.place) - keys.place[right],
        rarity=2,
    ),
    TieBreak(
        name="shortest_token",
        title="Shortest token",
        explanation=(
            "Takes the pair that makes the shortest token, then the first in character order: SentencePiece."
        ),
        # Python compares strings by code point, which is also the order of their UTF-8 bytes.
        key=lambda pair, symbols, seed: (_length(pair, symbols), symbols.joined_key(pair.left, pair.right)),
        reason=_by_length,
        rough_keys_of_many=lambda keys, left, right: (
            (keys.length[left] + keys.length[right]) * _CODE_POINTS + keys.first[left]
        ),
        rarity=4,
    ),
    TieBreak(
        name="longest_token",
        title="Longest token",
        explanation="Takes the pair that makes the longest token, then the first in character order.",
        key=lambda pair, symbols, seed: (-_length(pair, symbols), symbols.joined_key(pair.left, pair.right)),
        reason=_by_length,
        rough_keys_of_many=lambda keys, left, right: (
            -(keys.length[left] + keys.length[right]) * _CODE_POINTS + keys.first[left]
        ),
        rarity=5,
    ),
    TieBreak(
        name="random",
        title="Random",
        explanation="Draws one of the tied pairs; the same seed draws the same pairs again.",
        key=lambda pair, symbols, seed: _random_of_many(pair.left, pair.right, None, pair.rank, seed),
        reason=lambda tie: Phrase(
            "{tie.rule} decides: the seed {tie.seed} draws {tie.taken.pair:pair} among {tie.tied} pairs.",
            tie=tie,
        ),
        drift="free",
        keys_of_many=_random_of_many,
        is_drawn=True,
        rarity=7,
    ),
)

TIE_BREAKS: dict[str, TieBreak] = {rule.name: rule for rule in _RULES}
"""All tie-breaks by name, in the order in which they are listed."""


def _named(name: str) -> TieBreak:
    return TIE_BREAKS[name]
