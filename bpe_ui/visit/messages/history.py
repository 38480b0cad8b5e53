"""The merge history as the stage reads it: which rows it has."""

from typing import NamedTuple

from bpe_ui.visit.messages.texts import Texts
from bpe_ui.visit.training.training import Training
from bpe_ui.visit.training.window import Window

HISTORY_ROWS = 200
"""How many rows the history has: all merges or, of more, the last up to the end of the window."""

ROWS_AT_ONCE = 40
"""How many it draws before anybody scrolls, beside undone ones: a browser takes 5 ms longer over 200."""


class MergeRow(NamedTuple):
    """A merge."""

    rank: int
    id: int
    ids: tuple[int, int]
    texts: list[int]
    times: int
    tied_with: int
    by_user: bool


def history_rows(training: Training, window: Window, texts: Texts) -> list[MergeRow]:
    """The rows of the merge history that the stage can show: the merges in order."""
    columns = training.stepper.history
    last = len(columns) if len(columns) <= HISTORY_ROWS else window.last
    first = max(0, last - HISTORY_ROWS)
    names = zip(
        columns.token_ids(first, last),
        columns.pair_ids(first, last),
        columns.pairs(first, last),
        columns.tokens(first, last),
        strict=True,
    )
    counted = zip(columns.counts(last)[first:], columns.tied(last)[first:], strict=True)
    by_user = {*columns.by_user(last)}
    return [
        MergeRow(rank, token_id, ids, [*map(texts.index, (*pair, token))], count, tied, rank in by_user)
        for rank, (token_id, ids, pair, token), (count, tied) in zip(
            range(first, last), names, counted, strict=True
        )
    ]
