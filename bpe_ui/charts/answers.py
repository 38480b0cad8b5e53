"""The charts of a class: how many chose each answer, and what is behind the wrong ones."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

import altair as alt
import pandas as pd

from bpe_ui.charts.look import AnyChart, Look, finished, percent
from bpe_ui.charts.training import PICKED


@dataclass(frozen=True)
class Answered:
    """One answer to a question, and how many gave it."""

    answer: str
    """The answer, as text."""

    count: int
    """How many gave it."""

    mark: str = ""
    """What it is called, such as "right"; empty for a wrong answer, and before the right one is known."""

    thought: str = ""
    """The misconception behind it."""


def frame_of_answers(answers: Iterable[Answered], total: int | None = None) -> pd.DataFrame:
    """Columns: answer, count, mark, thought, share (of `total`, or of these), label (count, share, mark)."""
    rows = list(answers)
    total = sum(row.count for row in rows) if total is None else total
    frame = pd.DataFrame([asdict(row) for row in rows])
    frame["share"] = [row.count / total if total else 0.0 for row in rows]
    frame["label"] = [
        ", ".join(filter(None, (f"{row.count:,} ({share:.0%})", row.mark)))
        for row, share in zip(rows, frame["share"], strict=True)
    ]
    return frame


def answer_shares(frame: pd.DataFrame, title: str, look: Look) -> AnyChart:
    """A bar for each answer, as long as the share that gave it, the right one marked; below a wrong one the
    thought behind it. A click picks an answer (`PICKED`, field answer)."""
    along = alt.X("share:Q", title="share of the class", axis=percent(), scale=alt.Scale(domain=[0, 1.25]))
    limit = look.text * 14
    down = alt.Y(
        "answer:N",
        title=None,
        sort=None,
        axis=alt.Axis(labelColor=look.ink, labelLimit=limit, labelFontWeight="bold"),
    )
    tips = [alt.Tooltip("answer:N"), alt.Tooltip("label:N", title="chosen by"), alt.Tooltip("thought:N")]
    pick = alt.selection_point(name=PICKED, fields=["answer"], on="click", toggle="true", empty=False)
    base = alt.Chart(frame).encode(x=along, y=down, tooltip=tips)
    colour = alt.condition("datum.mark != ''", alt.value(look.learned), alt.value(look.bar))
    chart = alt.layer(
        base.mark_bar(height={"band": 0.42}, yOffset=-look.text * 0.5, cursor="pointer")
        .encode(color=colour)
        .add_params(pick),
        base.mark_text(align="left", dx=6, dy=-look.text * 0.5, color=look.ink, fontSize=look.text).encode(
            text="label:N"
        ),
        base.mark_text(
            align="left", dx=2, dy=look.text * 0.85, color=look.soft, fontSize=look.text * 0.9
        ).encode(x=alt.datum(0), text="thought:N"),
        title=alt.Title(title),
    )
    return finished(chart.properties(height=alt.Step(look.text * 3.2)), look)
