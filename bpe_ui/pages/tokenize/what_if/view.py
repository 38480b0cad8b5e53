"""Other algorithms. The panes of this view, one of which is on screen."""

from collections.abc import Callable

import streamlit as st

from bpe_ui.frame.widgets.display import show_note
from bpe_ui.frame.widgets.fields import Tab, tab_buttons
from bpe_ui.pages.tokenize.settings.request import Request
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.pages.tokenize.what_if import algorithms, dropout
from bpe_ui.visit.session import session

PANES: dict[str, Tab[Callable[[Request], None]]] = {
    "algorithms": Tab("Three algorithms", algorithms.draw),
    "dropout": Tab("BPE-dropout", dropout.draw),
}
"""The panes, in the order of their buttons."""


def draw(request: Request) -> None:
    """The buttons, and the pane."""
    if request.tokenizer.without_merges:
        show_note(
            "{model} has no merges, so they cannot be applied in other ways.",
            model=request.tokenizer.without_merges,
        )
        return
    tab_buttons("Which algorithms", PANES, "what_if", of="tokenize")
    with st.container(key="what_if"):
        PANES[session().state(Tokenize).what_if].draw(request)
