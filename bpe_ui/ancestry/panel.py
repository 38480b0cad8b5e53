"""The token panel: a component on every page, which asks Python when a person opens a token.

The front end, `component/token_panel`, listens to clicks on tokens in all views of the page. It shows nothing
before the first click.
"""

import streamlit as st

from bpe_ui.ancestry.answers import answer
from bpe_ui.component import TOKEN_PANEL_CSS, TOKEN_PANEL_JS
from bpe_ui.registry.pages import pages
from bpe_ui.visit.session import session, visit_lock, widget

KEY = "token_panel"

_panel = st.components.v2.component("bpe_stepper.token_panel", css=TOKEN_PANEL_CSS, js=TOKEN_PANEL_JS)


# A fragment, because opening a token changes nothing else on the page.
@st.fragment
def draw(page: str) -> None:
    """Draw the panel of a page, and answer it."""
    with visit_lock():
        data = {"json": session().token_answer, "tokens": pages()[page].tokens}
        _panel(key=KEY, data=data, on_asked_change=_answer)


def _answer() -> None:
    session().token_answer = answer(session(), (widget(KEY) or {}).get("asked"))
