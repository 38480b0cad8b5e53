"""What the quiz asks about: a person's own words; in a panel, ready sets of topics and single ones."""

from collections.abc import Collection
from typing import Any

import streamlit as st

from bpe_core import BPEError
from bpe_core.studies.quiz import MAX_WORD, MOST_QUESTIONS, MOST_WORDS, TOPICS, can_be_asked
from bpe_ui.frame.widgets.choosing import choose_any
from bpe_ui.frame.widgets.display import opened_panel, show_note
from bpe_ui.frame.widgets.hearing import heard_by
from bpe_ui.pages.quiz.state import MAX_WORDS, QuizSettings
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.session import session, set_widget, widget

READY_SETS: dict[str, Collection[str]] = {
    "After lesson 2": ("Frequency", "Unknown characters", "Order of merges"),
    "After lesson 5": (
        *("Frequency", "Ties", "Word ends", "Unknown characters", "Order of merges"),
        *("Vocabulary size", "Two programs"),
    ),
    "All": TOPICS,
}
"""What can be asked at which point of the lessons."""
POPOVER = "quiz_questions_popover"
ASKED, WORDS, COUNT = "quiz_topics", "quiz_own_words", "quiz_how_many"
ABOUT_COUNT = (
    "With more questions than topics, Frequency and Ties are asked at later steps of the training too."
)

ABOUT_WORDS = say_plainly(
    "2 to {most} words of at most {longest} characters; without any, five are drawn.",
    most=MOST_WORDS,
    longest=MAX_WORD,
)


def popover() -> None:
    """The button, and the panel behind it."""
    settings = session().state(QuizSettings)
    panel = opened_panel("Questions", POPOVER)
    if panel is None:
        return
    with panel, st.container(key="quiz_questions"):
        with st.container(horizontal=True, gap="small"):
            for title, topics in READY_SETS.items():
                label = say_plainly("{title}: {n} questions", title=title, n=len(topics))
                key = f"quiz_set_{len(topics)}"
                st.button(
                    label, key=key, on_click=_begin, kwargs={"topics": _in_order(topics), "how_many": 0}
                )
        if widget(ASKED) != []:  # else all were switched off, to pick others
            set_widget(ASKED, list(settings.topics))
        choose_any("Or pick topics", {each: each for each in TOPICS}, **heard_by(_take_topics, key=ASKED))
        if widget(ASKED):
            st.button("Clear, to pick others", key="quiz_no_topics", on_click=set_widget, args=(ASKED, []))
        else:
            show_note("Pick at least one. Until then the questions stay as they are.")
        set_widget(COUNT, settings.how_many or None)
        st.number_input(
            "How many",
            1,
            MOST_QUESTIONS,
            value=None,
            step=1,
            placeholder="one on each topic",
            help=ABOUT_COUNT,
            **heard_by(_take_count, key=COUNT),
        )
        st.button("Ask about the words on Train", key="quiz_of_train", on_click=take_words_of_train)


def ask_words(settings: QuizSettings) -> None:
    """The field for a person's own words; the page says below what is wrong with them."""
    set_widget(WORDS, widget(WORDS) if WORDS in session().errors else settings.words)
    st.text_input(
        "Your own words",
        max_chars=MAX_WORDS,
        placeholder="hug 10, pug 5, pun 12",
        help=ABOUT_WORDS,
        width=220,
        **heard_by(_take_words, key=WORDS),
    )


def take_words_of_train() -> None:
    """All words on Train, or the most frequent of those that a quiz can ask about."""
    fitting = [row for row in session().training.stepper.words if can_be_asked(row.word, row.count)]
    if len(fitting) > MOST_WORDS:
        fitting = sorted(fitting, key=lambda row: -row.count)[:MOST_WORDS]
    _begin(words=", ".join(f"{row.word} {row.count}" for row in fitting))


def _in_order(topics: Collection[str]) -> tuple[str, ...]:
    return tuple(topic for topic in TOPICS if topic in topics)


def _take_topics() -> None:
    if chosen := _in_order(widget(ASKED)):
        _begin(topics=chosen)


def _take_count() -> None:
    _begin(how_many=widget(COUNT) or 0)


def _take_words() -> None:
    _begin(words=widget(WORDS).strip())


def _begin(**changes: Any) -> None:
    current = session()
    current.errors.pop(WORDS, None)
    if "topics" in changes:
        set_widget(ASKED, None)
    try:
        current.state(QuizSettings).begin(**changes)
    except BPEError as error:
        current.errors[WORDS] = str(error)
