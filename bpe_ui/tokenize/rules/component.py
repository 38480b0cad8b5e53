"""Which rules fire: the stage of the Tokenize page, and what it says back.

In: a request. Out: a picture that the browser changes by itself at every step, and the visit changed by what
a person typed and did. Its front end is in `bpe_ui/component/rules`.
"""

import streamlit as st

from bpe_ui.component import RULES_CSS, RULES_JS
from bpe_ui.session import session, widget
from bpe_ui.share import share_panel
from bpe_ui.tokenize import typing
from bpe_ui.tokenize.request import Request
from bpe_ui.tokenize.rules import actions
from bpe_ui.tokenize.rules.message import message_json
from bpe_ui.visit import Visit

KEY = "rules_stage"

_stage = st.components.v2.component("bpe_stepper.rules", css=RULES_CSS, js=RULES_JS)


def draw(request: Request) -> None:
    """Draw the stage, and listen to it."""
    _stage(
        key=KEY,
        data=data_of(session(), request),
        on_typed_change=_typed,
        on_rested_change=st.rerun,
        on_place_change=_place,
        on_action_change=_action,
    )


def data_of(visit: Visit, request: Request) -> dict[str, str]:
    """The stage's data: the word at the place where the visit is."""
    tokenize, stage = visit.tokenize, visit.tokenize.stage
    stage.stand_at(request, tokenize.place, tokenize.step)
    return message_json(stage, tokenize.predicting, box=typing.box_data(visit), present=visit.present)


def _said(name: str) -> object:
    return (widget(KEY) or {}).get(name)


def _typed() -> None:
    typing.hear_typed(session(), _said("typed"))


def _place() -> None:
    actions.hear_place(session(), _said("place"))
    if widget(share_panel.KEY):  # it follows the position
        st.rerun()


def _action() -> None:
    actions.hear_action(session(), _said("action"))
    st.rerun()  # all of the page, not the view alone
