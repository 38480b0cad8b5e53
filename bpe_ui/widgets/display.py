"""Puts markup of `chips` on the page; the only caller of `st.html` with text of a corpus. Knows the theme."""

from typing import Literal

import streamlit as st

from bpe_ui.html import chips
from bpe_ui.html.chips import Html
from bpe_ui.plots import charts
from bpe_ui.visit.session import session


def show(markup: Html, *, width: Literal["stretch", "content"] = "stretch") -> None:
    """Show markup in the place where Streamlit stands."""
    st.html(markup, width=width)


def show_error(place: str) -> None:
    """Say what was wrong with the last entry given at this place, if anything was."""
    session().places_drawn.add(place)
    error = session().errors.get(place)
    if error:
        show(chips.message(error, "error"))


def ink() -> str:
    """The colour of text in a chart, in the theme that the person has."""
    return charts.INKS["dark" if st.context.theme.type == "dark" else "light"]
