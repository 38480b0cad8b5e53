"""Side by side: the columns and, to their right, one of the panes that say how they differ.

In present mode only the columns or the pane are on the page.
"""

from collections.abc import Callable

import streamlit as st

from bpe_core.studies.comparison import Comparison
from bpe_ui.frame.long_work import view_work
from bpe_ui.frame.widgets.fields import Tab, tab_buttons
from bpe_ui.pages.compare.columns import component, setup
from bpe_ui.pages.compare.columns.panes import end, text, why
from bpe_ui.pages.compare.settings.state import Compare
from bpe_ui.visit.session import session

PANES: dict[str, Tab[Callable[[Comparison], None]]] = {
    "why": Tab("Why", why.draw_reasons),
    "text": Tab("Your text", text.draw_texts),
    "end": Tab("Numbers", end.draw_numbers),
}
"""The panes, in the order of their buttons."""


def draw_side_by_side() -> None:
    """The columns, and the pane; in present mode only one of these."""
    work = setup.comparison()
    if work.result is not None and (work.is_done or work.result.length):
        (_lay_out_large if session().present else _lay_out)(work.result)
    view_work.go_on(work)


def _lay_out(comparison: Comparison) -> None:
    left, right = st.columns([7.5, 4.5], gap="small")
    with left:
        component.draw_columns(comparison)
    with right:
        _pane(comparison)


def _lay_out_large(comparison: Comparison) -> None:
    shown = session().state(Compare).large
    if shown in PANES:
        with st.container(key="compare_panel"):
            PANES[shown].draw(comparison)
    else:
        component.draw_columns(comparison)


def _pane(comparison: Comparison) -> None:
    with st.container(key="compare_panel"):
        with st.container(key="pane_buttons", horizontal=True, vertical_alignment="center"):
            tab_buttons("What the columns differ in", PANES, "pane", of="compare")
        PANES[session().state(Compare).pane].draw(comparison)
