"""What the page adds to Share: every merge of a comparison as a table, and everything as JSON.

>>> from bpe_core import BPEConfig, EXAMPLES
>>> from bpe_core.studies.comparison import Column, compare
>>> columns = [Column(rule, BPEConfig(tie_break=rule)) for rule in ("first_seen", "smallest_pair")]
>>> comparison = compare(EXAMPLES["hug_pug_pun"].corpus, columns, merges=5)
>>> print(comparison_csv(comparison).decode().splitlines()[-1])
5,smallest_pair,hug,s,hugs,11,5,1,only_here,,first_seen
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from bpe_core.studies.comparison import Cell, Comparison
from bpe_ui.frame.share.downloads import File, Make
from bpe_ui.frame.share.tables import csv_table
from bpe_ui.pages.compare.columns import setup
from bpe_ui.pages.compare.settings.state import Compare
from bpe_ui.visit.registry.pages import Shared
from bpe_ui.visit.registry.schema import rules_as_json
from bpe_ui.visit.visit import Visit

FORMAT = 1
"""The version of `comparison_json`."""
_MERGE = "left", "right", "token", "id", "count", "tied_with", "kind", "number_there"
"""What both files hold of a merge."""


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


def comparison_json(comparison: Comparison, against: int = 0) -> bytes:
    """All of the comparison as one JSON object."""
    divergence = comparison.divergence()
    facts = zip(comparison.columns, comparison.summaries(against), comparison.series(), strict=True)
    return json.dumps(
        {
            "format": FORMAT,
            "is_done": comparison.is_done,
            "limits": {"merges": comparison.merges, "vocab_size": comparison.vocab_size},
            "against": against,
            "columns": [
                {
                    "title": column.title,
                    "rules": rules_as_json(column.config),
                    "summary": {name: value for name, value in asdict(summary).items() if name != "title"},
                    "symbols": series.symbols,
                    "tied": series.tied,
                }
                for column, summary, series in facts
            ],
            "first_difference": None
            if divergence is None
            else {
                "number": divergence.rank + 1,
                "only_ties_differ": divergence.same_splits,
                "choices": [asdict(pick) for pick in divergence.picks],
            },
            "steps": [
                {
                    "number": step.rank + 1,
                    "agree": step.agree,
                    "merges": [cell and dict(zip(_MERGE, _merge(cell), strict=True)) for cell in step.cells],
                }
                for step in comparison.rows(0, comparison.length, against)
            ],
            "tokens": [
                {"token": token.token, "numbers": [_number(rank) for rank in token.ranks]}
                for token in comparison.tokens()
            ],
        },
        ensure_ascii=False,
    ).encode()


def _merge(cell: Cell) -> tuple[Any, ...]:
    there = _number(cell.rank_there)
    return *cell.pair, cell.token, cell.token_id, cell.count, cell.tied, cell.kind, there


def _number(rank: int | None) -> int | None:
    return None if rank is None else rank + 1


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


def _of_comparison(export: Callable[[Comparison, int], bytes]) -> Make:
    def make(current: Visit) -> bytes:
        comparison = compared(current)
        return b"" if comparison is None else export(comparison, current.state(Compare).against)

    return make


FILES_OF_COMPARISON = (
    File("Comparison, CSV", "comparison.csv", "text/csv", _of_comparison(comparison_csv)),
    File("Comparison, JSON", "comparison.json", "application/json", _of_comparison(comparison_json)),
)
"""The files of the columns side by side."""


def _files(visit: Visit) -> Sequence[File]:
    return () if compared(visit) is None else FILES_OF_COMPARISON


SHARED = Shared("comparison", LINK_HOLDS, _files, ABOUT_FILES)
