"""What the fast trainer saves, as charts: pure functions from a frame to an Altair chart.

In: the work of both trainers for each merge; or measured times. Out: frames, and charts with the colours of
the Charts page.
"""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import pandas as pd

from bpe_core.studies.trainer_work import MergeWork
from bpe_ui.charts.charts import LEARNED, NEXT, OTHER, QUIET, Layered, Look
from bpe_ui.hood.fast_trainer import TITLE as FAST
from bpe_ui.hood.slow_trainer import TITLE as SLOW


class Measured(NamedTuple):
    """How long a whole training took."""

    trainer: str
    megabytes: float
    seconds: float


OURS, LIBRARY = "This app", "tokenizers (Rust)"
MEASURED = (
    *(Measured(OURS, *at) for at in ((0.1, 0.114), (1, 0.423), (5, 1.46), (24, 4.72))),
    *(Measured(LIBRARY, *at) for at in ((0.1, 0.0449), (1, 0.385), (5, 2.21), (24, 12))),
    *(Measured("subword-nmt (Python)", *at) for at in ((1, 18), (24, 109))),
    Measured("Recounting", 0.1, 7.38),
)
"""From the tables of docs/performance.md, which says how they were measured."""


def work_frame(work: Sequence[MergeWork], slow: str, fast: str) -> pd.DataFrame:
    """A row for each merge and trainer: merge, trainer, value; `slow` and `fast` are fields of the work."""
    rows = [
        (number, trainer, getattr(each, name))
        for number, each in enumerate(work, start=1)
        for trainer, name in ((SLOW, slow), (FAST, fast))
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
    encoded = alt.Chart(frame).encode(x, y, *_told_apart([SLOW, FAST], [NEXT, LEARNED]), tooltip=tooltip)
    return _drawn(encoded, look)


def growth_chart(*, look: Look) -> Layered:
    """How long trainings of growing corpora take; both axes are logarithmic."""
    frame = pd.DataFrame(MEASURED)
    names = [*dict.fromkeys(frame["trainer"])]
    x = alt.X("megabytes:Q", title="Corpus (MB)", scale=alt.Scale(type="log"), axis=_ticks([0.1, 1, 5, 24]))
    y = alt.Y("seconds:Q", title="Seconds", scale=alt.Scale(type="log"), axis=_ticks([0.1, 1, 10, 100]))
    encoded = alt.Chart(frame).encode(
        x, y, *_told_apart(names, [LEARNED, OTHER, QUIET, NEXT]), tooltip=["trainer", "megabytes", "seconds"]
    )
    return _drawn(encoded, look)


def _drawn(encoded: alt.Chart, look: Look) -> Layered:
    size, ink = look.font_size, look.ink
    axis = {"labelFontSize": size, "titleFontSize": size, "labelColor": ink, "titleColor": ink}
    legend = {"labelFontSize": size, "labelColor": ink}
    line = encoded.mark_line(strokeWidth=3)
    points = encoded.mark_point(filled=True, size=60, opacity=1)
    config = {"axis": axis, "legend": legend}
    return alt.layer(line, points, height=look.height, background="transparent", config=config)


def _ticks(values: list[float]) -> alt.Axis:
    return alt.Axis(values=values, format="~g", grid=False)


def _told_apart(names: list[str], colors: list[str]) -> tuple[alt.Color, alt.StrokeDash, alt.Shape]:
    """Colour, dash and shape for each name, with a legend of colours and shapes."""
    dashes, shapes = [[6, 4], [1, 0], [2, 2], [1, 0]], ["circle", "diamond", "square", "triangle-up"]
    legend = alt.Legend(title=None, orient="top", columns=2, labelLimit=240)
    return (
        alt.Color("trainer:N", sort=names, scale=alt.Scale(domain=names, range=colors), legend=legend),
        alt.StrokeDash("trainer:N", sort=names, scale=alt.Scale(domain=names, range=dashes), legend=None),
        alt.Shape("trainer:N", sort=names, scale=alt.Scale(domain=names, range=shapes), legend=legend),
    )
