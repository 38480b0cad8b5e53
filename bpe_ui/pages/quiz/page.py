"""The Quiz page: up to ten questions on one sheet and, once it is final, the answers and where to see why.

The core judges the sheet each time it is drawn, so a link cannot claim a score.
"""

import secrets
from functools import partial

import streamlit as st

from bpe_core.studies.quiz import MAX_SEED, Answer, Question, Quiz
from bpe_ui.classroom.voting import teacher_panel
from bpe_ui.frame.address.page_address import address_with
from bpe_ui.frame.widgets.choosing import choose_radio
from bpe_ui.frame.widgets.display import download, show, show_error
from bpe_ui.frame.widgets.hearing import heard_by
from bpe_ui.frame.widgets.present import exit_button, one_at_a_time
from bpe_ui.pages.quiz import homework_panel, questions_panel, sentences
from bpe_ui.pages.quiz.class_quiz import is_quiz, quiz_among
from bpe_ui.pages.quiz.places import link_to, sheet
from bpe_ui.pages.quiz.state import MAX_ANSWER, MAX_NAME, QuizSettings
from bpe_ui.stage.html import chips, lessons, markup
from bpe_ui.visit.links.link import FILE_SUFFIX, PARAMETER, encode, link_text
from bpe_ui.visit.registry.pages import pages
from bpe_ui.visit.session import session, set_widget, widget

SEED, NAME = "quiz_seed", "quiz_name"
SUMMARY = (
    "Everybody with the same number gets the same words and questions. Give the whole class one number, or"
    " each student a different one."
)
FOR_STUDENTS = "Answer the questions, write your name below them, and hand in."
FOR_TEACHER = "Give your teacher this file or link."
NOT_YET = "You will see the answers in class."
ASKED = "quiz_asked"
"""The session's key for what is asked before a sheet with empty or unreadable answers is final."""


def draw_seed() -> None:
    """Draw a number for the quiz, if it has none yet."""
    if session().state(QuizSettings).seed is None:
        _begin_another()


def draw_quiz() -> None:
    """The settings, the words, the questions, and the way to hand in the answers, or to have them judged."""
    settings = session().state(QuizSettings)
    quiz = settings.quiz
    if session().present and not settings.is_homework:
        _on_the_wall(quiz, settings)
        return
    with st.container(key="quiz"):
        if settings.is_homework:
            _head_of_student(quiz, settings)
        else:
            _head(quiz, settings)
        with st.container(key="quiz_words"):  # it stays in sight
            if settings.handed_in:
                show(markup.headline(sentences.score(settings.name, quiz.judged(settings.answers))))
                if settings.is_homework:
                    _to_give(settings)
            else:
                show(markup.headline(sentences.words(quiz.corpus)))
        if settings.handed_in:
            show(markup.line(sentences.words(quiz.corpus)))
            if not settings.is_judged:
                show(chips.note(NOT_YET))
        for missing in sentences.left_out(quiz, settings.topics), sentences.too_few(quiz, settings.how_many):
            if missing and not settings.is_homework:
                show(chips.note(missing))
        left, right = st.columns(2, gap="medium")
        for number, question in enumerate(quiz.questions):
            with left if number < len(quiz.questions) / 2 else right:
                _question(number, question, settings)
        if not settings.handed_in:
            _end(quiz, settings)
        elif not settings.is_homework:
            with st.expander("Give it to your teacher"):
                _name(settings, "Your name")
                _to_give(settings)


def _on_the_wall(quiz: Quiz, settings: QuizSettings) -> None:
    """In Present: one question at a time, below the words."""
    with st.container(key="quiz_on_wall"):
        with st.container(key="quiz_head", horizontal=True, vertical_alignment="center"):
            show(markup.headline(sentences.words(quiz.corpus)))
            exit_button()
            number = one_at_a_time("quiz_at", len(quiz.questions))
        _question(number, quiz.questions[number], settings)


def _head_of_student(quiz: Quiz, settings: QuizSettings) -> None:
    with st.container(key="quiz_head", horizontal=True, vertical_alignment="center"):
        summary = "" if settings.handed_in else FOR_STUDENTS
        show(lessons.heading(sentences.title(quiz, settings.seed), summary))
        exit_button()


