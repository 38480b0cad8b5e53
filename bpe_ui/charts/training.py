"""The charts of one training: how it goes over the merges, and how its pairs and tokens are distributed.

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

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal

import altair as alt
import numpy as np
import pandas as pd

from bpe_core import BPEStepper
from bpe_core.merges import Pair
from bpe_ui.charts.look import AnyChart, Look, finished, whole_numbers
from bpe_ui.stage.text.sentences import say_plainly, words_listed
from bpe_ui.stage.text.visible import shortened

MOST_POINTS = 500
"""A line has at most this many points, and a distribution as many."""
TIES_NAMED = 40
"""Up to so many ties have a sign each; more of them are strokes along the bottom."""
LENGTHS_SHOWN = 12
"""Tokens of this many base symbols or more are counted together."""
PICKED = "picked"
"""The name of the selection that a click turns on or off (see `frame/widgets/charts.py`)."""

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
    vocabulary = len(stepper.at(0).token_lengths())
    return pd.DataFrame(
        {
            "merges": positions,
            "symbols": [symbols[position] for position in positions],
            "vocabulary": [vocabulary + position for position in positions],
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
    pick = alt.selection_point(
        name=PICKED, fields=["merges"], on="click", nearest=True, toggle="true", empty=False
    )
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
        here.mark_rule(aria=False, color=look.ink, strokeWidth=look.thickness * 0.75).encode(x="merges:Q"),
        here.mark_point(aria=False, color=look.ink, fill=look.panel, size=70, opacity=1).encode(
            x="merges:Q", y=f"{column}:Q"
        ),
        here.mark_text(aria=False, color=look.ink, fontWeight="bold", fontSize=look.text, **beside).encode(
            x="merges:Q", y=alt.value(0), text=alt.Text(f"{column}:Q", format=",")
        ),
        base.mark_point(opacity=0, size=200, filled=True)
        .encode(x="merges:Q", y=f"{column}:Q", tooltip=tips)
        .add_params(pick),
        title=alt.Title(measure.title, subtitle=thinning(frame)),
    )
    return finished(chart, look)


def _ties(frame: pd.DataFrame, column: Column, look: Look) -> alt.Chart:
    """`=` at each tie, as on the timeline; where there are many, strokes along the bottom."""
    ties = frame[frame["tie"]]
    marks = alt.Chart(ties).encode(x="merges:Q")
    if len(ties) > TIES_NAMED:
        return marks.mark_tick(color=look.next, height=8, yOffset=-4, thickness=1).encode(y=alt.datum(0))
    return marks.mark_text(text="=", color=look.next, fontSize=look.title, dy=-look.text * 0.7).encode(
        y=f"{column}:Q"
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


def lengths_said(frame: pd.DataFrame, unit: str = "base symbols") -> str:
    """What a screen reader says of `token_lengths`."""
    bars = [
        say_plainly("{n:,} of {length}", n=tokens, length=length)
        for length, tokens in zip(frame["length"], frame["tokens"], strict=True)
        if tokens
    ]
    return say_plainly("Tokens by length in {unit}: {bars}.", unit=unit, bars=words_listed(bars))


def frame_of_pairs(stepper: BPEStepper) -> pd.DataFrame:
    """How often each pair occurs at the stepper's position, the most frequent first.

    Columns: place (from 1), count, pair. Of many pairs at most `MOST_POINTS`, closer together at the
    beginning, as a logarithmic axis shows them.
    """
    rows = stepper.pair_counts()
    places = places_shown(len(rows))
    shown = [rows[place - 1] for place in places] if rows else []
    return pd.DataFrame(
        {
            "place": places[: len(shown)],
            "count": [row.count for row in shown],
            "pair": [pair_text(row.pair) for row in shown],
        }
    )


def pair_distribution(frame: pd.DataFrame, look: Look) -> AnyChart:
    """The counts of all pairs by their place, both axes logarithmic: a few pairs make most of the corpus."""
    across = alt.X("place:Q", title="pairs, the most frequent first", scale=alt.Scale(type="log", nice=False))
    across = across.axis(whole_numbers(frame["place"].max(), log=True))
    up = alt.Y(
        "count:Q",
        title="times",
        scale=alt.Scale(type="log"),
        axis=whole_numbers(frame["count"].max(), log=True),
    )
    tips = [
        alt.Tooltip("place:Q", title="place", format=","),
        alt.Tooltip("pair:N"),
        alt.Tooltip("count:Q", format=","),
    ]
    base = alt.Chart(frame).encode(x=across, y=up, tooltip=tips)
    first = alt.Chart(frame.head(1)).encode(x="place:Q", y="count:Q", tooltip=tips)
    chart = alt.layer(
        base.mark_line(color=look.line, strokeWidth=look.thickness / 2),
        base.mark_point(color=look.learned, filled=True, size=36, opacity=1),
        first.mark_point(color=look.next, filled=True, size=110, opacity=1),
        first.mark_text(
            color=look.next, align="left", dy=-look.text, fontSize=look.text, fontWeight="bold"
        ).encode(text="pair:N"),
        title=alt.Title("How often the pairs occur"),
    )
    return finished(chart, look)


def frame_of_lengths(stepper: BPEStepper) -> pd.DataFrame:
    """How many tokens of the vocabulary have each length in base symbols, at the stepper's position.

    Columns: length (as text; the last may be `12+`), tokens.
    """
    lengths = Counter(min(length, LENGTHS_SHOWN) for length in stepper.token_lengths())
    return pd.DataFrame(
        {
            "length": [
                f"{length}+" if length == LENGTHS_SHOWN else f"{length}"
                for length in range(1, max(lengths, default=0) + 1)
            ],
            "tokens": [lengths[length] for length in range(1, max(lengths, default=0) + 1)],
        }
    )


def token_lengths(frame: pd.DataFrame, look: Look, unit: str = "base symbols") -> AnyChart:
    """The tokens of a vocabulary by their length, with the figures at the bars."""
    across = alt.X("length:O", title=unit, sort=None, axis=alt.Axis(labelAngle=0))
    up = alt.Y("tokens:Q", title="tokens", axis=whole_numbers(frame["tokens"].max()))
    bars = alt.Chart(frame).encode(x=across, y=up, tooltip=["length:O", alt.Tooltip("tokens:Q", format=",")])
    figures = bars.mark_text(dy=-look.text * 0.7, color=look.ink, fontSize=look.text)
    chart = alt.layer(
        bars.mark_bar(color=look.learned),
        figures.encode(text=alt.Text("tokens:Q", format=",")),
        title=alt.Title("Tokens by length"),
    )
    return finished(chart, look)


def pair_text(pair: Pair) -> str:
    """A pair as a chart's tooltip shows it."""
    return " + ".join(map(shortened, pair))


def thinned(length: int) -> list[int]:
    """At most `MOST_POINTS` of the numbers below `length`, evenly, with the first and the last."""
    step = -(-length // (MOST_POINTS - 1))
    return sorted({*range(0, length, step), length - 1})


def places_shown(length: int) -> list[int]:
    """At most `MOST_POINTS` places from 1 to `length`, both of them too, closer together at the beginning."""
    return np.unique(np.geomspace(1, max(length, 1), MOST_POINTS).round().astype(int)).tolist()
