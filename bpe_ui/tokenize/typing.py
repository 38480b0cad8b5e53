"""What is typed on the Tokenize page: the box's data, and what it says back, key by key.

In: the visit, and values from the browser, which may hold anything at all. Out: the text in the visit.
"""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from bpe_ui.component import TYPING_CSS, TYPING_JS
from bpe_ui.component.actions import RefusedActionError, integer
from bpe_ui.session import session, widget
from bpe_ui.tokenize.state import MAX_TEXT
from bpe_ui.visit import Visit

KEY = "typing"
MOST_SENT = 2**53 - 1

_box = st.components.v2.component("bpe_stepper.typing", css=TYPING_CSS, js=TYPING_JS)


def draw() -> None:
    """Draw the box alone; the fragment that it is in is run again at every key."""
    _box(key=KEY, data=box_data(session()), on_typed_change=_typed, on_rested_change=st.rerun)


def box_data(visit: Visit) -> dict[str, Any]:
    """What the box is told."""
    tokenize = visit.tokenize
    return {
        "text": tokenize.text_of(visit.training),
        "version": _version(visit),
        "number": tokenize.text_number,
        "limit": MAX_TEXT,
    }


def _version(visit: Visit) -> str:
    source = visit.training.source
    return f"words for {source.name}" if visit.tokenize.text is None else visit.tokenize.text_version


def hear_typed(visit: Visit, typed: object) -> None:
    """A person typed, or put the cursor somewhere else. What no box would say is left out."""
    if not isinstance(typed, Mapping):
        return
    text = typed.get("text")
    try:
        number, place = integer(typed, "number", MOST_SENT), integer(typed, "place", MAX_TEXT)
    except RefusedActionError:
        return
    if isinstance(text, str) and len(text) <= MAX_TEXT:
        visit.tokenize.hear_text(text, place, number, _version(visit))


def _typed() -> None:
    hear_typed(session(), (widget(KEY) or {}).get("typed"))
