"""The views of the Tokenize page; the one on screen follows each key."""

from collections.abc import Callable

import streamlit as st

from bpe_core import BPEError
from bpe_ui.frame.widgets.display import show, show_note
from bpe_ui.frame.widgets.fields import Tab, tab_buttons
from bpe_ui.frame.widgets.present import exit_button
from bpe_ui.pages.tokenize import save_panel
from bpe_ui.pages.tokenize.compare import view as compare_view
from bpe_ui.pages.tokenize.rules import component as rules
from bpe_ui.pages.tokenize.rules.stage import RulesStage
from bpe_ui.pages.tokenize.settings import files_panel, tokenizer_panel, typing
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput
from bpe_ui.pages.tokenize.vocabulary import view as vocabulary_view
from bpe_ui.stage.html import chips
from bpe_ui.visit.session import session, visit_lock

VIEWS: dict[str, Tab[Callable[[TokenizeInput], None]]] = {
    "rules": Tab("One tokenizer", rules.draw_rules),
    "compare": Tab("Several", compare_view.draw_tokenizers_compared),
    "vocabulary": Tab("Vocabulary", vocabulary_view.draw_vocabulary),
}
"""The views, in the order of their buttons."""
HAVE_THE_BOX = {"rules", "compare"}
"""The views that contain the boxes for their texts."""


def draw_tokenize() -> None:
    """The buttons, and the view; in Present only the view."""
    tokenize = session().state(Tokenize)
    session().state(RulesStage).begin()
    if session().present:
        if tokenize.view != "rules":  # whose stage has its own
            exit_button()
        _draw_view()
        return
    with st.container(key="tokenize_views", horizontal=True, vertical_alignment="center"):
        tab_buttons("What to look at", VIEWS, "view", of="tokenize")
        st.space("stretch")
        tokenizer_panel.popover()
        save_panel.popover()
    _draw_view()
    files_panel.offer_whole(tokenize, tokenize.text_of(session().training))


# A fragment, because typing changes nothing outside the view.
@st.fragment
def _draw_view() -> None:
    with visit_lock():
        current = session()
        view = current.state(Tokenize).view
        if view == "rules" and rules.draw_at_rest():
            return
        try:
            files_panel.open_file(current.state(Tokenize))
            request = current.state(Tokenize).request(current.training, predicting=current.predicting)
        except BPEError as error:
            typing.draw_text_box(current)
            show(chips.message(str(error), "error"))
            return
        if view not in HAVE_THE_BOX and not current.present:
            typing.draw_text_box(current, request=request)
        try:
            if view == "compare" and request.add_special_tokens and any(request.tokenizer.around):
                show_note("The special tokens around the text are left out here.")
            VIEWS[view].draw(request)
        except BPEError as error:
            show(chips.message(str(error), "error"))
