"""How charts look: the page's colours, and the size of type.

On a page a colour is the name of a CSS variable of `stage/style.css`, so that a chart follows the theme
by itself; in a saved file it is the light theme's colour.
"""

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import altair as alt

AnyChart: TypeAlias = alt.Chart | alt.LayerChart | alt.FacetChart

FONT = '"Source Sans", "Source Sans Pro", sans-serif'
PICKED = "picked"
"""The name of the selection that a click turns on or off (see `frame/widgets/charts.py`)."""
MONO = '"DejaVu Sans Mono", "Noto Sans Mono", Menlo, Consolas, monospace'


@dataclass(frozen=True)
class Look:
    """Colours as CSS writes them, and sizes in pixels."""

    ink: str
    """Text."""

    soft: str
    """The text of axes, and lines beside the one that matters."""

    line: str
    """The grid."""

    bar: str
    """Bars that are neither next nor learned."""

    learned: str
    """What was learned, or is right."""

    next: str
    """What comes next, or is a tie; nothing else is warm."""

    panel: str
    """The ground below the chart."""

    series: tuple[str, ...]
    """A colour for each of several lines or tokenizers, in their order."""

    mono: str = MONO
    """The font of corpus text."""

    text: int = 13
    """The size of type; titles are larger."""

    thickness: float = 2.0
    """The width of a line."""

    @property
    def title(self) -> int:
        """The size of a title's type."""
        return round(self.text * 1.2)


SERIES = ("#0f766e", "#7c5cbf", "#2a78b8", "#b23a6f", "#5b7f14", "#6a7280", "#8a5a2b", "#157f9c")
"""Seen on paper; each has a contrast of at least 3 with it."""
PAPER = Look("#1d2129", "#5f6775", "#e4e1d8", "#d9d3c5", "#0f766e", "#b45309", "#ffffff", SERIES)
"""In a saved file."""
SCREEN = Look(
    ink="var(--ink)",
    soft="var(--soft)",
    line="var(--line)",
    bar="var(--bar)",
    learned="var(--learned)",
    next="var(--next)",
    panel="var(--panel)",
    series=tuple(f"var(--series-{number})" for number in range(1, len(SERIES) + 1)),
)
"""On a page."""
WALL = replace(SCREEN, text=20, thickness=4.0)
"""In Present: to be read from three metres away."""


def finished(chart: AnyChart, look: Look) -> AnyChart:
    """The chart with the look's colours and type around its marks."""
    finished: AnyChart = chart.configure(
        background="transparent",
        font=FONT,
        padding=4,
        axis=alt.AxisConfig(
            labelFontSize=look.text,
            titleFontSize=look.text,
            labelColor=look.soft,
            titleColor=look.soft,
            titleFontWeight="normal",
            titlePadding=8,
            gridColor=look.line,
            domainColor=look.line,
            tickColor=look.line,
            labelLimit=round(look.text * 18),
            labelOverlap="greedy",
        ),
        axisX=alt.AxisConfig(grid=False),
        title=alt.TitleConfig(
            anchor="start",
            limit=0,  # whole, also where the chart was narrower before
            color=look.ink,
            fontSize=look.title,
            fontWeight="bold",
            subtitleColor=look.soft,
            subtitleFontSize=look.text,
            offset=10,
        ),
        legend=alt.LegendConfig(
            labelFontSize=look.text,
            labelColor=look.ink,
            title=None,
            orient="top",
            columns=2,
            labelLimit=round(look.text * 22),
            symbolStrokeWidth=look.thickness,
        ),
        view=alt.ViewConfig(stroke=None),
    )
    return finished


def whole_numbers(most: float, *, ticks: int = 5, log: bool = False) -> alt.Axis:
    """An axis of counts: no fractions, and large numbers short (`20k`)."""
    short = "format(datum.value, '~s')" if most >= 10_000 else "format(datum.value, ',d')"
    if log:  # only at powers of ten
        power = "abs(log(datum.value) / LN10 - round(log(datum.value) / LN10)) < 0.001"
        return alt.Axis(labelExpr=f"{power} ? {short} : ''", grid=False)
    if most <= ticks:
        return alt.Axis(values=list(range(int(most) + 1)), format="d")
    return alt.Axis(labelExpr=short, tickMinStep=1, tickCount=ticks)


def percent() -> alt.Axis:
    """An axis of parts of a whole."""
    return alt.Axis(format=".0%", values=[0, 0.25, 0.5, 0.75, 1])


def picking(field: str, *, nearest: bool = True) -> alt.Parameter:
    """What a click picks: the value of a field, told as the selection `PICKED`."""
    return alt.selection_point(
        name=PICKED, fields=[field], on="click", nearest=nearest, toggle="true", empty=False
    )


def bars_with_labels(bars: alt.Chart, colour: Any, title: str, look: Look) -> AnyChart:
    """A bar for each row of the frame in a colour, from the left, with the row's `label` behind it."""
    chart = alt.layer(
        bars.mark_bar(height={"band": 0.75}).encode(color=colour),
        bars.mark_text(align="left", dx=6, color=look.ink, fontSize=look.text).encode(
            text=alt.Text("label:N")
        ),
        title=alt.Title(title),
    )
    return finished(chart.properties(height=alt.Step(look.text * 1.9)), look)


def columns_with_counts(bars: alt.Chart, field: str, title: str, look: Look) -> AnyChart:
    """A bar for each row of the frame, upwards, with a field's number above it."""
    figures = bars.mark_text(dy=-look.text * 0.7, color=look.ink, fontSize=look.text)
    counts = figures.encode(text=alt.Text(f"{field}:Q", format=","))
    return finished(alt.layer(bars.mark_bar(color=look.learned), counts, title=alt.Title(title)), look)
