"""Side by side: the columns, and at their right what they differ in.

In: what is set on the page. Out: the row of settings, the columns, and one of the panes: why they part, the
picture of merge orders, the ties, the figures in the end, a text of one's own, and the proof of each column.
In present mode one of them has the page for itself.
"""

from collections.abc import Callable

import streamlit as st

from bpe_core.studies.comparison import Comparison
from bpe_ui.compare import working
from bpe_ui.compare.columns import component, end_pane, picture_pane, proofs_pane, setup, text_pane, why_pane
from bpe_ui.compare.fields import shown_in
from bpe_ui.compare.state import PANES
from bpe_ui.session import session

_TITLES = {
    "why": "Why here",
    "picture": "Picture",
    "ties": "Ties",
    "end": "In the end",
    "text": "A text",
    "proof": "Proof",
}
_DRAW: dict[str, Callable[[Comparison], None]] = {
    "why": why_pane.draw,
    "picture": picture_pane.draw,
    "ties": picture_pane.draw_ties,
    "end": end_pane.draw,
    "text": text_pane.draw,
    "proof": proofs_pane.draw,
}


COLUMNS = "columns"
LARGE = "compare_large"
"""The key of what present mode shows: the columns or a pane."""


def draw() -> None:
    """The settings, the columns, and the pane; in present mode one of these alone."""
    is_large = session().present
    if not is_large:
        setup.draw()
    comparison = setup.comparison()
    if comparison is None:
        return
    if comparison.length or comparison.is_done:
        (_lay_out_large if is_large else _lay_out)(comparison)
    working.draw_progress_and_work(comparison)


def _lay_out(comparison: Comparison) -> None:
    if session().compare.pane == "picture" and picture_pane.is_large():
        _pane(comparison)
        return
    left, right = st.columns([7.5, 4.5], gap="small")
    with left:
        component.draw(comparison)
    with right:
        _pane(comparison)


def _lay_out_large(comparison: Comparison) -> None:
    shown = st.segmented_control(
        "What is shown large",
        [COLUMNS, *PANES],
        format_func=lambda name: _TITLES.get(name, "Columns"),
        default=COLUMNS,
        required=True,
        label_visibility="collapsed",
        key=LARGE,
        persist_state="session",
    )
    if shown in _DRAW:
        with st.container(key="compare_panel"):
            _DRAW[shown](comparison)
    else:
        component.draw(comparison)


def _pane(comparison: Comparison) -> None:
    with st.container(key="compare_panel"):
        st.segmented_control(
            "What the columns differ in",
            PANES,
            format_func=_TITLES.__getitem__,
            required=True,
            label_visibility="collapsed",
            **shown_in("pane"),
        )
        _DRAW[session().compare.pane](comparison)
