"""Puts a chart on the page, the only place that calls Streamlit for one; and what Share offers of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, cast

import pandas as pd
import streamlit as st
from altair.utils.schemapi import debug_mode

from bpe_ui.charts.look import SCREEN, WALL, AnyChart, Look
from bpe_ui.frame.widgets.hearing import heard_by
from bpe_ui.visit.registry.page_state import PageState
from bpe_ui.visit.session import session, widget


@dataclass(frozen=True)
class Drawn:
    """A chart on the page."""

    draw: Callable[[Look], AnyChart]
    """Makes it, for a page or for a file."""

    frame: pd.DataFrame
    """Its data."""

    title: str
    """Its name on buttons."""


@dataclass(frozen=True)
class _Unchecked:
    """A chart as Streamlit asks for it; that Vega-Lite knows each part is held by tests, not at each run."""

    chart: AnyChart

    def to_dict(self) -> dict[str, Any]:
        return self.chart.to_dict(validate=False)


@dataclass
class ChartsOnPage(PageState):
    """The charts of a page in one person's visit, by their keys."""

    now: dict[str, Drawn] = field(default_factory=dict)
    """Those of this run."""

    before: dict[str, Drawn] = field(default_factory=dict)
    """Those of the run before: the header, with Share, is drawn before the page."""

    def begin(self) -> None:
        """A run of the page begins."""
        self.now, self.before = {}, self.now


def draw_chart(
    draw: Callable[[Look], AnyChart],
    key: str,
    title: str,
    frame: pd.DataFrame,
    *,
    alt: str,
    picked: str = "",
    hear: Callable[[Any], None] | None = None,
    height: int | Literal["content", "stretch"] = "content",
) -> None:
    """Draw a chart; `alt` is what a screen reader says, `title` and `frame` are for Share.

    A click on a point of the selection `picked` calls `hear` with the values of its fields.
    """
    session().state(ChartsOnPage).now[key] = Drawn(draw, frame, title)
    choosing: dict[str, Any] = {}
    if hear is not None:
        _, told, args = heard_by(_pick, key, picked, hear, key=key).values()
        choosing = {"on_select": partial(told, *args), "selection_mode": [picked]}
    with debug_mode(False):
        chart = draw(WALL if session().present else SCREEN)
        unchecked = cast(AnyChart, _Unchecked(chart))
        st.altair_chart(unchecked, theme=None, key=key, alt=alt, height=height, **choosing)


def _pick(key: str, picked: str, hear: Callable[[Any], None]) -> None:
    """Each click turns its point on or off, so that also a second click on a point is told."""
    points, heard = ((widget(key) or {}).get("selection") or {}).get(picked) or [], session().run.heard
    before, heard[f"{key} points"] = heard.get(f"{key} points", []), points
    for point in [*points, *before]:
        if (point in points) != (point in before):
            hear(point)
            return
