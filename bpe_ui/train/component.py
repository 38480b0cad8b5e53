"""The stage: the component below the header of the Train page and in lessons, and what it says back.

In: a visit. Out: a picture that the browser changes by itself at every step, and calls of
`actions` for what a person did. Its front end is in `bpe_ui/component`.
"""

from functools import partial

import streamlit as st

from bpe_ui.address import opening
from bpe_ui.component import STAGE_CSS, STAGE_JS
from bpe_ui.train import actions
from bpe_ui.train.state import OnTrain, stage_json
from bpe_ui.visit.session import session, visit_lock, widget
from bpe_ui.visit.visit import Visit
from bpe_ui.voting.asking import tell_class
from bpe_ui.voting.class_vote import ClassVote
from bpe_ui.widgets.present import SHARE

KEY = "stage"

_stage = st.components.v2.component("bpe_stepper.stage", css=STAGE_CSS, js=STAGE_JS)


def draw(visit: Visit, key: str = KEY) -> None:
    """Draw the stage, and listen to it; not while a class joins, or a key would answer unseen."""
    if visit.of(ClassVote).shows_how_to_join:
        return
    # The browser may have no stage yet that stands somewhere.
    visit.of(OnTrain).stage.start = visit.training.stepper.position
    _draw(visit, key)


# A fragment, because a step changes nothing around the stage: see benchmarks/stage.py. And while the window
# stays the same its data does, so that Streamlit sends the browser no more than a hash of what it has.
@st.fragment
def _draw(visit: Visit, key: str) -> None:
    with visit_lock():
        _stage(
            key=key,
            data=stage_json(visit),
            on_place_change=partial(_place, visit, key),
            on_action_change=partial(_action, visit, key),
        )
        tell_class(visit)  # afterwards, because to judge the votes of a large corpus takes a moment


def _place(visit: Visit, key: str) -> None:
    actions.hear_place(visit, (widget(key) or {}).get("place"))
    if widget(SHARE) or opening.PLACE in visit.errors:  # these follow the position
        st.rerun()


def _action(visit: Visit, key: str) -> None:
    actions.hear_action(visit, (widget(key) or {}).get("action"))
    session().present = visit.present
    st.rerun()  # all of the page, not the stage alone
