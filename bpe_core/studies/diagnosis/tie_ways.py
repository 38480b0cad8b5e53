"""Tie ways: what may settle ties in somebody's code, the rules that are known and what goes wrong.

A way is a line of Python that takes one of `tied`, the pairs with the highest count in reading order. A new
one is one more row.

>>> TIE_WAYS["greatest_token"].choose([("a", "bc"), ("ab", "a")], Orders())
('a', 'bc')
>>> TIE_WAYS["greatest_token"].code
'max(tied, key=lambda pair: pair[0] + pair[1])'
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bpe_core.merges import Pair
from bpe_core.studies.mistakes import body_of
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_core.tie_breaks import TIE_BREAKS


@dataclass
class Orders:
    """What ties may go by besides the pairs' texts, by the texts that symbols stand for."""

    ids: dict[str, int] = field(default_factory=dict)
    """The ids of symbols, base symbols in the order of what is printed."""

    value_ids: dict[str, int] = field(default_factory=dict)
    """The same, base symbols in the order of their values."""

    seen_ids: dict[str, int] = field(default_factory=dict)
    """The same, base symbols in the order in which they are first seen."""

    first_counted: dict[Pair, int] = field(default_factory=dict)
    """When each pair first got a count."""

    last_counted: dict[Pair, int] = field(default_factory=dict)
    """When each pair last got a count."""


@dataclass(frozen=True)
class TieWay:
    """One way to settle ties."""

    name: str
    """Its name: of a rule that of `TIE_BREAKS`, perhaps with `_by_value`."""

    sentence: str
    """Which of tied pairs is taken, as it follows "ties go to"."""

    choose: Callable[[list[Pair], Orders], Pair] = field(compare=False)
    """Takes one of the tied pairs, which stand in reading order."""

    rule: str = ""
    """The name in `TIE_BREAKS`; empty for a mistake."""

    is_of_bytes: bool = False
    """Whether it is another one only where symbols are bytes."""

    @property
    def id_order(self) -> str:
        """The order of the base symbols' ids, for a rule."""
        return "byte_value" if self.name.endswith("_by_value") else "code_point"

    @property
    def code(self) -> str:
        """The same in a line of Python."""
        return body_of(self.choose).replace("by.", "") if self.name in TIE_WAYS else f"{self.name}(tied)"

    def __reduce__(self) -> tuple[Any, ...]:
        return way_of, (self.name,)  # a lambda cannot be pickled


def _printed(pair: Pair) -> tuple[str, str]:
    """A pair of texts as GPT-2 prints bytes; a marker is no byte."""
    left, right = ("".join(BYTE_CHARACTERS[ord(c)] if ord(c) < 256 else c for c in text) for text in pair)
    return left, right


def _rule(name: str, choose: Callable[[list[Pair], Orders], Pair], by_value: str = "") -> TieWay:
    said = TIE_BREAKS[name].explanation.partition(":")[0].rstrip(".").removeprefix("Takes ")
    if by_value:
        said += ", with base symbols numbered by their values"
        return TieWay(name + by_value, said, choose, name, is_of_bytes=True)
    return TieWay(name, said, choose, name)


