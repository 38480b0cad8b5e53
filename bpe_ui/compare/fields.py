"""Ties a widget to a field of what is set on the Compare page, so that a link need only set the field.

In: the field's name. Out: the arguments with which a widget shows the field and writes into it:

    st.number_input("Seeds", 2, 1_000, **shown_in("seeds"))

The widget's key is `compare_` and the field's name; so `shown_in` is called where the widget is drawn.
"""

from collections.abc import Callable
from typing import Any

import streamlit as st

from bpe_ui.compare.state import MAX_MERGES, usual_merges
from bpe_ui.session import session, set_widget, widget


def as_it_is(value: Any) -> Any:
    """The value itself."""
    return value


def key_of(field: str) -> str:
    """The key of the widget that shows a field."""
    return f"compare_{field}"


def shown_in(
    field: str,
    *,
    to_widget: Callable[[Any], Any] = as_it_is,
    from_widget: Callable[[Any], Any] = as_it_is,
) -> dict[str, Any]:
    """Key and callback for a widget; its value is the field's in another form where the two functions say so.

    An entry of None is not taken: an emptied number, or a segmented control's button that was switched off.
    """
    key, value = key_of(field), to_widget(getattr(session().compare, field))
    if widget(key) != value:
        set_widget(key, value)
    return {"key": key, "on_change": _take, "args": (field, from_widget)}


def number_or_usual(field: str, label: str, *, width: int) -> None:
    """A number of merges, which may be left empty: the field is None then, for the usual number."""
    key, number = key_of(field), getattr(session().compare, field)
    if widget(key) != number:
        set_widget(key, number)
    usual = usual_merges(session().training.source.corpus)
    st.number_input(
        label,
        min_value=1,
        max_value=MAX_MERGES,
        value=None,
        step=1,
        width=width,
        placeholder="to the end" if usual == MAX_MERGES else f"{usual:,}",
        key=key,
        on_change=_take_or_none,
        args=(field,),
    )


def _take_or_none(field: str) -> None:
    setattr(session().compare, field, widget(key_of(field)))


def _take(field: str, from_widget: Callable[[Any], Any]) -> None:
    value = widget(key_of(field))
    if value is not None:
        setattr(session().compare, field, from_widget(value))
