"""Random ties: many trainings that differ only in how ties are drawn. Does the tie rule matter here?

In: the corpus and the rules on Train, a number of seeds and of merges. Out: one sentence with the answer, how
often each merge is learned, and how far the runs end apart.
"""

from collections.abc import Hashable
from dataclasses import replace

import streamlit as st

from bpe_core import BPEConfig, Corpus
from bpe_core.random_ties import MAX_SEEDS, MIN_SEEDS, RandomTies, TieStudy
from bpe_ui import chips
from bpe_ui.compare import chance_pictures, markup, working
from bpe_ui.compare.fields import number_or_usual, shown_in
from bpe_ui.compare.state import MAX_MERGES, SMALL_CHARACTERS, characters_to_read, usual_merges
from bpe_ui.display import ink, show
from bpe_ui.session import session

VIEW = "chance"


def draw() -> None:
    """The two numbers, and what came out."""
    training = session().training
    corpus = training.source.corpus
    config = replace(training.config, tie_break="random", tie_seed=0, max_merges=None, vocab_size=None)
    with st.container(key="chance_setup", horizontal=True, vertical_alignment="bottom", gap="small"):
        _ask()
        begun = _may_begin(corpus, config)
    if not begun:
        show(
            chips.note(
                f"Trains {session().compare.seeds:,} times and draws every tie by lot."
                " Then you see whether the tie rule matters on this corpus."
            )
        )
        return
    work = working.work_of(VIEW, _key(config), lambda: _make(corpus, config))
    if work is None:
        return
    if work.progress.done and not working.is_under_way(work):
        _answer(work.result())
    working.draw_progress_and_work(work)


def _ask() -> None:
    st.number_input("Seeds: how many trainings", MIN_SEEDS, MAX_SEEDS, step=1, width=190, **shown_in("seeds"))
    number_or_usual("chance_merges", "Merges in each", width=190)


def _may_begin(corpus: Corpus, config: BPEConfig) -> bool:
    """A small corpus begins by itself; a larger one when the person says so."""
    if characters_to_read(corpus) <= SMALL_CHARACTERS:
        return True
    held = session().compare.works.get(VIEW)
    if held is not None and held.is_for(corpus, _key(config)):
        return True
    return st.button("Draw", key="chance_draw", type="primary", icon=":material/casino:")


def _key(config: BPEConfig) -> Hashable:
    return config, session().compare.seeds, session().compare.chance_merges


def _make(corpus: Corpus, config: BPEConfig) -> RandomTies:
    compare = session().compare
    return RandomTies(
        corpus, config, seeds=compare.seeds, merges=compare.chance_merges or usual_merges(corpus)
    )


def _answer(study: TieStudy) -> None:
    show(markup.headline((study.verdict,)))
    left, right = st.columns([7, 5], gap="medium")
    with left:
        _bars(study)
    with right:
        _spread(study)
        rows = chance_pictures.number_rows(study)
        show(markup.table("The runs in numbers", (f"In {study.runs:,} runs", ""), rows))


def _bars(study: TieStudy) -> None:
    frame = chance_pictures.share_frame(study)
    if frame.empty:
        show(chips.note("No run made a merge: there is no pair to merge."))
        return
    st.altair_chart(
        chance_pictures.share_chart(frame, ink=ink()),
        key="chance_shares",
        alt=f"Bars: in how many of {study.runs:,} runs each merge is learned.",
    )
    note = chance_pictures.bars_note(study)
    if note:
        show(chips.note(note))


def _spread(study: TieStudy) -> None:
    if len(set(study.symbols)) == 1:
        show(chips.note(f"Every run ends with {study.symbols[0]:,} symbols in the corpus.{_to_the_end()}"))
        return
    st.altair_chart(
        chance_pictures.spread_chart(chance_pictures.spread_frame(study.symbols), ink=ink()),
        key="chance_spread",
        alt="Bars: how many runs end with how many symbols in the corpus.",
    )


def _to_the_end() -> str:
    """What is said of equal ends where no number of merges was asked for and the corpus is small."""
    is_small = usual_merges(session().training.source.corpus) == MAX_MERGES
    if session().compare.chance_merges is not None or not is_small:
        return ""
    return " At the end of training the ties are forgotten; with fewer merges the runs may end apart."
