"""The picture of merge orders: a pure function from a `Bump` to an Altair chart.

Every column is a lane, every merge a row, every box the token learned there; lines join equal tokens of
neighbouring lanes. Where all columns agree the picture is grey and level; where they do not, lines cross.
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

AGREE = "#8b8778"
ELSEWHERE = "#0d9488"
NOT_ALL = "#8f62d9"
DIFFERENCE = "#d97706"
"""Contrast of at least 3 with both backgrounds, also for the two before."""

TOKEN_FONT = "DejaVu Sans Mono, Noto Sans Mono, Menlo, Consolas, monospace"
HEIGHT = 410
"""Of the picture, in pixels."""
ROW_HEIGHTS = (20, 50)
"""The least and the greatest height of a row, in pixels."""
LARGEST_FONT = 24
HEAD_LINE, LARGE_HEAD_LINE = 16, 22
"""Height of a line of a title, also in the large picture; its letters are a little smaller."""
LANES_OF_FULL_WIDTH = 4
"""So many lanes leave the numbers at the left their full width."""
NUMBER_WIDTH, MARGIN_SHARED = 0.085, 0.08
"""Width of a digit of the merges' numbers at the left, and what a lane leaves them beside its box."""

_COLORS = alt.Scale(domain=[SAME, MOVED, SOME], range=[AGREE, ELSEWHERE, NOT_ALL])
_END_SHAPES = {NEVER: "M-.6,-.6L.6,.6M-.6,.6L.6,-.6", LATER: "triangle-down", EARLIER: "triangle-up"}


