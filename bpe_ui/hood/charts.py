"""What the fast trainer saves, as charts: pure functions from a frame to an Altair chart."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from bpe_core.studies.watching import MergeWork
from bpe_ui.hood.fast_trainer import TITLE as FAST_TITLE
from bpe_ui.hood.slow_trainer import TITLE as SLOW_TITLE
from bpe_ui.plots.charts import LEARNED, NEXT, OTHER, QUIET, Layered, Look

OURS, LIBRARY, SUBWORD_NMT, RECOUNTING = "This app", "tokenizers (Rust)", "subword-nmt (Python)", "Recounting"
MANY = 80
"""With more points than this, points are small."""
LARGE = 18
"""From this font size on, the legend has one column."""
SHAPES = ["circle", "diamond", "square", "triangle-up"]
MEASURED = (
    *((OURS, *at) for at in ((0.1, 0.114), (1, 0.423), (5, 1.46), (24, 4.72))),
    *((LIBRARY, *at) for at in ((0.1, 0.0449), (1, 0.385), (5, 2.21), (24, 12))),
    *((SUBWORD_NMT, *at) for at in ((1, 18), (24, 109))),
    (RECOUNTING, 0.1, 7.38),
)
"""Trainer, megabytes, and seconds of the whole training, from the tables of docs/performance.md, which says
how they were measured."""


def work_frame(work: Sequence[MergeWork], slow: str, fast: str) -> pd.DataFrame:
    """A row for each merge and trainer: merge, trainer, value; `slow` and `fast` are fields of the work."""
    rows = [
        (number, trainer, getattr(each, name))
        for number, each in enumerate(work, start=1)
        for trainer, name in ((SLOW_TITLE, slow), (FAST_TITLE, fast))
    ]
    return pd.DataFrame(rows, columns=["merge", "trainer", "value"])


def work_chart(frame: pd.DataFrame, title: str, *, look: Look) -> Layered:
    """A line for each trainer over the merges."""
    x = alt.X("merge:Q", title="Merge", axis=alt.Axis(tickMinStep=1, format=",d", grid=False))
    y = alt.Y("value:Q", title=title, axis=alt.Axis(format=",d", tickMinStep=1, tickCount=6))
    tooltip = [
        alt.Tooltip("trainer:N"),
        alt.Tooltip("merge:Q", format=","),
        alt.Tooltip("value:Q", title=title.lower(), format=","),
    ]
    encoded = alt.Chart(frame).encode(x, y, tooltip=tooltip)
    return _drawn(encoded, {SLOW_TITLE: (NEXT, [6, 4]), FAST_TITLE: (LEARNED, [1, 0])}, look)


def growth_chart(*, look: Look) -> Layered:
    """The time of trainings on growing corpora; both axes are logarithmic."""
    frame = pd.DataFrame(MEASURED, columns=["trainer", "megabytes", "seconds"])
    x = alt.X("megabytes:Q", title="Corpus (MB)", scale=alt.Scale(type="log"), axis=_ticks([0.1, 1, 5, 24]))
    y = alt.Y("seconds:Q", title="Seconds", scale=alt.Scale(type="log"), axis=_ticks([0.1, 1, 10, 100]))
    encoded = alt.Chart(frame).encode(x, y, tooltip=["trainer", "megabytes", "seconds"])
    lines = {
        OURS: (LEARNED, [1, 0]),
        LIBRARY: (OTHER, [6, 4]),
        SUBWORD_NMT: (QUIET, [2, 3]),
        RECOUNTING: (NEXT, [1, 0]),
    }
    return _drawn(encoded, lines, look)


def _drawn(encoded: alt.Chart, lines: dict[str, tuple[str, list[int]]], look: Look) -> Layered:
    """Lines with points; colour, dash and shape distinguish the trainers, and the legend shows the shapes."""
    names, size, ink = [*lines], look.font_size, look.ink
    columns = 2 if size < LARGE else 1
    legend = alt.Legend(title=None, orient="top", columns=columns, labelLimit=240, symbolStrokeWidth=0)

    def scale(values: list[Any]) -> alt.Scale:
        return alt.Scale(domain=names, range=values)

    colors, dashes = map(list, zip(*lines.values(), strict=True))
    encoded = encoded.encode(alt.Color("trainer:N", sort=names, scale=scale(colors), legend=legend))
    line = encoded.mark_line(strokeWidth=3).encode(
        alt.StrokeDash("trainer:N", sort=names, scale=scale(dashes), legend=None)
    )
    shapes = alt.Shape("trainer:N", sort=names, scale=scale(SHAPES[: len(names)]), legend=legend)
    point = 70 if len(encoded.data) <= MANY else 20
    points = encoded.mark_point(filled=True, size=point, opacity=1).encode(shapes)
    axis = {"labelFontSize": size, "titleFontSize": size, "labelColor": ink, "titleColor": ink}
    config = {"axis": axis, "legend": {"labelFontSize": size, "labelColor": ink, "symbolSize": 120}}
    return alt.layer(line, points, height=look.height, background="transparent", config=config)


def _ticks(values: list[float]) -> alt.Axis:
    return alt.Axis(values=values, format="~g", grid=False)
