"""The data that the columns draw: one dict that goes to the browser as JSON.

The browser moves in the window by itself, and draws any of its positions without knowing BPE.

    {"history_id": "3", "jump": 0, "position": 4, "first": 0, "last": 7,
     "length": 7, "margin": 40, "divergence": 4, "differing": 2,
     "texts": [["u"], ["g"], ...],                                every text once, as glyph runs
     "columns": [{"title": "First seen", "merges": 7, "learned": {"0": 2, ...}}, ...],
     "rows": [{"rank": 4, "agree": false,                         one a merge
               "cells": [[0, 1, 2, 11, 5, 1, "differs", null], ...]}, ...],
     "words": [{"length": 4, "cells": [{"count": 5, "symbols": [...], "merged_at": [...]}, ...]}, ...]}
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bpe_core import BPEConfig
from bpe_core.studies.comparison import AlignedStep, Cell, Comparison, has_no_more
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_ui.pages.compare.columns import sentences as columns_sentences
from bpe_ui.pages.compare.columns.words import ColumnWord, ColumnWords, ComparedWord
from bpe_ui.pages.compare.settings.titles import short_title, shown_title
from bpe_ui.stage.text.sentences import Sentence
from bpe_ui.visit.messages.stage import Stage
from bpe_ui.visit.messages.texts import Texts
from bpe_ui.visit.messages.words import word_field
from bpe_ui.visit.training.window import serves

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
        self._words: ColumnWords | None = None
        self._drawn: tuple[object, dict[str, Any]] = (None, {})

    def message(self, against: int) -> dict[str, str]:
        """The message to the browser; what is the same all over a window is made once per window."""
        fields, length = self._drawn[1], self.comparison.length
        key, self.last = (against, length, self.comparison.is_done), length
        if self._drawn[0] != key or not serves(
            fields["first"], fields["last"], self.position, MARGIN, is_end=fields["last"] == length
        ):
            if self._words is None:
                self._words = ColumnWords(self.comparison.steppers)
            self._drawn = key, columns_around(self.comparison, self._words, self.position, against)
        return self.json(self._drawn[1])


def columns_around(comparison: Comparison, words: ColumnWords, position: int, against: int) -> dict[str, Any]:
    """The window around a position."""
    texts = Texts()
    first, last = max(0, position - RANKS_BACK), min(position + RANKS_AHEAD, comparison.length)
    rows = comparison.rows(max(0, first - 1), last, against)
    shown = words.rows(position, first, last, _tokens(rows, position))
    symbols = [stepper.base_symbols for stepper in comparison.steppers]
    return {
        "first": first,
        "last": last,
        "length": comparison.length,
        "margin": MARGIN,
        "whole": comparison.is_done,
        "divergence": comparison.first_divergence,
        "differing": comparison.differing,
        "against": against,
        "start": _caption(columns_sentences.start(comparison), texts),
        "columns": [
            _column(comparison, number, shown, first, last, texts)
            for number in range(len(comparison.columns))
        ],
        "rows": [
            {
                "rank": row.rank,
                "agree": row.agree,
                "cells": [None if cell is None else _cell(cell, texts) for cell in row.cells],
                **_caption(columns_sentences.step(row, comparison), texts),
            }
            for row in rows
        ],
        "words": [_word_row(row, comparison, symbols, texts) for row in shown],
        "texts": texts.runs,
        "rtl": texts.right_to_left,
    }


def _tokens(rows: Sequence[AlignedStep], position: int) -> list[tuple[int, str]]:
    """Columns and the tokens in which they differ, the nearest to the position first."""
    apart = [row for row in rows if not row.agree]
    return [
        (column, cell.token)
        for row in sorted(apart, key=lambda row: abs(row.rank - position))
        for column, cell in enumerate(row.cells)
        if cell is not None
    ]


def _column(
    comparison: Comparison, number: int, shown: Sequence[ComparedWord], first: int, last: int, texts: Texts
) -> dict[str, Any]:
    stepper, title = comparison.steppers[number], comparison.columns[number].title
    words = [row.words[number] for row in shown]
    ranks = set[int]().union(*(word.cut.ranks(first, last) for word in words if word is not None))
    return {
        "title": shown_title(title),
        "in_a_tie": TIE_BREAKS[stepper.config.tie_break].explanation,
        "short": shown_title(short_title(title)),
        "merges": min(stepper.known_merges, comparison.length),
        "stop": stepper.stop_reason or "",
        "over": has_no_more(stepper, comparison.length),
        "first_learned": len(stepper.config.leading_tokens) + len(stepper.base_symbols),
        "learned": {str(rank): texts.index(stepper.history.token(rank)) for rank in sorted(ranks)},
    }


def _cell(cell: Cell, texts: Texts) -> list[Any]:
    names = texts.index(cell.pair[0]), texts.index(cell.pair[1]), texts.index(cell.token)
    return [*names, cell.token_id, cell.count, cell.tied, cell.kind, cell.rank_there]


def _caption(caption: tuple[Sentence, Sentence], texts: Texts) -> dict[str, Any]:
    return dict(zip(("sentence", "subtitle"), map(texts.parts, caption), strict=True))


def _word_row(
    row: ComparedWord, comparison: Comparison, symbols: Sequence[Sequence[str]], texts: Texts
) -> dict[str, Any]:
    cells = [
        None if word is None else _word(word, own, stepper.config, texts)
        for word, own, stepper in zip(row.words, symbols, comparison.steppers, strict=True)
    ]
    return {"text": texts.index(row.core), "length": row.length, "cells": cells}


def _word(word: ColumnWord, symbols: Sequence[str], config: BPEConfig, texts: Texts) -> dict[str, Any]:
    """A word in one column: its base symbols, their ends, and when each border between them vanishes."""
    cut, offset = word.cut, len(config.leading_tokens)
    names = [texts.index(symbols[token_id - offset]) for token_id in cut.ids]
    return {**word_field(cut, texts), "symbols": names, "ends": word.ends}


@dataclass
class ColumnsOnScreen:
    """The columns on screen."""

    columns: Columns | None = None
    """What the browser was told; None until they are drawn."""

    def forget_answers(self) -> None:
        """Forget the columns: there will be another comparison."""
        self.columns = None