def bump_chart(bump: Bump, *, ink: str, height: int = HEIGHT) -> alt.LayerChart | alt.FacetChart:
    """The lanes with their boxes, the lines between them, and what falls out; `ink` colours the text."""
    head_line = LARGE_HEAD_LINE if height > HEIGHT else HEAD_LINE
    head = (int(bump.heads["line"].max()) + 1) * head_line + 8
    feet = int(bump.feet["row"].max()) - bump.rows + 1 if len(bump.feet) else 0
    least, greatest = ROW_HEIGHTS
    row_height = max(least, min(greatest, (height - head) // (bump.rows + feet)))
    draw = _Lanes(
        bump, row_height, ink, head_line, top=-0.5 - head / row_height, bottom=bump.rows - 0.5 + feet
    )
    chart = alt.layer(*draw.layers())
    return chart.properties(height=(bump.rows + feet) * row_height + head, background="transparent")


class _Lanes:
    """The layers, on common scales."""

    def __init__(
        self, bump: Bump, row_height: int, ink: str, head_line: int, *, top: float, bottom: float
    ) -> None:
        self.bump = bump
        self.top = top
        self.row_height = row_height
        self.ink = ink
        self.head_line = head_line
        lanes = len(bump.titles)
        narrow = max(1, lanes / LANES_OF_FULL_WIDTH)  # a digit is then more of a lane
        self.margin = margin = NUMBER_WIDTH * narrow * len(f"{bump.first + bump.rows:,}") - MARGIN_SHARED
        self.x_scale = alt.Scale(domain=[-0.5 - margin, lanes - 0.5], nice=False, zero=False)
        self.y_scale = alt.Scale(domain=[bottom, top], nice=False, zero=False)
        lane = f"width / {lanes + margin}"
        self.box_limit = alt.ExprRef(f"{lane} * {2 * HALF_BOX} - 6")
        self.lane_limit = alt.ExprRef(f"{lane} * 0.96")
        largest = min(LARGEST_FONT, row_height * 0.58)
        fitting = f"{lane} * {2 * HALF_BOX} / {0.64 * bump.longest + 0.8}"
        self.font_size = alt.ExprRef(f"clamp({fitting}, 11, {largest})")
        self.small = min(head_line - 2, row_height * 0.58)
        self.head_size = alt.ExprRef(
            f"clamp({lane} * 0.96 / {0.6 * _longest(bump.heads)}, 10, {head_line - 2})"
        )
        self.foot_size = alt.ExprRef(f"clamp({lane} * 0.96 / {0.56 * _longest(bump.feet)}, 10, {self.small})")

    def layers(self) -> list[alt.Chart]:
        """From the back to the front; an empty frame makes none."""
        bump = self.bump
        layers = [] if bump.difference is None else [self.difference(bump.difference)]
        layers += [self.links()] if len(bump.links) else []
        layers += [*self.boxes(), self.tokens()]
        layers += [self.ends()] if len(bump.ends) else []
        layers += [self.numbers(), self.heads()]
        return layers + ([self.feet()] if len(bump.feet) else [])

    def x(self, field: str) -> alt.X:
        return alt.X(f"{field}:Q", scale=self.x_scale, axis=None)

    def y(self, field: str) -> alt.Y:
        return alt.Y(f"{field}:Q", scale=self.y_scale, axis=None)

    def difference(self, row: int) -> alt.Chart:
        band = alt.Chart(pd.DataFrame([(row - 0.5, row + 0.5)], columns=["top", "bottom"]))
        return band.mark_rect(fill=DIFFERENCE, fillOpacity=0, stroke=DIFFERENCE, strokeWidth=2.5).encode(
            y=self.y("top"), y2="bottom", tooltip=alt.value("The first difference")
        )

    def links(self) -> alt.Chart:
        lines = alt.Chart(self.bump.links).mark_rule(strokeCap="round", opacity=1)
        return lines.encode(
            x=self.x("left"), x2="right", y=self.y("row"), y2="row_there", color=_color(), size=_width(2, 4)
        )

    def boxes(self) -> list[alt.Chart]:
        nodes = self.bump.nodes
        is_dashed = nodes["kind"] == SOME
        whole, dashed = nodes[~is_dashed], nodes[is_dashed]
        return [
            self._boxes(alt.Chart(part).mark_rect(cornerRadius=5, strokeWidth=2, strokeDash=dashes))
            for part, dashes in ((whole, [1, 0]), (dashed, [5, 3]))
            if len(part)
        ]

    def _boxes(self, boxes: alt.Chart) -> alt.Chart:
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
        texts = alt.Chart(self.bump.nodes).mark_text(
            color=self.ink, dy=1, font=TOKEN_FONT, fontSize=self.font_size, limit=self.box_limit
        )
        return texts.encode(x=self.x("lane"), y=self.y("row"), text="token:N")

    def ends(self) -> alt.Chart:
        shape = alt.Scale(domain=list(_END_SHAPES), range=list(_END_SHAPES.values()))
        ends = self.bump.ends
        marks = alt.Chart(ends.assign(said=ends["what"].map(END_WORDS))).mark_point(
            filled=False, size=70, strokeWidth=2.5, opacity=1, color=NOT_ALL
        )
        return marks.encode(
            x=self.x("place"),
            y=self.y("row"),
            shape=alt.Shape("what:N", scale=shape, legend=None),
            tooltip=alt.Tooltip("said:N", title="by the neighbour"),
        )

    def numbers(self) -> alt.Chart:
        bump = self.bump
        frame = pd.DataFrame(
            [(-0.5 - self.margin, row, f"{bump.first + row + 1:,}") for row in range(bump.rows)],
            columns=["place", "row", "text"],
        )
        texts = alt.Chart(frame).mark_text(align="left", color=self.ink, fontSize=self.small, opacity=0.8)
        return texts.encode(x=self.x("place"), y=self.y("row"), text="text:N")

    def heads(self) -> alt.Chart:
        heads = self.bump.heads
        heads = heads.assign(row=self.top + heads["line"] * self.head_line / self.row_height)
        texts = alt.Chart(heads).mark_text(
            baseline="top", color=self.ink, fontSize=self.head_size, fontWeight="bold", limit=self.lane_limit
        )
        return texts.encode(x=self.x("lane"), y=self.y("row"), text="text:N")

    def feet(self) -> alt.Chart:
        texts = alt.Chart(self.bump.feet).mark_text(
            color=self.ink, fontSize=self.foot_size, opacity=0.85, limit=self.lane_limit
        )
        return texts.encode(
            x=self.x("lane"),
            y=self.y("row"),
            text="text:N",
            tooltip=alt.Tooltip("about:N", title="tokens"),
        )


def _longest(texts: pd.DataFrame) -> int:
    return max(map(len, texts["text"]), default=1)


def _color() -> alt.Color:
    return alt.Color("kind:N", scale=_COLORS, legend=None)


def _width(agreeing: int, other: int) -> Any:
    return alt.when(alt.datum.kind == SAME).then(alt.value(agreeing)).otherwise(alt.value(other))
