"""The chart of merge orders: which part is drawn, how large, and its legend."""

import streamlit as st

from bpe_core.studies.comparison import Comparison
from bpe_ui.compare.columns.panes import bump_chart, bump_frames
from bpe_ui.compare.columns.sentences import no_merge
from bpe_ui.compare.settings.state import Compare
from bpe_ui.html import markup
from bpe_ui.visit.session import session
from bpe_ui.widgets.display import ink, show
from bpe_ui.widgets.fields import shown_in

LARGE_HEIGHT = 450

_KEY = {
    bump_frames.SAME: "all columns, at this merge",
    bump_frames.MOVED: "all columns, at different merges",
    bump_frames.SOME: "not in every column",
    bump_frames.NEVER: "the neighbour has not learned it",
    bump_frames.LATER: "the neighbour learns it further down",
    bump_frames.EARLIER: "the neighbour learned it further up",
}
"""What the shapes of the chart mean; their names are also the classes of their swatches."""


def is_large() -> bool:
    """Whether the chart has the whole width of the page."""
    return session().present or session().of(Compare).picture_is_wide


def draw(comparison: Comparison) -> None:
    """The chart, with its choices."""
    first: int | None = None  # the first rank of the chart; None for just before the first difference
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if not session().present:
            st.toggle(
                "Large",
                help="Give the chart the whole page.",
                **shown_in("picture_is_wide", of="compare"),
            )
        if comparison.length > bump_frames.ROWS_SHOWN:
            usual, _ = bump_frames.window_of(comparison, None)
            st.number_input(
                "From merge",
                min_value=1,
                max_value=comparison.length,
                value=None,
                step=1,
                placeholder=f"from merge {usual + 1:,}",
                label_visibility="collapsed",
                width=260 if session().present else 170,
                **shown_in(
                    "picture_from",
                    of="compare",
                    to_widget=lambda first: first and min(first, comparison.length),
                    may_be_empty=True,
                ),
            )
            typed = session().of(Compare).picture_from
            first = None if typed is None else min(typed, comparison.length) - 1
    bump = bump_frames.bump_of(comparison, first)
    if not bump.rows:
        show(markup.quiet_line(no_merge()))
        return
    show(markup.key_to_shapes(key_of(bump)))
    with st.container(key=f"bump_{len(bump.titles)}"):
        height = LARGE_HEIGHT if is_large() else bump_chart.HEIGHT
        st.altair_chart(bump_chart.bump_chart(bump, ink=ink(), height=height), key="bump_chart", alt=bump.alt)


def key_of(bump: bump_frames.Bump) -> list[tuple[str, str]]:
    """The legend for the shapes that occur in the chart."""
    shown = {*bump.nodes["kind"], *bump.ends["what"]}
    difference = [] if bump.difference is None else [("difference", "the first difference")]
    return difference + [(shape, words) for shape, words in _KEY.items() if shape in shown]
