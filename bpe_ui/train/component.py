"""The stage: the component below the header of the Train page, and what it says back.

In: the session's data. Out: a picture that the browser changes by itself at every step, and calls of
`actions` for what a person did. Its front end is in `bpe_ui/component`.
"""

import streamlit as st

from bpe_ui.address import opening
from bpe_ui.component import STAGE_CSS, STAGE_JS
from bpe_ui.session import session, the_only_run, widget
from bpe_ui.share import share_panel
from bpe_ui.train import actions

KEY = "stage"

_stage = st.components.v2.component("bpe_stepper.stage", css=STAGE_CSS, js=STAGE_JS)


def draw() -> None:
    """Draw the stage, and listen to it; not while a class joins, or a key would answer unseen."""
    current = session()
    if current.class_vote.shows_how_to_join:
        return
    # The browser may have no stage yet that stands somewhere.
    current.stage.start = current.training.stepper.position
    _draw()


# A fragment, because a step changes nothing around the stage: see benchmarks/stage.py. And while the window
# stays the same its data does, so that Streamlit sends the browser no more than a hash of what it has.
@st.fragment
def _draw() -> None:
    with the_only_run():
        _stage(key=KEY, data=session().stage_json(), on_place_change=_place, on_action_change=_action)
        session().tell_class()  # afterwards, because to judge the votes of a large corpus takes a moment


def _place() -> None:
    current = session()
    actions.hear_place(current, (widget(KEY) or {}).get("place"))
    if widget(share_panel.KEY) or opening.PLACE in current.errors:  # these follow the position
        st.rerun()


def _action() -> None:
    actions.hear_action(session(), (widget(KEY) or {}).get("action"))
    st.rerun()  # all of the page, not the stage alone
