"""The Learn page: the path of all lessons, or one part of a lesson at a time."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from bpe_core.studies.quiz import Question
from bpe_ui.classroom.voting import teacher_panel
from bpe_ui.frame.address.state import AddressState
from bpe_ui.frame.widgets.display import show
from bpe_ui.frame.widgets.present import exit_button
from bpe_ui.pages.learn import live_views
from bpe_ui.pages.learn.class_lesson import is_part, lesson_among
from bpe_ui.pages.learn.figures import Figures, figures_at
from bpe_ui.pages.learn.lesson import FOR_TRAINERS, Lesson, Part, PartStage, read_lessons
from bpe_ui.pages.learn.part_stage import OPENS_ON, begin_again, go_on, part_visit
from bpe_ui.pages.learn.question import Given, heard, judge, message_json, refusal
from bpe_ui.pages.learn.state import NOT_PREDICTED, PREDICTED, SEEN, Learn
from bpe_ui.pages.tokenize.rules import component as tokenize_stage
from bpe_ui.pages.tokenize.rules.stage import RulesStage
from bpe_ui.pages.tokenize.settings.loaded import ready_file
from bpe_ui.pages.tokenize.settings.ready import READY, installed
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.pages.tokenize.settings.tokenizer_panel import FIRST_READY
from bpe_ui.pages.train import component as train_stage
from bpe_ui.pages.train.state import OnTrain
from bpe_ui.stage.component import QUESTION_CSS, QUESTION_JS
from bpe_ui.stage.html import chips, lessons, prose
from bpe_ui.stage.html.chips import Html
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.lesson_plan.plan import LessonPlan
from bpe_ui.visit.registry.pages import pages
from bpe_ui.visit.session import session, visit_lock, widget
from bpe_ui.visit.visit import Visit

LESSONS = read_lessons()
NO_TIES = Html("<style>:root { --ties: none; }</style>")
"""Hides what a stage shows of ties, as `stage.css` says."""
STAGE, QUESTION = "lesson_stage", "lesson_question"
TITLE = "Byte-pair encoding in an hour"
SUMMARY = (
    "How a computer cuts text into the tokens that language models read. In each part you read, try something"
    " on the screen, and answer a question. No previous knowledge is needed."
)
BESIDE = {"glossary": "Glossary"}
"""The page that belongs to the lessons."""
AFTERWARDS = {"quiz": "Quiz: what do you know now?", "train": "Train on a text of your own"}
"""Where to go after the lessons; and to GPT-4o's tokenizer."""
WITH_A_CLASS = "With a class: Start a class, under Teach, lets you put a lesson or a quiz on its phones."

_question = st.components.v2.component("bpe_stepper.question", css=QUESTION_CSS, js=QUESTION_JS)


def begin_part() -> None:
    """Begin the stage of the part on screen, and take a prediction made there as its answer."""
    current, lesson = session(), LESSONS.get(session().state(Learn).lesson)
    if lesson is None:
        return
    part = lesson.part(current.state(Learn).part)
    current.state(Learn).part = part.number
    visit = part_visit(current, part.stage)
    if part.stage.predict and visit.predictions.asked:
        right, asked = visit.predictions.right, visit.predictions.asked
        current.state(Learn).answer(PREDICTED if right else NOT_PREDICTED, is_right=right == asked)


def draw_learn() -> None:
    """The path, or the part on screen."""
    lesson = LESSONS.get(session().state(Learn).lesson)
    if lesson is None:
        _path()
    else:
        _part(lesson, lesson.part(session().state(Learn).part))


# ---- the path


