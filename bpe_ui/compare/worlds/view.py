"""The tree of worlds: every choice among ties, as a graph of all states that the words can reach.

In: the corpus and the rules on Train, and a depth. Out: one sentence with the numbers, the graph, and all its
merges as a table.
"""

from typing import Literal

import streamlit as st

from bpe_core import BPEConfig, Corpus
from bpe_core.progress import Progress
from bpe_core.studies.worlds import MAX_DEPTH, Worlds, grow_worlds
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_ui import long_work
from bpe_ui.compare.choices import without_limits
from bpe_ui.compare.fields import shown_in
from bpe_ui.compare.state import Settings
from bpe_ui.compare.worlds import frames
from bpe_ui.compare.worlds import graph as worlds_graph
from bpe_ui.html import chips, markup
from bpe_ui.html.display import show
from bpe_ui.session import session

VIEW = "worlds"
READABLE, FITTED, OWN_SIZE = "Readable part", "Fit to width", "Full size"
"""How much of the graph is drawn, and how large: no deeper than is legible, or all, made as wide as the page
or with large type, to be scrolled."""


class Growth:
    """A graph as work of one piece."""

    def __init__(self, corpus: Corpus, config: BPEConfig, depth: int, slot: int) -> None:
        self._asked = corpus, config, depth
        self.slot = slot
        """Which of two places on the page it is drawn in: 0 or 1, and not that of the graph before."""
        self.worlds: Worlds | None = None
        """The graph, once it has grown."""

    def advance(self, seconds: float) -> bool:
        """Grow the whole graph, however long that takes; True. Raises what `grow_worlds` raises."""
        if self.worlds is None:
            self.worlds = grow_worlds(*self._asked)
        return True

    @property
    def progress(self) -> Progress:
        """All or nothing."""
        return Progress(int(self.is_done), 1, "graphs")

    @property
    def is_done(self) -> bool:
        """Whether it has grown."""
        return self.worlds is not None


def draw() -> None:
    """The depth, and the graph to that depth."""
    training, depth = session().training, session().compare.depth
    corpus = training.source.corpus
    config = without_limits(training.config)
    with st.container(key="worlds_setup", horizontal=True, vertical_alignment="bottom", gap="small"):
        st.number_input("Depth in merges", 1, MAX_DEPTH, step=1, width=190, **shown_in("depth"))
        picture = _ask_picture(depth)
        show(markup.key_to_picture(_key_to_lines(config.tie_break)))
    key = config, depth, picture, session().present
    growth = long_work.task_of(VIEW, key, lambda: _begin(corpus, config, depth))
    if growth is None:
        show(
            chips.note(
                "This view is for small corpora such as the examples; for larger ones see Random ties."
            )
        )
        return
    if growth.worlds is not None:
        _answer(growth.worlds, config.tie_break, picture, growth.slot)
    long_work.draw_progress_and_work(growth)


def _ask_picture(depth: int) -> str:
    """A depth that a person chose is drawn as it is; the usual one as far as it can be read."""
    usual = READABLE if depth == Settings().depth else FITTED
    options = READABLE, FITTED, OWN_SIZE
    key = f"worlds_picture_{depth}"
    return st.segmented_control("Picture", options, default=usual, key=key, required=True) or usual


def _begin(corpus: Corpus, config: BPEConfig, depth: int) -> Growth:
    compare = session().compare
    slot = compare.graphs % 2
    compare.graphs += 1
    return Growth(corpus, config, depth, slot)


def _key_to_lines(tie_break: str) -> list[tuple[str, str]]:
    if TIE_BREAKS[tie_break].is_drawn:
        return [("way", "another choice among ties; the seed on Train has no line of its own")]
    title = TIE_BREAKS[tie_break].title.lower()
    return [("way taken", f"the path of “{title}”, the rule on Train"), ("way", "another choice among ties")]


def _answer(grown: Worlds, tie_break: str, picture: str, slot: int) -> None:
    type_size = worlds_graph.LARGE_TYPE_SIZE if session().present else worlds_graph.TYPE_SIZE
    deepest = worlds_graph.readable_depth(grown, type_size)
    worlds = grown.down_to(deepest) if picture == READABLE and grown.depth_reached > deepest else grown
    show(markup.headline(frames.headline(worlds)))
    show(markup.quiet_line(frames.explanation(worlds)))
    if part := frames.drawn_part(worlds, grown):
        show(markup.quiet_line((part,)))
    if worlds.stopped:
        show(chips.message(worlds.stopped, "notice"))
    width: Literal["stretch"] | int = "stretch"
    if picture != FITTED:
        width = round(worlds_graph.size(worlds, type_size)[0])
    _graph(worlds_graph.dot(worlds, tie_break, type_size), slot, width)
    with st.expander("All merges of the graph as a table"):
        st.dataframe(
            frames.branch_frame(worlds),
            hide_index=True,
            key="worlds_table",
            alt="All merges of the graph",
        )


def _graph(dot: str, slot: int, width: Literal["stretch"] | int) -> None:
    with st.container(key="worlds_graph", border=True):
        # In another place than the graph before, so that the browser draws it anew. It would else turn one
        # graph into the next, shape by shape, which was seen to take a minute.
        if slot:
            st.empty()
        st.graphviz_chart(
            dot,
            width=width,
            alt="A graph of states and the merges between them; the table below it has the same merges.",
        )
