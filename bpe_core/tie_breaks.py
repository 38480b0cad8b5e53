"""Tie-breaks: which of the pairs that share the highest count is merged.

In: facts about one tied pair. Out: its key; the tied pair with the smallest key is merged.

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
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from bpe_core.config import TIE_BREAK_NAMES
from bpe_core.symbols import LongText, SymbolTable

_BITS = (1 << 64) - 1


class Candidate(NamedTuple):
    """What a tie-break may look at: one of the pairs that share the highest count."""

    left: int
    """The left symbol."""
    right: int
    """The right symbol."""
    first_position: int
    """Where the pair is first met when all words are read in order, left to right."""
    rank: int
    """How many merges were made before this choice."""


TieKey = Callable[[Candidate, SymbolTable, int], Any]
"""From a candidate, the symbols and the seed to a key that compares with the other candidates' keys."""


class SymbolKeys(NamedTuple):
    """What tie-breaks compare of every symbol, as numbers."""

    place: Any
    """Its place among all symbols in character order; equal texts have the same one."""
    length: Any
    """How many characters it has."""
    first: Any
    """The code point of its first character."""


RoughKeyOfMany = Callable[[SymbolKeys, Any, Any], Any]
"""From the symbols, and the left and right ones of many candidates, to an array of numbers."""

KeyOfMany = Callable[[Any, Any, Any, int, int], Any]


@dataclass(frozen=True)
class TieBreak:
    """One rule for choosing among tied pairs."""

    name: str
    """As `BPEConfig.tie_break` has it."""

    title: str
    """As a person reads it in a list."""

    explanation: str
    """One line: what the rule takes, and who uses it."""

    key: TieKey
    """The candidate with the smallest key is taken; equal keys are settled by the smaller ids."""

    drift: Literal["fixed", "rises", "free"]
    """What later merges can do to the key of a pair whose count stays: nothing, raise it, or anything.
    A heap may keep a key that is fixed or only rises; a key that is free must be worked out each time."""

    key_of_many: KeyOfMany | None = None
    """Where keys are free, the same for many candidates: left and right symbols (uint64), first positions,
    rank and seed to an array of keys."""

    is_by_ids: bool = False
    """Whether the keys order as the ids do: what settles equal keys then settles all."""

    looks_at_places: bool = False
    """Whether the key depends on where the pair stands."""

    rough_key_of_many: RoughKeyOfMany | None = None
    """For many candidates, numbers that order no two otherwise than their keys do, but may be equal."""


def _first_seen(candidate: Candidate, table: SymbolTable, seed: int) -> int:
    return candidate.first_position


def _last_seen(candidate: Candidate, table: SymbolTable, seed: int) -> int:
    return -candidate.first_position


def _last_seen_of_many(left: Any, right: Any, firsts: Any, rank: int, seed: int) -> Any:
    return -firsts


def _smallest_ids(candidate: Candidate, table: SymbolTable, seed: int) -> int:
    return candidate.left << 32 | candidate.right


def _smallest_pair(candidate: Candidate, table: SymbolTable, seed: int) -> tuple[str | LongText, ...]:
    return table.sort_key(candidate.left), table.sort_key(candidate.right)


def _greatest_pair(candidate: Candidate, table: SymbolTable, seed: int) -> tuple[Any, ...]:
    return *_reversed(table.sort_key(candidate.left)), *_reversed(table.sort_key(candidate.right))


def _reversed(text: str | LongText) -> tuple[Any, ...]:
    """What puts texts into reverse order: negated code points; the closing 1 makes "ab" greater than "a"."""
    if isinstance(text, LongText):
        return _negated(text.start), _Reversed(text)
    negated = _kept_negated(text) if len(text) <= _USUAL else _negated(text)
    return (*negated, 1), None


def _negated(text: str) -> tuple[int, ...]:
    return tuple(-ord(character) for character in text)


_kept_negated = lru_cache(maxsize=1 << 15)(_negated)
_USUAL = 32
"""Of texts of up to so many characters the negated code points are kept."""


class _Reversed:
    """Puts long texts that begin alike into reverse order."""

    def __init__(self, text: LongText) -> None:
        self._text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Reversed) and self._text == other._text

    def __lt__(self, other: "_Reversed") -> bool:
        return other._text < self._text

    def __hash__(self) -> int:
        return hash(self._text)


