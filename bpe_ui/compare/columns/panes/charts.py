"""Charts of a comparison: how far each column compresses the corpus, and who learns its tokens.

In: series and summaries from the core, with the columns' titles. Out: pandas frames no longer than a screen
can show, and Altair charts of them. What a colour says is said by a word, a dash or a place too. `ink` is the
colour of text in the theme.
"""

from collections.abc import Container, Sequence

import altair as alt
import pandas as pd

from bpe_core.studies.comparison import ColumnSeries, ColumnSummary
from bpe_ui.charts.charts import names_axis
from bpe_ui.charts.frames import shortened
from bpe_ui.compare.titles import shown_title

Layered = alt.LayerChart | alt.FacetChart

AGREE, ELSEWHERE, NOT_ALL, IN_SOME = "#8b8778", "#0d9488", "#8f62d9", "#2f7fd6"
"""Colours with a contrast of at least 3 with both backgrounds."""
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
"""Colour and dashes of each column's line, with the same contrast."""

POINTS_SHOWN = 200
"""Points of one line, or bars of one column."""
TITLE_LENGTH = 40
BAR, ABOVE_BARS = 28, 30
"""Height of a bar, and of the title above the bars."""
LEGEND_LINE = 24
"""Height of a line of a legend."""

SHARED, SOME_OTHERS, ONLY_HERE = "in all columns", "in some columns", "only here"
"""Who learns a token."""


def column_names(titles: Sequence[str]) -> list[str]:
    """The titles as a chart may show them, each different from the others.

    >>> column_names(["minbpe", "minbpe"])
    ['minbpe', 'minbpe (2)']
    """
    names: list[str] = []
    for title in titles:
        names.append(free_name(shortened(shown_title(title), TITLE_LENGTH), names))
    return names


def free_name(name: str, taken: Container[str]) -> str:
    """The name, or one that is still free: a chart draws what has the same name as one.

    >>> free_name("minbpe", ["minbpe", "minbpe (2)"])
    'minbpe (3)'
    """
    number = 1
    while (found := name if number == 1 else f"{name} ({number})") in taken:
        number += 1
    return found


def compression_frame(series: Sequence[ColumnSeries], titles: Sequence[str]) -> pd.DataFrame:
    """The compression over the merges: column, merges, compression; with the first and the last point."""
    rows = []
    for name, line in zip(column_names(titles), series, strict=True):
        last = len(line.compression) - 1
        step = max(1, -(-last // (POINTS_SHOWN - 1)))
        chosen = sorted({*range(0, last, step), last})
        rows += [(name, merges, line.compression[merges]) for merges in chosen]
    return pd.DataFrame(rows, columns=["column", "merges", "compression"])


def compression_chart(frame: pd.DataFrame, columns: Sequence[str], *, height: int = 210) -> alt.Chart:
    """How far the corpus is compressed after each number of merges, a line a column."""
    domain = list(columns)
    colors, dashes = map(list, zip(*LINES[: len(domain)], strict=True))
    legend = alt.Legend(
        title=None,
        orient="bottom",
        columns=2,
        labelLimit=170,
        labelFontSize=14,
        symbolStrokeWidth=3,
        symbolSize=260,
    )
    x_axis = alt.Axis(tickMinStep=1, format=",d", grid=False, labelFontSize=14)
    y_axis = alt.Axis(tickCount=4, labelFontSize=14, labelExpr="format(datum.value, '.2f') + '×'")
    color, dash = (alt.Scale(domain=domain, range=values) for values in (colors, dashes))
    lines = alt.Chart(frame, title=chart_title("Compression over the merges"))
    return (
        lines.mark_line(strokeWidth=2.5, interpolate="step-after")
        .encode(
            x=alt.X("merges:Q", title=None, axis=x_axis, scale=alt.Scale(nice=False)),
            y=alt.Y("compression:Q", title=None, axis=y_axis, scale=alt.Scale(zero=False)),
            color=alt.Color("column:N", sort=domain, scale=color, legend=legend),
            strokeDash=alt.StrokeDash("column:N", sort=domain, scale=dash, legend=legend),
            tooltip=[
                alt.Tooltip("column:N", title="column"),
                alt.Tooltip("merges:Q", title="merges", format=","),
                alt.Tooltip("compression:Q", title="compression", format=".3f"),
            ],
        )
        .properties(height=height + LEGEND_LINE * -(-len(domain) // 2), background="transparent")
    )


def vocabulary_frame(summaries: Sequence[ColumnSummary], titles: Sequence[str]) -> pd.DataFrame:
    """The learned tokens of each column by who learns them: column, who, tokens, order."""
    rows: list[tuple[str, str, int, int]] = []
    for name, column in zip(column_names(titles), summaries, strict=True):
        tokens = column.tokens_shared, column.tokens_in_some, column.tokens_only_here
        parts = zip((SHARED, SOME_OTHERS, ONLY_HERE), tokens, strict=True)
        rows += [(name, who, number, order) for order, (who, number) in enumerate(parts)]
    return pd.DataFrame(rows, columns=["column", "who", "tokens", "order"])


def vocabulary_chart(frame: pd.DataFrame, *, ink: str) -> Layered:
    """The learned tokens of each column: learned by all, by some, by this one alone."""
    colors = {SHARED: AGREE, SOME_OTHERS: IN_SOME, ONLY_HERE: NOT_ALL}
    return stacked_bars(frame, ("column", "who", "tokens"), colors, "Learned tokens", ink)


def stacked_bars(
    frame: pd.DataFrame, fields: tuple[str, str, str], colors: dict[str, str], title: str, ink: str
) -> Layered:
    """Bars whose parts stand one after the other; at the end of each, the numbers of its parts."""
    name, part, number = fields
    groups = frame.groupby(name, sort=False)[number]
    ends = groups.sum()
    y = alt.Y(f"{name}:N", sort=list(ends.index), title=None, axis=names_axis(labelFontSize=14))
    # The numbers need room to the right of the longest bar.
    scale = alt.Scale(domain=[0, max(int(ends.max()), 1) * 1.45], nice=False)
    color = alt.Scale(domain=list(colors), range=list(colors.values()))
    bars = alt.Chart(frame, title=chart_title(title)).mark_bar(height={"band": 0.7})
    bars = bars.encode(
        x=alt.X(f"{number}:Q", title=None, axis=None, stack="zero", scale=scale),
        y=y,
        order="order:Q",
        color=alt.Color(f"{part}:N", scale=color, legend=None),
        tooltip=[
            alt.Tooltip(f"{name}:N", title=name),
            alt.Tooltip(f"{part}:N", title="what"),
            alt.Tooltip(f"{number}:Q", title=number, format=","),
        ],
    )
    labels = groups.apply(lambda parts: " · ".join(f"{count:,}" for count in parts))
    texts = pd.DataFrame({name: ends.index, "end": ends.to_numpy(), "label": labels.to_numpy()})
    numbers = alt.Chart(texts).mark_text(align="left", dx=5, color=ink, fontSize=15)
    numbers = numbers.encode(x=alt.X("end:Q", scale=scale), y=y, text="label:N")
    chart = alt.layer(bars, numbers)
    return chart.properties(height=BAR * len(ends) + ABOVE_BARS, background="transparent")


def chart_title(text: str) -> alt.TitleParams:
    """A title above the chart, flush with its left edge."""
    return alt.TitleParams(text, fontSize=15, anchor="start", offset=4, frame="bounds")
