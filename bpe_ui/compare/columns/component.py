"""The columns: the component that shows all of a comparison side by side, and steps it.

Its front end is in `bpe_ui/component`.
"""

import streamlit as st

from bpe_core.studies.comparison import Comparison
from bpe_ui.compare.columns.actions import LISTENER
from bpe_ui.compare.columns.message import Columns
from bpe_ui.compare.columns.state import ColumnsOnScreen
from bpe_ui.compare.settings.state import Compare
from bpe_ui.component import COLUMNS_CSS, COLUMNS_JS
from bpe_ui.visit.session import session, visit_lock
from bpe_ui.visit.visit import Visit
from bpe_ui.widgets.stage import draw_stage

KEY = "columns"

_columns = st.components.v2.component("bpe_stepper.columns", css=COLUMNS_CSS, js=COLUMNS_JS)


def draw(comparison: Comparison) -> None:
    """Draw the columns at the visit's position, as far as they are trained, and listen to them."""
    if not comparison.steppers:
        return
    compare, on_screen = session().of(Compare), session().of(ColumnsOnScreen)
    if on_screen.columns is None or on_screen.columns.comparison is not comparison:
        on_screen.columns = Columns(comparison)
    position = min(compare.position, comparison.length)
    if comparison.is_done:
        compare.position = position
    on_screen.columns.stand_at(position)
    on_screen.columns.begin()
    _draw()


@st.fragment
def _draw() -> None:
    with visit_lock():
        visit, columns = session(), session().of(ColumnsOnScreen).columns
        if columns is not None:
            data = columns.message(visit.of(Compare).against)
            draw_stage(_columns, KEY, visit, data, LISTENER, _text_follows)


def _text_follows(visit: Visit) -> bool:
    """Whether the text next to the columns is cut by the merges up to the position."""
    compare = visit.of(Compare)
    return compare.pane == "text" and not compare.all_merges
