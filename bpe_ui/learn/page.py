"""The Learn page: the path of all lessons, or one part of a lesson at a time.

In: the visit. Out: the prose of the part, its live stage, its question, and the way on, which is open once
the question is answered.
"""

from collections.abc import Callable
from functools import cache, partial

import streamlit as st

from bpe_ui.component import QUESTION_CSS, QUESTION_JS
from bpe_ui.html import chips, lessons, prose
from bpe_ui.html.display import show
from bpe_ui.learn import live_views
from bpe_ui.learn.figures import Figures
from bpe_ui.learn.lesson import Lesson, Part, Question, Stage, read_lessons
from bpe_ui.learn.part_stage import OPENS_ON, begin_again, go_on, part_visit
from bpe_ui.learn.question import heard, message_json, refusal
from bpe_ui.learn.state import SEEN
from bpe_ui.session import session, the_only_run, widget
from bpe_ui.share import share_panel
from bpe_ui.shell.pages import PAGES
from bpe_ui.tokenize.rules import component as tokenize_stage
from bpe_ui.train import component as train_stage
from bpe_ui.training.training import start_training
from bpe_ui.visit import Visit

LESSONS = read_lessons()
STAGE, QUESTION = "lesson_stage", "lesson_question"
TITLE = "Byte-pair encoding in half an hour"
SUMMARY = (
    "How a computer cuts text into the pieces that language models read. Each lesson has something to try and"
    " something to predict. No previous knowledge is needed."
)
BESIDE = {"quiz": "Quiz: what do you know now?", "glossary": "Glossary"}
"""The pages that go with the lessons."""

_question = st.components.v2.component("bpe_stepper.question", css=QUESTION_CSS, js=QUESTION_JS)


def begin_part() -> None:
    """Begin the stage of the part on screen, and take what was predicted there for its answer."""
    current, lesson = session(), LESSONS.get(session().learn.lesson)
    if lesson is None:
        return
    current.learn.part = min(current.learn.part, len(lesson.parts) - 1)
    stage = lesson.parts[current.learn.part].stage
    visit = part_visit(current, stage)
    if stage.predict and visit.predictions.asked:
        current.learn.answer("predicted")


def draw() -> None:
    """The path, or the part on screen."""
    lesson = LESSONS.get(session().learn.lesson)
    if lesson is None:
        _path()
    else:
        _part(lesson, lesson.parts[session().learn.part])


# ---- the path


def _path() -> None:
    with st.container(key="learn_head", horizontal=True, vertical_alignment="center"):
        show(lessons.heading(TITLE, SUMMARY, terms=["lesson"]))
        for name, label in () if session().present else BESIDE.items():
            st.page_link(PAGES[name].path, label=label, width="content")
        share_panel.exit_button()
    with st.container(key="learn_path"):
        for number, lesson in enumerate(LESSONS.values(), 1):
            with st.container(key=f"learn_card_{number}"):
                done = _done(lesson)
                st.button(
                    lesson.title,
                    key=f"learn_open_{lesson.name}",
                    on_click=_go,
                    args=(lesson.name, done.index(False) if False in done else 0),
                )
                show(lessons.card(number, lesson.summary, lesson.minutes, done))


def _done(lesson: Lesson) -> list[bool]:
    """Which parts of a lesson a person has answered, or gone on from."""
    return [f"{lesson.name}/{part}" in session().learn.answers for part in range(len(lesson.parts))]


def _go(lesson: str, part: int = 0) -> None:
    session().errors.pop(QUESTION, None)
    session().learn.go(lesson, part)


# ---- a part


def _part(lesson: Lesson, part: Part) -> None:
    current = session()
    visit = part_visit(current, part.stage)
    _bar(lesson, part)
    large = "learn_beside" if part.stage.view in live_views.OF_A_TEXT else "learn_large"
    with st.container(key=large if current.present else "learn_part"):
        if not current.present:
            with st.container(key="learn_prose"):
                show(lessons.part(part.title, prose.html(part.prose, _figures(part.stage).value)))
        with st.container(key="learn_stage"):
            STAGES[part.stage.view](visit, part.stage)
        with st.container(key="learn_question" if part.question else "learn_no_question"):
            if part.question is not None:
                _ask(part, part.question)
            if not current.present:
                _ways(lesson, part)


