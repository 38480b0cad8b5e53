"""The columns: the component that shows all of a comparison side by side, and steps it.

In: a comparison of the core. Out: a picture that the browser changes by itself at every step, and calls of
`actions` for what a person did. Its front end is in `bpe_ui/component`.
"""

import streamlit as st

from bpe_core.studies.comparison import Comparison
from bpe_ui.compare.columns import actions
from bpe_ui.compare.columns.message import Columns
from bpe_ui.compare.columns.state import ColumnsOnScreen
from bpe_ui.compare.settings.state import Compare
from bpe_ui.component import COLUMNS_CSS, COLUMNS_JS
from bpe_ui.visit.session import session, visit_lock, widget
from bpe_ui.widgets.present import SHARE

KEY = "columns"

_columns = st.components.v2.component("bpe_stepper.columns", css=COLUMNS_CSS, js=COLUMNS_JS)


def draw(comparison: Comparison) -> None:
    """Draw the columns at the session's position, as far as they are trained, and listen to them."""
    if not comparison.steppers:
        return
    compare, on_screen = session().of(Compare), session().of(ColumnsOnScreen)
    if on_screen.columns is None or on_screen.columns.comparison is not comparison:
        on_screen.columns = Columns(comparison)
    position = min(compare.position, comparison.length)
    if comparison.is_done:
        compare.position = position
    on_screen.columns.stand_at(position)
    _draw()


# A fragment, as the stage is one: a step changes nothing around the columns.
@st.fragment
def _draw() -> None:
    with visit_lock():
        columns = session().of(ColumnsOnScreen).columns
        if columns is None:
            return
        _columns(
            key=KEY,
            data=columns.json(session().of(Compare).against),
            on_place_change=_place,
            on_action_change=_action,
        )


def _place() -> None:
    actions.hear_place(session(), (widget(KEY) or {}).get("place"))
    compare = session().of(Compare)
    is_in_text = compare.pane == "text" and not compare.all_merges
    if is_in_text or widget(SHARE):  # these follow the position
        st.rerun()


def _action() -> None:
    actions.hear_action(session(), (widget(KEY) or {}).get("action"))
    st.rerun()  # all of the page, not the columns alone; it goes to Train where that is wanted
