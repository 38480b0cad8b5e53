"""What the charts of a comparison share, and those of *Numbers*: the charts of Train, for all columns.

Whatever a colour says is also said by a word, a dash or a place.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt
import pandas as pd
import streamlit as st

from bpe_core.studies.comparison import Comparison
from bpe_ui.pages.compare.settings.titles import shown_title
from bpe_ui.stage.colours import LEARNED, NEXT, OTHER
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.stage.text.visible import free_name, shortened

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


def same_lines(lines: Sequence[Sequence[Any]], names: Sequence[str]) -> list[tuple[int, str]]:
    """Columns with different lines, by number, each under the names of all that share its line.

    >>> same_lines([[1, 2], [1, 3], [1, 2]], ["a", "b", "c"])
    [(0, 'a, c'), (1, 'b')]
    """
    numbers_of: dict[tuple[Any, ...], list[int]] = {}
    for number, line in enumerate(lines):
        numbers_of.setdefault(tuple(line), []).append(number)
    if len(numbers_of) == 1 < len(names):
        return [(0, "All columns")]
    return [(own[0], ", ".join(names[number] for number in own)) for own in numbers_of.values()]


@dataclass(frozen=True)
class Plotted:
    """A chart with a line for each column."""

    title: str
    """What it shows."""

    along: str
    """What its horizontal axis counts."""

    lines: Sequence[Sequence[tuple[int, float]]]
    """For each column its points, from left to right."""

    number: str = ",d"
    """The format of its values."""


def draw_charts(comparison: Comparison, titles: Sequence[str]) -> None:
    """The charts that Train has beside its stage, with a line for each column."""
    for place, plotted in enumerate(plots(comparison)):
        frame = line_frame(plotted.lines, titles)
        ends = zip(titles, plotted.lines, strict=True)
        last = (f"{title}: {points[-1][1]:{plotted.number.replace('d', '')}}" for title, points in ends)
        st.altair_chart(
            line_chart(frame, plotted),
            key=f"numbers_{place}",
            alt=say_plainly(
                "{title}, a line a column. At the right end: {last}.",
                title=plotted.title,
                last="; ".join(last),
            ),
        )


def plots(comparison: Comparison) -> list[Plotted]:
    """Symbols and whole words over the merges, and the tokens at the end by length."""
    symbols, words, lengths = [], [], []
    for stepper in comparison.steppers:
        merges = min(stepper.known_merges, comparison.length)
        counted = Counter(stepper.at(merges).token_lengths())
        symbols.append([*enumerate(stepper.history.symbols(merges))])
        words.append([*enumerate(stepper.history.whole_words(merges).shares)])
        lengths.append([(length, counted[length]) for length in range(1, max(counted) + 1)])
    return [
        Plotted("Symbols in the corpus", "merges", symbols),
        Plotted("Words that are one symbol", "merges", words, ".0%"),
        Plotted("Tokens by length", "base symbols in the token", lengths),
    ]


def line_frame(lines: Sequence[Sequence[tuple[int, float]]], titles: Sequence[str]) -> pd.DataFrame:
    """Lines that differ: column, x, value. Of a long line, some points, and both its ends."""
    rows = []
    for number, name in same_lines(lines, column_names(titles)):
        points = lines[number]
        step = max(1, -(-(len(points) - 1) // (POINTS_SHOWN - 1)))
        chosen = sorted({*range(0, len(points), step), len(points) - 1})
        rows += [(name, *points[at]) for at in chosen]
    return pd.DataFrame(rows, columns=["column", "x", "value"])


def line_chart(frame: pd.DataFrame, plotted: Plotted) -> alt.Chart:
    """A line for each column, or for those that are the same."""
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
    y_axis = alt.Axis(tickCount=4, labelFontSize=14, format=plotted.number)
    color, dash = (alt.Scale(domain=domain, range=values) for values in (colors, dashes))
    lines = alt.Chart(frame, title=chart_title(plotted.title))
    return (
        lines.mark_line(strokeWidth=2.5)
        .encode(
            x=alt.X("x:Q", title=plotted.along, axis=x_axis, scale=alt.Scale(nice=False, zero=False)),
            y=alt.Y("value:Q", title=None, axis=y_axis),
            color=alt.Color("column:N", sort=domain, scale=color, legend=legend),
            strokeDash=alt.StrokeDash("column:N", sort=domain, scale=dash, legend=legend),
            tooltip=[
                alt.Tooltip("column:N", title="column"),
                alt.Tooltip("x:Q", title=plotted.along, format=","),
                alt.Tooltip("value:Q", title=plotted.title.lower(), format=plotted.number),
            ],
        )
        .properties(height=190 + LEGEND_LINE * -(-len(domain) // 2), background="transparent")
    )


def chart_title(text: str) -> alt.TitleParams:
    """A title above the chart, aligned with its left edge."""
    return alt.TitleParams(text, fontSize=15, anchor="start", offset=4, frame="bounds")
