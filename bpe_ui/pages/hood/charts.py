"""What the fast trainer saves, as charts: pure functions from a frame to an Altair chart."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from bpe_core.studies.watching import MergeWork
from bpe_ui.pages.hood.fast_trainer import TITLE as FAST_TITLE
from bpe_ui.pages.hood.slow_trainer import TITLE as SLOW_TITLE
from bpe_ui.stage.plots.charts import LEARNED, NEXT, Look

MANY = 80
"""With more points than this, points are small."""


def work_frame(work: Sequence[MergeWork], slow: str, fast: str) -> pd.DataFrame:
    """A row for each merge and trainer: merge, trainer, value; `slow` and `fast` are fields of the work."""
    rows = [
        (number, trainer, getattr(each, name))
        for number, each in enumerate(work, start=1)
        for trainer, name in ((SLOW_TITLE, slow), (FAST_TITLE, fast))
    ]
    return pd.DataFrame(rows, columns=["merge", "trainer", "value"])


def work_chart(frame: pd.DataFrame, title: str, *, look: Look) -> alt.LayerChart | alt.FacetChart:
    """A line for each trainer over the merges; colour, dash and shape distinguish them, and the legend shows
    the shapes."""
    x = alt.X("merge:Q", title="Merge", axis=alt.Axis(tickMinStep=1, format=",d", grid=False))
    y = alt.Y("value:Q", title=title, axis=alt.Axis(format=",d", tickMinStep=1, tickCount=6))
    tooltip = [
        alt.Tooltip("trainer:N"),
        alt.Tooltip("merge:Q", format=","),
        alt.Tooltip("value:Q", title=title.lower(), format=","),
    ]
    names, size, ink = [SLOW_TITLE, FAST_TITLE], look.font_size, look.ink
    legend = alt.Legend(title=None, orient="top", labelLimit=240, symbolStrokeWidth=0)

    def told_apart(channel: Any, values: list[Any], legend: alt.Legend | None = legend) -> Any:
        return channel("trainer:N", sort=names, scale=alt.Scale(domain=names, range=values), legend=legend)

    encoded = alt.Chart(frame).encode(x, y, told_apart(alt.Color, [NEXT, LEARNED]), tooltip=tooltip)
    line = encoded.mark_line(strokeWidth=3).encode(told_apart(alt.StrokeDash, [[6, 4], [1, 0]], None))
    points = encoded.mark_point(filled=True, size=70 if len(frame) <= MANY else 20, opacity=1).encode(
        told_apart(alt.Shape, ["circle", "diamond"])
    )
    axis = {"labelFontSize": size, "titleFontSize": size, "labelColor": ink, "titleColor": ink}
    config = {"axis": axis, "legend": {"labelFontSize": size, "labelColor": ink, "symbolSize": 120}}
    return alt.layer(line, points, height=look.height, background="transparent", config=config)
