"""Puts markup of `chips` on the page, the only call of `st.html` with corpus text; and what pages share."""

from collections.abc import Callable
from mimetypes import guess_type
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_ui.stage.html import chips
from bpe_ui.stage.html.chips import Html
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.session import session


def show(markup: Html, *, width: Literal["stretch", "content"] = "stretch") -> None:
    """Show markup at the current place of the page."""
    st.html(markup, width=width)


def show_note(template: str, **values: object) -> None:
    """A quiet line of explanation, from a template as for `say`."""
    show(chips.note(say_plainly(template, **values)))


def show_error(place: str) -> None:
    """Say what was wrong with the last entry at this place, if anything was."""
    session().run.places_drawn.add(place)
    error = session().errors.get(place)
    if error:
        show(chips.message(error, "error"))


def download(
    label: str, data: bytes | Callable[[], bytes], name: str, *, key: str, is_main: bool = False
) -> None:
    """A button that saves a file under a name; `data` may make it once the button is pressed."""
    st.download_button(
        label,
        data,
        name,
        guess_type(name)[0] or "application/octet-stream",
        key=key,
        type="primary" if is_main else "secondary",
        icon=":material/download:",
        on_click="ignore",
    )


def opened_panel(label: str, key: str, value: str = "") -> DeltaGenerator | None:
    """The inside of a panel behind a button; None while it is closed: then nothing in it may be drawn.

    The button also shows a value, what was chosen in the panel.
    """
    # With the value in its label it would be another popover after each choice, which would be closed.
    with st.container(key=f"button_{key}", width="content"):
        panel = st.popover(label, key=key, on_change="rerun", width="content")
        if value:
            show(chips.setting(value), width="content")
    return panel if panel.open else None
