"""The boxes of the Tokenize page, read at every key: for its text and for ids."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from bpe_ui.component import TYPING_CSS, TYPING_JS
from bpe_ui.component.actions import LARGEST, RefusedActionError, integer
from bpe_ui.tokenize.settings.request import MAX_TEXT
from bpe_ui.tokenize.settings.state import MAX_IDS_TEXT, Tokenize
from bpe_ui.visit.session import said, session
from bpe_ui.visit.visit import Visit

KEY, IDS_KEY = "typing", "ids_box"

_box = st.components.v2.component("bpe_stepper.typing", css=TYPING_CSS, js=TYPING_JS)


def draw(visit: Visit, key: str = KEY) -> None:
    """Draw only the box; the fragment around it runs again at every key."""
    _draw(key, box_data(visit), lambda typed: hear_typed(visit, typed))


def draw_ids(own: str) -> None:
    """Draw a box for ids, with the text's `own` until others are typed."""
    _draw(IDS_KEY, ids_data(session(), own), lambda typed: hear_ids(session(), typed, own))


def _draw(key: str, data: Mapping[str, Any], hear: Callable[[object], None]) -> None:
    _box(key=key, data=data, on_typed_change=lambda: hear(said(key, "typed")), on_rested_change=st.rerun)


def box_data(visit: Visit) -> dict[str, Any]:
    """The data of the box."""
    tokenize = visit.of(Tokenize)
    return {
        "name": "Text to tokenize",
        "placeholder": "Type a text.",
        "text": tokenize.text_of(visit.training),
        "version": _version(visit),
        "number": tokenize.text_number,
        "limit": MAX_TEXT,
    }


def ids_data(visit: Visit, own: str) -> dict[str, Any]:
    """The data of the box for ids."""
    tokenize = visit.of(Tokenize)
    return {
        "name": "Ids to decode",
        "placeholder": "Ids, such as 1 2 3 or [1, 2, 3]",
        "text": own if tokenize.ids is None else tokenize.ids,
        "version": _ids_version(visit, own),
        "number": tokenize.ids_number,
        "limit": MAX_IDS_TEXT,
    }


def _version(visit: Visit) -> str:
    source = visit.training.source
    return f"words for {source.name}" if visit.of(Tokenize).text is None else visit.of(Tokenize).text_version


def _ids_version(visit: Visit, own: str) -> str:
    tokenize = visit.of(Tokenize)
    return f"{tokenize.ids_version}: {own}" if tokenize.ids is None else tokenize.ids_version


def hear_typed(visit: Visit, typed: object) -> None:
    """A person typed, or moved the cursor. Whatever no box would send is ignored."""
    heard = _heard(typed, MAX_TEXT)
    if heard is not None:
        visit.of(Tokenize).hear_text(*heard, _version(visit))


def hear_ids(visit: Visit, typed: object, own: str) -> None:
    """A person typed in the box for ids."""
    heard = _heard(typed, MAX_IDS_TEXT)
    if heard is None:
        return
    text, _, visit.of(Tokenize).ids_number = heard
    if text != ids_data(visit, own)["text"]:
        tokenize, version = visit.of(Tokenize), _ids_version(visit, own)
        tokenize.ids, tokenize.ids_version = text, version


def _heard(typed: object, longest: int) -> tuple[str, int, int] | None:
    """The text, the place of the cursor, and the number of the text."""
    if not isinstance(typed, Mapping):
        return None
    text = typed.get("text")
    try:
        number, place = integer(typed, "number", LARGEST), integer(typed, "place", longest)
    except RefusedActionError:
        return None
    return (text, place, number) if isinstance(text, str) and len(text) <= longest else None
