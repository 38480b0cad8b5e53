"""The charts: pure functions from a frame to an Altair chart."""

from typing import Any, NamedTuple

import altair as alt
import pandas as pd

from bpe_ui.plots.colours import COLOURS, THEMES

Layered = alt.LayerChart | alt.FacetChart

NEXT, LEARNED, QUIET, OTHER = "#d97706", "#0d9488", "#8b8778", "#8f62d9"
"""The marks' colours, with a contrast of at least 3 with both backgrounds."""
INKS = dict(zip(THEMES, COLOURS["ink"], strict=True))
"""The colour of text in each theme; Streamlit colours axes and titles, but not text among the marks."""

COLORS = [LEARNED, OTHER]
"""The colours of the first and the second training."""

PLACE = "place"
"""The parameter of a chart with the merges that a person clicked."""
LINEAR_UP_TO = 30
"""If more pairs than this are tied at a step, the axis is logarithmic, so that small ties remain visible."""


class Look(NamedTuple):
    """How a chart is drawn on its page."""

    ink: str
    """The colour of its text, one of `INKS`."""

    height: int
    """The height in pixels."""

    font_size: int
    """The size of the text at the axes and in the legend."""


def line_chart(frame: pd.DataFrame, title: str, position: int, *, look: Look, number: str = ",d") -> Layered:
    """A line over the merges for each training; `number` is the format of its values, `title` their axis."""
    y_axis = alt.Axis(format=number, tickMinStep=0.05 if "%" in number else 1, tickCount=6)
    encoded = alt.Chart(frame).encode(
        x=_merges("merges:Q", "Merges made", 0, int(frame["merges"].max())),
        y=alt.Y("value:Q", title=title, axis=y_axis),
        color=_told_apart(alt.Color, frame, COLORS),
        tooltip=[
            alt.Tooltip("training:N"),
            alt.Tooltip("merges:Q", title="merges made", format=","),
            alt.Tooltip("made:N", title="the last made"),
            alt.Tooltip("value:Q", title=title.lower(), format=number),
        ],
    )
    dash = _told_apart(alt.StrokeDash, frame, [[1, 0], [7, 4]], symbolType="stroke")
    line = encoded.mark_line(strokeWidth=3).encode(strokeDash=dash)
    here = encoded.transform_filter("datum.here").mark_point(filled=True, size=140, opacity=1)
    targets = encoded.mark_point(opacity=0, size=200).add_params(_click())
    return _layered(look, line, *_position_mark(f"position {position:,}", position, look.ink), here, targets)


def tie_chart(frame: pd.DataFrame, position: int, length: int, *, look: Look) -> Layered:
    """A mark for each merge that was chosen from tied pairs; its height is the number of these pairs."""
    most = int(frame["tied"].max())
    # From 1, which is no tie, up to the largest one; whole numbers only.
    scale = (
        alt.Scale(domain=[1, most + 1]) if most <= LINEAR_UP_TO else alt.Scale(domain=[1, most], type="log")
    )
    y_axis = alt.Axis(format=",d", tickMinStep=1, tickCount=min(most + 1, 6))
    sizes = dict(zip(_names(frame), (230, 90), strict=False))  # so that both are visible at the same place
    marks = (
        alt.Chart(frame.assign(size=frame["training"].map(sizes)))
        .mark_point(filled=True, opacity=1)
        .encode(
            x=_merges("first:Q", "Merge", 0, length + 1),
            y=alt.Y("tied:Q", title="Pairs with the highest count", axis=y_axis, scale=scale),
            color=_told_apart(alt.Color, frame, COLORS),
            shape=_told_apart(alt.Shape, frame, ["circle", "diamond"]),
            size=alt.Size("size:Q", scale=None),
            tooltip=[
                alt.Tooltip("training:N"),
                alt.Tooltip("first:Q", title="merge", format=","),
                alt.Tooltip("last:Q", title="to merge", format=","),
                alt.Tooltip("made:N", title="which made"),
                alt.Tooltip("tied:Q", title="pairs tied", format=","),
            ],
        )
        .add_params(_click())
    )
    # A position lies between two merges.
    here = f"before merge {position + 1:,}" if position < length else f"after merge {length:,}"
    return _layered(look, *_position_mark(here, position + 0.5, look.ink), marks)


def length_chart(frame: pd.DataFrame, *, look: Look) -> Layered:
    """Bars: how many tokens of the vocabulary have which length, side by side for each training."""
    lengths = list(dict.fromkeys(frame["length"]))
    base = alt.Chart(frame).encode(
        x=alt.X(
            "length:O",
            sort=lengths,
            title="Base symbols in the token",
            axis=alt.Axis(labelAngle=0, labelOverlap=False),
        ),
        xOffset=alt.XOffset("training:N", sort=_names(frame)),
        y=alt.Y("tokens:Q", title="Tokens in the vocabulary", axis=alt.Axis(format=",d", tickMinStep=1)),
        tooltip=[
            alt.Tooltip("training:N"),
            alt.Tooltip("length:N", title="base symbols"),
            alt.Tooltip("tokens:Q", title="tokens", format=","),
        ],
    )
    bars = base.mark_bar(cornerRadiusEnd=3).encode(color=_told_apart(alt.Color, frame, COLORS))
    numbers = (
        base.transform_filter("datum.tokens > 0")
        .mark_text(dy=-9, fontSize=16, color=look.ink)
        .encode(text=alt.Text("tokens:Q", format=","))
    )
    return _layered(look, bars, numbers)


# All in one call: each method of a chart copies the whole chart, which took as long as building it.
def _layered(look: Look, *layers: alt.Chart) -> Layered:
    size, ink = look.font_size, look.ink
    axis = {"labelFontSize": size, "titleFontSize": size, "titlePadding": 8}
    legend = {"labelFontSize": size, "labelColor": ink, "symbolSize": 220, "symbolStrokeWidth": 3}
    config = {"axis": axis | {"labelColor": ink, "titleColor": ink}, "legend": legend}
    return alt.layer(*layers, height=look.height, background="transparent", config=config)


def _merges(field: str, title: str, first: int, last: int) -> alt.X:
    axis = alt.Axis(tickMinStep=1, format=",d", grid=False)
    return alt.X(field, title=title, axis=axis, scale=alt.Scale(domain=[first, max(last, 1)], nice=False))


def _position_mark(label: str, x: float, ink: str) -> tuple[alt.Chart, alt.Chart]:
    """A dashed line at the training's position, with a label."""
    mark = alt.Chart(pd.DataFrame({"x": [x], "said": [label]})).encode(x="x:Q")
    rule = mark.mark_rule(color=NEXT, strokeDash=[5, 4], strokeWidth=2)
    return rule, mark.mark_text(y=0, dy=-8, fontSize=16, color=ink).encode(text="said:N")


def _click() -> alt.Parameter:
    return alt.selection_point(name=PLACE, fields=["place"], on="click", nearest=True, empty=False)


def _names(frame: pd.DataFrame) -> list[str]:
    return list(dict.fromkeys(frame["training"]))


def _told_apart(channel: Any, frame: pd.DataFrame, values: list[Any], **legend: Any) -> Any:
    """What distinguishes the trainings, with a legend if there are two."""
    names = _names(frame)
    options = {"title": None, "orient": "top", "columns": 1, "labelLimit": 400, **legend}
    scale = alt.Scale(domain=names, range=values[: len(names)])
    return channel("training:N", sort=names, scale=scale, legend=alt.Legend(**options) if names[1:] else None)