def _head(quiz: Quiz, settings: QuizSettings) -> None:
    summary = "" if settings.handed_in else SUMMARY
    show(lessons.heading(sentences.heading(quiz), summary, terms=["quiz"]))
    with st.container(key="quiz_setup", horizontal=True, vertical_alignment="bottom"):
        it = settings.blank
        teacher_panel.send_button(partial(quiz_among, settings=it), partial(is_quiz, settings=it))
        set_widget(SEED, settings.seed)
        st.number_input(
            "Number of the quiz", 0, MAX_SEED, step=1, width=170, **heard_by(_take_seed, key=SEED)
        )
        st.button("Another quiz", key="quiz_another", icon=":material/casino:", on_click=_begin_another)
        questions_panel.ask_words(settings)
        questions_panel.popover()
        homework_panel.popover(settings)
    show_error(questions_panel.WORDS)


def _question(number: int, question: Question, settings: QuizSettings) -> None:
    with st.container(key=f"quiz_{number}", border=True):
        show(chips.panel_title(f"{number + 1}. {question.topic}"))
        show(markup.line(sentences.marked(question.prompt)))
        given = settings.answers[number]
        if settings.is_judged:
            _judged(question, question.judge(given))
        elif settings.handed_in:
            show(markup.line(sentences.given(question, given)))
        else:
            _ask(number, question, settings)


def _ask(number: int, question: Question, settings: QuizSettings) -> None:
    key, given = f"quiz_{settings.seed}_{number}", settings.answers[number]
    label = f"Answer to question {number + 1}"
    if question.kind == "choose":
        # The options are the core's own words, and nothing that a person typed.
        options = {answer.text: answer.text for answer in question.answers}
        set_widget(key, given if given in options else None)
        heard = heard_by(_take_answer, number, key, key=key)
        choose_radio(label, options, index=None, label_visibility="collapsed", **heard)
    else:
        set_widget(key, given)
        heard = heard_by(_take_answer, number, key, key=key)
        st.text_input(f"{label}: {question.form.hint}", max_chars=MAX_ANSWER, **heard)
        if refusal := question.refusal(given):
            show(chips.message(refusal, "error"))


def _judged(question: Question, answer: Answer) -> None:
    link = link_to(question.place)
    show(markup.verdict(sentences.judged(question, answer), is_right=answer.is_right))
    show(markup.line(sentences.marked(question.explanation)))
    st.link_button(f"See it on {pages()[link.page].title}", address_with(PARAMETER, link_text(link)))


def _end(quiz: Quiz, settings: QuizSettings) -> None:
    """The button that makes the answers final."""
    with st.container(key="quiz_hand_in", horizontal=True, vertical_alignment="bottom"):
        if settings.is_homework:
            _name(settings, "Your name")
        label = sentences.HAND_IN if settings.is_homework else sentences.CHECK
        st.button(label, key="quiz_done", type="primary", on_click=_finish)
        show_error(ASKED)
        if ASKED not in session().errors:
            show(markup.quiet_line(sentences.answered(quiz, settings.answers)))


def _name(settings: QuizSettings, label: str) -> None:
    set_widget(NAME, settings.name)
    st.text_input(label, max_chars=MAX_NAME, width=280, **heard_by(_take_name, key=NAME))


def _to_give(settings: QuizSettings) -> None:
    """What a student gives to the teacher."""
    link = sheet(settings)
    with st.container(key="quiz_result", horizontal=True, vertical_alignment="center"):
        show(chips.message(FOR_TEACHER, "notice"), width="content")
        name = f"quiz_{settings.seed}{FILE_SUFFIX}"
        download("Save as a file", encode(link), name, key="quiz_save", is_main=True)
        st.code(address_with(PARAMETER, link_text(link)), language=None, width=260)


# ---- what a person does


def _fresh_seed() -> int:
    return secrets.randbelow(MAX_SEED + 1)


def _begin_another() -> None:
    session().state(QuizSettings).begin(seed=_fresh_seed())


def _take_seed() -> None:
    seed = widget(SEED)
    if seed is not None:
        session().state(QuizSettings).begin(seed=seed)


def _take_answer(number: int, key: str) -> None:
    session().errors.pop(ASKED, None)
    session().state(QuizSettings).answer(number, widget(key) or "")


def _take_name() -> None:
    session().state(QuizSettings).name = widget(NAME)[:MAX_NAME]


def _finish() -> None:
    current, settings = session(), session().state(QuizSettings)
    asked = current.errors.pop(ASKED, None)
    button = sentences.HAND_IN if settings.is_homework else sentences.CHECK
    asks = sentences.before_handing_in(settings.quiz, settings.answers, button)
    if asks in ("", asked):
        settings.hand_in()
    else:
        current.errors[ASKED] = asks
