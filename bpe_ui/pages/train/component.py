"""The stage of a training, below the header of the Train page and in lessons.

Its front end is in `bpe_ui/stage/component/stage`.
"""

import streamlit as st

from bpe_ui.classroom.voting.asking import tell_class
from bpe_ui.frame.address import navigation
from bpe_ui.frame.widgets.stage import draw_stage
from bpe_ui.pages.train.actions import LISTENER
from bpe_ui.pages.train.state import stage_json, stage_of
from bpe_ui.stage.component import STAGE_CSS, STAGE_JS
from bpe_ui.visit.session import visit_lock
from bpe_ui.visit.visit import Visit

KEY = "stage"

_stage = st.components.v2.component("bpe_stepper.stage", css=STAGE_CSS, js=STAGE_JS)


def draw_train(visit: Visit, key: str = KEY) -> None:
    """Draw the stage, and listen to it."""
    stage_of(visit).begin()
    _draw(visit, key)


@st.fragment
def _draw(visit: Visit, key: str) -> None:
    with visit_lock():
        message = stage_json(visit)
        draw_stage(_stage, key, visit, message, LISTENER, lambda visit: navigation.PLACE in visit.errors)
        tell_class(visit, message["json"])  # at the end: to judge the votes on a large corpus takes a moment
