"""What pictures, charts and tables show, as rows and data frames.

In: steppers. Out: rows for pictures, and pandas frames for `charts`, one row a mark. Nothing here is larger
than what one screen can take, whatever the size of the corpus.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from bpe_core.queries import WordCount
from bpe_core.stepper import BPEStepper
from bpe_ui.text.visible import visible_text

SYMBOLS_SHOWN = 200
"""Symbols of one word; a longer word ends in the number of those left out."""
POINTS_SHOWN = 400
"""Points of a line, about; or marks of a training."""
LENGTHS_SHOWN = 20
"""Tokens of this many base symbols or more are put together."""


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


@dataclass(frozen=True)
class Charted:
    """A training as the charts show it."""

    title: str
    """What it is called beside another one."""

    stepper: BPEStepper
    """The training itself, to be asked, not to be moved."""

    position: int
    """The position that is marked."""

    length: int
    """The last position that is shown: in predict mode none after the one marked."""


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


def pair_label(pair: tuple[str, str]) -> str:
    """A pair as plain text, short enough for an axis: `h + ug`."""
    return " + ".join(shortened(visible_text(symbol)) for symbol in pair)


def shortened(text: str, longest: int = 16) -> str:
    """The text, cut with an ellipsis where it is longer."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def line_frame(trainings: Sequence[Charted], values: Sequence[Sequence[float]]) -> pd.DataFrame:
    """A line over the merges for each training: training, merges, value, here, place.

    `values` has the numbers of each training, one a position. The first, the last and the marked one (`here`)
    are always shown; `place` is where a click leads.
    """
    rows = []
    for training, line in zip(trainings, values, strict=True):
        step = -(-len(line) // POINTS_SHOWN)
        for merges in sorted({*range(0, len(line), step), training.position, len(line) - 1}):
            here = merges == training.position
            rows.append((training.title, merges, line[merges], here, merges))
    return pd.DataFrame(rows, columns=["training", "merges", "value", "here", "place"])


def tie_frame(trainings: Sequence[Charted]) -> pd.DataFrame:
    """Merges chosen among tied pairs: training, first and last merge (from 1), tied, place before the first.

    Where one mark stands for several merges, it has the most pairs that were tied at one of them.
    """
    step = -(-max(training.length for training in trainings) // POINTS_SHOWN) or 1
    rows = []
    for training in trainings:
        others = training.stepper.history.tied(training.length)
        for first in range(0, len(others), step):
            part = others[first : first + step]
            if max(part):
                rows.append((training.title, first + 1, first + len(part), max(part) + 1, first))
    return pd.DataFrame(rows, columns=["training", "first", "last", "tied", "place"])


def length_frame(trainings: Sequence[Charted]) -> pd.DataFrame:
    """How many tokens have which length at the marked position: training, length, tokens."""
    rows = []
    for training in trainings:
        lengths = pd.Series(training.stepper.at(training.position).token_lengths()).clip(upper=LENGTHS_SHOWN)
        rows += [(training.title, length, tokens) for length, tokens in lengths.value_counts().items()]
    frame = pd.DataFrame(rows, columns=["training", "length", "tokens"]).sort_values("length", kind="stable")
    return frame.assign(length=[f"{n}" if n < LENGTHS_SHOWN else f"{n} or more" for n in frame["length"]])


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
