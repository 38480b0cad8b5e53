"""The box of the Tokenize page, read at every key."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.pages.tokenize.settings.tokenize_input import MAX_TEXT, TokenizeInput
from bpe_ui.stage.component import TYPING_CSS, TYPING_JS
from bpe_ui.stage.component.actions import LARGEST, RefusedActionError, integer
from bpe_ui.visit.session import said
from bpe_ui.visit.visit import Visit

KEY = "typing"

_box = st.components.v2.component("bpe_stepper.typing", css=TYPING_CSS, js=TYPING_JS)


def draw_text_box(visit: Visit, key: str = KEY, *, request: TokenizeInput | None = None) -> None:
    """Draw only the box; the fragment around it runs again at every key."""
    data = box_data(visit, request)
    _box(
        key=key,
        data=data,
        on_typed_change=lambda: hear_typed(visit, said(key, "typed")),
        on_rested_change=st.rerun,
    )


def box_data(visit: Visit, request: TokenizeInput | None = None) -> dict[str, Any]:
    """The data of the box; with a request, how it was read, and the name of the other reading."""
    tokenize = visit.state(Tokenize)
    note = request.note if request else ""
    other = "Read as ids" if note and tokenize.as_text else "Read as text" if request and request.ids else ""
    return {
        "name": "Text to tokenize",
        "placeholder": "Type a text, or ids." if request else "Type a text.",
        "text": tokenize.text_of(visit.training),
        "version": _version(visit),
        "number": tokenize.text_number,
        "limit": MAX_TEXT,
        "as_text": tokenize.as_text,
        "said": note,
        "other": other,
    }


def _version(visit: Visit) -> str:
    tokenize = visit.state(Tokenize)
    is_own = tokenize.text is not None
    return tokenize.text_version if is_own else f"example {tokenize.text_of(visit.training)}"


def hear_typed(visit: Visit, typed: object) -> None:
    """A person typed, moved the cursor, or chose how to read it. Whatever no box would send is ignored."""
    if not isinstance(typed, Mapping):
        return
    text = typed.get("text")
    try:
        number, place = integer(typed, "number", LARGEST), integer(typed, "place", MAX_TEXT)
    except RefusedActionError:
        return
    if isinstance(text, str) and len(text) <= MAX_TEXT:
        tokenize = visit.state(Tokenize)
        as_text, tokenize.had_returns = typed.get("as_text") is True, typed.get("had_returns") is True
        tokenize.hear_text(text, place, number, _version(visit), as_text=as_text)
