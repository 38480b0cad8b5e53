"""The tree of worlds: every choice among ties, as a graph of all states that the words can come to.

In: the corpus and the rules on Train, and a depth. Out: one sentence with the numbers, the graph, and all its
merges as a table.
"""

from dataclasses import replace

import streamlit as st

from bpe_core import BPEConfig, Corpus
from bpe_core.progress import Progress
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_core.worlds import MAX_DEPTH, Worlds, grow_worlds
from bpe_ui import chips
from bpe_ui.compare import markup, working, worlds_frames, worlds_graph
from bpe_ui.compare.fields import shown_in
from bpe_ui.display import show
from bpe_ui.session import session

VIEW = "worlds"


class Growth:
    """A graph as work of one piece."""

    def __init__(self, corpus: Corpus, config: BPEConfig, depth: int, slot: int) -> None:
        """Nothing is done yet."""
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
    config = replace(training.config, max_merges=None, vocab_size=None)
    with st.container(key="worlds_setup", horizontal=True, vertical_alignment="bottom", gap="small"):
        st.number_input("Merges deep", 1, MAX_DEPTH, step=1, width=190, **shown_in("depth"))
        show(markup.key_to_picture(_key_to_lines(config.tie_break)))
    growth = working.work_of(VIEW, (config, depth), lambda: _begin(corpus, config, depth))
    if growth is None:
        show(chips.note("This view is for small corpora, as the examples are; for others see Random ties."))
        return
    if growth.worlds is not None:
        _answer(growth.worlds, config.tie_break, growth.slot)
    working.draw_progress_and_work(growth)


def _begin(corpus: Corpus, config: BPEConfig, depth: int) -> Growth:
    compare = session().compare
    slot = compare.graphs % 2
    compare.graphs += 1
    return Growth(corpus, config, depth, slot)


def _key_to_lines(tie_break: str) -> list[tuple[str, str]]:
    if tie_break == "random":
        return [("way", "another choice among ties; the seed on Train has no line of its own")]
    title = TIE_BREAKS[tie_break].title.lower()
    return [("way taken", f"the way of “{title}”, the rule on Train"), ("way", "another choice among ties")]


def _answer(worlds: Worlds, tie_break: str, slot: int) -> None:
    show(markup.headline(worlds_frames.headline(worlds)))
    show(markup.quiet_line(worlds_frames.explanation(worlds)))
    if worlds.stopped:
        show(chips.message(worlds.stopped, "notice"))
    _graph(worlds_graph.dot(worlds, tie_break), slot)
    with st.expander("All merges of the graph as a table"):
        st.dataframe(
            worlds_frames.branch_frame(worlds),
            hide_index=True,
            key="worlds_table",
            alt="All merges of the graph",
        )


def _graph(dot: str, slot: int) -> None:
    with st.container(key="worlds_graph", border=True):
        # In another place than the graph before, so that the browser draws it anew. It would else turn one
        # graph into the next, shape by shape, which was seen to take a minute.
        if slot:
            st.empty()
        st.graphviz_chart(
            dot, alt="A graph of states and the merges between them; the table below it has the same merges."
        )
