"""The chart of merge orders: a pure function from a `Bump` to an Altair chart.

Every column is a lane, every merge a row, every box the token learned there. Lines join equal tokens of
neighbouring lanes. If all columns agree, the chart is grey and level; if not, lines cross.
"""

from typing import Any

import altair as alt
import pandas as pd

from bpe_ui.compare.columns.panes.bump_frames import (
    EARLIER,
    END_WORDS,
    HALF_BOX,
    LATER,
    MOVED,
    NEVER,
    SAME,
    SOME,
    Bump,
)
from bpe_ui.compare.columns.panes.charts import AGREE, ELSEWHERE, NOT_ALL
from bpe_ui.plots.charts import NEXT

TOKEN_FONT = "DejaVu Sans Mono, Noto Sans Mono, Menlo, Consolas, monospace"
HEIGHT = 410
"""The height of the chart in pixels."""
LEAST_ROW, GREATEST_ROW = 20, 50
"""The smallest and the largest height of a row."""
LARGEST_FONT = 24
HEAD_LINE, LARGE_HEAD_LINE = 16, 22
"""The height of a line of a title, normally and in the large chart; its letters are a little smaller."""
LANES_OF_FULL_WIDTH = 4
"""With up to this many lanes, the numbers on the left have their full width."""
NUMBER_WIDTH, MARGIN_SHARED = 0.085, 0.08
"""The width of a digit of these numbers, and the gap that a lane leaves between them and its box."""

_COLORS = alt.Scale(domain=[SAME, MOVED, SOME], range=[AGREE, ELSEWHERE, NOT_ALL])
_END_SHAPES = {NEVER: "M-.6,-.6L.6,.6M-.6,.6L.6,-.6", LATER: "triangle-down", EARLIER: "triangle-up"}


