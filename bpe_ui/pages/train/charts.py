"""The charts beside the stage: two for each figure below it, which follow when the view rests."""

from functools import partial
from typing import Any

import streamlit as st

from bpe_ui.charts import training as charts
from bpe_ui.charts.training import MEASURES, PICKED, Column
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
            pairs = charts.frame_of_pairs(stepper)
            if len(pairs):
                said = say_plainly("How often each of {n:,} pairs occurs.", n=pairs["place"].max())
                draw = partial(charts.pair_distribution, pairs)
                draw_chart(
                    draw, "chart_pairs", "How often the pairs occur", pairs, alt=said, height="stretch"
                )
        if figure == "vocabulary":
            lengths = charts.frame_of_lengths(stepper)
            draw, said = partial(charts.token_lengths, lengths), charts.lengths_said(lengths)
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
