"""The rows of the merge history as the stage reads them, and the longest tokens of the vocabulary."""

from typing import Any

from bpe_ui.stage.texts import Texts
from bpe_ui.training.training import Training
from bpe_ui.training.window import Window

ROWS_BEFORE_WINDOW = 100
"""How many rows the history has before those of the window ..."""
ROWS_OF_SMALL_HISTORY = 200
"""... unless it has no more than these in total: then it has all."""
LONGEST_KNOWN = 20_000
"""Up to this many merges, the vocabulary names its longest token."""


def history_rows(training: Training, window: Window, texts: Texts) -> list[list[Any]]:
    """The rows of the merge history that the stage can show: the merges, each with its rank first."""
    columns = training.stepper.history
    is_small = len(columns) <= ROWS_OF_SMALL_HISTORY
    first = 0 if is_small else max(0, window.first - ROWS_BEFORE_WINDOW)
    last = len(columns) if is_small else window.last
    names = zip(
        columns.pair_ids(first, last), columns.pairs(first, last), columns.tokens(first, last), strict=True
    )
    counted = zip(columns.counts(last)[first:], columns.tied(last)[first:], strict=True)
    by_user = {*columns.by_user(last)}
    return [
        [rank, *ids, *map(texts.index, pair), texts.index(token), *counts, rank in by_user]
        for rank, (ids, pair, token), counts in zip(range(first, last), names, counted, strict=True)
    ]


def longest_tokens(training: Training, window: Window, texts: Texts) -> list[list[int]]:
    """The longest learned token at every position of a window: the first such position, id and text.

    Of several with the same number of base symbols it is the one learned first.
    """
    if window.last > LONGEST_KNOWN:
        return []
    base = training.first_learned_id - training.first_base_id
    longest: list[int] = []  # ranks at which a token longer than all before was learned
    most = 1
    for rank, length in enumerate(training.stepper.at(window.last).token_lengths()[base:]):
        if length > most:
            longest, most = [*(longest if rank >= window.first else ()), rank], length
    columns = training.stepper.history
    return [
        [rank + 1, training.first_learned_id + rank, texts.index(columns.tokens(rank, rank + 1)[0])]
        for rank in longest
    ]
