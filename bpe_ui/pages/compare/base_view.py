"""Going on: the corpus from nothing, from the base of Train, and from the base with another list appended."""

from functools import partial

import streamlit as st

from bpe_core.studies.going_on import WayOn, ways_to_go_on
from bpe_ui.frame.address.state import AddressState
from bpe_ui.frame.long_work import Call, draw_study
from bpe_ui.frame.widgets.display import show, show_note
from bpe_ui.stage.html import markup, tables
from bpe_ui.stage.text.sentences import Sentence, say
from bpe_ui.visit.session import session

USUAL_MERGES = 100
"""How many merges each learns, if none has been made on Train after those of the base."""
TITLES = {
    "nothing": "From nothing",
    "base": "From the base, learned on",
    "appended": "The base, and the merges from nothing appended",
}
NO_BASE = "What does a tokenizer save that goes on from one it has? Train begins with nothing now."
HOW_TO_BEGIN = (
    "Make merges on Train, or open a tokenizer on Tokenize. Then choose under Rules to begin with it, and"
    " train on another corpus."
)
COLUMNS = ("Merges", "Tokens of the corpus", "Vocabulary", "Unreachable")


def draw_ways_on() -> None:
    """The three ways, where the training has a base."""
    training = session().training
    base, stepper = training.source.base, training.stepper
    if base is None:
        show(markup.headline(say(NO_BASE)))
        show_note(HOW_TO_BEGIN)
        st.button("Read the lesson Going on", key="base_lesson", on_click=_to_the_lesson)
        return
    merges = max(0, stepper.position - stepper.given_merges) or USUAL_MERGES
    question = Call(ways_to_go_on, (training.source.corpus, training.config, stepper.base, merges))
    draw_study("base", question, partial(_answer, merges))


def _to_the_lesson() -> None:
    session().on_page("learn").go("going_on")
    session().state(AddressState).wanted_page = "learn"


def _answer(merges: int, ways: list[WayOn]) -> None:
    show(markup.headline(verdict(ways)))
    rows = [(TITLES[way.name], way.tokens, way.vocabulary, way.unreachable) for way in ways]
    show(tables.numbers("Ways to go on", COLUMNS, rows))
    learned = (
        "Each learns at most {n:,} {n:merge|merges} on this corpus, as many as you made on Train or else"
        " {usual}."
    )
    show_note(learned, n=merges, usual=USUAL_MERGES)


def verdict(ways: list[WayOn]) -> Sentence:
    """What the base saves, and what appending costs."""
    by_name = {way.name: way for way in ways}
    return say(
        "From nothing the corpus has {nothing.tokens:,} tokens, from the base {base.tokens:,}. Appended, the"
        " list leaves {appended.unreachable:,} {appended.unreachable:token|tokens} that nothing can make."
        if len(ways) > 2
        else "From nothing the corpus has {nothing.tokens:,} tokens, from the base {base.tokens:,}.",
        **by_name,
    )
