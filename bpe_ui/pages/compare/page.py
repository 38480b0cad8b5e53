"""The views of the Compare page, one of which is on screen."""

from collections.abc import Callable

import streamlit as st

from bpe_ui.frame.widgets.fields import Tab, tab_buttons
from bpe_ui.frame.widgets.present import exit_button
from bpe_ui.pages.compare import base_view, columns_view
from bpe_ui.pages.compare.columns import setup
from bpe_ui.pages.compare.diagnosis import tokens
from bpe_ui.pages.compare.diagnosis import view as diagnosis_view
from bpe_ui.pages.compare.settings.limits import can_be_compared
from bpe_ui.pages.compare.settings.state import Compare
from bpe_ui.pages.compare.ties import view as ties_view
from bpe_ui.visit.session import session

VIEWS: dict[str, Tab[Callable[[], None]]] = {
    "columns": Tab("Side by side", columns_view.draw_side_by_side),
    "diagnosis": Tab("Why does mine differ?", diagnosis_view.draw_diagnosis),
    "tokens": Tab("Why do my tokens differ?", tokens.draw_token_diagnosis),
    "ties": Tab("Do ties matter?", ties_view.draw_tie_study),
    "base": Tab("Going on", base_view.draw_ways_on),
}
"""The views, in the order of their buttons."""


def draw_compare() -> None:
    """The buttons, and the view; in present mode only the view."""
    row = st.container(key="compare_views", horizontal=True, vertical_alignment="center")
    with row:
        if not session().present:
            tab_buttons("What to compare", VIEWS, "view", of="compare")
        exit_button()
    if can_be_compared():
        view = session().state(Compare).view
        if view == "columns" and not session().present:
            with row:
                setup.draw_setup()
        VIEWS[view].draw()
