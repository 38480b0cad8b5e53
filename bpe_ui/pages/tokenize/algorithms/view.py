"""Other algorithms. The panes of this view, one of which is on screen."""

from collections.abc import Callable

import streamlit as st

from bpe_ui.frame.widgets.display import show_note
from bpe_ui.frame.widgets.fields import Tab, tab_buttons
from bpe_ui.pages.tokenize.algorithms import dropout, longest_match
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput
from bpe_ui.visit.session import session

PANES: dict[str, Tab[Callable[[TokenizeInput], None]]] = {
    "algorithms": Tab("Longest match", longest_match.draw_longest_match),
    "dropout": Tab("BPE-dropout", dropout.draw_dropout),
}
"""The panes, in the order of their buttons."""


def draw_algorithms(request: TokenizeInput) -> None:
    """The buttons, and the pane."""
    if request.tokenizer.without_merges:
        show_note(
            "{model} applies no merges, so there are no other ways to apply them.",
            model=request.tokenizer.without_merges,
        )
        return
    tab_buttons("Which algorithms", PANES, "algorithms_pane", of="tokenize")
    with st.container(key="algorithms"):
        PANES[session().state(Tokenize).algorithms_pane].draw(request)
