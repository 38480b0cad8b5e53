"""The tree of ties: every choice among ties, as a graph of all states that the words can reach; in words and
as a table too.
"""

from typing import Literal

import pandas as pd
import streamlit as st

from bpe_core.studies.worlds import Worlds, grow_worlds, grow_worlds_of_frequent_words
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_ui.compare.settings.choices import without_limits
from bpe_ui.compare.settings.state import Compare, Settings
from bpe_ui.compare.worlds import graph as worlds_graph
from bpe_ui.compare.worlds.graph import rule_names, state_names
from bpe_ui.html import chips, markup
from bpe_ui.long_work import view_work
from bpe_ui.text.glossary import in_markdown
from bpe_ui.text.sentences import Sentence, say, say_plainly
from bpe_ui.text.visible import pair_label
from bpe_ui.visit.session import session
from bpe_ui.widgets.choosing import choose_button
from bpe_ui.widgets.display import show
from bpe_ui.widgets.fields import entered_in, shown_in

VIEW, FREQUENT = "worlds", "worlds_of_frequent_words"
"""The tree of all words and, if that is too large, of the most frequent ones."""
SIZES = {"readable": "Readable part", "fitted": "Fit to width", "full": "Full size"}
"""How much of the graph is drawn, and how large: only as deep as is legible; or all of it, as wide as the
page; or all of it in large type, to be scrolled."""


def draw() -> None:
    """The depth, and the graph to that depth."""
    training, depth = session().training, session().of(Compare).depth
    corpus = training.source.corpus
    config = without_limits(training.config)
    with st.container(key="worlds_setup", horizontal=True, vertical_alignment="bottom", gap="small"):
        about = in_markdown("tree of ties")
        st.number_input("Depth in merges", step=1, width=190, help=about, **entered_in("depth", of="compare"))
        size = session().of(Compare).tree or ("readable" if depth == Settings().depth else "fitted")
        choose_button("Picture", SIZES, **shown_in("tree", of="compare", to_widget=lambda tree: size))
        title, is_drawn = TIE_BREAKS[config.tie_break].title.lower(), TIE_BREAKS[config.tie_break].is_drawn
        of_rule = say_plainly("the path of “{title}”, the rule on Train", title=title)
        key = [("way taken", of_rule), ("way", "another choice among ties")]
        if is_drawn:
            key = [("way", "another choice among ties; the seed on Train has no line of its own")]
        show(markup.key_to_shapes(key))
    work = view_work.ask(VIEW, grow_worlds, corpus, config, depth)
    if work.error:  # too large: the words that fit, once a person has asked for them
        with st.container(key="worlds_too_large", horizontal=True, gap="small"):
            pressed = st.button("Draw it for the most frequent words", key="worlds_frequent", type="primary")
            st.button(
                "Try random ties on all words",
                key="worlds_random_ties",
                on_click=_show_random_ties,
            )
        question = FREQUENT, grow_worlds_of_frequent_words, corpus, config, depth
        if pressed or view_work.is_asked(*question):
            work = view_work.ask(*question)
    if work.result is not None:
        _answer(work.result, config.tie_break, size)
    view_work.go_on(work)


def _show_random_ties() -> None:
    session().of(Compare).view = "random_ties"


def _answer(grown: Worlds, tie_break: str, size: str) -> None:
    type_size = worlds_graph.LARGE_TYPE_SIZE if session().present else worlds_graph.TYPE_SIZE
    deepest = worlds_graph.readable_depth(grown, type_size)
    worlds = grown.down_to(deepest) if size == "readable" and grown.depth_reached > deepest else grown
    show(markup.headline(headline(grown)))
    show(markup.quiet_line(explanation(grown), terms=["merge", "tie"]))
    if worlds.depth_reached < grown.depth_reached:
        part = (
            "Drawn to merge {drawn.depth_reached:,} of {grown.depth_reached:,}, as deep as one window can"
            " show. For more, choose another picture."
        )
        show(markup.quiet_line(say(part, drawn=worlds, grown=grown)))
    if grown.stopped:
        show(chips.message(grown.stopped, "notice"))
    width: Literal["stretch"] | int = "stretch"
    if size != "fitted":
        width = round(worlds_graph.size(worlds, type_size)[0])
    dot = worlds_graph.dot(worlds, tie_break, type_size)
    compare = session().of(Compare)
    if (dot, width) != compare.graph:
        compare.graph, compare.graphs = (dot, width), compare.graphs + 1
    with st.container(key="worlds_graph", border=True):
        # In another place than the last graph, so that the browser draws it anew. Otherwise it would turn one
        # graph into the next, shape by shape, which has taken a minute.
        if compare.graphs % 2:
            st.empty()
        st.graphviz_chart(
            dot,
            width=width,
            alt="A graph of states and the merges between them; the table below it has the same merges.",
        )
    with st.expander("All merges of the graph as a table"):
        st.dataframe(
            branch_frame(worlds),
            hide_index=True,
            key="worlds_table",
            alt="All merges of the graph",
        )


def headline(worlds: Worlds) -> Sentence:
    """How many merge lists there are, and how many different endings."""
    if not worlds.branches:
        return say("There is nothing to merge: no pair is left.")
    several = "one end" if worlds.endings == 1 else "several ends"
    return say(_LISTS["one list" if worlds.merge_lists == 1 else several], it=worlds)


_LISTS = {
    "one list": "Ties allow {it.merge_lists} merge list: in {it.depth_reached:,}"
    " {it.depth_reached:merge|merges} there is nothing to choose.",
    "one end": "Ties allow {it.merge_lists} merge lists of {it.depth_reached:,}"
    " {it.depth_reached:merge|merges}; all of them end with the same splits.",
    "several ends": "Ties allow {it.merge_lists} merge lists of {it.depth_reached:,}"
    " {it.depth_reached:merge|merges}; they end with {it.endings} different splits of the words.",
}


def explanation(worlds: Worlds) -> Sentence:
    """How large the graph is, and how to read it."""
    size = "{states:,} {states:state|states} and {merges:,} {merges:merge|merges}."
    sentence = say(size, states=len(worlds.worlds), merges=len(worlds.branches))
    if worlds.is_whole and worlds.depth_reached < worlds.depth_wanted:
        sentence += say(" Training is over after {n:,} {n:merge|merges}.", n=worlds.depth_reached)
    return sentence + say(
        " Paths leading to the same splits rejoin; untied merges share one arrow."
        " Each arrow lists its pairs with their counts and, in a tie, the rules that take them."
    )


def branch_frame(worlds: Worlds) -> pd.DataFrame:
    """One row for each merge: number, from, pair, occurs, tied with, rules, to."""
    names = state_names(worlds)
    depths = {world.number: world.depth for world in worlds.worlds}
    rows = [
        {
            "merge": depths[branch.target],
            "from": names[branch.source],
            "pair": pair_label(branch.pair),
            "occurs": branch.count,
            "tied with": branch.tied,
            "rules that take it": rule_names(branch.rules) if branch.rules else "none",
            "to": names[branch.target],
        }
        for branch in worlds.branches
    ]
    columns = ["merge", "from", "pair", "occurs", "tied with", "rules that take it", "to"]
    return pd.DataFrame(rows, columns=columns)
