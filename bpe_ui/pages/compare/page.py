"""The views of the Compare page, one of which is on screen."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from bpe_core.studies.comparison import Comparison, compare
from bpe_ui.charts.comparison import frame_of_columns, symbols_by_column
from bpe_ui.charts.look import PICKED
from bpe_ui.frame.long_work import Call, draw_study
from bpe_ui.frame.widgets.charts import draw_chart
from bpe_ui.frame.widgets.fields import Tab, tab_buttons
from bpe_ui.frame.widgets.present import exit_button
from bpe_ui.pages.compare import base_view
from bpe_ui.pages.compare.columns import component, setup
from bpe_ui.pages.compare.columns.panes import end, text, why
from bpe_ui.pages.compare.diagnosis import tokens
from bpe_ui.pages.compare.diagnosis import view as diagnosis_view
from bpe_ui.pages.compare.settings.limits import can_be_compared
from bpe_ui.pages.compare.settings.state import Compare
from bpe_ui.pages.compare.settings.titles import fitting_titles
from bpe_ui.pages.compare.ties import view as ties_view
from bpe_ui.stage.text.sentences import say_plainly, words_listed
from bpe_ui.visit.session import session


def draw_curves(comparison: Comparison) -> None:
    """A line for each column."""
    titles = fitting_titles([column.title for column in comparison.columns])
    position = min(session().state(Compare).position, comparison.length)
    frame = frame_of_columns(comparison, titles)
    draw = partial(symbols_by_column, frame, position, comparison.first_divergence)
    ends = [
        say_plainly(
            "{title} {symbols:,}", title=title, symbols=stepper.history.symbols(comparison.length)[-1]
        )
        for title, stepper in zip(titles, comparison.steppers, strict=True)
    ]
    alt = say_plainly("Symbols at the end of each column: {ends}.", ends=words_listed(ends))
    title = "Symbols over the merges"
    draw_chart(draw, "chart_columns", title, frame, alt=alt, picked=PICKED, hear=_go_to, height=420)


def _go_to(point: dict[str, Any]) -> None:
    if isinstance(point.get("merges"), int | float):
        session().state(Compare).position = int(point["merges"])


PANES: dict[str, Tab[Callable[[Comparison], None]]] = {
    "why": Tab("Why", why.draw_reasons),
    "text": Tab("Your text", text.draw_texts),
    "end": Tab("Numbers", end.draw_numbers),
    "chart": Tab("Chart", draw_curves),
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


VIEWS: dict[str, Tab[Callable[[], None]]] = {
    "columns": Tab("Side by side", draw_side_by_side),
    "diagnosis": Tab("Why does mine differ?", diagnosis_view.draw_diagnosis),
    "tokens": Tab("Why do my tokens differ?", tokens.draw_token_diagnosis),
    "ties": Tab("Do ties matter?", ties_view.draw_tie_study),
    "base": Tab("Going on", base_view.draw_ways_on),
}
"""The views, in the order of their buttons."""


def draw_compare() -> None:
    """The buttons, and the view; in present mode only the view."""
    row = st.container(key="compare_views", horizontal=True, vertical_alignment="center")
    with row:
        if not session().present:
            tab_buttons("What to compare", VIEWS, "view", of="compare")
        exit_button()
    if can_be_compared():
        view = session().state(Compare).view
        if view == "columns" and not session().present:
            with row:
                setup.draw_setup()
        VIEWS[view].draw()
