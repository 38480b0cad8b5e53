"""Step by step: the stage of the Tokenize page, and what it sends back.

Its front end is in `bpe_ui/component/rules`.
"""

from functools import partial

import streamlit as st

from bpe_ui.component import RULES_CSS, RULES_JS
from bpe_ui.tokenize.rules.actions import LISTENER
from bpe_ui.tokenize.rules.message import message_json
from bpe_ui.tokenize.rules.predicting import TokenPredicting
from bpe_ui.tokenize.rules.stage import RulesStage
from bpe_ui.tokenize.settings import typing
from bpe_ui.tokenize.settings.request import Request
from bpe_ui.tokenize.settings.state import Tokenize
from bpe_ui.visit.session import session
from bpe_ui.visit.visit import Visit
from bpe_ui.widgets.stage import draw_stage, said

KEY = "rules_stage"

_stage = st.components.v2.component("bpe_stepper.rules", css=RULES_CSS, js=RULES_JS)


def draw(request: Request) -> None:
    """Draw the stage of the Tokenize page, and listen to it."""
    draw_of(session(), request, KEY)


def draw_of(visit: Visit, request: Request, key: str) -> None:
    """Draw the stage of a visit, which may be that of a lesson's part."""
    typed, data = partial(_typed, visit, key), data_of(visit, request)
    draw_stage(_stage, key, visit, data, LISTENER, on_typed_change=typed, on_rested_change=st.rerun)


def data_of(visit: Visit, request: Request) -> dict[str, str]:
    """The stage's data: the word at the visit's place in the text."""
    tokenize, stage = visit.of(Tokenize), visit.of(RulesStage)
    stage.show(request, tokenize.place, tokenize.step)
    modes = {"present": visit.present, "in_lesson": bool(visit.in_lesson)}
    return message_json(stage, visit.of(TokenPredicting), box=typing.box_data(visit), **modes)


def _typed(visit: Visit, key: str) -> None:
    typing.hear_typed(visit, said(key, "typed"))
