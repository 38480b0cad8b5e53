"""The parts of a small trainer, each a function that a mistake can take the place of.

In: words as lists of symbols. Out: `Parts`, of which `trainer` makes a training. Those here are right;
`mistakes` has the wrong ones.

>>> adjacent_pairs(["h", "u", "g"])
[('h', 'u'), ('u', 'g')]
>>> Parts().merge(["h", "u", "g"], "u", "g", "ug")
['h', 'ug']
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.reference import count_pairs, merge
from bpe_core.studies.diagnosis.segmentation import TieRule

Word = list[str]
"""The symbols of a word, as they are printed."""


@dataclass(frozen=True)
class Symbols:
    """What a tie rule may ask about symbols, each by how it is printed."""

    raw: dict[str, str] = field(default_factory=dict)
    """What the symbol stands for; of bytes, the characters of their values."""

    ids: dict[str, int] = field(default_factory=dict)
    """Its id: base symbols in the order of how they are printed, then tokens as learned."""

    value_ids: dict[str, int] = field(default_factory=dict)
    """Its id where base symbols are numbered by their values."""

    seen_ids: dict[str, int] = field(default_factory=dict)
    """Its id where base symbols are numbered as they are first seen."""

    def add(self, left: str, right: str, token: str) -> None:
        """Number the token of a merge."""
        self.raw.setdefault(token, self.raw[left] + self.raw[right])
        for ids in (self.ids, self.value_ids, self.seen_ids):
            ids.setdefault(token, len(ids))

    def add_written(self, word: "Word") -> None:
        """Number what a wrong merge has made of a word."""
        for symbol in word:
            if symbol not in self.raw:
                self.raw[symbol] = "".join(self.raw.get(character, character) for character in symbol)
                for ids in (self.ids, self.value_ids, self.seen_ids):
                    ids[symbol] = len(ids)

    def copy(self) -> "Symbols":
        """The same symbols, to go on with."""
        return Symbols(dict(self.raw), dict(self.ids), dict(self.value_ids), dict(self.seen_ids))


Choose = Callable[[list[Pair], Symbols], Pair]
"""From the tied pairs, in the order in which they are met, to the one that is merged."""

Changed = tuple[Sequence[Pair], Sequence[Pair]]
"""The pairs of a word whose counts are lowered, and those whose counts are raised."""


@dataclass(frozen=True)
class Parts:
    """A trainer, in functions of a few lines."""

    pairs: Callable[[Word], list[Pair]] = field(default_factory=lambda: adjacent_pairs)
    """The pairs of a word that are counted."""

    times: Callable[[int], int] = field(default_factory=lambda: word_count)
    """How often each of them counts, from how often the word occurs."""

    merge: Callable[[Word, str, str, str], Word] = merge
    """A word after a merge."""

    changed: Callable[[list[Pair], list[Pair], Pair, str], Changed] = field(
        default_factory=lambda: changed_counts
    )
    """Which counts change with a word, from its pairs before and after a merge."""

    looks_at_text: bool = False
    """Whether `merge` looks for the token in the text of a word, and not for the pair."""

    changes_all_words: bool = False
    """Whether `merge` changes words without the pair, too."""

    changes_by_one: bool = False
    """Whether `changed` counts change by 1, however often the word occurs."""

    forgets_new_words: bool = False
    """Whether a pair is looked for only in the words that had it before the first merge."""

    numbers_again: bool = False
    """Whether a token that a merge makes again is another one, as in trainers whose tokens are numbers."""


def right_parts(config: BPEConfig) -> Parts:
    """The parts of a trainer without mistakes."""
    return Parts() if config.count_overlaps else Parts(pairs=pairs_without_overlaps)


def adjacent_pairs(word: Word) -> list[Pair]:
    """Every symbol with the next one."""
    return list(pairwise(word))


def pairs_without_overlaps(word: Word) -> list[Pair]:
    """As `adjacent_pairs`, but "aaa" holds (a, a) once."""
    return [pair for pair, count in count_pairs([word], [1], overlaps=False).items() for _ in range(count)]


def word_count(count: int) -> int:
    """A pair counts as often as its word occurs."""
    return count


def changed_counts(before: list[Pair], after: list[Pair], merged: Pair, token: str) -> Changed:
    """The pairs that were there no longer count, those that are there now do."""
    lowered = before
    raised = after
    return lowered, raised


# ---- tie rules, as `tie_breaks` has them, on strings


def first_seen(tied: list[Pair], symbols: Symbols) -> Pair:
    """The pair met first."""
    return tied[0]


def last_seen(tied: list[Pair], symbols: Symbols) -> Pair:
    """The pair met last."""
    return tied[-1]


def smallest_ids(tied: list[Pair], symbols: Symbols) -> Pair:
    """The pair with the smallest ids."""
    return min(tied, key=lambda pair: (symbols.ids[pair[0]], symbols.ids[pair[1]]))


def smallest_value_ids(tied: list[Pair], symbols: Symbols) -> Pair:
    """The pair with the smallest ids where base symbols are numbered by their values."""
    return min(tied, key=lambda pair: (symbols.value_ids[pair[0]], symbols.value_ids[pair[1]]))


def smallest_pair(tied: list[Pair], symbols: Symbols) -> Pair:
    """The first pair in the order of bytes or characters."""
    return min(tied, key=lambda pair: (symbols.raw[pair[0]], symbols.raw[pair[1]]))


def greatest_pair(tied: list[Pair], symbols: Symbols) -> Pair:
    """The last pair in the order of bytes or characters."""
    return max(tied, key=lambda pair: (symbols.raw[pair[0]], symbols.raw[pair[1]]))


def shortest_token(tied: list[Pair], symbols: Symbols) -> Pair:
    """The pair that makes the shortest token, then the first in order."""
    joined = {pair: symbols.raw[pair[0]] + symbols.raw[pair[1]] for pair in tied}
    return min(tied, key=lambda pair: (len(joined[pair]), joined[pair]))


def longest_token(tied: list[Pair], symbols: Symbols) -> Pair:
    """The pair that makes the longest token, then the first in order."""
    joined = {pair: symbols.raw[pair[0]] + symbols.raw[pair[1]] for pair in tied}
    return min(tied, key=lambda pair: (-len(joined[pair]), joined[pair]))


TIE_RULES: dict[TieRule, Choose] = {
    TieRule("first_seen", "code_point"): first_seen,
    TieRule("last_seen", "code_point"): last_seen,
    TieRule("smallest_ids", "code_point"): smallest_ids,
    TieRule("smallest_ids", "byte_value"): smallest_value_ids,
    TieRule("smallest_pair", "code_point"): smallest_pair,
    TieRule("greatest_pair", "code_point"): greatest_pair,
    TieRule("shortest_token", "code_point"): shortest_token,
    TieRule("longest_token", "code_point"): longest_token,
}
"""Every rule for ties that draws nothing."""
