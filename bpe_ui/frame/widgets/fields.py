"""Connects a widget with a field of a page's settings, so that a link only has to set the field.

    st.number_input("Seeds", **entered_in("seeds", of="compare"))

The widget's key consists of the page's name and the field's, `compare_seeds`. So `shown_in` is called where
the widget is drawn.
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

import streamlit as st

from bpe_ui.frame.widgets.choosing import choose_button
from bpe_ui.frame.widgets.hearing import heard_by
from bpe_ui.visit.registry.pages import settings_class
from bpe_ui.visit.registry.schema import bounds, fits_in_link
from bpe_ui.visit.session import session, set_widget, widget

Draw = TypeVar("Draw", bound=Callable[..., None])


class Tab(NamedTuple, Generic[Draw]):
    """One of several views, of which one is on screen."""

    title: str
    """The text of its button."""

    draw: Draw
    """Draws it."""


LINE_ENDS = r"A box keeps lines that end with \r\n, as in files of Windows, with \n: their tokens may differ."
"""The help of a box whose text is tokenized."""


def key_of(field: str, *, of: str) -> str:
    """The key of the widget for a field of a page's settings."""
    return f"{of}_{field}"


def shown_in(
    field: str,
    *,
    of: str,
    to_widget: Callable[[Any], Any] = lambda value: value,
    from_widget: Callable[[Any], Any] = lambda value: value,
    may_be_empty: bool = False,
) -> dict[str, Any]:
    """Key and callback for a widget; the two functions convert between its value and the field's.

    Without `may_be_empty` an entry of None is ignored: an emptied number, or a segmented control whose button
    was switched off.
    """
    key, value = key_of(field, of=of), to_widget(getattr(session().on_page(of), field))
    if widget(key) != value or session().run.resends_widgets:
        set_widget(key, value)
    return heard_by(_take, field, of, from_widget, may_be_empty, key=key)


def entered_in(field: str, *, of: str, **more: Any) -> dict[str, Any]:
    """Arguments as from `shown_in`, with the bounds of a field that is a number or a text."""
    return bounds(settings_class(of), field) | shown_in(field, of=of, **more)


def tab_buttons(label: str, tabs: Mapping[str, Tab[Draw]], field: str, *, of: str) -> None:
    """A button for each tab; the field is the name of the one on screen. The label is read aloud."""
    titles = {name: tab.title for name, tab in tabs.items()}
    choose_button(label, titles, label_visibility="collapsed", **shown_in(field, of=of))


def _take(field: str, of: str, from_widget: Callable[[Any], Any], may_be_empty: bool) -> None:
    value, current = widget(key_of(field, of=of)), session()
    if value is not None or may_be_empty:
        page, before = current.on_page(of), getattr(current.on_page(of), field)
        setattr(page, field, None if value is None else from_widget(value))
        # A browser may send anything; a value that no link can hold would make an address that does not open.
        linked = vars(current.settings_of(of))
        if field in linked and not fits_in_link(settings_class(of), field, linked[field]):
            setattr(page, field, before)
    if of == "tokenize":  # its views are a fragment, but the address outside it changes too
        st.rerun()
