"""The dialogue about merges that no mistake known explains: small corpora for a person's trainer to learn."""

import streamlit as st

from bpe_core import BPEError
from bpe_core.studies.diagnosis import (
    MOST_QUESTIONS,
    Dialogue,
    Findings,
    SmallCorpus,
    ask_next,
    finding_words,
)
from bpe_core.studies.user_merges import read_user_merges
from bpe_ui.frame.long_work.study import Call, draw_study
from bpe_ui.frame.widgets.display import show, show_error, show_note
from bpe_ui.frame.widgets.fields import shown_in
from bpe_ui.pages.compare.diagnosis import mistake
from bpe_ui.pages.compare.diagnosis.user_input import Brought
from bpe_ui.pages.compare.settings.state import Compare
from bpe_ui.stage.html import markup
from bpe_ui.stage.text.sentences import retold, say_plainly
from bpe_ui.visit.session import session

NAME = "diagnosis_dialogue"
"""The long work that chooses what to ask; and the place of what is wrong with an answer."""


def draw_dialogue(brought: Brought, findings: Findings) -> None:
    """The next corpus, with a field for what the person's trainer gives; or what the answers say."""
    compare, corpus = session().state(Compare), session().training.source.corpus
    if compare.answers_about != brought.given.pairs:
        compare.answers_about, compare.answers = brought.given.pairs, ()
    rules = brought.expected or findings.closest.config

    def answer(dialogue: Dialogue) -> None:
        if dialogue.question is not None:
            _ask(dialogue.question, brought.given.in_bytes)
        elif dialogue.verdict:
            _conclude(dialogue, brought.given.in_bytes)

    draw_study(NAME, Call(ask_next, (corpus, brought.given.pairs, rules, compare.answers)), answer)


def _ask(question: SmallCorpus, in_bytes: bool) -> None:
    asked = len(session().state(Compare).answers)
    title = say_plainly("What does yours make of this? {n} of {most}", n=asked + 1, most=MOST_QUESTIONS)
    with st.expander(title, expanded=True):
        show_note("Run your trainer on this small corpus, and paste what it prints. This rules out mistakes.")
        st.code(question.question(in_bytes=in_bytes), language="python", wrap_lines=True)
        st.text_area(
            "What yours prints",
            height=120,
            **shown_in("diagnosis_answer", of="compare"),
        )
        show_error(NAME)
        st.button("Go on", key="diagnosis_answered", on_click=_answer)


def _answer() -> None:
    compare = session().state(Compare)
    session().errors.pop(NAME, None)
    try:
        merges = read_user_merges(compare.diagnosis_answer).pairs
    except BPEError as error:
        session().errors[NAME] = str(error)
        return
    compare.answers, compare.diagnosis_answer = (*compare.answers, merges), ""


def _conclude(dialogue: Dialogue, in_bytes: bool) -> None:
    show(markup.line(retold(dialogue.verdict or "")))
    if dialogue.shown_by is not None:
        for fit in dialogue.suspects[: finding_words.MISTAKES_NAMED]:
            st.code(fit.code, language=None, wrap_lines=True)
        mistake.draw_test(dialogue.shown_by, in_bytes)
    st.button("Ask again", key="diagnosis_again", on_click=_forget)


def _forget() -> None:
    session().state(Compare).answers = ()
