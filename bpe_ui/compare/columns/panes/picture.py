"""The picture of merge orders and the ties over the merges: which are drawn, how large, with their key.

In: a comparison. Out: the charts of `bump_chart` and `pictures`, with the words that explain them.
"""

from collections.abc import Sequence

import streamlit as st

from bpe_core.studies.comparison import ColumnSummary, Comparison
from bpe_ui.compare.columns.panes import bump_chart, bump_frames, frames
from bpe_ui.compare.columns.panes import charts as pictures
from bpe_ui.compare.titles import fitting_titles
from bpe_ui.html import chips, markup
from bpe_ui.html.display import ink, show
from bpe_ui.session import session, widget
from bpe_ui.text.sentences import Number, Sentence, plural

LARGE = "compare_large_picture"
FIRST = "compare_picture_first"
LARGE_HEIGHT = 450
TIES_HEIGHT = 400
NO_MERGE = "No column finds a pair to merge."

_KEY = {
    bump_frames.SAME: "all columns, at this merge",
    bump_frames.MOVED: "all columns, at different merges",
    bump_frames.SOME: "not in every column",
    bump_frames.NEVER: "the neighbour has not learned it",
    bump_frames.LATER: "the neighbour learns it further down",
    bump_frames.EARLIER: "the neighbour learned it further up",
}
"""What the shapes of the picture mean; their names are also the classes of their swatches."""


def is_large() -> bool:
    """Whether the picture has the whole width of the page."""
    return session().present or bool(widget(LARGE))


def draw(comparison: Comparison) -> None:
    """The picture, with what there is to choose."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if not session().present:
            st.toggle("Large", key=LARGE, persist_state="session", help="Give the picture the whole page.")
        first = _first(comparison)
    bump = bump_frames.bump_of(comparison, first)
    if not bump.rows:
        show(chips.note(NO_MERGE))
        return
    show(markup.key_to_picture(key_of(bump)))
    with st.container(key=f"bump_{len(bump.titles)}"):
        height = LARGE_HEIGHT if is_large() else bump_chart.HEIGHT
        st.altair_chart(bump_chart.bump_chart(bump, ink=ink(), height=height), key="bump_chart", alt=bump.alt)


def key_of(bump: bump_frames.Bump) -> list[tuple[str, str]]:
    """The key to the shapes that the picture has."""
    shown = {*bump.nodes["kind"], *bump.ends["what"]}
    difference = [] if bump.difference is None else [("difference", "the first difference")]
    return difference + [(shape, words) for shape, words in _KEY.items() if shape in shown]


def draw_ties(comparison: Comparison) -> None:
    """How many pairs were tied at each merge, column by column."""
    if not comparison.length:
        show(chips.note(NO_MERGE))
        return
    summaries, titles = comparison.summaries(), [side.title for side in comparison.columns]
    show(markup.headline(ties(summaries)))
    series = comparison.series()
    lines = frames.alike(series, frames.column_names(fitting_titles(titles)))
    names = frames.column_names([name for _, name in lines])
    frame = frames.tie_frame([series[column] for column, _ in lines], names)
    if frame.empty:
        show(chips.note("No two pairs ever shared the highest count in any column."))
        return
    columns = [(name, _tied(name, summaries[column])) for name, (column, _) in zip(names, lines, strict=True)]
    show(chips.note("A bar stands where several pairs shared the highest count; its height says how many."))
    st.altair_chart(
        pictures.tie_chart(frame, columns, comparison.length, height=TIES_HEIGHT),
        key="tie_chart",
        alt=f"How many pairs were tied at each merge. {'; '.join(title for _, title in columns)}.",
    )


def _tied(name: str, side: ColumnSummary) -> str:
    return f"{name}: {side.tied_steps:,} of {side.merges:,} {plural('merge', side.merges)} tied"


def ties(summaries: Sequence[ColumnSummary]) -> Sentence:
    """How many merges were ties: in every column where they agree, else from the least to the most."""
    counts = {(side.tied_steps, side.merges) for side in summaries}
    if len(counts) == 1:
        tied, merges = counts.pop()
        was = "was" if tied == 1 else "were"
        of_all: Sentence = Number(merges), f" {plural('merge', merges)} {was} chosen among tied pairs."
        return "In every column, ", Number(tied), " of ", *of_all
    least = min(summaries, key=lambda side: side.tied_steps)
    most = max(summaries, key=lambda side: side.tied_steps)
    return (
        Number(least.tied_steps),
        f" ({least.title}) to ",
        Number(most.tied_steps),
        f" ({most.title}) of up to ",
        Number(max(side.merges for side in summaries)),
        " merges were chosen among tied pairs.",
    )


def _first(comparison: Comparison) -> int | None:
    """The first rank of the picture: typed, or just before the first difference."""
    if comparison.length <= bump_frames.ROWS_SHOWN:
        return None
    usual, _ = bump_frames.window_of(comparison, None)
    number = st.number_input(
        "From merge",
        min_value=1,
        max_value=comparison.length,
        value=None,
        step=1,
        placeholder=f"from merge {usual + 1:,}",
        label_visibility="collapsed",
        width=260 if session().present else 170,
        key=FIRST,
        persist_state="session",
    )
    return None if number is None else int(number) - 1
