"""How many pairs were tied at each merge, column by column."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd
import streamlit as st

from bpe_core.studies.comparison import ColumnSeries, ColumnSummary, Comparison
from bpe_ui.compare.columns.panes.charts import POINTS_SHOWN, chart_title, column_names, same_lines
from bpe_ui.compare.columns.sentences import no_merge
from bpe_ui.compare.settings.titles import fitting_titles
from bpe_ui.html import markup
from bpe_ui.plots.charts import LINEAR_UP_TO, NEXT
from bpe_ui.text.sentences import Sentence, say, say_plainly
from bpe_ui.widgets.display import show, show_note

HEIGHT = 380
ROWS_IN_VIEW = 5
"""How many rows of the smallest height a pane shows without scrolling."""
LEAST_ROW, GREATEST_ROW, ABOVE_BARS = 44, 160, 30
"""The smallest and the largest height of a column's bars, and the height of the title above."""
WIDEST = 0.02
"""The largest part of a row's width that half a bar takes, so that few bars do not become too wide."""


def draw(comparison: Comparison) -> None:
    """The sentence and the bars."""
    if not comparison.length:
        show(markup.quiet_line(no_merge()))
        return
    summaries, series = comparison.summaries(), comparison.series()
    titles = fitting_titles([column.title for column in comparison.columns])
    show(markup.headline(ties(summaries)))
    groups = same_lines([line.tied for line in series], column_names(titles))
    names = column_names([name for _, name in groups])
    frame = tie_frame([series[column] for column, _ in groups], names)
    if frame.empty:
        show_note("In no column did two pairs ever share the highest count.")
        return
    tied = "{name}: {it.tied_steps:,} of {it.merges:,} {it.merges:merge|merges} tied"
    rows = [
        (name, say_plainly(tied, name=name, it=summaries[column]))
        for name, (column, _) in zip(names, groups, strict=True)
    ]
    show_note("A bar marks a merge with several pairs of the highest count; its height says how many.")
    st.altair_chart(
        tie_chart(frame, rows, comparison.length, height=HEIGHT),
        key="tie_chart",
        alt=say_plainly(
            "How many pairs were tied at each merge. {columns}.",
            columns="; ".join((title for _, title in rows)),
        ),
    )


def ties(summaries: Sequence[ColumnSummary]) -> Sentence:
    """How many merges were ties: one number if all columns agree, otherwise the least and the most."""
    counts = {(column.tied_steps, column.merges) for column in summaries}
    if len(counts) == 1:
        tied, merges = counts.pop()
        were = "In every column, {tied} of {all} {all:merge|merges} {tied:was|were} chosen among tied pairs."
        return say(were, tied=tied, all=merges)
    least = min(summaries, key=lambda column: column.tied_steps)
    most = max(summaries, key=lambda column: column.tied_steps)
    return say(
        "{least.tied_steps} ({least.title}) to {most.tied_steps} ({most.title}) of up to {merges} merges were"
        " chosen among tied pairs.",
        least=least,
        most=most,
        merges=max(column.merges for column in summaries),
    )


def tie_frame(series: Sequence[ColumnSeries], titles: Sequence[str]) -> pd.DataFrame:
    """How many pairs were tied: column, first and last merge (from 1), tied; only where some were.

    A bar that stands for several merges has the largest number of pairs that were tied at one of them.
    """
    step = max(1, -(-max((len(line.tied) for line in series), default=0) // POINTS_SHOWN))
    rows = []
    for name, line in zip(column_names(titles), series, strict=True):
        for first in range(0, len(line.tied), step):
            tied = line.tied[first : first + step]
            if max(tied) > 1:
                rows.append((name, first + 1, first + len(tied), max(tied)))
    return pd.DataFrame(rows, columns=["column", "first", "last", "tied"])


def tie_chart(
    frame: pd.DataFrame, columns: Sequence[tuple[str, str]], merges: int, *, height: int
) -> alt.VConcatChart:
    """A row of bars for each column; `columns` are their names and their titles."""
    most = int(frame["tied"].max())
    rows = [
        _row(frame[frame["column"] == name], title, merges, most, _numbered(number, len(columns)))
        for number, (name, title) in enumerate(columns)
    ]
    room = max(LEAST_ROW, min(GREATEST_ROW, height // len(rows) - ABOVE_BARS))
    chart = alt.vconcat(*(row.properties(height=room) for row in rows), spacing=4)
    return chart.properties(background="transparent")


def _row(frame: pd.DataFrame, title: str, merges: int, most: int, numbered: dict[str, Any]) -> alt.Chart:
    is_log = most > LINEAR_UP_TO
    least = 1 if is_log else 0
    y_scale = alt.Scale(domain=[least, most], nice=False, type="log" if is_log else "linear")
    x_scale = alt.Scale(domain=[0.5, merges + 0.5], nice=False)
    x_axis = alt.Axis(tickMinStep=1, format=",d", grid=False, labelPadding=2, labelFontSize=14, **numbered)
    y_axis = alt.Axis(
        values=[least, most], format=",d", grid=False, minExtent=36, maxExtent=36, labelFontSize=13
    )
    half = min(0.45, WIDEST * merges)
    bars = alt.Chart(
        frame.assign(left=frame["first"] - half, right=frame["last"] + half, none=least),
        title=chart_title(title),
    )
    return bars.mark_rect(color=NEXT).encode(
        x=alt.X("left:Q", axis=x_axis, scale=x_scale),
        x2="right",
        y=alt.Y("none:Q", title=None, axis=y_axis, scale=y_scale),
        y2="tied",
        tooltip=[
            alt.Tooltip("first:Q", title="merge", format=","),
            alt.Tooltip("last:Q", title="to merge", format=","),
            alt.Tooltip("tied:Q", title="pairs tied", format=","),
        ],
    )


def _numbered(row: int, rows: int) -> dict[str, Any]:
    """Which rows have the merges' numbers: the last and, if not all are in view, the first, above it."""
    is_above = row == 0 and rows > ROWS_IN_VIEW
    is_shown = is_above or row == rows - 1
    title = "merge" if row == rows - 1 else None
    orient = "top" if is_above else "bottom"
    return {"labels": is_shown, "ticks": is_shown, "orient": orient, "title": title}
