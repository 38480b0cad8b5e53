"""What the charts of a comparison share, and the chart of how much each column compresses the corpus.

Whatever a colour says is also said by a word, a dash or a place.
"""

from collections.abc import Sequence

import altair as alt
import pandas as pd

from bpe_core.studies.comparison import ColumnSeries
from bpe_ui.compare.settings.titles import shown_title
from bpe_ui.plots.charts import LEARNED, NEXT, OTHER, QUIET
from bpe_ui.text.visible import free_name, shortened

AGREE, ELSEWHERE, NOT_ALL = QUIET, LEARNED, OTHER
LINES = (
    (LEARNED, [1, 0]),
    (NEXT, [8, 4]),
    (OTHER, [2, 3]),
    ("#2f7fd6", [10, 3, 2, 3]),
    ("#c0528f", [4, 2]),
    ("#5b8c1f", [14, 4]),
    ("#64748b", [1, 2]),
    ("#cf5c36", [8, 2, 2, 2, 2, 2]),
)
"""The colour and dashes of each column's line; all have the same contrast."""

POINTS_SHOWN = 200
"""How many points a line has, or how many bars a column has."""
TITLE_LENGTH = 40
LEGEND_LINE = 24
"""The height of a line of a legend."""


def column_names(titles: Sequence[str]) -> list[str]:
    """The titles as a chart can show them, all different.

    >>> column_names(["minbpe", "minbpe"])
    ['minbpe', 'minbpe (2)']
    """
    names: list[str] = []
    for title in titles:
        names.append(free_name(shortened(shown_title(title), TITLE_LENGTH), names))
    return names


def same_lines(lines: Sequence[Sequence[float]], names: Sequence[str]) -> list[tuple[int, str]]:
    """Columns with different lines, by number, each under the names of all that share its line.

    >>> same_lines([[1, 2], [1, 3], [1, 2]], ["a", "b", "c"])
    [(0, 'a, c'), (1, 'b')]
    """
    numbers_of: dict[tuple[float, ...], list[int]] = {}
    for number, line in enumerate(lines):
        numbers_of.setdefault(tuple(line), []).append(number)
    if len(numbers_of) == 1 < len(names):
        return [(0, "All columns")]
    return [(own[0], ", ".join(names[number] for number in own)) for own in numbers_of.values()]


def compression_frame(series: Sequence[ColumnSeries], titles: Sequence[str]) -> pd.DataFrame:
    """The compression over the merges: column, merges, compression; the first and last point are included."""
    rows = []
    for name, line in zip(column_names(titles), series, strict=True):
        last = len(line.compression) - 1
        step = max(1, -(-last // (POINTS_SHOWN - 1)))
        chosen = sorted({*range(0, last, step), last})
        rows += [(name, merges, line.compression[merges]) for merges in chosen]
    return pd.DataFrame(rows, columns=["column", "merges", "compression"])


def compression_chart(frame: pd.DataFrame) -> alt.Chart:
    """How much the corpus is compressed after each number of merges, with a line for each column."""
    domain = list(dict.fromkeys(frame["column"]))
    colors, dashes = map(list, zip(*LINES[: len(domain)], strict=True))
    legend = (
        None
        if len(domain) == 1
        else alt.Legend(
            title=None,
            orient="bottom",
            columns=2,
            labelLimit=170,
            labelFontSize=14,
            symbolStrokeWidth=3,
            symbolSize=260,
        )
    )
    x_axis = alt.Axis(tickMinStep=1, format=",d", grid=False, labelFontSize=14)
    y_axis = alt.Axis(tickCount=4, labelFontSize=14, labelExpr="format(datum.value, '.2f') + '×'")
    color, dash = (alt.Scale(domain=domain, range=values) for values in (colors, dashes))
    lines = alt.Chart(frame, title=chart_title("Compression over the merges"))
    return (
        lines.mark_line(strokeWidth=2.5, interpolate="step-after")
        .encode(
            x=alt.X("merges:Q", title="merges", axis=x_axis, scale=alt.Scale(nice=False)),
            y=alt.Y("compression:Q", title=None, axis=y_axis, scale=alt.Scale(zero=False)),
            color=alt.Color("column:N", sort=domain, scale=color, legend=legend),
            strokeDash=alt.StrokeDash("column:N", sort=domain, scale=dash, legend=legend),
            tooltip=[
                alt.Tooltip("column:N", title="column"),
                alt.Tooltip("merges:Q", title="merges", format=","),
                alt.Tooltip("compression:Q", title="compression", format=".3f"),
            ],
        )
        .properties(height=210 + LEGEND_LINE * -(-len(domain) // 2), background="transparent")
    )


def chart_title(text: str) -> alt.TitleParams:
    """A title above the chart, aligned with its left edge."""
    return alt.TitleParams(text, fontSize=15, anchor="start", offset=4, frame="bounds")
