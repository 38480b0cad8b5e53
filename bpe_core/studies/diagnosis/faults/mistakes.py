"""Mistakes in a trainer, each a part of it that is wrong in one line or two.

In: what the right part of `parts` gets. Out: what a trainer with the mistake makes of it. A person is shown
the docstring, after "when", and the lines that differ from the right part.

>>> all_pairs_but_the_last(["h", "u", "g"])
[('h', 'u')]
>>> only_first_occurrence(["u", "g", "u", "g"], "u", "g", "ug")
['ug', 'u', 'g']
>>> replaced_in_spaced_text(["hu", "g"], "u", "g", "ug")
['hug']
"""

from itertools import pairwise

from bpe_core.merges import Pair
from bpe_core.reference import Symbol
from bpe_core.studies.diagnosis.faults.parts import Changed, Word

# ---- which pairs are counted


def all_pairs_but_the_last(word: Word) -> list[Pair]:
    """The last pair of each word is never counted."""
    return list(pairwise(word[:-1]))


def all_pairs_but_the_first(word: Word) -> list[Pair]:
    """The first pair of each word is never counted."""
    return list(pairwise(word[1:]))


def each_pair_once(word: Word) -> list[Pair]:
    """A pair that a word holds several times counts once."""
    return list(dict.fromkeys(pairwise(word)))


def word_counts_ignored(count: int) -> int:
    """Each distinct word counts once, however often it occurs."""
    return 1


def first_time_not_counted(count: int) -> int:
    """Each word counts one time too few, because its count begins at 0."""
    return count - 1


# ---- how a word is merged


def only_first_occurrence(symbols: list[Symbol], left: Symbol, right: Symbol, token: Symbol) -> list[Symbol]:
    """Only the first occurrence of the pair in each word is merged."""
    for index in range(len(symbols) - 1):
        if symbols[index : index + 2] == [left, right]:
            merged = symbols.copy()
            merged[index : index + 2] = [token]
            return merged
    return symbols


def not_kept(symbols: list[Symbol], left: Symbol, right: Symbol, token: Symbol) -> list[Symbol]:
    """Merged words are not kept, so that the same pair is the most frequent one again."""
    return symbols


def right_symbol_left(symbols: list[Symbol], left: Symbol, right: Symbol, token: Symbol) -> list[Symbol]:
    """The right symbol of a merged pair stays in the word."""
    merged: list[Symbol] = []
    index = 0
    while index < len(symbols):
        if symbols[index : index + 2] == [left, right]:
            merged.append(token)
            index += 1
        else:
            merged.append(symbols[index])
            index += 1
    return merged


def overlaps_merged_twice(symbols: list[Symbol], left: Symbol, right: Symbol, token: Symbol) -> list[Symbol]:
    """Both overlapping pairs of aaa are merged."""
    merged: list[Symbol] = []
    index = 0
    while index < len(symbols):
        if symbols[index : index + 2] == [left, right]:
            merged.append(token)
            index += 1 if symbols[index + 1 : index + 3] == [left, right] else 2
        else:
            merged.append(symbols[index])
            index += 1
    return merged


def from_the_right(symbols: list[Symbol], left: Symbol, right: Symbol, token: Symbol) -> list[Symbol]:
    """Words are merged from right to left."""
    merged: list[Symbol] = []
    index = len(symbols)
    while index > 0:
        if symbols[max(0, index - 2) : index] == [left, right]:
            merged.insert(0, token)
            index -= 2
        else:
            merged.insert(0, symbols[index - 1])
            index -= 1
    return merged


def last_symbol_lost(symbols: list[Symbol], left: Symbol, right: Symbol, token: Symbol) -> list[Symbol]:
    """The last symbol of a word is lost where it is not merged."""
    merged: list[Symbol] = []
    index = 0
    while index < len(symbols) - 1:
        if symbols[index : index + 2] == [left, right]:
            merged.append(token)
            index += 2
        else:
            merged.append(symbols[index])
            index += 1
    return merged


