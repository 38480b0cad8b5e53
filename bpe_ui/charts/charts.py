"""The charts: pure functions from a frame to an Altair chart.

In: a frame of `frames`. Out: a chart with a title a person understands. Its colours have a contrast of at
least 3 on the light and on the dark background; what a colour says stands there as a word too.
"""

from typing import Any

import altair as alt
import pandas as pd

NEXT = "#d97706"
LEARNED = "#0d9488"
QUIET = "#8b8778"
INKS = {"light": "#1d2129", "dark": "#e9e6df"}
"""The colour of text in each theme; Streamlit colours axes and titles, but no text among the marks."""


def pair_chart(frame: pd.DataFrame, *, ink: str, height: int = 150) -> alt.LayerChart | alt.FacetChart:
    """Bars of the most frequent pairs: the next one filled, those tied with it outlined and named as such.

    `ink` colours the counts.
    """
    marked = alt.FieldOneOfPredicate(field="state", oneOf=["next", "tied"])
    base = alt.Chart(frame, title=_title("The most frequent pairs")).encode(
        y=alt.Y(
            "pair:N",
            sort=None,
            title=None,
            axis=names_axis(),
        ),
        x=alt.X("count:Q", title=None, axis=None, scale=alt.Scale(domainMin=0, padding=34)),
        tooltip=[
            alt.Tooltip("pair:N", title="pair"),
            alt.Tooltip("count:Q", title="occurs", format=","),
            alt.Tooltip("words:Q", title="in distinct words", format=","),
        ],
    )
    bars = base.mark_bar(cornerRadiusEnd=3, height={"band": 0.62}, strokeWidth=1.5).encode(
        color=alt.when(alt.datum.state == "next").then(alt.value(NEXT)).otherwise(alt.value(QUIET)),
        fillOpacity=alt.when(alt.datum.state == "tied").then(alt.value(0.15)).otherwise(alt.value(1)),
        stroke=alt.when(marked).then(alt.value(NEXT)).otherwise(alt.value("transparent")),
        strokeDash=alt.when(alt.datum.state == "tied").then(alt.value([4, 3])).otherwise(alt.value([1, 0])),
    )
    label = "format(datum.count, ',') + (datum.state ? ' ' + datum.state : '')"
    counts = (
        base.transform_calculate(label=label).mark_text(align="left", dx=5, color=ink).encode(text="label:N")
    )
    return alt.layer(bars, counts).properties(height=height, background="transparent")


def progress_chart(frame: pd.DataFrame, position: int, *, height: int = 46) -> alt.VConcatChart:
    """How the symbols of the corpus fall and the vocabulary grows; a rule marks the position."""
    symbols = _line(frame, "symbols", "Symbols in the corpus", LEARNED, position, labels=False)
    vocabulary = _line(frame, "vocabulary", "Tokens in the vocabulary", QUIET, position, labels=True)
    lines = (symbols.properties(height=height), vocabulary.properties(height=height))
    return alt.vconcat(*lines, spacing=2).properties(background="transparent")


def _line(
    frame: pd.DataFrame, column: str, title: str, color: str, position: int, *, labels: bool
) -> alt.LayerChart | alt.FacetChart:
    axis = alt.Axis(tickMinStep=1, format=",d", grid=False, labels=labels, ticks=labels, labelPadding=2)
    x = alt.X("position:Q", title=None, axis=axis, scale=alt.Scale(nice=False))
    # `format` would give all labels the unit of the largest, as in 0k.
    y_axis = alt.Axis(tickCount=2, labelExpr="format(datum.value, '~s')", minExtent=34, maxExtent=34)
    y = alt.Y(f"{column}:Q", title=None, scale=alt.Scale(zero=False), axis=y_axis)
    tooltip = [
        alt.Tooltip("position:Q", title="merges", format=","),
        alt.Tooltip(f"{column}:Q", title=title.lower(), format=","),
    ]
    line = alt.Chart(frame, title=_title(title)).mark_line(color=color, interpolate="step-after")
    here = alt.Chart(frame[frame["position"] <= position].tail(1))
    rule = here.mark_rule(color=NEXT, strokeDash=[3, 3]).encode(x="position:Q")
    point = here.mark_point(color=NEXT, filled=True, size=60).encode(x=x, y=y, tooltip=tooltip)
    return alt.layer(line.encode(x=x, y=y, tooltip=tooltip), rule, point)


def names_axis(**options: Any) -> alt.Axis:
    """An axis of names, every one of them shown, in the middle of its bar."""
    return alt.Axis(
        **{"labelLimit": 190, "labelOverlap": False, "labelFlush": False, "ticks": False, "domain": False}
        | options
    )


def _title(text: str) -> alt.TitleParams:
    return alt.TitleParams(text, fontSize=12, anchor="start", offset=3, frame="group")
