"""Puts markup of `chips` on the page, the only call of `st.html` with corpus text; and knows the theme."""

from typing import Literal

import streamlit as st

from bpe_ui.stage.html import chips
from bpe_ui.stage.html.chips import Html
from bpe_ui.stage.plots import charts
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
    session().places_drawn.add(place)
    error = session().errors.get(place)
    if error:
        show(chips.message(error, "error"))


def ink() -> str:
    """The colour of text in a chart, in the person's theme."""
    return charts.INKS["dark" if st.context.theme.type == "dark" else "light"]