def _shortest_token(candidate: Candidate, table: SymbolTable, seed: int) -> tuple[int, str | LongText]:
    # Python compares strings by code point, which is also the order of their UTF-8 bytes.
    left, right = candidate.left, candidate.right
    return table.key_length(left) + table.key_length(right), table.joined_key(left, right)


def _longest_token(candidate: Candidate, table: SymbolTable, seed: int) -> tuple[int, str | LongText]:
    length, joined = _shortest_token(candidate, table, seed)
    return -length, joined


def _rough_smallest_pair(keys: SymbolKeys, left: Any, right: Any) -> Any:
    return keys.place[left] * len(keys.place) + keys.place[right]


def _rough_greatest_pair(keys: SymbolKeys, left: Any, right: Any) -> Any:
    return -_rough_smallest_pair(keys, left, right)


def _rough_shortest_token(keys: SymbolKeys, left: Any, right: Any) -> Any:
    return (keys.length[left] + keys.length[right]) * 0x110000 + keys.first[left]


def _rough_longest_token(keys: SymbolKeys, left: Any, right: Any) -> Any:
    return -(keys.length[left] + keys.length[right]) * 0x110000 + keys.first[left]


def _random(candidate: Candidate, table: SymbolTable, seed: int) -> int:
    draw: int = _random_of_many(candidate.left, candidate.right, None, candidate.rank, seed)
    return draw


def _random_of_many(left: Any, right: Any, firsts: Any, rank: int, seed: int) -> Any:
    draw: Any = seed
    for number in (rank, left, right):
        draw = _scramble(draw ^ _scramble(number))
    return draw


def _scramble(number: Any) -> Any:
    """The output step of the generator SplitMix64 (Steele, Lea and Flood 2014): same bits everywhere.

    Of an int or of an array of uint64, which wraps around by itself.
    """
    number = (number + 0x9E3779B97F4A7C15) & _BITS
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _BITS
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _BITS
    return number ^ (number >> 31)


_RULES = (
    TieBreak(
        "first_seen",
        "First seen",
        "Takes the pair met first when the words are read in order: Python tutorials, minbpe, tiktoken.",
        _first_seen,
        "rises",
        looks_at_places=True,
    ),
    TieBreak(
        "last_seen",
        "Last seen",
        "Takes the pair whose first meeting comes last when the words are read in order.",
        _last_seen,
        "free",
        _last_seen_of_many,
        looks_at_places=True,
    ),
    TieBreak(
        "smallest_ids",
        "Smallest ids",
        "Takes the pair whose symbols have the smallest ids, left one first: Hugging Face, rustbpe.",
        _smallest_ids,
        "fixed",
        is_by_ids=True,
    ),
    TieBreak(
        "smallest_pair",
        "Smallest pair",
        "Takes the first pair in character order (capitals before small letters): many exercises.",
        _smallest_pair,
        "fixed",
        rough_key_of_many=_rough_smallest_pair,
    ),
    TieBreak(
        "greatest_pair",
        "Greatest pair",
        "Takes the last pair in character order (small letters after capitals): subword-nmt, CS336.",
        _greatest_pair,
        "fixed",
        rough_key_of_many=_rough_greatest_pair,
    ),
    TieBreak(
        "shortest_token",
        "Shortest token",
        "Takes the pair that makes the shortest token, then the first in character order: SentencePiece.",
        _shortest_token,
        "fixed",
        rough_key_of_many=_rough_shortest_token,
    ),
    TieBreak(
        "longest_token",
        "Longest token",
        "Takes the pair that makes the longest token, then the first in character order.",
        _longest_token,
        "fixed",
        rough_key_of_many=_rough_longest_token,
    ),
    TieBreak(
        "random",
        "Random",
        "Draws one of the tied pairs; the same seed draws the same pairs again.",
        _random,
        "free",
        _random_of_many,
    ),
)

TIE_BREAKS: dict[str, TieBreak] = {rule.name: rule for rule in _RULES}
"""Every tie-break by its name, in the order in which a page lists them."""

if tuple(TIE_BREAKS) != TIE_BREAK_NAMES:
    raise ImportError("bpe_core.config.TIE_BREAK_NAMES and bpe_core.tie_breaks.TIE_BREAKS differ.")
