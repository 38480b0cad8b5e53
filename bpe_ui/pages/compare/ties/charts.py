"""The data and the chart of Do ties matter?: how often each merge is learned, how runs differ."""

import altair as alt
import pandas as pd

from bpe_core.studies.random_ties import MergeShare, TieStudy
from bpe_ui.stage.colours import LEARNED, QUIET
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.stage.text.visible import free_name, pair_label

BARS_TITLE = alt.TitleParams(
    "In how many runs each merge is learned", fontSize=13, anchor="start", offset=4, frame="group"
)
BARS_SHOWN = 18
"""How many bars keep their labels in a window 720 pixels high."""
BAR_HEIGHT, TITLE_HEIGHT = 22, 34


def shown_merges(study: TieStudy) -> list[MergeShare]:
    """The merges with a bar, in the order learned: all of a few, else the first that some runs lack."""
    shares = study.merges
    if len(shares) > BARS_SHOWN:
        shares = tuple(share for share in shares if share.runs < study.runs) or shares
    return sorted(shares, key=lambda share: (share.earliest, -share.runs, share.pair))[:BARS_SHOWN]


def share_frame(study: TieStudy) -> pd.DataFrame:
    """The bars: merge, runs, of (all runs), said ("53 of 100"), ranks; each merge has a unique name."""
    rows: list[dict[str, object]] = []
    taken: set[str] = set()
    for share in shown_merges(study):
        name = free_name(f"{share.earliest + 1:,}. {pair_label(share.pair)}", taken)
        taken.add(name)
        runs_in_words = f"{share.runs:,} of {study.runs:,}" if share.runs < study.runs else "always"
        rows.append(
            {
                "merge": name,
                "runs": share.runs,
                "of": study.runs,
                "said": runs_in_words,
                "ranks": _span((share.earliest + 1, share.latest + 1)),
            }
        )
    return pd.DataFrame(rows, columns=["merge", "runs", "of", "said", "ranks"])


def share_chart(frame: pd.DataFrame, *, ink: str) -> alt.LayerChart | alt.FacetChart:
    """Bars: the runs that learn a merge, within an outline of all runs; `ink` is the colour of text."""
    axis = alt.Axis(  # with the names of all bars, each in the middle of its bar
        labelLimit=260, labelColor=ink, labelOverlap=False, labelFlush=False, ticks=False, domain=False
    )
    base = alt.Chart(frame, title=BARS_TITLE).encode(
        y=alt.Y("merge:N", sort=None, title=None, axis=axis),
        tooltip=[
            alt.Tooltip("merge:N", title="merge"),
            alt.Tooltip("said:N", title="learned in runs"),
            alt.Tooltip("ranks:N", title="as merge"),
        ],
    )
    # Leaves room on the right for the label of each bar.
    scale = alt.Scale(domain=[0, int(frame["of"].max()) * 1.2], nice=False)
    all_runs = base.mark_bar(
        height={"band": 0.66}, filled=False, stroke=QUIET, strokeDash=[3, 2], strokeWidth=1
    ).encode(x=alt.X("of:Q", title=None, axis=None, scale=scale))
    learned = base.mark_bar(height={"band": 0.66}, color=LEARNED).encode(x=alt.X("runs:Q"))
    labels = base.mark_text(align="left", dx=6, fontSize=12, color=ink).encode(x=alt.X("of:Q"), text="said:N")
    return alt.layer(all_runs, learned, labels).properties(
        height=BAR_HEIGHT * len(frame) + TITLE_HEIGHT, background="transparent"
    )


def number_rows(study: TieStudy) -> list[tuple[str, str | int]]:
    """The numbers of a study, each with its description."""
    return [
        ("Different vocabularies", study.vocabularies),
        ("Different merge lists", study.merge_lists),
        ("Different splits of the words at the end", study.splittings),
        ("Merges that every run learns", study.always),
        ("Merges that only some runs learn", study.sometimes),
        ("Merges in a run", _span(study.merges_made)),
        ("Ties in a run", _span(study.ties)),
        ("Symbols before the first merge", study.symbols_at_start),
        ("Symbols at the end", _span((min(study.symbols), max(study.symbols)))),
        ("Compression at the end", compression(study)),
    ]


def compression(study: TieStudy) -> str:
    """The lowest, the highest and the median; one number if they are equal."""
    low, middle, high = study.compressions
    return f"{low}×" if low == high else f"{low}× to {high}×, median {middle}×"


def bars_note(study: TieStudy) -> str:
    """Which merges have no bar; empty if all have one."""
    if len(study.merges) == len(shown_merges(study)):
        return ""
    if not study.sometimes:
        return say_plainly(
            "The first {shown} of {study.always:,} merges, all of which every run learns.",
            shown=BARS_SHOWN,
            study=study,
        )
    others = study.sometimes - min(study.sometimes, BARS_SHOWN)
    return say_plainly(
        "Not drawn: {n:,} {n:merge|merges} that every run learns and {others:,} that some learn later."
        if others
        else "Not drawn: {n:,} {n:merge|merges} that every run learns.",
        n=study.always,
        others=others,
    )


def _span(ends: tuple[int, int]) -> str:
    low, high = ends
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