def bump_chart(bump: Bump, *, ink: str, height: int = HEIGHT) -> alt.LayerChart | alt.FacetChart:
    """The lanes with their boxes, the lines between them, and what drops out; `ink` colours the text."""
    head_line = LARGE_HEAD_LINE if height > HEIGHT else HEAD_LINE
    head = (int(bump.heads["line"].max()) + 1) * head_line + 8
    rows = max(bump.rows, int(bump.feet["row"].max()) + 1 if len(bump.feet) else 0)
    row_height = max(LEAST_ROW, min(GREATEST_ROW, (height - head) // rows))
    layers = _Layers(bump, row_height, ink, head_line, top=-0.5 - head / row_height, bottom=rows - 0.5)
    chart = alt.layer(*layers.all())
    return chart.properties(height=rows * row_height + head, background="transparent")


class _Layers:
    """The layers, on common scales."""

    def __init__(
        self, bump: Bump, row_height: int, ink: str, head_line: int, *, top: float, bottom: float
    ) -> None:
        self.bump, self.ink, self.top = bump, ink, top
        self.head_height = head_line / row_height
        lanes = len(bump.titles)
        narrow = max(1, lanes / LANES_OF_FULL_WIDTH)  # then a digit is a larger part of a lane
        margin = NUMBER_WIDTH * narrow * len(f"{bump.first + bump.rows:,}") - MARGIN_SHARED
        self.left = -0.5 - margin
        self.x_scale = alt.Scale(domain=[self.left, lanes - 0.5], nice=False, zero=False)
        self.y_scale = alt.Scale(domain=[bottom, top], nice=False, zero=False)
        lane = f"width / {lanes + margin}"
        self.box_limit = alt.ExprRef(f"{lane} * {2 * HALF_BOX} - 6")
        self.lane_limit = alt.ExprRef(f"{lane} * 0.96")
        letter = row_height * 0.58
        self.small = min(head_line - 2, letter)
        fitting = f"{lane} * {2 * HALF_BOX} / {0.64 * bump.longest + 0.8}"
        self.font_size = alt.ExprRef(f"clamp({fitting}, 11, {min(LARGEST_FONT, letter)})")
        fitting = f"{lane} * 0.96 / {0.6 * _longest(bump.heads)}"
        self.head_size = alt.ExprRef(f"clamp({fitting}, 10, {head_line - 2})")
        fitting = f"{lane} * 0.96 / {0.56 * _longest(bump.feet)}"
        self.foot_size = alt.ExprRef(f"clamp({fitting}, 10, {self.small})")

    def all(self) -> list[alt.Chart]:
        """The layers from back to front; an empty frame makes none."""
        bump = self.bump
        layers = [] if bump.difference is None else [self.difference(bump.difference)]
        layers += [self.links()] if len(bump.links) else []
        is_dashed = bump.nodes["kind"] == SOME
        for nodes, dashes in ((bump.nodes[~is_dashed], [1, 0]), (bump.nodes[is_dashed], [5, 3])):
            layers += [self.boxes(nodes, dashes)] if len(nodes) else []
        layers.append(self.tokens())
        layers += [self.ends()] if len(bump.ends) else []
        layers += [self.numbers(), self.heads()]
        return layers + ([self.feet()] if len(bump.feet) else [])

    def x(self, field: str) -> alt.X:
        return alt.X(f"{field}:Q", scale=self.x_scale, axis=None)

    def y(self, field: str) -> alt.Y:
        return alt.Y(f"{field}:Q", scale=self.y_scale, axis=None)

    def texts(self, frame: pd.DataFrame, x: str, text: str, **style: Any) -> alt.Chart:
        texts = alt.Chart(frame).mark_text(color=self.ink, **style)
        return texts.encode(x=self.x(x), y=self.y("row"), text=f"{text}:N")

    def difference(self, row: int) -> alt.Chart:
        band = alt.Chart(pd.DataFrame([(row - 0.5, row + 0.5)], columns=["top", "bottom"]))
        return band.mark_rect(fill=NEXT, fillOpacity=0, stroke=NEXT, strokeWidth=2.5).encode(
            y=self.y("top"), y2="bottom", tooltip=alt.value("The first difference")
        )

    def links(self) -> alt.Chart:
        lines = alt.Chart(self.bump.links).mark_rule(strokeCap="round", opacity=1)
        return lines.encode(
            x=self.x("left"),
            x2="right",
            y=self.y("row"),
            y2="row_there",
            color=alt.Color("kind:N", scale=_COLORS, legend=None),
            size=alt.when(alt.datum.kind == SAME).then(alt.value(2)).otherwise(alt.value(4)),
        )

    def boxes(self, nodes: pd.DataFrame, dashes: list[int]) -> alt.Chart:
        boxes = alt.Chart(nodes).mark_rect(cornerRadius=5, strokeWidth=2, strokeDash=dashes)
        return boxes.encode(
            x=self.x("left"),
            x2="right",
            y=self.y("top"),
            y2="bottom",
            fill=alt.Fill("kind:N", scale=_COLORS, legend=None),
            stroke=alt.Stroke("kind:N", scale=_COLORS, legend=None),
            fillOpacity=alt.value(0.16),
            strokeOpacity=alt.when(alt.datum.kind == SAME).then(alt.value(0)).otherwise(alt.value(1)),
            tooltip=alt.Tooltip("about:N", title="token"),
        )

    def tokens(self) -> alt.Chart:
        size: dict[str, Any] = {"fontSize": self.font_size, "limit": self.box_limit}
        return self.texts(self.bump.nodes, "lane", "token", dy=1, font=TOKEN_FONT, **size)

    def ends(self) -> alt.Chart:
        ends = self.bump.ends
        shape = alt.Scale(domain=list(_END_SHAPES), range=list(_END_SHAPES.values()))
        marks = alt.Chart(ends.assign(words=ends["what"].map(END_WORDS)))
        return marks.mark_point(filled=False, size=70, strokeWidth=2.5, opacity=1, color=NOT_ALL).encode(
            x=self.x("place"),
            y=self.y("row"),
            shape=alt.Shape("what:N", scale=shape, legend=None),
            tooltip=alt.Tooltip("words:N", title="by the neighbour"),
        )

    def numbers(self) -> alt.Chart:
        rows = [(self.left, row, f"{self.bump.first + row + 1:,}") for row in range(self.bump.rows)]
        frame = pd.DataFrame(rows, columns=["place", "row", "text"])
        return self.texts(frame, "place", "text", align="left", fontSize=self.small, opacity=0.8)

    def heads(self) -> alt.Chart:
        heads = self.bump.heads
        heads = heads.assign(row=self.top + heads["line"] * self.head_height)
        style: dict[str, Any] = {"baseline": "top", "fontSize": self.head_size, "fontWeight": "bold"}
        return self.texts(heads, "lane", "text", limit=self.lane_limit, **style)

    def feet(self) -> alt.Chart:
        style: dict[str, Any] = {"fontSize": self.foot_size, "opacity": 0.85, "limit": self.lane_limit}
        feet = self.texts(self.bump.feet, "lane", "text", **style)
        return feet.encode(tooltip=alt.Tooltip("about:N", title="tokens"))


def _longest(texts: pd.DataFrame) -> int:
    return max(map(len, texts["text"]), default=1)
