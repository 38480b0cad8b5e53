"""The stage of Under the hood, and what it says back.

In: a picture. Out: panes that the browser steps by itself, and the visit standing where they do. Its front
end is in `bpe_ui/component/hood`.
"""

from collections.abc import Mapping

import streamlit as st

from bpe_ui.component import HOOD_CSS, HOOD_JS
from bpe_ui.component.actions import RefusedActionError, integer
from bpe_ui.hood.state import Hood
from bpe_ui.visit.session import session, visit_lock, widget
from bpe_ui.visit.visit import Visit
from bpe_ui.widgets.present import SHARE

KEY = "hood_stage"

_stage = st.components.v2.component("bpe_stepper.hood", css=HOOD_CSS, js=HOOD_JS)


# A fragment, because a step changes nothing around the stage, and nothing of what it is sent.
@st.fragment
def draw() -> None:
    """Draw the picture that the stage shows, and listen to it."""
    with visit_lock():
        current = session()
        data = current.of(Hood).stage.json(present=current.present)
        _stage(key=KEY, data=data, on_place_change=_place, on_action_change=_action)


def hear_place(visit: Visit, place: object) -> None:
    """The stage stands somewhere else; what is no place of it is not heard."""
    stage = visit.of(Hood).stage
    if not isinstance(place, Mapping) or place.get("history_id") != stage.history_id:
        return
    try:
        stage.step = visit.of(Hood).step = integer(place, "position", stage.last)
    except RefusedActionError:
        return


def hear_action(visit: Visit, action: object) -> None:
    """A person leaves Present."""
    hear_place(visit, action)
    if isinstance(action, Mapping) and action.get("name") == "leave_present":
        visit.present = False


def _said(name: str) -> object:
    return (widget(KEY) or {}).get(name)


def _place() -> None:
    hear_place(session(), _said("place"))
    if widget(SHARE):  # it follows the position
        st.rerun()


def _action() -> None:
    hear_action(session(), _said("action"))
    st.rerun()  # all of the page, not the stage alone
