"""Ties a widget to a field of what is set on Compare or Charts, so that a link need only set the field.

In: the field's name. Out: the arguments with which a widget shows the field and writes into it:

    st.number_input("Seeds", 2, 1_000, **shown_in("seeds"))

The widget's key is the page's name and the field's, `compare_seeds`; so `shown_in` is called where the
widget is drawn.
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

import streamlit as st

from bpe_ui.session import session, set_widget, widget

Draw = TypeVar("Draw", bound=Callable[..., None])

_LIST_WIDTH = 280
"""Pixels."""


class Tab(NamedTuple, Generic[Draw]):
    """One of several things of which one is on screen."""

    title: str
    """What its button says."""

    draw: Draw
    """Draws it."""


def key_of(field: str, of: str = "compare") -> str:
    """The key of the widget that shows a field of a page's settings, which the visit has under its name."""
    return f"{of}_{field}"


def shown_in(
    field: str,
    *,
    of: str = "compare",
    to_widget: Callable[[Any], Any] = lambda value: value,
    from_widget: Callable[[Any], Any] = lambda value: value,
    may_be_empty: bool = False,
) -> dict[str, Any]:
    """Key and callback for a widget; its value is the field's in another form where the two functions say so.

    Without `may_be_empty` an entry of None is not taken: an emptied number, or a segmented control's button
    that was switched off.
    """
    key, value = key_of(field, of), to_widget(getattr(getattr(session(), of), field))
    if widget(key) != value:
        set_widget(key, value)
    return {"key": key, "on_change": _take, "args": (field, of, from_widget, may_be_empty)}


def tab_buttons(label: str, tabs: Mapping[str, Tab[Draw]], field: str, *, of: str = "compare") -> None:
    """A button for each tab; the field is the name of the one on screen. The label is read out, not shown."""
    st.segmented_control(
        label,
        tabs,
        format_func=lambda name: tabs[name].title,
        required=True,
        label_visibility="collapsed",
        **shown_in(field, of=of),
    )


def tab_list(label: str, tabs: Mapping[str, Tab[Draw]], field: str) -> None:
    """The same as a list, where there is no room for buttons."""
    st.selectbox(
        label,
        tabs,
        format_func=lambda name: tabs[name].title,
        label_visibility="collapsed",
        width=_LIST_WIDTH,
        **shown_in(field),
    )


def _take(field: str, of: str, from_widget: Callable[[Any], Any], may_be_empty: bool) -> None:
    value = widget(key_of(field, of))
    if value is not None or may_be_empty:
        setattr(getattr(session(), of), field, None if value is None else from_widget(value))
    if of == "tokenize":  # whose views are a fragment: the address around it changes too
        st.rerun()
