"""Ties a widget to a field of what is set on a page, so that a link need only set the field.

    st.number_input("Seeds", **entered_in("seeds", of="compare"))

The widget's key is the page's name and the field's, `compare_seeds`; so `shown_in` is called where the
widget is drawn.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

import streamlit as st

from bpe_ui.registry.pages import settings_class
from bpe_ui.registry.schema import bounds, fits_in_link
from bpe_ui.visit.session import session, set_widget, widget
from bpe_ui.widgets.choosing import choose_button, choose_from_list, choose_from_menu

Draw = TypeVar("Draw", bound=Callable[..., None])

_LIST_WIDTH = 240
"""Pixels."""


class Tab(NamedTuple, Generic[Draw]):
    """One of several things of which one is on screen."""

    title: str
    """What its button says."""

    draw: Draw
    """Draws it."""


def key_of(field: str, *, of: str) -> str:
    """The key of the widget that shows a field of a page's settings, which the visit has under its name."""
    return f"{of}_{field}"


def shown_in(
    field: str,
    *,
    of: str,
    to_widget: Callable[[Any], Any] = lambda value: value,
    from_widget: Callable[[Any], Any] = lambda value: value,
    may_be_empty: bool = False,
) -> dict[str, Any]:
    """Key and callback for a widget; its value is the field's in another form where the two functions say so.

    Without `may_be_empty` an entry of None is not taken: an emptied number, or a segmented control's button
    that was switched off.
    """
    key, value = key_of(field, of=of), to_widget(getattr(session().on_page(of), field))
    if widget(key) != value or session().tells_again:
        set_widget(key, value)
    return {"key": key, "on_change": _take, "args": (field, of, from_widget, may_be_empty)}


def entered_in(field: str, *, of: str, **more: Any) -> dict[str, Any]:
    """As `shown_in`, with the bounds of a field that is a number or a text."""
    return bounds(settings_class(of), field) | shown_in(field, of=of, **more)


def tab_buttons(
    label: str, tabs: Mapping[str, Tab[Draw]], field: str, *, of: str, few: Collection[str] = ()
) -> None:
    """A button for each tab; the field is the name of the one on screen. The label is read out, not shown.

    Those that `few` people need are in a menu after the buttons; the one of them on screen has a button too.
    """
    titles, here = _titles(tabs), getattr(session().on_page(of), field)
    in_menu = {name: title for name, title in titles.items() if name in few and name != here}
    buttons = {name: title for name, title in titles.items() if name not in in_menu}
    choose_button(label, buttons, label_visibility="collapsed", **shown_in(field, of=of))
    if in_menu:
        page, key = session().on_page(of), f"{key_of(field, of=of)}_more"
        choose_from_menu("More", in_menu, key=key, on_click=lambda name: setattr(page, field, name))


def tab_list(label: str, tabs: Mapping[str, Tab[Draw]], field: str, *, of: str) -> None:
    """The same as a list, where there is no room for buttons."""
    choose_from_list(
        label, _titles(tabs), label_visibility="collapsed", width=_LIST_WIDTH, **shown_in(field, of=of)
    )


def _titles(tabs: Mapping[str, Tab[Draw]]) -> dict[str, str]:
    return {name: tab.title for name, tab in tabs.items()}


def _take(field: str, of: str, from_widget: Callable[[Any], Any], may_be_empty: bool) -> None:
    value, current = widget(key_of(field, of=of)), session()
    if value is not None or may_be_empty:
        page, before = current.on_page(of), getattr(current.on_page(of), field)
        setattr(page, field, None if value is None else from_widget(value))
        # A browser may send anything, and what no link can say would be an address that does not open.
        linked = vars(current.settings_of(of))
        if field in linked and not fits_in_link(settings_class(of), field, linked[field]):
            setattr(page, field, before)
    if of == "tokenize":  # whose views are a fragment: the address around it changes too
        st.rerun()