def _bar(lesson: Lesson, part: Part) -> None:
    current = session()
    number = [*LESSONS].index(lesson.name) + 1
    with st.container(key="learn_bar", horizontal=True, vertical_alignment="center"):
        st.button("All lessons", key="learn_path_button", on_click=_go, args=("",))
        with st.container(key="learn_here"):
            show(chips.stop(f"Lesson {number}", part.title if current.present else lesson.title))
        show(lessons.dots(_done(lesson), current.learn.part), width="content")
        if not current.present:
            st.button("Reset", key="learn_again", on_click=begin_again, args=(part.stage,))
            if part.stage.view in OPENS_ON:
                page = PAGES[OPENS_ON[part.stage.view]].title
                st.button(f"Open on {page}", key="learn_out", on_click=go_on, args=(part.stage,))
            return
        _ways(lesson, part)
        if part.stage.view in live_views.VIEWS:
            share_panel.exit_button()


def _ways(lesson: Lesson, part: Part) -> None:
    learn, has_tour = session().learn, bool(session().tour.stops)
    is_open = bool(learn.answered) or not part.asks
    is_last = learn.part + 1 == len(lesson.parts)
    following = "Next" if not is_last else "Next lesson" if _following(lesson) else "Quiz"
    with st.container(key="learn_ways", horizontal=True, width="content"):
        st.button(
            "Back",
            key="learn_back",
            shortcut=None if has_tour else "PageUp",
            disabled=learn.part == 0,
            on_click=_move,
            args=(-1,),
        )
        st.button(
            following if is_open else "Skip",
            key="learn_next",
            type="primary" if is_open else "secondary",
            shortcut=None if has_tour else "PageDown",
            on_click=_leave,
            args=(lesson, is_last),
        )


def _leave(lesson: Lesson, is_last: bool) -> None:
    learn = session().learn
    if not learn.answered:
        learn.answer(SEEN)
    if not is_last:
        _move(1)
        return
    following = _following(lesson)
    _go(following)
    if not following:
        session().address.wanted_page = "quiz"


def _move(by: int) -> None:
    learn = session().learn
    _go(learn.lesson, learn.part + by)


def _following(lesson: Lesson) -> str:
    """The name of the next lesson; empty after the last one."""
    names = [*LESSONS, ""]
    return names[names.index(lesson.name) + 1]


def _ask(part: Part, question: Question) -> None:
    current, learn = session(), session().learn
    figures = _figures(part.stage)
    data = message_json(
        question,
        figures,
        learn.answered,
        learn.key(),
        is_large=current.present,
        refused=current.errors.get(QUESTION, ""),
    )
    _question(key=QUESTION, data=data, on_answer_change=partial(_hear, question, figures))


def _hear(question: Question, figures: Figures) -> None:
    current = session()
    answer = heard((widget(QUESTION) or {}).get("answer"), current.learn.key())
    current.errors.pop(QUESTION, None)
    if answer and (refused := refusal(question, figures, answer)):
        current.errors[QUESTION] = refused
    elif answer:
        current.learn.answer(answer)


@cache
def _figures(stage: Stage) -> Figures:
    """The live values of a part; its stage stands elsewhere once a person has moved it."""
    return Figures(start_training(stage.source, stage.config), stage.position)


# ---- stages


def _train(visit: Visit, stage: Stage) -> None:
    train_stage.draw(visit, STAGE)


def _tokenize(visit: Visit, stage: Stage) -> None:
    visit.tokenize.stage.begin(visit.tokenize.step)
    _draw_tokens(visit)


@st.fragment
def _draw_tokens(visit: Visit) -> None:
    with the_only_run():
        request = visit.tokenize.request(visit.training)
        tokenize_stage.draw_of(visit, request, f"{STAGE}_of_text")


STAGES: dict[str, Callable[[Visit, Stage], None]] = {
    "train": _train,
    "tokenize": _tokenize,
    **live_views.VIEWS,
}
"""What draws a stage, by its view."""
