"""The charts of one training: how it goes over the merges.

>>> from bpe_core import EXAMPLES, BPEStepper
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.run(3)
>>> frame_of_training(stepper)[["merges", "symbols", "whole_words", "count", "token"]]
   merges  symbols  whole_words  count token
0       0      113            0    NaN     -
1       1       93            0   20.0    ug
2       2       77            0   16.0    un
3       3       62           10   15.0   hug
"""

from dataclasses import dataclass
from typing import Any, Literal

import altair as alt
import pandas as pd

from bpe_core import BPEStepper
from bpe_core.merges import Pair
from bpe_ui.charts.look import AnyChart, Look, finished, picking, whole_numbers
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.stage.text.visible import shortened

MOST_POINTS = 500
"""A line has at most this many points."""
TIES_NAMED = 40
"""Up to so many ties have a sign each; more of them are strokes along the bottom."""

Column = Literal["symbols", "vocabulary", "whole_words", "count"]


@dataclass(frozen=True)
class Measure:
    """A column of `frame_of_training`, as a chart names it."""

    title: str
    """The title of its chart."""

    unit: str
    """What its axis counts."""


MEASURES: dict[Column, Measure] = {
    "symbols": Measure("Symbols in the corpus", "symbols"),
    "vocabulary": Measure("Vocabulary", "tokens"),
    "whole_words": Measure("Words that are one symbol", "words"),
    "count": Measure("Count of the pair merged", "times"),
}
"""What is drawn over the merges."""


def frame_of_training(stepper: BPEStepper) -> pd.DataFrame:
    """A row for each known position; of a long training at most `MOST_POINTS`, evenly, with both ends.

    Columns: merges (made there), symbols, vocabulary, whole_words, and of the last merge there count, pair,
    token and tie (whether others shared its count).
    """
    history, known = stepper.history, stepper.known_merges
    return _frame(stepper, thinned(known + 1), history.tied(known))


def frame_at(stepper: BPEStepper) -> pd.DataFrame:
    """The one row of the stepper's position."""
    return _frame(stepper, [stepper.position], stepper.history.tied(stepper.position))


def _frame(stepper: BPEStepper, positions: list[int], tied: list[int]) -> pd.DataFrame:
    history, last = stepper.history, positions[-1]
    ranks = [position - 1 for position in positions]
    counts, symbols, whole = history.counts(last), history.symbols(last), history.whole_words(last).whole
    return pd.DataFrame(
        {
            "merges": positions,
            "symbols": [symbols[position] for position in positions],
            "vocabulary": [stepper.at(position).vocabulary_size for position in positions],
            "whole_words": [whole[position] for position in positions],
            "count": [counts[rank] if rank >= 0 else None for rank in ranks],
            "pair": [pair_text(history.pair(rank)) if rank >= 0 else "-" for rank in ranks],
            "token": [shortened(history.token(rank)) if rank >= 0 else "-" for rank in ranks],
            "tie": [rank >= 0 and tied[rank] > 0 for rank in ranks],
        }
    )


def over_merges(frame: pd.DataFrame, at: pd.DataFrame, column: Column, look: Look) -> AnyChart:
    """A column of `frame_of_training` over the merges, with a rule at the row `at` and marks at ties.

    Only the data of two layers change with `at`. A click picks the nearest point (`PICKED`, field merges).
    """
    measure = MEASURES[column]
    known, most = int(frame["merges"].max()), frame[column].max()
    across = alt.X("merges:Q", title="merges", scale=alt.Scale(domain=[0, max(known, 1)], nice=False))
    across = across.axis(whole_numbers(known, ticks=8))
    up = alt.Y(f"{column}:Q", title=measure.unit, scale=alt.Scale(domainMin=0), axis=whole_numbers(most))
    tips = [
        alt.Tooltip("merges:Q", title="after merge", format=","),
        alt.Tooltip("pair:N", title="merged"),
        alt.Tooltip("token:N", title="into"),
        alt.Tooltip(f"{column}:Q", title=measure.title, format=","),
    ]
    base, here = alt.Chart(frame), alt.Chart(at)
    is_late = alt.datum.merges > known / 2  # then what is said of the rule stands on its left
    beside: dict[str, Any] = {
        "align": alt.ExprRef(str(alt.expr.if_(is_late, "right", "left"))),
        "dx": alt.ExprRef(str(alt.expr.if_(is_late, -7, 7))),
        "baseline": "top",
    }
    chart = alt.layer(
        base.mark_line(color=look.learned, strokeWidth=look.thickness).encode(x=across, y=up),
        _ties(frame, column, look),
        here.mark_rule(aria=False, color=look.ink, strokeWidth=look.thickness * 0.75).encode(
            x=alt.X("merges:Q")
        ),
        here.mark_point(aria=False, color=look.ink, fill=look.panel, size=70, opacity=1).encode(
            x=alt.X("merges:Q"), y=alt.Y(f"{column}:Q")
        ),
        here.mark_text(aria=False, color=look.ink, fontWeight="bold", fontSize=look.text, **beside).encode(
            x=alt.X("merges:Q"), y=alt.value(0), text=alt.Text(f"{column}:Q", format=",")
        ),
        base.mark_point(opacity=0, size=200, filled=True)
        .encode(x=alt.X("merges:Q"), y=alt.Y(f"{column}:Q"), tooltip=tips)
        .add_params(picking("merges")),
        title=alt.Title(measure.title, subtitle=thinning(frame)),
    )
    return finished(chart, look)


def _ties(frame: pd.DataFrame, column: Column, look: Look) -> alt.Chart:
    """`=` at each tie, as on the timeline; where there are many, strokes along the bottom."""
    ties = frame[frame["tie"]]
    marks = alt.Chart(ties).encode(x=alt.X("merges:Q"))
    if len(ties) > TIES_NAMED:
        return marks.mark_tick(color=look.next, height=8, yOffset=-4, thickness=1).encode(y=alt.datum(0))
    return marks.mark_text(text="=", color=look.next, fontSize=look.title, dy=-look.text * 0.7).encode(
        y=alt.Y(f"{column}:Q")
    )


def thinning(frame: pd.DataFrame) -> list[str]:
    """What is not drawn, if anything; a list, as Altair takes a subtitle."""
    every, known = int(frame["merges"].diff().max()) if len(frame) > 1 else 1, int(frame["merges"].max())
    if every <= 1:
        return []
    return [say_plainly("One point for every {every} of {known:,} merges", every=f"{every:,}", known=known)]


def measure_said(frame: pd.DataFrame, at: pd.DataFrame, column: Column) -> str:
    """What a screen reader says of `over_merges`."""
    [here], measure = at.to_dict("records"), MEASURES[column]
    first = frame[column].dropna().iloc[0] if frame[column].notna().any() else 0
    if here[column] is None:
        return say_plainly("{title} over the merges; none is made yet.", title=measure.title)
    return say_plainly(
        "{title} over the merges: {first:,} at first, {here:,} after {n:,} {n:merge|merges}.",
        title=measure.title,
        first=int(first),
        here=int(here[column]),
        n=here["merges"],
    )


def pair_text(pair: Pair) -> str:
    """A pair as a chart's tooltip shows it."""
    return " + ".join(map(shortened, pair))


def thinned(length: int) -> list[int]:
    """At most `MOST_POINTS` of the numbers below `length`, evenly, with the first and the last."""
    step = -(-length // (MOST_POINTS - 1))
    return sorted({*range(0, length, step), length - 1})
