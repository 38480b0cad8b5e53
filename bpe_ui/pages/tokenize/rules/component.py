"""Step by step: the stage of the Tokenize page, what it sends back, and what it asks for.

Its front end is in `bpe_ui/stage/component/rules`.
"""

from functools import partial

import streamlit as st

from bpe_ui.frame.widgets.stage import draw_stage
from bpe_ui.pages.tokenize.rules.message import message_json
from bpe_ui.pages.tokenize.rules.predicting import MOST_TYPED, TokenPredicting
from bpe_ui.pages.tokenize.rules.stage import RulesStage
from bpe_ui.pages.tokenize.settings import typing
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.pages.tokenize.settings.tokenize_input import MAX_TEXT, TokenizeInput
from bpe_ui.stage.component import RULES_CSS, RULES_JS
from bpe_ui.stage.component.actions import Action, RefusedActionError, integer
from bpe_ui.visit.messages.stage import Listener
from bpe_ui.visit.session import said, session
from bpe_ui.visit.visit import Visit, leave_present

KEY = "rules_stage"

_stage = st.components.v2.component("bpe_stepper.rules", css=RULES_CSS, js=RULES_JS)


def draw_rules(request: TokenizeInput) -> None:
    """Draw the stage of the Tokenize page, and listen to it."""
    draw_of(session(), request, KEY)


def draw_of(visit: Visit, request: TokenizeInput, key: str) -> None:
    """Draw the stage of a visit, which may be that of a lesson's part."""
    typed, data = partial(_typed, visit, key), data_of(visit, request)
    draw_stage(_stage, key, visit, data, LISTENER, on_typed_change=typed, on_rested_change=st.rerun)


def data_of(visit: Visit, request: TokenizeInput) -> dict[str, str]:
    """The stage's data: the word at the visit's place in the text."""
    tokenize, stage = visit.state(Tokenize), visit.state(RulesStage)
    predicting = visit.state(TokenPredicting)
    if predicting.on:  # a word is asked about again
        stage.left_at.clear()
    tokenize.step = stage.show(request, tokenize.place, tokenize.step)
    modes = {"present": visit.present, "in_lesson": bool(visit.in_lesson)}
    return message_json(stage, predicting, box=typing.box_data(visit, request), **modes)


def _typed(visit: Visit, key: str) -> None:
    typing.hear_typed(visit, said(key, "typed"))


def _stand(visit: Visit, step: int) -> None:
    visit.state(Tokenize).step = step


def _show_word(visit: Visit, action: Action) -> None:
    visit.state(Tokenize).place, visit.state(Tokenize).step = integer(action, "place", MAX_TEXT), 0


def _predict(visit: Visit, action: Action) -> None:
    visit.state(TokenPredicting).turn(action.get("on") is True)
    visit.state(Tokenize).step = 0


def _commit(visit: Visit, action: Action) -> None:
    stage, typed = visit.state(RulesStage), action.get("typed")
    if not isinstance(typed, str) or len(typed) > MOST_TYPED:
        raise RefusedActionError(f"An answer has at most {MOST_TYPED:,} characters; nothing was done.")
    if stage.request is not None and stage.trace is not None:
        visit.state(TokenPredicting).commit(stage.history_id, stage.request, stage.trace.offsets[0], typed)


def _reveal(visit: Visit, action: Action) -> None:
    visit.state(TokenPredicting).reveal(visit.state(RulesStage).history_id)


LISTENER = Listener[Visit](
    lambda visit: visit.state(RulesStage),
    _stand,
    anywhere={"show_word": _show_word, "predict": _predict, "leave_present": leave_present},
    here={"commit": _commit, "reveal": _reveal},
)
"""The actions of the stage on Tokenize and in lessons."""
