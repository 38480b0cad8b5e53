"""The columns of the tables that people see: of the pairs, of the merges, of the vocabulary.

A column is one entry. Whatever draws a table (the browser's stage, a CSV file, a notebook) has one way for
each kind of cell, and none of its own for a column.

>>> [column.title for column in pair_columns(BPEConfig())]
['Pair', 'Becomes', 'Count', 'In words', 'Share of all pairs']
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from bpe_core.config import BPEConfig
from bpe_core.queries.records import Statistics, score_text

Kind = Literal["pair", "token", "number", "share", "text"]
"""What a cell holds: two symbols, one, a number, a part of a whole, or our own words."""


class Column(NamedTuple):
    """A column of a table."""

    name: str
    """Its name in a file."""

    title: str
    """What stands above it on screen."""

    kind: Kind

    value: Callable[[Any], Any]
    """The cell of a row; of a share, the integer that is a part of the whole."""

    whole: Callable[[Statistics], int] | None = None
    """Of a share: the whole at a position."""

    is_on_stage: bool = False
    """Whether the browser's table of pairs shows it, beside the pair and its bar."""

    of_scores: bool | None = None
    """Whether it is there only where scores decide, or only where counts do; None: always."""


_PAIR_COLUMNS = (
    Column("pair", "Pair", "pair", lambda row: row.pair),
    Column("token", "Becomes", "token", lambda row: row.token),
    Column("count", "Count", "number", lambda row: row.count, is_on_stage=True),
    Column("words", "In words", "number", lambda row: row.words),
    Column(
        *("share", "Share of all pairs", "share"),
        lambda row: row.count,
        lambda now: now.pairs,
        is_on_stage=True,
        of_scores=False,
    ),
    Column(
        *("parts", "Counts of both parts", "text"),
        lambda row: "{:,} × {:,}".format(*row.parts),
        is_on_stage=True,
        of_scores=True,
    ),
    Column("score", "Score", "text", lambda row: score_text(row.score), is_on_stage=True, of_scores=True),
)


def pair_columns(config: BPEConfig) -> list[Column]:
    """Those of a `PairCount`, where these rules decide."""
    return [each for each in _PAIR_COLUMNS if each.of_scores in (None, config.is_wordpiece)]


MERGE_COLUMNS = (
    Column("number", "Merge", "number", lambda merge: merge.rank + 1),
    Column("pair", "Pair", "pair", lambda merge: merge.pair),
    Column("token", "Becomes", "token", lambda merge: merge.token),
    Column("id", "Id", "number", lambda merge: merge.token_id),
    Column("count", "Count", "number", lambda merge: merge.count),
    Column("tied_with", "Tied with", "number", lambda merge: merge.tied_count),
    Column("chosen_by", "Chosen by", "text", lambda merge: merge.chosen_by),
)
"""Of a `Merge`."""

VOCABULARY_COLUMNS = (
    Column("id", "Id", "number", lambda entry: entry[1]),
    Column("token", "Token", "token", lambda entry: entry[0]),
)
"""Of a token with its id."""


def cell(column: Column, row: Any, now: Statistics | None = None) -> Any:
    """The value of a column for a row; a share as a number from 0 to 1, with the position's statistics."""
    value = column.value(row)
    return value / column.whole(now) if column.whole is not None and now is not None else value
