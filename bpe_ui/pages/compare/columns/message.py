"""The data that the columns draw: one dict that goes to the browser as JSON.

The browser moves in the window by itself, and draws any of its positions without knowing BPE.

    {"history_id": "3", "jump": 0, "position": 4, "first": 0, "last": 7,
     "length": 7, "margin": 40, "divergence": 4, "differing": 2,
     "texts": [["u"], ["g"], ...],                                every text once, as glyph runs
     "columns": [{"title": "First seen", "merges": 7, ...}, ...],
     "rows": [{"rank": 4, "agree": false,                         one a merge
               "cells": [[0, 1, 2, 11, 5, null, 1, "differs", null], ...]}, ...]}
"""

from dataclasses import dataclass
from typing import Any

from bpe_core.queries import score_text
from bpe_core.studies.comparison import Cell, Comparison, has_no_more
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_ui.pages.compare.columns import sentences as columns_sentences
from bpe_ui.pages.compare.settings.titles import short_title, shown_title
from bpe_ui.stage.text.sentences import Sentence
from bpe_ui.visit.messages.stage import Stage
from bpe_ui.visit.messages.texts import Texts
from bpe_ui.visit.registry.page_state import PageState
from bpe_ui.visit.training.window import served

RANKS_BACK = 100
"""How many positions before the current one a window has ..."""
RANKS_AHEAD = 160
"""... and after it."""
MARGIN = 40
"""With fewer positions than this left in a direction where there are more, the window moves."""


class Columns(Stage):
    """What the browser is told about one comparison, and the current position."""

    def __init__(self, comparison: Comparison) -> None:
        """Begin at the start."""
        super().__init__(last=comparison.length)
        self.comparison = comparison
        """The comparison, which must not be moved."""
        self._drawn: tuple[object, dict[str, Any]] = (None, {})

    def message(self) -> dict[str, str]:
        """The message to the browser; what is the same all over a window is made once per window."""
        length = self.comparison.length
        key, self.last = (length, self.comparison.is_done), length
        if self._drawn[0] != key or self.position not in self._served:
            self._drawn = key, columns_around(self.comparison, self.position)
        return self.json(self._drawn[1], holds_at=self._served)

    @property
    def _served(self) -> range:
        first, last = self._drawn[1]["first"], self._drawn[1]["last"]
        return served(first, last, MARGIN, is_end=last == self.comparison.length)


def columns_around(comparison: Comparison, position: int) -> dict[str, Any]:
    """The window around a position."""
    texts = Texts()
    first, last = max(0, position - RANKS_BACK), min(position + RANKS_AHEAD, comparison.length)
    rows = comparison.rows(max(0, first - 1), last)
    return {
        "first": first,
        "last": last,
        "length": comparison.length,
        "margin": MARGIN,
        "whole": comparison.is_done,
        "divergence": comparison.first_divergence,
        "differing": comparison.differing,
        "start": _caption(columns_sentences.start(comparison), texts),
        "columns": [_column(comparison, number) for number in range(len(comparison.columns))],
        "rows": [
            {
                "rank": row.rank,
                "agree": row.agree,
                "cells": [None if cell is None else _cell(cell, texts) for cell in row.cells],
                **_caption(columns_sentences.step(row, comparison), texts),
            }
            for row in rows
        ],
        **texts.fields,
    }


def _column(comparison: Comparison, number: int) -> dict[str, Any]:
    stepper, title = comparison.steppers[number], comparison.columns[number].title
    return {
        "title": shown_title(title),
        "in_a_tie": TIE_BREAKS[stepper.config.tie_break].explanation,
        "short": shown_title(short_title(title)),
        "merges": min(stepper.known_merges, comparison.length),
        "by_score": stepper.config.is_wordpiece,
        "stop": stepper.stop_reason or "",
        "over": has_no_more(stepper, comparison.length),
    }


def _cell(cell: Cell, texts: Texts) -> list[Any]:
    names = texts.index(cell.pair[0]), texts.index(cell.pair[1]), texts.index(cell.token)
    score = None if cell.score is None else score_text(cell.score)
    return [*names, cell.token_id, cell.count, score, cell.tied, cell.kind, cell.rank_there]


def _caption(caption: tuple[Sentence, Sentence], texts: Texts) -> dict[str, Any]:
    return dict(zip(("sentence", "subtitle"), map(texts.parts, caption), strict=True))


@dataclass
class ColumnsOnScreen(PageState):
    """The columns on screen."""

    columns: Columns | None = None
    """What the browser was told; None until they are drawn."""

    def training_changed(self, *, is_other_corpus: bool) -> None:
        """Forget the columns of another corpus: there will be another comparison."""
        if is_other_corpus:
            self.columns = None
