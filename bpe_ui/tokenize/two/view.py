"""Two tokenizers. The panes of this view, one of which is on screen.

In: the request of the page. Out: that pane, below the buttons for all of them.
"""

from collections.abc import Callable

import streamlit as st

from bpe_ui.fields import Tab, tab_buttons
from bpe_ui.session import session
from bpe_ui.tokenize.request import Request
from bpe_ui.tokenize.two import differences, kept

PANES: dict[str, Tab[Callable[[Request], None]]] = {
    "differences": Tab("Differences", differences.draw),
    "kept": Tab("Kept texts", kept.draw),
}
"""The panes, in the order of their buttons."""


def draw(request: Request) -> None:
    """The buttons, and the pane."""
    tab_buttons("Two tokenizers", PANES, "two", of="tokenize")
    with st.container(key="two"):
        PANES[session().tokenize.two].draw(request)
