"""The files of a comparison: every merge as a table, and everything as JSON.

>>> from bpe_core import BPEConfig, EXAMPLES
>>> from bpe_core.studies.comparison import Column, compare
>>> columns = [Column(rule, BPEConfig(tie_break=rule)) for rule in ("first_seen", "smallest_pair")]
>>> comparison = compare(EXAMPLES["hug_pug_pun"].corpus, columns, merges=5)
>>> print(comparison_csv(comparison).decode().splitlines()[-1])
5,smallest_pair,hug,s,hugs,11,5,1,only_here,,first_seen
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from bpe_core.studies.comparison import AlignedStep, Cell, Comparison, Divergence
from bpe_ui.registry.schema import rules_as_json
from bpe_ui.share.tables import csv_table

FORMAT = 1
"""The version of `comparison_json`."""
_HEADER = (
    *("number", "column", "left", "right", "token", "id", "count", "tied_with"),
    *("kind", "number_there", "against"),
)


def comparison_csv(comparison: Comparison, against: int = 0) -> bytes:
    """A row for each merge of each column, merge by merge."""
    steps = comparison.rows(0, comparison.length, against)
    return csv_table(_HEADER, (row for step in steps for row in _csv_rows(comparison, step, against)))


def comparison_json(comparison: Comparison, against: int = 0) -> bytes:
    """All of the comparison as one JSON object."""
    return json.dumps(_comparison(comparison, against), ensure_ascii=False).encode()


def _csv_rows(comparison: Comparison, step: AlignedStep, against: int) -> Iterator[tuple[Any, ...]]:
    titles = [column.title for column in comparison.columns]
    for title, cell in zip(titles, step.cells, strict=True):
        if cell is not None:
            there = _number(cell.rank_there)
            merge = *cell.pair, cell.token, cell.token_id, cell.count, cell.tied
            yield step.rank + 1, title, *merge, cell.kind, there, titles[against]


def _comparison(comparison: Comparison, against: int) -> dict[str, Any]:
    divergence = comparison.divergence()
    return {
        "format": FORMAT,
        "is_done": comparison.is_done,
        "limits": {"merges": comparison.merges, "vocab_size": comparison.vocab_size},
        "against": against,
        "columns": _columns(comparison, against),
        "first_difference": None if divergence is None else _difference(divergence),
        "steps": [_step(step) for step in comparison.rows(0, comparison.length, against)],
        "tokens": [
            {"token": token.token, "numbers": [_number(rank) for rank in token.ranks]}
            for token in comparison.tokens()
        ],
    }


def _columns(comparison: Comparison, against: int) -> list[dict[str, Any]]:
    facts = zip(comparison.columns, comparison.summaries(against), comparison.series(), strict=True)
    return [
        {
            "title": column.title,
            "rules": rules_as_json(column.config),
            "summary": {name: value for name, value in asdict(summary).items() if name != "title"},
            "symbols": series.symbols,
            "tied": series.tied,
        }
        for column, summary, series in facts
    ]


def _difference(divergence: Divergence) -> dict[str, Any]:
    return {
        "number": divergence.rank + 1,
        "only_ties_differ": divergence.same_splits,
        "choices": [asdict(pick) for pick in divergence.picks],
    }


def _step(step: AlignedStep) -> dict[str, Any]:
    return {"number": step.rank + 1, "agree": step.agree, "merges": [_merge(cell) for cell in step.cells]}


def _merge(cell: Cell | None) -> dict[str, Any] | None:
    if cell is None:
        return None
    left, right = cell.pair
    return {
        "left": left,
        "right": right,
        "token": cell.token,
        "id": cell.token_id,
        "count": cell.count,
        "tied_with": cell.tied,
        "kind": cell.kind,
        "number_there": _number(cell.rank_there),
    }


def _number(rank: int | None) -> int | None:
    return None if rank is None else rank + 1
