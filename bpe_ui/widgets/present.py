"""Present mode: the way into it and out of it; and the keys of panels that others have to know."""

import streamlit as st

from bpe_ui.text.glossary import in_markdown
from bpe_ui.visit.session import session

SHARE = "share_popover"
"""The key of the panel Share, which follows the position; its widget value says whether it is open."""


def present_button() -> None:
    """Show the page alone, in large type; it has the way back."""
    st.button("Present", key="present", help=in_markdown("present mode"), on_click=_present)


def exit_button() -> None:
    """The way back from present mode, at the end of a row, on a page that draws it itself."""
    if session().present:
        st.space("stretch")
        st.button("Exit", key="leave_large", shortcut="Escape", on_click=_present, args=(False,))


def _present(is_present: bool = True) -> None:
    session().present = is_present
