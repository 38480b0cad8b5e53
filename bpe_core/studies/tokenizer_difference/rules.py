"""The rules at which two tokenizers begin to differ on a passage: the first that only one of them applies."""

from itertools import islice
from typing import NamedTuple

from bpe_core.encoding import WordTrace
from bpe_core.studies.original_places import Reading, Span


class RuleThatFires(NamedTuple):
    """The first rule that one tokenizer applies where the other does not merge the same characters."""

    by: int
    """The tokenizer that applies it: 0 or 1."""

    pair: tuple[str, str]
    """The pair that it merges."""

    ranks: tuple[int | None, int | None]
    """The rank of the rule in each tokenizer; None if it has no such rule."""

    is_spelled: bool
    """Whether the other tokenizer spells the same characters with as many base symbols."""


class _Key(NamedTuple):
    """Identifies a base symbol in both tokenizers."""

    start: int  # the character that it comes from
    has_width: bool  # False for a marker that stands for no character
    number: int  # its index among the symbols of this character, such as its bytes


class _Firing(NamedTuple):
    place: tuple[_Key, _Key, _Key]  # the pair's first base symbol, the first of its right symbol, its last
    rank: int
    pair: tuple[str, str]


class SpelledPassage:
    """A passage in base symbols, and the merges in it, in order."""

    def __init__(self, reading: Reading, traces: list[WordTrace], span: Span) -> None:
        self._tokenizer = reading.tokenizer
        self.symbols: dict[_Key, str] = {}
        self.firings: list[_Firing] = []
        for trace in traces:
            keys = _keys([reading.as_given(offsets) for offsets in trace.symbol_offsets])
            inside = [span[0] <= key.start < span[1] + (not key.has_width) for key in keys]
            self.symbols |= {
                key: text for key, text, is_in in zip(keys, trace.symbols, inside, strict=True) if is_in
            }
            pairs = {step.rank: step.pair for step in trace.steps}
            for firing in trace.firings():
                first, middle, last = firing.start, firing.middle, firing.end - 1
                if inside[first] and inside[last]:
                    place = keys[first], keys[middle], keys[last]
                    self.firings.append(_Firing(place, firing.rank, pairs[firing.rank]))

    def between(self, first: _Key, last: _Key) -> list[_Key]:
        """The base symbols from one to another, with all symbols of the last one's character."""
        return [key for key in self.symbols if first <= key and key[:2] <= last[:2]]

    def rank_at(self, place: tuple[_Key, _Key, _Key]) -> int | None:
        """The rank of the rule that would make the same merge."""
        first, middle, last = place
        keys = self.between(first, last)
        left, right = (
            [self.symbols[key] for key in keys if (key < middle) is is_left] for is_left in (True, False)
        )
        return self._tokenizer.rank_between(left, right)


def _keys(spans: list[Span]) -> list[_Key]:
    keys: list[_Key] = []
    for start, end in spans:
        is_next = bool(keys) and keys[-1][:2] == (start, end > start)
        keys.append(_Key(start, end > start, keys[-1].number + 1 if is_next else 0))
    return keys


def first_rules(first: SpelledPassage, second: SpelledPassage) -> tuple[RuleThatFires, ...]:
    """For each tokenizer, the first rule that only it applies, if there is one."""
    rules = []
    for by, (one, other) in enumerate(((first, second), (second, first))):
        known = {firing.place for firing in other.firings}
        alone = (firing for firing in one.firings if firing.place not in known)
        for firing in islice(alone, 1):
            first_key, _, last_key = firing.place
            is_spelled = one.between(first_key, last_key) == other.between(first_key, last_key)
            rank_there = other.rank_at(firing.place) if is_spelled else None
            ranks = (firing.rank, rank_there) if by == 0 else (rank_there, firing.rank)
            rules.append(RuleThatFires(by, firing.pair, ranks, is_spelled))
    return tuple(rules)