# fmt: off
_ROWS = (
    _rule("first_seen", lambda tied, by: tied[0]),
    _rule("last_seen", lambda tied, by: tied[-1]),
    _rule("smallest_ids", lambda tied, by: min(tied, key=lambda pair: (by.ids[pair[0]], by.ids[pair[1]]))),
    _rule("smallest_pair", lambda tied, by: min(tied)),
    _rule("greatest_pair", lambda tied, by: max(tied)),
    _rule("shortest_token",
          lambda tied, by: min(tied, key=lambda pair: (len(pair[0] + pair[1]), pair[0] + pair[1]))),
    _rule("longest_token",
          lambda tied, by: min(tied, key=lambda pair: (-len(pair[0] + pair[1]), pair[0] + pair[1]))),
    _rule("smallest_ids",
          lambda tied, by: min(tied, key=lambda pair: (by.value_ids[pair[0]], by.value_ids[pair[1]])),
          "_by_value"),
    # The commonest mistakes first.
    TieWay("first_inserted", "the pair that first got a count, as where counts are updated in place",
           lambda tied, by: min(tied, key=by.first_counted.__getitem__)),
    TieWay("inserted_again", "the pair that last got a count, as where counts are deleted at 0",
           lambda tied, by: min(tied, key=by.last_counted.__getitem__)),
    TieWay("greatest_token", "the greatest joined token, not the greatest pair",
           lambda tied, by: max(tied, key=lambda pair: pair[0] + pair[1])),
    TieWay("smallest_token", "the smallest joined token, not the smallest pair",
           lambda tied, by: min(tied, key=lambda pair: pair[0] + pair[1])),
    TieWay("greatest_ids", "the greatest ids",
           lambda tied, by: max(tied, key=lambda pair: (by.ids[pair[0]], by.ids[pair[1]]))),
    TieWay("greatest_value_ids", "the greatest ids, with base symbols numbered by their values",
           lambda tied, by: max(tied, key=lambda pair: (by.value_ids[pair[0]], by.value_ids[pair[1]])),
           is_of_bytes=True),
    TieWay("smallest_ids_as_seen", "the smallest ids, with base symbols numbered as they are first seen",
           lambda tied, by: min(tied, key=lambda pair: (by.seen_ids[pair[0]], by.seen_ids[pair[1]]))),
    TieWay("greatest_ids_as_seen", "the greatest ids, with base symbols numbered as they are first seen",
           lambda tied, by: max(tied, key=lambda pair: (by.seen_ids[pair[0]], by.seen_ids[pair[1]]))),
    TieWay("greatest_as_printed", "the greatest pair by GPT-2's printable characters",
           lambda tied, by: max(tied, key=_printed), is_of_bytes=True),
    TieWay("smallest_as_printed", "the smallest pair by GPT-2's printable characters",
           lambda tied, by: min(tied, key=_printed), is_of_bytes=True),
    TieWay("greatest_first_letters", "the greatest first letters of both symbols",
           lambda tied, by: max(tied, key=lambda pair: (pair[0][:1], pair[1][:1]))),
    TieWay("smallest_first_letters", "the smallest first letters of both symbols",
           lambda tied, by: min(tied, key=lambda pair: (pair[0][:1], pair[1][:1]))),
    TieWay("greatest_left", "the greatest left symbol, of equal ones to the pair met first",
           lambda tied, by: max(tied, key=lambda pair: pair[0])),
    TieWay("smallest_left", "the smallest left symbol, of equal ones to the pair met first",
           lambda tied, by: min(tied, key=lambda pair: pair[0])),
    TieWay("greatest_right", "the greatest right symbol, of equal ones to the pair met first",
           lambda tied, by: max(tied, key=lambda pair: pair[1])),
    TieWay("longest_first_seen", "the longest token, of equally long ones to the pair met first",
           lambda tied, by: max(tied, key=lambda pair: len(pair[0] + pair[1]))),
    TieWay("shortest_first_seen", "the shortest token, of equally long ones to the pair met first",
           lambda tied, by: min(tied, key=lambda pair: len(pair[0] + pair[1]))),
    TieWay("greatest_by_negated_values",
           "the greatest pair by negated values, where of b and bc the shorter is",
           lambda tied, by: min(tied, key=lambda pair: [[-ord(each) for each in symbol] for symbol in pair])),
)
# fmt: on

TIE_WAYS = {way.name: way for way in _ROWS}
"""All of them by name, rules first."""

ALL_WAYS = tuple(TIE_WAYS.values())


def way_of(name: str) -> TieWay:
    """A way to settle ties by its name; of drawn ties, and of a rule unknown here, the usual one."""
    if name in TIE_WAYS:
        return TIE_WAYS[name]
    return TieWay(name, TIE_BREAKS[name].explanation, TIE_WAYS["first_seen"].choose, name)
