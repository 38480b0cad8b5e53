"""Draws a stage, and listens to it, in the same way for every page."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from bpe_ui.frame.widgets.present import SHARE
from bpe_ui.visit.messages.stage import Listener
from bpe_ui.visit.session import said, session, widget
from bpe_ui.visit.visit import Visit


def draw_stage(
    component: Callable[..., Any],
    key: str,
    visit: Visit,
    make: Callable[[], Mapping[str, Any]],
    listener: Listener[Visit],
    follows: Callable[[Visit], bool] = lambda visit: False,
    **more: Any,
) -> None:
    """Draw the stage, in a fragment: a step changes nothing around it, unless something `follows` the
    position.

    While the stage is at rest, no message is made: the browser has it, and is sent its hash (see
    benchmarks/stage.py). `more` goes to the component.
    """
    stage = listener.stage(visit)
    data = stage.told if stage.is_at_rest else make()

    def moved() -> None:
        listener.hear_place(visit, said(key, "place"))
        if widget(SHARE) or follows(visit):
            st.rerun()

    def acted() -> None:
        listener.hear_action(visit, said(key, "action"))
        session().present = visit.present
        st.rerun()  # the whole page, not only the stage

    component(key=key, data=data, on_place_change=moved, on_action_change=acted, **more)
