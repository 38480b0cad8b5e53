"""The tokenizer of the page: its name, and the panel behind the button."""

import streamlit as st

from bpe_core import BPEError
from bpe_ui.frame.widgets.choosing import choose_button
from bpe_ui.frame.widgets.display import opened_panel, show, show_error, show_note
from bpe_ui.frame.widgets.fields import shown_in
from bpe_ui.frame.widgets.hearing import heard_by
from bpe_ui.machine.limits import hub_access
from bpe_ui.pages.tokenize.settings import files_panel, hub
from bpe_ui.pages.tokenize.settings.loaded import TokenizerFile, ready_file, tokenizers
from bpe_ui.pages.tokenize.settings.ready import READY
from bpe_ui.pages.tokenize.settings.state import FILE, HERE, Tokenize
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.session import session, set_widget, widget
from bpe_ui.visit.visit import Visit

KEY = "tokenizer_popover"
SOURCE = "tokenizer_source"
READY_MADE = "ready"
BY_NAME = "hub"
FIRST_READY = next(iter(READY))
SOURCES = {HERE: "From Train", READY_MADE: "Ready-made", FILE: "From files", BY_NAME: "By name"}


def popover() -> None:
    """The button with the tokenizer's name, its panel, and a button for the tokenizer most asked for."""
    current = session()
    if current.state(Tokenize).merges != FILE:
        st.button(say_plainly("Use {it.title}", it=READY[FIRST_READY]), key="use_ready", on_click=_use_ready)
    panel = opened_panel("Tokenizer", KEY, name_of(current))
    if panel is None:
        return
    with panel:
        tokenize = current.state(Tokenize)
        file, shown = tokenize.file if tokenize.merges == FILE else None, widget(SOURCE)
        if shown is None or (file is not None and shown == HERE):
            set_widget(SOURCE, HERE if file is None else _source_of(file))
        chosen = choose_button(
            "Where the tokenizer comes from",
            {name: label for name, label in SOURCES.items() if name != BY_NAME or hub_access.is_allowed()},
            label_visibility="collapsed",
            **heard_by(_take_source, key=SOURCE),
        )
        match chosen or HERE:
            case "ready":
                files_panel.draw_ready(tokenize)
            case "file":
                files_panel.draw_files(tokenize)
            case "hub":
                draw_hub(tokenize)
            case _:
                _ask_merges(current)
        _ask_around(current)


def _use_ready() -> None:
    session().state(Tokenize).take_file(ready_file(FIRST_READY))


def _ask_around(current: Visit) -> None:
    """Ask whether special tokens are put around the text; a tokenizer that cannot be opened has none."""
    try:
        around = current.state(Tokenize).request(current.training).tokenizer.around
    except BPEError:
        around = (), ()
    st.checkbox(
        "Add special tokens around the text",
        disabled=not any(around),
        **shown_in("add_special_tokens", of="tokenize"),
    )
    if any(around):
        before, after = around
        show(chips.note(f"The text becomes {' '.join([*before, '…', *after])}"))
    elif current.state(Tokenize).merges == FILE:
        show_note("The file has no post-processor that adds any.")
    else:
        show_note("The rules name none: Rules, Words has a field for them.")


def _source_of(file: TokenizerFile) -> str:
    return READY_MADE if file.is_ready else BY_NAME if file.hub else FILE


def _take_source() -> None:
    """Go back to the training, or to the last file that was opened; without one, nothing changes yet."""
    tokenize, source = session().state(Tokenize), widget(SOURCE)
    if source == HERE:
        tokenize.merges = None
    elif tokenize.loaded is not None and _source_of(tokenize.loaded.file) == source:
        tokenize.take_loaded(tokenize.loaded)


def _used(current: Visit) -> int:
    return current.state(Tokenize).merges_used(current.training, predicting=current.predicting)


def name_of(current: Visit) -> str:
    """The name of the page's tokenizer."""
    used, file = _used(current), current.state(Tokenize).file
    if current.state(Tokenize).merges == FILE and file is not None:
        return file.title
    known = current.training.stepper.known_merges
    if used < known and not current.predicting:
        return say_plainly("With {used:,} of the {known:,} merges on Train", used=used, known=known)
    return say_plainly("{used:,} {used:merge|merges} from Train", used=used)


def _ask_merges(current: Visit) -> None:
    stepper, used = current.training.stepper, _used(current)
    if current.predicting:
        show_note("With the first {used:,}, as on Train. You can still predict the others.", used=used)
        return
    set_widget("tokenize_count", used)
    st.number_input(
        "With this many merges",
        0,
        stepper.known_merges,
        step=1,
        disabled=current.task is not None,
        **heard_by(_take_merges, key="tokenize_count"),
    )
    known = (
        "{it.known_merges:,} {it.known_merges:merge is|merges are} known; Train is at merge {it.position:,}."
    )
    show_note(known, it=stepper)


def _take_merges() -> None:
    """Go to a position, on Train too."""
    session().state(Tokenize).merges = HERE
    session().move(widget("tokenize_count"))


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
