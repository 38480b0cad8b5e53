"""The field for the name of a model on the Hugging Face hub, and the way to its tokenizer."""

import streamlit as st

from bpe_core import BPEError
from bpe_ui.frame.widgets.display import show, show_error
from bpe_ui.frame.widgets.hearing import heard_by
from bpe_ui.pages.tokenize.settings import files_panel, hub
from bpe_ui.pages.tokenize.settings.loaded import tokenizers
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.session import session, set_widget, widget

PLACE, NAME = "hub_tokenizer", "hub_name"
ABOUT = "This server fetches the tokenizer.json of the model, up to 40 MB, and keeps it for the next time."


def draw_hub(tokenize: Tokenize) -> None:
    """The field, and the tokenizer that is open."""
    if widget(NAME) is None:
        set_widget(NAME, tokenize.file.hub if tokenize.file is not None else "")
    st.text_input(
        "Name of a model on the Hugging Face hub",
        max_chars=2 * hub.LONGEST_NAME,
        placeholder="gpt2 or Qwen/Qwen2.5-7B",
        **heard_by(_ask, key=NAME),
    )
    if tokenize.hub_wanted:
        name, tokenize.hub_wanted = tokenize.hub_wanted, ""
        try:
            with st.spinner(say_plainly("Fetching {name} …", name=name), show_time=True):
                tokenize.take_loaded(tokenizers.open_fetched(name, hub.fetched(name)))
        except BPEError as error:
            session().errors[PLACE] = str(error)
        else:
            st.rerun()
    show_error(PLACE)
    show(chips.note(ABOUT))
    if tokenize.loaded is not None and tokenize.loaded.file.hub:
        files_panel.about(tokenize.loaded)


def _ask() -> None:
    current = session()
    current.errors.pop(PLACE, None)
    try:
        current.state(Tokenize).hub_wanted = hub.name_in(widget(NAME)) if widget(NAME) else ""
    except BPEError as error:
        current.errors[PLACE] = str(error)
