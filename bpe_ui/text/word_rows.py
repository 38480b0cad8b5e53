"""Words as rows of chips, for the picture and for HTML."""

from collections.abc import Sequence
from dataclasses import dataclass

from bpe_core.queries import WordCount
from bpe_core.stepper import BPEStepper

SYMBOLS_SHOWN = 200
"""How many symbols of a word are shown; a longer word ends with the number of those left out."""


@dataclass(frozen=True)
class Chip:
    """One symbol of a word, or one token of the vocabulary."""

    token: str
    """The token as the core prints it."""

    merge_number: int | None
    """The merge that made it, counted from 1; None for a base symbol or a special token."""

    is_new: bool = False
    """Whether the last merge made it."""


@dataclass(frozen=True)
class WordRow:
    """A word as it is split now."""

    word: str
    """The word as it was counted."""

    count: int
    """How often it occurs."""

    groups: tuple[tuple[Chip, ...], ...]
    """Its symbols, in order: two chips in a group are about to be merged, others are alone."""

    not_shown: int
    """How many more symbols the word has."""


def word_rows(stepper: BPEStepper, words: Sequence[WordCount]) -> list[WordRow]:
    """The given words as they are split at the stepper's position."""
    position = stepper.position
    next_pair = stepper.history[position].pair if position < stepper.known_merges else stepper.next_pair()
    splits = stepper.splits([row.word for row in words])
    return [
        _word_row(row, splits[row.word], stepper.view.split_merges(row.word), next_pair, position)
        for row in words
    ]


def group_pairs(chips: Sequence[Chip], pair: tuple[str, str] | None) -> list[tuple[Chip, ...]]:
    """The chips of a word, in which every two that `pair` would merge are grouped, from the left.

    >>> a = Chip("a", None)
    >>> [len(group) for group in group_pairs([a, a, a], ("a", "a"))]    # two overlapping pairs, one merges
    [2, 1]
    """
    groups: list[tuple[Chip, ...]] = []
    index = 0
    while index < len(chips):
        here = tuple(chips[index : index + 2])
        size = 2 if tuple(chip.token for chip in here) == pair else 1
        groups.append(here[:size])
        index += size
    return groups


def _word_row(
    row: WordCount,
    symbols: tuple[str, ...],
    ranks: tuple[int | None, ...],
    next_pair: tuple[str, str] | None,
    position: int,
) -> WordRow:
    shown = [
        Chip(symbol, None if rank is None else rank + 1, is_new=rank == position - 1)
        for symbol, rank in zip(symbols[:SYMBOLS_SHOWN], ranks[:SYMBOLS_SHOWN], strict=True)
    ]
    return WordRow(
        word=row.word,
        count=row.count,
        groups=tuple(group_pairs(shown, next_pair)),
        not_shown=max(0, len(symbols) - SYMBOLS_SHOWN),
    )
