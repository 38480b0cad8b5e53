"""Present mode: how to enter and leave it; and the keys of panels that other modules need."""

import streamlit as st

from bpe_ui.stage.text.glossary import in_markdown
from bpe_ui.visit.session import session, set_widget, widget

SHARE = "share_popover"
"""The key of the Share panel, which follows the position; its widget value says whether it is open."""


def present_button() -> None:
    """Show only the page, in large type, with a button to go back."""
    st.button("Present", key="present", help=in_markdown("present mode"), on_click=_present)


def exit_button() -> None:
    """The button to leave present mode, at the end of a row, for a page that draws it itself."""
    if session().present:
        st.space("stretch")
        st.button("Exit", key="leave_large", shortcut="Escape", on_click=_present, args=(False,))


def one_at_a_time(key: str, count: int) -> int:
    """Buttons, also for a remote, to go through what is shown one by one; returns which one, from 0."""
    at = min(widget(key) or 0, count - 1)
    if count == 1:
        return at
    for label, shortcut, to in ("Back", "PageUp", at - 1), ("Next", "PageDown", at + 1):
        is_off = not 0 <= to < count
        name = f"{key}_{label.lower()}"
        st.button(label, key=name, shortcut=shortcut, disabled=is_off, on_click=set_widget, args=(key, to))
    return at


def _present(is_present: bool = True) -> None:
    session().present = is_present
