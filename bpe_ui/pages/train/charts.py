"""The charts beside the stage: two for each figure below it, which follow when the view rests."""

from functools import partial
from typing import Any

import streamlit as st

from bpe_ui.charts import training as charts
from bpe_ui.charts.distributions import (
    counts_by_place,
    frame_by_place,
    frame_of_lengths,
    lengths_said,
    token_lengths,
)
from bpe_ui.charts.look import PICKED
from bpe_ui.charts.training import MEASURES, Column, pair_text
from bpe_ui.frame.widgets.charts import draw_chart
from bpe_ui.pages.train.state import OnTrain, figure_open
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.session import session
from bpe_ui.visit.visit import Visit

OVER_MERGES: dict[str, tuple[Column, ...]] = {
    "vocabulary": ("vocabulary",),
    "symbols": ("symbols", "whole_words"),
    "pairs": ("count",),
}
"""What is drawn over the merges for each figure."""


def draw_charts(visit: Visit) -> None:
    """The charts of the figure that is open, if one is; a click on a merge goes there."""
    figure = figure_open(visit)
    if not figure:
        return
    stepper = visit.training.stepper
    with st.container(key="train_charts", gap=None, horizontal=visit.present):
        if figure == "pairs":
            rows = stepper.pair_counts()
            pairs = frame_by_place(rows, lambda row: (row.count, pair_text(row.pair)), "pair")
            if len(pairs):
                title = "How often the pairs occur"
                draw = partial(counts_by_place, pairs, "pair", title, has_next=True)
                alt = say_plainly("How often each of {n:,} pairs occurs.", n=len(rows))
                draw_chart(draw, "chart_pairs", title, pairs, alt=alt, height="stretch")
        if figure == "vocabulary":
            lengths = frame_of_lengths(stepper.token_lengths())
            draw, said = partial(token_lengths, lengths), lengths_said(lengths)
            draw_chart(draw, "chart_lengths", "Tokens by length", lengths, alt=said, height="stretch")
        frame, at = visit.state(OnTrain).frame(visit.training), charts.frame_at(stepper)
        for column in OVER_MERGES[figure]:
            draw_chart(
                partial(charts.over_merges, frame, at, column),
                f"chart_{column}",
                MEASURES[column].title,
                frame,
                alt=charts.measure_said(frame, at, column),
                picked=PICKED,
                hear=_go_to,
                height="stretch",
            )


def _go_to(point: dict[str, Any]) -> None:
    current = session()
    merges = point.get("merges")
    if isinstance(merges, int | float) and 0 <= merges <= current.training.stepper.known_merges:
        current.move(int(merges))
