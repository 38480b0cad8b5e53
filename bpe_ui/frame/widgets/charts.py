"""Puts a chart on the page; the only place that calls Streamlit for one."""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import streamlit as st

from bpe_ui.charts.look import SCREEN, WALL, AnyChart, Look
from bpe_ui.frame.widgets.hearing import heard_by
from bpe_ui.visit.session import session, widget


def look_here() -> Look:
    """How charts look on this page now: large in Present."""
    return WALL if session().present else SCREEN


def draw_chart(
    chart: AnyChart,
    key: str,
    *,
    alt: str,
    picked: str = "",
    hear: Callable[[Any], None] | None = None,
    height: int | Literal["content", "stretch"] = "content",
) -> None:
    """Draw a chart; `alt` is what a screen reader says.

    A click on a point of the selection `picked` calls `hear` with the values of its fields.
    """
    choosing: dict[str, Any] = {}
    if hear is not None:
        heard = heard_by(_pick, key, picked, hear, key=key)
        choosing = {"on_select": partial(heard["on_change"], *heard["args"]), "selection_mode": [picked]}
    st.altair_chart(chart, theme=None, key=key, alt=alt, height=height, **choosing)


def _pick(key: str, picked: str, hear: Callable[[Any], None]) -> None:
    """Each click turns its point on or off, so that also a second click on a point is told."""
    points, heard = ((widget(key) or {}).get("selection") or {}).get(picked) or [], session().heard
    before, heard[f"{key} points"] = heard.get(f"{key} points", []), points
    for point in [*points, *before]:
        if (point in points) != (point in before):
            hear(point)
            return
