"""Tie mistakes: wrong ways to take one of the tied pairs.

In: the tied pairs, in the order in which they are met, and what is known of symbols. Out: the pair that a
trainer with the mistake merges. A person is shown the docstring, after "when", and the lines that differ from
the right rule in `parts`.

>>> greatest_token([("a", "z"), ("ab", "c")], Symbols(raw={"a": "a", "z": "z", "ab": "ab", "c": "c"}))
('a', 'z')
"""

from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.faults.parts import Symbols


def greatest_as_printed(tied: list[Pair], symbols: Symbols) -> Pair:
    """Ties are compared by GPT-2's printable characters, not by bytes."""
    return max(tied)


def smallest_as_printed(tied: list[Pair], symbols: Symbols) -> Pair:
    """Ties are compared by GPT-2's printable characters, not by bytes."""
    return min(tied)


def greatest_token(tied: list[Pair], symbols: Symbols) -> Pair:
    """Ties are compared by the joined token, not by the pair."""
    return max(tied, key=lambda pair: symbols.raw[pair[0]] + symbols.raw[pair[1]])


def smallest_token(tied: list[Pair], symbols: Symbols) -> Pair:
    """Ties are compared by the joined token, not by the pair."""
    return min(tied, key=lambda pair: symbols.raw[pair[0]] + symbols.raw[pair[1]])


def greatest_token_as_printed(tied: list[Pair], symbols: Symbols) -> Pair:
    """Ties are compared by the joined token in GPT-2's printable characters."""
    return max(tied, key="".join)


def greatest_ids(tied: list[Pair], symbols: Symbols) -> Pair:
    """Ties go to the greatest ids."""
    return max(tied, key=lambda pair: (symbols.ids[pair[0]], symbols.ids[pair[1]]))


def greatest_value_ids(tied: list[Pair], symbols: Symbols) -> Pair:
    """Ties go to the greatest ids, with bytes numbered by their values."""
    return max(tied, key=lambda pair: (symbols.value_ids[pair[0]], symbols.value_ids[pair[1]]))


def smallest_ids_as_seen(tied: list[Pair], symbols: Symbols) -> Pair:
    """Ties go to the smallest ids, with base symbols numbered as they are first seen."""
    return min(tied, key=lambda pair: (symbols.seen_ids[pair[0]], symbols.seen_ids[pair[1]]))


def greatest_from_the_right(tied: list[Pair], symbols: Symbols) -> Pair:
    """Ties compare the right symbols before the left ones."""
    return max(tied, key=lambda pair: (symbols.raw[pair[1]], symbols.raw[pair[0]]))


def smallest_from_the_right(tied: list[Pair], symbols: Symbols) -> Pair:
    """Ties compare the right symbols before the left ones."""
    return min(tied, key=lambda pair: (symbols.raw[pair[1]], symbols.raw[pair[0]]))


def greatest_without_marker(tied: list[Pair], symbols: Symbols) -> Pair:
    """Ties are compared without the end-of-word marker."""
    return max(tied, key=lambda pair: [symbols.raw[each].replace("</w>", "") for each in pair])


def longest_token_first_seen(tied: list[Pair], symbols: Symbols) -> Pair:
    """Ties go to the longest token, of equally long ones to the pair met first."""
    return max(tied, key=lambda pair: len(symbols.raw[pair[0]] + symbols.raw[pair[1]]))


def shortest_token_first_seen(tied: list[Pair], symbols: Symbols) -> Pair:
    """Ties go to the shortest token, of equally short ones to the pair met first."""
    return min(tied, key=lambda pair: len(symbols.raw[pair[0]] + symbols.raw[pair[1]]))
