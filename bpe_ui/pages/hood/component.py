"""The stage of Under the hood.

Its front end is in `bpe_ui/stage/component/hood`.
"""

import streamlit as st

from bpe_ui.frame.widgets.stage import draw_stage
from bpe_ui.pages.hood.state import Hood
from bpe_ui.stage.component import HOOD_CSS, HOOD_JS
from bpe_ui.visit.messages.stage import Listener
from bpe_ui.visit.session import session, visit_lock
from bpe_ui.visit.visit import Visit, leave_present

KEY = "hood_stage"

_stage = st.components.v2.component("bpe_stepper.hood", css=HOOD_CSS, js=HOOD_JS)


@st.fragment
def draw_trainers() -> None:
    """Draw the recording on the stage, and listen to it."""
    with visit_lock():
        visit, stage = session(), session().state(Hood).stage
        draw_stage(_stage, KEY, visit, stage.message(present=visit.present), LISTENER)


def _stand(visit: Visit, step: int) -> None:
    visit.state(Hood).step = step


LISTENER = Listener[Visit](
    lambda visit: visit.state(Hood).stage, _stand, anywhere={"leave_present": leave_present}
)
"""The actions of the page."""
