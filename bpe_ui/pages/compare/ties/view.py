"""Do ties matter?: many trainings that differ only in how ties are decided. Does the tie rule matter here?"""

from dataclasses import replace
from functools import partial

import streamlit as st

from bpe_core import BPEConfig
from bpe_core.studies.random_ties import TieStudy
from bpe_ui.charts import comparison as charts
from bpe_ui.frame.long_work import Call, draw_study
from bpe_ui.frame.widgets.charts import draw_chart
from bpe_ui.frame.widgets.display import show, show_note
from bpe_ui.frame.widgets.fields import entered_in
from bpe_ui.pages.compare.settings.limits import number_or_usual
from bpe_ui.pages.compare.settings.state import MAX_MERGES, Compare, is_small
from bpe_ui.pages.compare.ties.drawn import draw_ties, has_limit
from bpe_ui.stage.html import chips, markup
from bpe_ui.stage.text.glossary import in_markdown
from bpe_ui.stage.text.sentences import retold, say, say_plainly
from bpe_ui.visit.session import session


def draw_tie_study() -> None:
    """The two numbers, and the result."""
    training = session().training
    corpus = training.source.corpus
    config = replace(training.config, tie_break="random", tie_seed=0)
    row = st.container(key="ties_setup", horizontal=True, vertical_alignment="bottom", gap="small")
    with row:
        st.number_input(
            "Seeds: how many trainings",
            step=1,
            width=190,
            help=in_markdown("random ties"),
            **entered_in("seeds", of="compare"),
        )
        number_or_usual("ties_merges", "Merges in each", width=190, usual="usual")
    compare = session().state(Compare)

    def begins() -> bool:
        """A small corpus begins by itself, a larger one when the person asks for it."""
        if is_small(corpus) or row.button("Draw", key="ties_draw", type="primary", icon=":material/casino:"):
            return True
        trains = (
            "Trains {compare.seeds:,} times, with every tie decided at random, and shows whether"
            " the tie rule matters on this corpus."
        )
        show(markup.quiet_line(say(trains, compare=compare), terms=["tie rule", "tie"]))
        return False

    question = Call(draw_ties, (corpus, config, compare.seeds, compare.ties_merges))
    draw_study("ties", question, partial(_answer, config), begins=begins, shown="when over")


def _answer(config: BPEConfig, study: TieStudy) -> None:
    why_so_many = _why_so_many(study.config, config)
    show(markup.headline(retold(study.verdict), terms=["compression"]))
    if why_so_many:
        show(markup.quiet_line((why_so_many,), terms=["merge", "tie"]))
    if not study.merges:
        show_note("No run made a merge: there is no pair to merge.")
        return
    shares, ends = charts.frame_of_ties(study), charts.frame_of_compression(study)
    with st.container(key="ties_charts", horizontal=True, gap="medium"):
        said = say_plainly(
            "Every run learns {study.always:,} {study.always:merge|merges}, some runs"
            " learn {study.sometimes:,} more.",
            study=study,
        )
        draw = partial(charts.tie_shares, shares)
        draw_chart(draw, "chart_ties", "Merges and how many runs learn them", shares, alt=said)
        if len(ends) > 1:
            draw = partial(charts.compression_spread, ends)
            draw_chart(draw, "chart_ends", "Compression of the runs", ends, alt=study.verdict, height=320)
    if note := not_drawn(study, len(shares)):
        show(chips.note(note))


def not_drawn(study: TieStudy, shown: int) -> str:
    """Which merges have no bar; empty if all have one."""
    if len(study.merges) == shown:
        return ""
    if not study.sometimes:
        return say_plainly(
            "The first {shown} of {study.always:,} merges, all of which every run learns.",
            shown=shown,
            study=study,
        )
    others = study.sometimes - min(study.sometimes, shown)
    return say_plainly(
        "Not shown: {n:,} {n:merge|merges} that every run learns and {others:,} that some learn later."
        if others
        else "Not shown: {n:,} {n:merge|merges} that every run learns.",
        n=study.always,
        others=others,
    )


def _why_so_many(config: BPEConfig, asked: BPEConfig) -> str:
    """If no number of merges was asked for, how many each run makes, and why; otherwise empty.

    `config` is that of the runs, `asked` has the limits of the rules on Train.
    """
    compare, corpus = session().state(Compare), session().training.source.corpus
    if compare.ties_merges is not None or not is_small(corpus):
        return ""
    if has_limit(asked):
        return "Each run goes as far as the rules on Train allow."
    most = config.max_merges or MAX_MERGES
    if most == MAX_MERGES:
        return "Each run goes to the end."
    return say_plainly(
        "Each run stops after {most:,} {most:merge|merges}, about two thirds of the way."
        " At the end every word is one symbol, whatever the tie rule.",
        most=most,
    )
