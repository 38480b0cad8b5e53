"""The charts of several trainings on one corpus: side by side, and with ties decided at random."""

from collections import Counter
from collections.abc import Sequence

import altair as alt
import pandas as pd

from bpe_core.studies.comparison import Comparison
from bpe_core.studies.random_ties import TieStudy
from bpe_ui.charts.look import (
    AnyChart,
    Look,
    bars_with_labels,
    columns_with_counts,
    finished,
    percent,
    picking,
    whole_numbers,
)
from bpe_ui.charts.training import pair_text, thinned, thinning
from bpe_ui.stage.text.sentences import say_plainly

MERGES_SHOWN = 18
"""In how many runs a merge is learned is drawn for so many merges."""


def frame_of_columns(comparison: Comparison, titles: Sequence[str]) -> pd.DataFrame:
    """A row for each column and position, of each column at most 500: column (its title), merges, symbols."""
    frames = []
    for title, stepper in zip(titles, comparison.steppers, strict=True):
        known = min(comparison.length, stepper.known_merges)
        shown, symbols = thinned(known + 1), stepper.history.symbols(known)
        values = {"column": title, "merges": shown, "symbols": [symbols[position] for position in shown]}
        frames.append(pd.DataFrame(values))
    return pd.concat(frames, ignore_index=True)


def symbols_by_column(frame: pd.DataFrame, at: int, first_difference: int | None, look: Look) -> AnyChart:
    """How many symbols each column leaves after each merge, with a rule at the position `at` and one at the
    rank of the first difference. A click picks the nearest point (`PICKED`, field merges)."""
    known, most = int(frame["merges"].max()), float(frame["symbols"].max())
    titles = list(dict.fromkeys(frame["column"]))
    across = alt.X("merges:Q", title="merges", scale=alt.Scale(domain=[0, max(known, 1)], nice=False))
    across = across.axis(whole_numbers(known, ticks=8))
    up = alt.Y(
        "symbols:Q", title="symbols in the corpus", axis=whole_numbers(most), scale=alt.Scale(zero=False)
    )
    colour = alt.Color(
        "column:N", sort=titles, scale=alt.Scale(domain=titles, range=list(look.series)), title=None
    )
    base = alt.Chart(frame).encode(x=across, y=up, color=colour)
    here = alt.Chart(pd.DataFrame({"merges": [at]})).encode(x=alt.X("merges:Q"))
    tips = [
        alt.Tooltip("column:N", title="column"),
        alt.Tooltip("merges:Q", title="after merge", format=","),
        alt.Tooltip("symbols:Q", title="symbols", format=","),
    ]
    layers = [
        base.mark_line(strokeWidth=look.thickness),
        here.mark_rule(aria=False, color=look.ink, strokeWidth=look.thickness * 0.75),
        base.mark_point(opacity=0, size=200, filled=True).encode(tooltip=tips).add_params(picking("merges")),
    ]
    if first_difference is not None:
        parted = pd.DataFrame({"merges": [first_difference + 1]})
        mark = alt.Chart(parted).encode(x=alt.X("merges:Q"))
        is_late = first_difference + 1 > known / 2
        layers[1:1] = [
            mark.mark_rule(aria=False, color=look.next, strokeDash=[5, 4], strokeWidth=look.thickness * 0.75),
            mark.mark_text(
                aria=False,
                color=look.next,
                fontSize=look.text,
                align="right" if is_late else "left",
                baseline="top",
                dx=-7 if is_late else 7,
            ).encode(
                y=alt.value(0),
                text=alt.value(say_plainly("first difference: merge {n:,}", n=first_difference + 1)),
            ),
        ]
    chart = alt.layer(
        *layers,
        title=alt.Title("Symbols over the merges", subtitle=thinning(frame[frame["column"] == titles[0]])),
    )
    return finished(chart, look)


def frame_of_ties(study: TieStudy) -> pd.DataFrame:
    """In how many runs each merge is learned: all merges if they are few, else the first that some runs lack.

    Columns: merge (its earliest number), pair (number and symbols), runs, share, label.
    """
    shares = study.merges
    if len(shares) > MERGES_SHOWN:
        shares = tuple(share for share in shares if share.runs < study.runs) or shares
    shown = sorted(shares, key=lambda share: (share.earliest, -share.runs, share.pair))[:MERGES_SHOWN]
    return pd.DataFrame(
        {
            "merge": [share.earliest + 1 for share in shown],
            "pair": [f"{share.earliest + 1:,}.  {pair_text(share.pair)}" for share in shown],
            "runs": [share.runs for share in shown],
            "share": [share.runs / study.runs for share in shown],
            "label": [
                f"all {study.runs:,}" if share.runs == study.runs else f"{share.runs:,} of {study.runs:,}"
                for share in shown
            ],
        }
    )


def tie_shares(frame: pd.DataFrame, look: Look) -> AnyChart:
    """A bar for each merge: the share of the runs that learn it, with the figures at the bars."""
    along = alt.X("share:Q", title="runs that learn it", axis=percent(), scale=alt.Scale(domain=[0, 1.2]))
    down = alt.Y("pair:N", title="merge, and its pair", sort=None, axis=alt.Axis(labelFont=look.mono))
    tips = [alt.Tooltip("pair:N"), alt.Tooltip("label:N", title="learned in")]
    bars = alt.Chart(frame).encode(x=along, y=down, tooltip=tips)
    in_all = alt.condition("datum.share == 1", alt.value(look.learned), alt.value(look.next))
    return bars_with_labels(bars, in_all, "In how many runs each merge is learned", look)


def frame_of_compression(study: TieStudy) -> pd.DataFrame:
    """How many runs end with each number of symbols. Columns: symbols, compression, runs."""
    ends = sorted(Counter(study.symbols).items())
    return pd.DataFrame(
        {
            "symbols": [symbols for symbols, _ in ends],
            "compression": [study.symbols_at_start / symbols if symbols else 0 for symbols, _ in ends],
            "runs": [runs for _, runs in ends],
        }
    )


def compression_spread(frame: pd.DataFrame, look: Look) -> AnyChart:
    """How far the runs compress the corpus: how many end with how many symbols."""
    few = len(frame) <= MERGES_SHOWN
    across = (
        alt.X("symbols:O", title="symbols at the end", axis=alt.Axis(labelAngle=0, format=",d"))
        if few
        else alt.X(
            "symbols:Q",
            title="symbols at the end",
            bin=alt.Bin(maxbins=30),
            axis=whole_numbers(frame["symbols"].max()),
        )
    )
    up = alt.Y("sum(runs):Q", title="runs", axis=whole_numbers(frame["runs"].max()))
    tips = [
        alt.Tooltip("symbols:Q", title="symbols", format=","),
        alt.Tooltip("compression:Q", format=".3f"),
        alt.Tooltip("runs:Q", format=","),
    ]
    bars, title = alt.Chart(frame).encode(x=across, y=up), "How far the runs compress the corpus"
    if few:
        return columns_with_counts(bars.encode(tooltip=tips), "runs", title, look)
    return finished(bars.mark_bar(color=look.learned).properties(title=title), look)
