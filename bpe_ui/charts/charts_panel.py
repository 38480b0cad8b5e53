"""The panel in the header with the charts of the training; drawn only while it is open."""

import streamlit as st

from bpe_ui.charts import charts, frames
from bpe_ui.html import chips
from bpe_ui.html.display import ink, show
from bpe_ui.session import session
from bpe_ui.training.training import Training

KEY = "charts_popover"
"""The key of the panel; its widget value says whether it is open."""


def popover() -> None:
    """The button behind which the charts are."""
    panel = st.popover("Charts", key=KEY, on_change="rerun", width="content")
    if not panel.open:
        return
    current = session()
    with panel:
        if current.predicting:
            show(chips.note("The charts show the counts, so they stay closed while you predict."))
            return
        _pairs(current.training)
        _progress(current.training)


def _pairs(training: Training) -> None:
    snapshot = training.snapshot
    frame = frames.pair_frame(snapshot.rows, snapshot.decision)
    if frame.empty:
        show(chips.note("No pairs are left."))
        return
    st.altair_chart(
        charts.pair_chart(frame, ink=ink()),
        key="pair_chart",
        alt="Bars of the most frequent pairs; the table of pairs has the same numbers.",
    )


def _progress(training: Training) -> None:
    stepper = training.stepper
    history, statistics = stepper.history, stepper.view.statistics()
    frame = frames.progress_frame(
        history.symbols(len(history)), statistics.vocabulary_size - statistics.position
    )
    st.altair_chart(
        charts.progress_chart(frame, stepper.position),
        key="progress_chart",
        alt="Two lines over the merges: the symbols in the corpus fall, the vocabulary grows.",
    )