def _path() -> None:
    with st.container(key="learn_head", horizontal=True, vertical_alignment="center"):
        show(lessons.heading(TITLE, SUMMARY, terms=["lesson"]))
        for name, label in () if session().present else BESIDE.items():
            st.page_link(pages()[name].path, label=label, width="content")
        exit_button()
    with st.container(key="learn_path"):
        for number, lesson in enumerate(LESSONS.values(), 1):
            with st.container(key=f"learn_card_{number}"):
                parts = _progress(lesson)
                st.button(
                    lesson.title,
                    key=f"learn_open_{lesson.name}",
                    on_click=_go,
                    args=(lesson.name, lesson.parts[_first_left(parts)].number),
                )
                show(lessons.card(number, lesson.summary, lesson.minutes, parts, is_aside=lesson.is_aside))
    if session().present:
        return
    with st.container(key="learn_afterwards", horizontal=True, vertical_alignment="center"):
        show(chips.panel_title("And then"), width="content")
        for name, label in AFTERWARDS.items():
            st.page_link(pages()[name].path, label=label, width="content")
        if FIRST_READY in installed():
            label = say_plainly("See your text in {title}'s tokens", title=READY[FIRST_READY].title)
            st.button(label, key="learn_ready", on_click=_see_ready)
        show(chips.note(WITH_A_CLASS), width="content")


def _see_ready() -> None:
    session().state(Tokenize).take_file(ready_file(FIRST_READY))
    session().state(AddressState).wanted_page = "tokenize"


def _progress(lesson: Lesson) -> list[lessons.Dot]:
    """The person's progress with each part of a lesson."""
    return [
        lessons.Dot(_state(f"{lesson.name}/{part.number}", part), part.for_trainers or lesson.is_aside)
        for part in lesson.parts
    ]


def _state(key: str, part: Part) -> lessons.State:
    learn, question = session().state(Learn), part.question
    answer = learn.answers.get(key, "")
    if not answer:
        return "open"
    if answer == SEEN:
        return "skipped" if part.asks else "right"
    judged = judge(question, figures_at(part.stage), answer) if question else None
    if answer == NOT_PREDICTED or (judged is not None and not judged.is_right):
        return "wrong"
    return "late" if key in learn.missed else "right"


def _first_left(parts: Sequence[lessons.Dot]) -> int:
    """The next part to do: the first one that is open, otherwise one that was skipped or is wrong."""
    states = [part.state if not part.is_aside else "right" for part in parts]
    return next((states.index(state) for state in ("open", "skipped", "wrong") if state in states), 0)


def _go(lesson: str, part: int) -> None:
    session().errors.pop(QUESTION, None)
    session().state(Learn).go(lesson, part)


# ---- a part


def _part(lesson: Lesson, part: Part) -> None:
    current = session()
    visit = part_visit(current, part.stage)
    visit.state(OnTrain).stage.shows_ties = lesson.shows_ties
    if not lesson.shows_ties:
        show(NO_TIES)
    _bar(lesson, part)
    large = "learn_beside" if part.stage.view in live_views.OF_A_TEXT else "learn_large"
    with st.container(key=large if current.present else "learn_part"):
        if not current.present:
            with st.container(key="learn_prose"):
                aside = FOR_TRAINERS if part.for_trainers else ""
                show(lessons.part(part.title, prose.html(part.prose, figures_at(part.stage).value), aside))
        with st.container(key="learn_question"):  # empty without a question, or the rest would jump
            if part.question is not None:
                _ask(part.question, figures_at(part.stage))
        with st.container(key="learn_stage"):
            STAGES[part.stage.view](visit, part.stage)
        if not current.present:
            _ways(lesson, part)


def _bar(lesson: Lesson, part: Part) -> None:
    current = session()
    number = [*LESSONS].index(lesson.name) + 1
    with st.container(key="learn_bar", horizontal=True, vertical_alignment="center"):
        st.button("All lessons", key="learn_path_button", on_click=_go, args=("", 0))
        with st.container(key="learn_here"):
            show(chips.stop(f"Lesson {number}", part.title if current.present else lesson.title))
        show(lessons.dots(_progress(lesson), lesson.parts.index(part)), width="content")
        if not current.present:
            teacher_panel.send_button(
                partial(lesson_among, lesson=lesson, part=part), partial(is_part, lesson=lesson, part=part)
            )
            st.button("Reset", key="learn_again", on_click=begin_again, args=(part.stage,))
            if part.stage.view in OPENS_ON:
                page = pages()[OPENS_ON[part.stage.view]].title
                st.button(f"Open on {page}", key="learn_out", on_click=go_on, args=(part.stage,))
            return
        with st.container(width="content"):  # empty if the stage has its own way back
            if part.stage.view in live_views.VIEWS:
                exit_button()
        _ways(lesson, part)


