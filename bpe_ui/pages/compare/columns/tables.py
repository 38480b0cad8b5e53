"""What the page adds to Share: every merge of a comparison as a table.

>>> from bpe_core import BPEConfig, EXAMPLES
>>> from bpe_core.studies.comparison import Column, compare
>>> columns = [Column(rule, BPEConfig(tie_break=rule)) for rule in ("first_seen", "smallest_pair")]
>>> comparison = compare(EXAMPLES["hug_pug_pun"].corpus, columns, merges=5)
>>> print(comparison_csv(comparison).decode().splitlines()[-1])
5,smallest_pair,hug,s,hugs,11,5,1,only_here,,first_seen
"""

from collections.abc import Sequence
from typing import Any

from bpe_core.studies.comparison import Cell, Comparison
from bpe_ui.frame.share.downloads import File
from bpe_ui.frame.share.tables import csv_table
from bpe_ui.pages.compare.columns import setup
from bpe_ui.pages.compare.settings.state import Compare
from bpe_ui.visit.registry.pages import Shared
from bpe_ui.visit.visit import Visit

_MERGE = "left", "right", "token", "id", "count", "tied_with", "kind", "number_there"
"""What the table holds of a merge."""


def comparison_csv(comparison: Comparison, against: int = 0) -> bytes:
    """A row for each merge of each column, merge by merge."""
    titles = [column.title for column in comparison.columns]
    rows = (
        (step.rank + 1, title, *_merge(cell), titles[against])
        for step in comparison.rows(0, comparison.length, against)
        for title, cell in zip(titles, step.cells, strict=True)
        if cell is not None
    )
    return csv_table(("number", "column", *_MERGE, "against"), rows)


def _merge(cell: Cell) -> tuple[Any, ...]:
    there = None if cell.rank_there is None else cell.rank_there + 1
    return *cell.pair, cell.token, cell.token_id, cell.count, cell.tied, cell.kind, there


LINK_HOLDS = (
    "It holds the corpus itself, the rules and position of Train, and what is set in the views of this page,"
    " your own merges too; comparisons are trained again when opened."
)
ABOUT_FILES = (
    "The comparison holds every merge that its columns have made; all other files are about Train, up to"
    " its position."
)


def compared(current: Visit) -> Comparison | None:
    """The comparison on screen, as far as it is trained."""
    known = current.works.get(setup.VIEW)
    return known.result if known is not None and current.state(Compare).view == setup.VIEW else None


def _comparison(current: Visit) -> bytes:
    comparison = compared(current)
    return b"" if comparison is None else comparison_csv(comparison, current.state(Compare).against)


FILES_OF_COMPARISON = (File("Comparison, CSV", "comparison.csv", "text/csv", _comparison),)
"""The files of the columns side by side."""


def _files(visit: Visit) -> Sequence[File]:
    return () if compared(visit) is None else FILES_OF_COMPARISON


SHARED = Shared("comparison", LINK_HOLDS, _files, ABOUT_FILES)