def last_pair_not_merged(symbols: list[Symbol], left: Symbol, right: Symbol, token: Symbol) -> list[Symbol]:
    """The last pair of each word is never merged."""
    merged: list[Symbol] = []
    index = 0
    while index < len(symbols):
        if index < len(symbols) - 2 and symbols[index : index + 2] == [left, right]:
            merged.append(token)
            index += 2
        else:
            merged.append(symbols[index])
            index += 1
    return merged


def replaced_in_spaced_text(symbols: Word, left: str, right: str, token: str) -> Word:
    """str.replace merges in the word joined with spaces, across the ends of other symbols."""
    text = " ".join(symbols)
    return text.replace(left + " " + right, token).split(" ")


# ---- which counts change


def neighbors_not_lowered(before: list[Pair], after: list[Pair], merged: Pair, token: str) -> Changed:
    """The counts of the neighbors' old pairs are not lowered after a merge."""
    lowered = [pair for pair in before if pair == merged]
    raised = [pair for pair in after if token in pair]
    return lowered, raised


def never_counted_again(before: list[Pair], after: list[Pair], merged: Pair, token: str) -> Changed:
    """The counts stay those from before the first merge."""
    lowered = [pair for pair in before if pair == merged]
    raised: list[Pair] = []
    return lowered, raised


def new_pairs_not_counted(before: list[Pair], after: list[Pair], merged: Pair, token: str) -> Changed:
    """Pairs with a new token are not counted."""
    lowered = before
    raised = [pair for pair in after if token not in pair]
    return lowered, raised


def right_neighbors_not_counted(before: list[Pair], after: list[Pair], merged: Pair, token: str) -> Changed:
    """A new token is counted with the symbol before it only."""
    lowered = before
    raised = [pair for pair in after if pair[0] != token or pair[1] == token]
    return lowered, raised


def left_neighbors_not_counted(before: list[Pair], after: list[Pair], merged: Pair, token: str) -> Changed:
    """A new token is counted with the symbol after it only."""
    lowered = before
    raised = [pair for pair in after if pair[1] != token or pair[0] == token]
    return lowered, raised


def left_neighbors_not_lowered(before: list[Pair], after: list[Pair], merged: Pair, token: str) -> Changed:
    """The count of the old pair before a merged one is not lowered."""
    lowered = [merged, *_neighbors(before, merged)[1]]
    raised = [pair for pair in after if token in pair]
    return lowered, raised


def right_neighbors_not_lowered(before: list[Pair], after: list[Pair], merged: Pair, token: str) -> Changed:
    """The count of the old pair after a merged one is not lowered."""
    lowered = [merged, *_neighbors(before, merged)[0]]
    raised = [pair for pair in after if token in pair]
    return lowered, raised


def old_neighbors_counted(before: list[Pair], after: list[Pair], merged: Pair, token: str) -> Changed:
    """New tokens are counted with the symbols that stood beside them, though these are merged as well."""
    lefts, rights = _neighbors(before, merged)
    lowered = [merged, *lefts, *rights]
    raised = [*((pair[0], token) for pair in lefts), *((token, pair[1]) for pair in rights)]
    return lowered, raised


def _neighbors(pairs: list[Pair], merged: Pair) -> tuple[list[Pair], list[Pair]]:
    """The pairs before, and those after, where a pair is merged, from left to right."""
    places: list[int] = []
    for place, pair in enumerate(pairs):
        if pair == merged and place - 1 not in places[-1:]:  # of "aaa" only the first is merged
            places.append(place)
    lefts = [pairs[place - 1] for place in places if place]
    return lefts, [pairs[place + 1] for place in places if place + 1 < len(pairs)]


def changed_by_one(before: list[Pair], after: list[Pair], merged: Pair, token: str) -> Changed:
    """After a merge counts change by 1, and not by how often the word occurs."""
    return before, after


def new_pairs_not_looked_up(before: list[Pair], after: list[Pair], merged: Pair, token: str) -> Changed:
    """New pairs are missing from the index of words, so that no word is found in which to merge them."""
    return before, after
