"""The charts of distributions: how often pairs or tokens occur, and how long tokens are.

>>> frame_of_lengths([1, 1, 3]).to_dict("list")
{'length': ['1', '2', '3'], 'tokens': [2, 0, 1]}
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import altair as alt
import numpy as np
import pandas as pd

from bpe_ui.charts.look import AnyChart, Look, columns_with_counts, finished, whole_numbers
from bpe_ui.stage.text.sentences import say_plainly, words_listed

Row = TypeVar("Row")

MOST_POINTS = 500
"""A distribution has at most this many points."""
LENGTHS_SHOWN = 12
"""Tokens of this length or more are counted together."""


def frame_by_place(rows: Sequence[Row], told: Callable[[Row], tuple[int, str]], what: str) -> pd.DataFrame:
    """Rows in order, the most frequent first, of each its count and its text as `told`.

    Columns: place (from 1), count, and the text under the name `what`. Of many rows at most `MOST_POINTS`,
    both ends among them, closer together at the beginning, as a logarithmic axis shows them.
    """
    places = np.unique(np.geomspace(1, max(len(rows), 1), MOST_POINTS).round().astype(int)).tolist()
    shown = [(place, *told(rows[place - 1])) for place in places] if rows else []
    return pd.DataFrame(shown, columns=["place", "count", what])


def counts_by_place(frame: pd.DataFrame, what: str, title: str, look: Look, *, has_next: bool) -> AnyChart:
    """The counts of a `frame_by_place`, both axes logarithmic; `has_next` names the first, which is next."""

    places, counts = (whole_numbers(frame[column].max(), log=True) for column in ("place", "count"))
    ranked = say_plainly("{what}s, the most frequent first", what=what)
    across = alt.X("place:Q", title=ranked, axis=places)
    across = across.scale(alt.Scale(type="log", nice=False))
    up = alt.Y("count:Q", title="times", axis=counts, scale=alt.Scale(type="log"))
    tips = [
        alt.Tooltip("place:Q", format=","),
        alt.Tooltip(f"{what}:N"),
        alt.Tooltip("count:Q", title="times", format=","),
    ]
    base = alt.Chart(frame).encode(x=across, y=up, tooltip=tips)
    layers = [
        base.mark_line(color=look.line, strokeWidth=look.thickness / 2),
        base.mark_point(color=look.learned, filled=True, size=36, opacity=1),
    ]
    if has_next:
        first = alt.Chart(frame.head(1)).encode(x=alt.X("place:Q"), y=alt.Y("count:Q"), tooltip=tips)
        name = first.mark_text(
            color=look.next, align="left", dy=-look.text, fontSize=look.text, fontWeight="bold"
        )
        layers += [
            first.mark_point(color=look.next, filled=True, size=110, opacity=1),
            name.encode(text=alt.Text(f"{what}:N")),
        ]
    return finished(alt.layer(*layers, title=alt.Title(title)), look)


def frame_of_lengths(lengths: Iterable[int]) -> pd.DataFrame:
    """How many tokens have each length. Columns: length (as text; the last may be `12+`), tokens."""
    tokens = Counter(min(length, LENGTHS_SHOWN) for length in lengths)
    names = range(min(tokens, default=1), max(tokens, default=0) + 1)
    titles = [f"{length}+" if length == LENGTHS_SHOWN else f"{length}" for length in names]
    return pd.DataFrame({"length": titles, "tokens": [tokens[length] for length in names]})


def token_lengths(frame: pd.DataFrame, look: Look, unit: str = "base symbols") -> AnyChart:
    """The tokens of a vocabulary by their length, with the figures at the bars."""
    across = alt.X("length:O", title=unit, sort=None, axis=alt.Axis(labelAngle=0))
    up = alt.Y("tokens:Q", title="tokens", axis=whole_numbers(frame["tokens"].max()))
    bars = alt.Chart(frame).encode(x=across, y=up, tooltip=["length:O", alt.Tooltip("tokens:Q", format=",")])
    return columns_with_counts(bars, "tokens", "Tokens by length", look)


def lengths_said(frame: pd.DataFrame, unit: str = "base symbols") -> str:
    """What a screen reader says of `token_lengths`."""
    bars = [
        say_plainly("{n:,} of {length}", n=tokens, length=length)
        for length, tokens in zip(frame["length"], frame["tokens"], strict=True)
        if tokens
    ]
    return say_plainly("Tokens by length in {unit}: {bars}.", unit=unit, bars=words_listed(bars))
