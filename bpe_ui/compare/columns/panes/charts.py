"""The charts of a comparison: pure functions from a frame of `frames` to an Altair chart.

What a colour says stands there as a word, a dash or a place too. `ink` is the colour of text in the theme.
The picture of merge orders is in `bump_chart`.
"""

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from bpe_ui.charts.charts import NEXT, names_axis
from bpe_ui.compare.columns.panes.bump_chart import AGREE, ELSEWHERE, NOT_ALL
from bpe_ui.compare.columns.panes.frames import GONE, MOVED, NEW, ONLY_HERE, SHARED, SOME_OTHERS

Layered = alt.LayerChart | alt.FacetChart

IN_SOME = "#2f7fd6"

LINES = (
    ("#0d9488", [1, 0]),
    ("#d97706", [8, 4]),
    ("#8f62d9", [2, 3]),
    ("#2f7fd6", [10, 3, 2, 3]),
    ("#c0528f", [4, 2]),
    ("#5b8c1f", [14, 4]),
    ("#64748b", [1, 2]),
    ("#cf5c36", [8, 2, 2, 2, 2, 2]),
)
"""Colour and dashes of each column's line; the colours have a contrast of 3 with both backgrounds."""

ROWS_IN_VIEW = 5
"""Rows of ties of the least height that a pane shows without scrolling."""

BAR, ABOVE_BARS = 28, 30
"""Height of a bar, and of the title above the bars."""

LEAST_TIE_ROW = 44
"""Height of the bars of one column, where many columns have bars of their own."""

LEGEND_LINE = 24
"""Height of one line of a legend."""

LINEAR_UP_TO = 30
"""Where more pairs are tied at a step, the axis is logarithmic, so that small ties can be seen too."""


