"""What pictures, charts and tables show, as rows and data frames.

In: a stepper. Out: rows for pictures, and pandas frames for `charts` and the table of words. Nothing here is
larger than what one screen can take, whatever the size of the corpus.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from bpe_core.queries import Decision, PairCount, PairFacts, WordCount
from bpe_core.stepper import BPEStepper
from bpe_ui.text.visible import visible_text

SYMBOLS_SHOWN = 200
"""Symbols of one word; a longer word ends in the number of those left out."""
BARS_SHOWN = 8
"""Bars of the chart: as many as keep their labels in the space it has."""
POINTS_SHOWN = 400
"""Points of the progress lines."""


@dataclass(frozen=True)
class Chip:
    """One symbol of a word or token of the vocabulary."""

    token: str
    """As the core prints it."""

    merge_number: int | None
    """The merge that made it, counted from 1; None for a base symbol or a special token."""

    is_new: bool = False
    """Whether the last merge made it."""

    token_id: int | None = None
    """Its id; None where it has none."""

    is_unknown: bool = False
    """Whether it stands for a symbol that is not in the vocabulary."""


@dataclass(frozen=True)
class WordRow:
    """A word as it is split now."""

    word: str
    """The word as it was counted."""

    count: int
    """How often it occurs."""

    groups: tuple[tuple[Chip, ...], ...]
    """Its symbols, in order: two chips in a group are about to be merged, one chip stands alone."""

    not_shown: int
    """How many symbols follow that are not shown."""


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
    """The chips of a word, with every two that would be merged as `pair` grouped, leftmost first.

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


def pair_frame(pairs: Sequence[PairCount | PairFacts], decision: Decision | None) -> pd.DataFrame:
    """The bars of the chart: pair, count, words, and state: "next", "tied" with the next, or ""."""
    tied_count = len(decision.tied) + 1 if decision else 0
    rows = []
    for index, pair in enumerate(pairs[:BARS_SHOWN]):
        is_next = decision is not None and pair.pair == decision.pair
        state = "next" if is_next else "tied" if index < tied_count else ""
        rows.append((pair_label(pair.pair), pair.count, pair.words, state))
    return pd.DataFrame(rows, columns=["pair", "count", "words", "state"])


def pair_label(pair: tuple[str, str]) -> str:
    """A pair as plain text, short enough for an axis: `h + ug`."""
    return " + ".join(shortened(visible_text(symbol)) for symbol in pair)


def shortened(text: str, longest: int = 16) -> str:
    """The text, cut with an ellipsis where it is longer."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def progress_frame(symbols: Sequence[int], vocabulary_at_start: int) -> pd.DataFrame:
    """The lines over the merges: position, symbols, vocabulary; at most `POINTS_SHOWN` rows.

    `symbols` has one number for each position. The first and the last are always shown.
    """
    last = len(symbols) - 1
    step = max(1, -(-last // (POINTS_SHOWN - 1)))
    positions = [*range(0, last, step), last]
    return pd.DataFrame(
        {
            "position": positions,
            "symbols": [symbols[position] for position in positions],
            "vocabulary": [vocabulary_at_start + position for position in positions],
        }
    )


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
