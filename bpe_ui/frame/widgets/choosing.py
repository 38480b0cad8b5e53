"""The widgets that choose among options: a list, a list of several, rows of buttons, radio buttons.

Streamlit identifies an option by its label. If labels change between two runs of a page, say by a count in
them, the browser still shows and sends the old one, and Streamlit then gives Python that label instead of an
option. So only this module makes these widgets: it ignores what is no option, and every run tells the browser
what is chosen. (A second click on a link to a page can also make the browser forget that.)

Typing in a list finds the labels that contain the text; Streamlit's own search also finds unrelated ones.
"""

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any, TypeVar

import streamlit as st

from bpe_ui.stage.text.visible import labels
from bpe_ui.visit.session import set_widget, widget

Option = TypeVar("Option")


def choose_from_list(label: str, titles: Mapping[Option, str], *, key: str, **more: Any) -> Option | None:
    """A list. Here and below, `titles` are the labels by option, and `more` is as in Streamlit."""
    shown, more = _prepared(titles, key, more)
    return st.selectbox(
        label, list(shown), format_func=shown.__getitem__, filter_mode="contains", key=key, **more
    )


def choose_several(label: str, titles: Mapping[Option, str], *, key: str, **more: Any) -> list[Option]:
    """A list from which several options are chosen, in order."""
    shown, more = _prepared(titles, key, more)
    return st.multiselect(
        label, list(shown), format_func=shown.__getitem__, filter_mode="contains", key=key, **more
    )


def choose_any(label: str, titles: Mapping[Option, str], *, key: str, **more: Any) -> list[Option]:
    """A row of buttons, any of which may be pressed."""
    shown, more = _prepared(titles, key, more)
    return st.pills(
        label, list(shown), selection_mode="multi", format_func=shown.__getitem__, key=key, **more
    )


def choose_button(label: str, titles: Mapping[Option, str], *, key: str, **more: Any) -> Option | None:
    """A row of buttons, one of which is always pressed."""
    shown, more = _prepared(titles, key, more)
    return st.segmented_control(
        label, list(shown), format_func=shown.__getitem__, required=True, key=key, **more
    )


def choose_radio(label: str, titles: Mapping[Option, str], *, key: str, **more: Any) -> Option | None:
    """Radio buttons, one below another."""
    shown, more = _prepared(titles, key, more)
    return st.radio(label, list(shown), format_func=shown.__getitem__, key=key, **more)


def _prepared(
    titles: Mapping[Option, str], key: str, more: dict[str, Any]
) -> tuple[dict[Option, str], dict[str, Any]]:
    """Labels that are all different, and arguments with which only options are accepted."""
    shown = labels(titles, titles.__getitem__)
    if widget(key) is not None:
        set_widget(key, widget(key))
        more.pop("default", None)  # Streamlit does not allow it for a widget that was given a value
    hear, args = more.pop("on_change", None), more.pop("args", ())
    if hear is not None:
        more |= {"on_change": _hear, "args": (key, frozenset(shown), hear, args)}
    return shown, more


def _hear(key: str, options: Container[object], hear: Callable[..., None], args: Iterable[Any]) -> None:
    chosen = widget(key)
    entries = chosen if isinstance(chosen, list) else [] if chosen is None else [chosen]
    if all(entry in options for entry in entries):
        hear(*args)