def tie_chart(
    frame: pd.DataFrame, columns: Sequence[tuple[str, str]], merges: int, *, height: int
) -> alt.VConcatChart:
    """One row of bars a column; `columns` are their names with what their titles say."""
    most = int(frame["tied"].max())
    rows = [
        _tie_row(frame[frame["column"] == name], title, merges, most, _numbered(number, len(columns)))
        for number, (name, title) in enumerate(columns)
    ]
    room = max(LEAST_TIE_ROW, height // len(rows) - ABOVE_BARS)
    return alt.vconcat(*(row.properties(height=room) for row in rows), spacing=4).properties(
        background="transparent"
    )


def _tie_row(frame: pd.DataFrame, title: str, merges: int, most: int, numbered: dict[str, Any]) -> alt.Chart:
    scale = (
        alt.Scale(domain=[1, most], type="log")
        if most > LINEAR_UP_TO
        else alt.Scale(domain=[1, most], nice=False, zero=False)
    )
    x_axis = alt.Axis(tickMinStep=1, format=",d", grid=False, labelPadding=2, labelFontSize=14, **numbered)
    y_axis = alt.Axis(values=[1, most], format=",d", grid=False, minExtent=36, maxExtent=36, labelFontSize=13)
    bars = alt.Chart(frame.assign(left=frame["first"] - 0.45, right=frame["last"] + 0.45, none=1))
    return (
        bars.mark_rect(color=NEXT)
        .encode(
            x=alt.X(
                "left:Q", title=None, axis=x_axis, scale=alt.Scale(domain=[0.5, merges + 0.5], nice=False)
            ),
            x2="right",
            y=alt.Y("none:Q", title=None, axis=y_axis, scale=scale),
            y2="tied",
            tooltip=[
                alt.Tooltip("first:Q", title="merge", format=","),
                alt.Tooltip("last:Q", title="to merge", format=","),
                alt.Tooltip("tied:Q", title="pairs tied", format=","),
            ],
        )
        .properties(title=_title(title))
    )


def _numbered(row: int, rows: int) -> dict[str, Any]:
    """Which rows have the merges' numbers: the last, and where not all are in view the first, above it."""
    is_above = row == 0 and rows > ROWS_IN_VIEW
    is_shown = is_above or row == rows - 1
    return {"labels": is_shown, "ticks": is_shown, "orient": "top" if is_above else "bottom"}


def compression_chart(frame: pd.DataFrame, columns: Sequence[str], *, height: int = 210) -> alt.Chart:
    """How far the corpus is compressed after so many merges, a line a column."""
    colors, dashes = zip(*LINES, strict=True)
    shown = range(len(columns))
    legend = alt.Legend(
        title=None,
        orient="bottom",
        columns=2,
        labelLimit=170,
        labelFontSize=14,
        symbolStrokeWidth=3,
        symbolSize=260,
    )
    domain = list(columns)
    return (
        alt.Chart(frame, title=_title("Compression over the merges"))
        .mark_line(strokeWidth=2.5, interpolate="step-after")
        .encode(
            x=alt.X(
                "merges:Q",
                title=None,
                axis=alt.Axis(tickMinStep=1, format=",d", grid=False, labelFontSize=14),
                scale=alt.Scale(nice=False),
            ),
            y=alt.Y(
                "compression:Q",
                title=None,
                axis=alt.Axis(tickCount=4, labelFontSize=14, labelExpr="format(datum.value, '.2f') + '×'"),
                scale=alt.Scale(zero=False),
            ),
            color=alt.Color(
                "column:N",
                sort=domain,
                scale=alt.Scale(domain=domain, range=[colors[number] for number in shown]),
                legend=legend,
            ),
            strokeDash=alt.StrokeDash(
                "column:N",
                sort=domain,
                scale=alt.Scale(domain=domain, range=[dashes[number] for number in shown]),
                legend=legend,
            ),
            tooltip=[
                alt.Tooltip("column:N", title="column"),
                alt.Tooltip("merges:Q", title="merges", format=","),
                alt.Tooltip("compression:Q", title="compression", format=".3f"),
            ],
        )
        .properties(height=height + LEGEND_LINE * -(-len(columns) // 2), background="transparent")
    )


def vocabulary_chart(frame: pd.DataFrame, columns: Sequence[str], *, ink: str) -> Layered:
    """The learned tokens of each column: learned by all, by some, by this one alone."""
    parts = [SHARED, SOME_OTHERS, ONLY_HERE]
    return _stacked(
        frame,
        ("column", "who", "tokens"),
        list(columns),
        dict(zip(parts, (AGREE, IN_SOME, NOT_ALL), strict=True)),
        "Learned tokens",
        ink,
    )


def cause_chart(frame: pd.DataFrame, *, ink: str) -> Layered:
    """How many merges each cause moved, how many it brought, and how many it took away."""
    order = list(dict.fromkeys(frame["cause"]))
    colors = {MOVED: ELSEWHERE, NEW: NOT_ALL, GONE: IN_SOME}
    return _stacked(frame, ("cause", "what", "merges"), order, colors, "Merges that each cause changed", ink)


def _stacked(
    frame: pd.DataFrame,
    fields: tuple[str, str, str],
    order: list[str],
    colors: dict[str, str],
    title: str,
    ink: str,
) -> Layered:
    """Bars whose parts stand one after the other; at the end of each, the numbers of its parts."""
    name, part, number = fields
    ends = frame.groupby(name, sort=False)[number]
    longest = max(int(ends.sum().max()), 1)
    y = alt.Y(
        f"{name}:N",
        sort=order,
        title=None,
        axis=names_axis(labelFontSize=14),
    )
    # The numbers need room to the right of the longest bar.
    scale = alt.Scale(domain=[0, longest * 1.45], nice=False)
    bars = alt.Chart(frame, title=_title(title)).mark_bar(height={"band": 0.7})
    bars = bars.encode(
        x=alt.X(f"{number}:Q", title=None, axis=None, stack="zero", scale=scale),
        y=y,
        order="order:Q",
        color=alt.Color(
            f"{part}:N",
            scale=alt.Scale(domain=list(colors), range=list(colors.values())),
            legend=None,
        ),
        tooltip=[
            alt.Tooltip(f"{name}:N", title=name),
            alt.Tooltip(f"{part}:N", title="what"),
            alt.Tooltip(f"{number}:Q", title=number, format=","),
        ],
    )
    said = ends.apply(lambda parts: " · ".join(f"{count:,}" for count in parts))
    texts = pd.DataFrame({name: said.index, "end": ends.sum().to_numpy(), "said": said.to_numpy()})
    numbers = alt.Chart(texts).mark_text(align="left", dx=5, color=ink, fontSize=15)
    numbers = numbers.encode(x=alt.X("end:Q", scale=scale), y=y, text="said:N")
    chart = alt.layer(bars, numbers)
    return chart.properties(height=BAR * len(order) + ABOVE_BARS, background="transparent")


def _title(text: str) -> alt.TitleParams:
    return alt.TitleParams(text, fontSize=15, anchor="start", offset=4, frame="bounds")
