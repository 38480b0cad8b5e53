"""One tokenizer: the stage of the Tokenize page, what it sends back, and what it asks for.

Its front end is in `bpe_ui/stage/component/rules`.
"""

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st

from bpe_ui.frame.widgets.stage import draw_stage
from bpe_ui.pages.tokenize.rules.message import message_json
from bpe_ui.pages.tokenize.rules.stage import RulesStage
from bpe_ui.pages.tokenize.settings import typing
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.pages.tokenize.settings.tokenize_input import MAX_TEXT, TokenizeInput
from bpe_ui.stage.component import RULES_CSS, RULES_JS
from bpe_ui.stage.component.actions import Action, integer
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
    _draw(visit, partial(data_of, visit, request), key)


def draw_at_rest() -> bool:
    """Draw the stage of the Tokenize page again where it was only stepped; False if more has changed."""
    visit = session()
    if visit.state(RulesStage).is_at_rest:
        _draw(visit, dict, KEY)
    return visit.state(RulesStage).is_at_rest


def _draw(visit: Visit, make: Callable[[], Mapping[str, str]], key: str) -> None:
    typed = partial(_typed, visit, key)
    draw_stage(_stage, key, visit, make, LISTENER, on_typed_change=typed, on_rested_change=st.rerun)


def data_of(visit: Visit, request: TokenizeInput) -> dict[str, str]:
    """The stage's data: the word at the visit's place in the text."""
    tokenize, stage = visit.state(Tokenize), visit.state(RulesStage)
    tokenize.step = stage.show(request, tokenize.place_in(request.text), tokenize.step)
    modes = {"present": visit.present, "in_lesson": bool(visit.in_lesson)}
    return message_json(stage, box=typing.box_data(visit, request), **modes)


def _typed(visit: Visit, key: str) -> None:
    visit.state(RulesStage).tell_again()
    typing.hear_typed(visit, said(key, "typed"))


def _stand(visit: Visit, step: int) -> None:
    visit.state(Tokenize).step = step


def _show_word(visit: Visit, action: Action) -> None:
    visit.state(Tokenize).place, visit.state(Tokenize).step = integer(action, "place", MAX_TEXT), 0


LISTENER = Listener[Visit](
    lambda visit: visit.state(RulesStage),
    _stand,
    anywhere={"show_word": _show_word, "leave_present": leave_present},
)
"""The actions of the stage on Tokenize and in lessons."""
