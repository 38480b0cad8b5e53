"""The charts of a class: how many chose each answer, and what is behind the wrong ones."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from textwrap import wrap
from typing import Any

import altair as alt
import pandas as pd

from bpe_ui.charts.look import SCREEN, AnyChart, Look, finished, picking

NARROW, WIDE = 54, 84
"""How many characters a line has, beside others and on the wall."""
LINE = 1.3
"""The height of a line, in sizes of its type."""


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
    """A bar for each answer, as long as the share that gave it, the right one marked; above it the answer,
    and below it the thought behind a wrong one. A click picks an answer (`PICKED`, field answer)."""
    width = WIDE if look.text > SCREEN.text else NARROW
    said, shows = ([wrapped(text, width) for text in frame[column]] for column in ("answer", "thought"))
    most = _most_lines(said)
    shown = frame.assign(said=[" \n" * (most - text.count("\n") - 1) + text for text in said], shows=shows)
    above, below = most * look.text * LINE, _most_lines(shows) * look.text * LINE
    bar = look.text * 0.9
    step = above + bar + below + look.text
    top, middle = -step / 2, -step / 2 + above + bar / 2
    room = 2.0 if look.text > SCREEN.text else 1.5  # beside a bar of all votes, for what is written there
    along = alt.X("share:Q", title=None, axis=None, scale=alt.Scale(domain=[0, room]))
    tips = [alt.Tooltip("answer:N"), alt.Tooltip("label:N", title="chosen by"), alt.Tooltip("thought:N")]
    down = alt.Y("answer:N", title=None, sort=None, axis=None)
    base, pick = alt.Chart(shown).encode(x=along, y=down, tooltip=tips), picking("answer", nearest=False)
    colour = alt.condition("datum.mark != ''", alt.value(look.learned), alt.value(look.bar))
    lines: dict[str, Any] = {"align": "left", "baseline": "top", "lineBreak": "\n", "dx": 2}
    lines["lineHeight"] = look.text * LINE
    text = alt.Chart(shown).encode(x=alt.value(0), y=down)
    chart = alt.layer(
        base.mark_bar(height=bar, yOffset=middle, cursor="pointer").encode(color=colour).add_params(pick),
        text.mark_text(**lines, dy=top, color=look.ink, fontSize=look.text).encode(text=alt.Text("said:N")),
        base.mark_text(
            align="left", dx=6, dy=middle, color=look.ink, fontSize=look.text, fontWeight="bold"
        ).encode(text=alt.Text("label:N")),
        text.mark_text(**lines, dy=middle + bar, color=look.soft, fontSize=look.text * 0.95).encode(
            text=alt.Text("shows:N")
        ),
        **({"title": alt.Title(title)} if title else {}),
    )
    return finished(chart.properties(height=alt.Step(step)), look)


def right_shares(frame: pd.DataFrame, look: Look) -> AnyChart:
    """A bar for each question, as long as the share that got it right."""
    along = alt.X("share:Q", title=None, axis=None, scale=alt.Scale(domain=[0, 1.4]))
    down = alt.Y("answer:N", title=None, sort=None, axis=alt.Axis(labelColor=look.ink))
    base = alt.Chart(frame).encode(x=along, y=down)
    chart = alt.layer(
        base.mark_bar(height={"band": 0.7}, color=look.learned),
        base.mark_text(align="left", dx=6, color=look.ink, fontSize=look.text, fontWeight="bold").encode(
            text="label:N"
        ),
    )
    return finished(chart.properties(height=alt.Step(look.text * 2)), look)


def wrapped(text: str, width: int) -> str:
    """A text in lines of at most so many characters."""
    return "\n".join(wrap(text, width)) or text


def _most_lines(texts: Iterable[str]) -> int:
    return max((text.count("\n") + 1 for text in texts if text), default=0)
