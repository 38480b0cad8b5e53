"""Side by side: the columns and one of the panes that say how they differ."""

from collections.abc import Callable

import streamlit as st

from bpe_core.studies.comparison import Comparison, compare
from bpe_ui.frame.long_work import Call, draw_study
from bpe_ui.frame.widgets.fields import Tab, tab_buttons
from bpe_ui.pages.compare.columns import component, setup
from bpe_ui.pages.compare.columns.panes import chart, end, text, why
from bpe_ui.pages.compare.settings.state import Compare
from bpe_ui.visit.session import session

PANES: dict[str, Tab[Callable[[Comparison], None]]] = {
    "why": Tab("Why", why.draw_reasons),
    "text": Tab("Your text", text.draw_texts),
    "end": Tab("Numbers", end.draw_numbers),
    "chart": Tab("Chart", chart.draw_curves),
}
"""The panes, in the order of their buttons."""
BESIDE_A_PANE = 5
"""In Present a pane leaves room for so many columns."""


def draw_side_by_side() -> None:
    """The columns and the pane."""
    current = session()
    corpus, settings = current.training.source.corpus, current.state(Compare)
    columns, merges = settings.compared(current.training.config), settings.most_merges(corpus)
    question = Call(compare, (corpus, columns), {"merges": merges})
    draw_study(setup.VIEW, question, _lay_out, shown="at any time")


def _lay_out(comparison: Comparison) -> None:
    if not (comparison.is_done or comparison.length):
        return
    is_alone = session().present and len(comparison.columns) > BESIDE_A_PANE
    widths = 1 if is_alone else [7.8, 4.2] if session().present else [7.5, 4.5]
    left, *right = st.columns(widths, gap="small")
    with left:
        component.draw_columns(comparison)
    if right:
        with right[0]:
            _pane(comparison)


def _pane(comparison: Comparison) -> None:
    with st.container(key="compare_panel"):
        if not session().present:
            with st.container(key="pane_buttons", horizontal=True, vertical_alignment="center"):
                tab_buttons("What the columns differ in", PANES, "pane", of="compare")
        PANES[session().state(Compare).pane].draw(comparison)
