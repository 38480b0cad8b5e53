"""Step by step: the stage of the Tokenize page, and what it says back.

In: a request. Out: a picture that the browser changes by itself at every step, and the visit changed by what
a person typed and did. Its front end is in `bpe_ui/component/rules`.
"""

from functools import partial

import streamlit as st

from bpe_ui.component import RULES_CSS, RULES_JS
from bpe_ui.tokenize.rules import actions
from bpe_ui.tokenize.rules.message import message_json
from bpe_ui.tokenize.rules.predicting import TokenPredicting
from bpe_ui.tokenize.rules.stage import RulesStage
from bpe_ui.tokenize.settings import typing
from bpe_ui.tokenize.settings.request import Request
from bpe_ui.tokenize.settings.state import Tokenize
from bpe_ui.visit.session import session, widget
from bpe_ui.visit.visit import Visit
from bpe_ui.widgets.present import SHARE

KEY = "rules_stage"

_stage = st.components.v2.component("bpe_stepper.rules", css=RULES_CSS, js=RULES_JS)


def draw(request: Request) -> None:
    """Draw the stage of the Tokenize page, and listen to it."""
    draw_of(session(), request, KEY)


def draw_of(visit: Visit, request: Request, key: str) -> None:
    """Draw the stage of a visit, which may be that of a lesson's part."""
    _stage(
        key=key,
        data=data_of(visit, request),
        on_typed_change=partial(_typed, visit, key),
        on_rested_change=st.rerun,
        on_place_change=partial(_place, visit, key),
        on_action_change=partial(_action, visit, key),
    )


def data_of(visit: Visit, request: Request) -> dict[str, str]:
    """The stage's data: the word at the place where the visit is."""
    tokenize, stage = visit.of(Tokenize), visit.of(RulesStage)
    stage.stand_at(request, tokenize.place, tokenize.step)
    modes = {"present": visit.present, "in_lesson": bool(visit.in_lesson)}
    return message_json(stage, visit.of(TokenPredicting), box=typing.box_data(visit), **modes)


def _said(key: str, name: str) -> object:
    return (widget(key) or {}).get(name)


def _typed(visit: Visit, key: str) -> None:
    typing.hear_typed(visit, _said(key, "typed"))


def _place(visit: Visit, key: str) -> None:
    actions.hear_place(visit, _said(key, "place"))
    if widget(SHARE):  # it follows the position
        st.rerun()


def _action(visit: Visit, key: str) -> None:
    actions.hear_action(visit, _said(key, "action"))
    session().present = visit.present
    st.rerun()  # all of the page, not the view alone