def _ways(lesson: Lesson, part: Part) -> None:
    """The buttons Back and Next, which keep their places from part to part."""
    has_plan = bool(session().state(LessonPlan).stops)
    is_open = bool(session().state(Learn).answered) or not part.asks or part.for_trainers
    is_last = part == lesson.parts[-1]
    following = "Next" if not is_last else "Next lesson" if _following(lesson) else "Finish"
    with st.container(key="learn_ways", horizontal=True, width="content"):
        st.button(
            "Back",
            key="learn_back",
            shortcut=None if has_plan else "PageUp",
            disabled=part == lesson.parts[0],
            on_click=_move,
            args=(lesson, part, -1),
        )
        st.button(
            following if is_open else "Skip",
            key="learn_next",
            type="primary" if is_open else "secondary",
            shortcut=None if has_plan else "PageDown",
            on_click=leave,
            args=(lesson, part),
        )


def leave(lesson: Lesson, part: Part) -> None:
    """Go on to the next part, the next lesson or the path, which says where to go from there."""
    learn, following = session().state(Learn), _following(lesson)
    if (learn.lesson, learn.part) != (lesson.name, part.number):  # a second click, while the next is drawn
        return
    if not learn.answered:
        learn.answer(SEEN)
    if part != lesson.parts[-1]:
        _move(lesson, part, 1)
    elif following is not None:
        _go(following.name, following.parts[0].number)
    else:
        _go("", 0)


def _move(lesson: Lesson, part: Part, by: int) -> None:
    _go(lesson.name, lesson.parts[lesson.parts.index(part) + by].number)


def _following(lesson: Lesson) -> Lesson | None:
    """The next lesson; None after the last one."""
    after = [*LESSONS.values(), None]
    return after[after.index(lesson) + 1]


def _ask(question: Question, figures: Figures) -> None:
    current, learn = session(), session().state(Learn)
    data = message_json(
        question,
        figures,
        Given(learn.answered, learn.tries()),
        learn.key(),
        is_large=current.present,
        refused=current.errors.get(QUESTION, ""),
    )
    _question(key=QUESTION, data=data, on_answer_change=partial(_hear, question, figures))


def _hear(question: Question, figures: Figures) -> None:
    current = session()
    answer = heard((widget(QUESTION) or {}).get("answer"), current.state(Learn).key())
    current.errors.pop(QUESTION, None)
    if answer and (refused := refusal(question, figures, answer)):
        current.errors[QUESTION] = refused
    elif answer:
        judged = judge(question, figures, answer)
        current.state(Learn).answer(answer, is_right=judged is None or judged.is_right)


# ---- stages


def _train(visit: Visit, stage: PartStage) -> None:
    train_stage.draw_train(visit, STAGE)


def _tokenize(visit: Visit, stage: PartStage) -> None:
    visit.state(RulesStage).decodes, visit.state(RulesStage).checks = stage.decodes, False
    visit.state(RulesStage).begin()
    _draw_tokens(visit)


@st.fragment
def _draw_tokens(visit: Visit) -> None:
    with visit_lock():
        request = visit.state(Tokenize).request(visit.training)
        tokenize_stage.draw_of(visit, request, f"{STAGE}_of_text")


STAGES: dict[str, Callable[[Visit, PartStage], None]] = {
    "train": _train,
    "tokenize": _tokenize,
    **live_views.VIEWS,
}
"""What draws a stage, by its view."""
