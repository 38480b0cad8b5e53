"""Teach, the panel in the header: a class, the quiz, and to make, open and save a lesson plan; and the bar to
go through the plan's stops, on every page and in present mode.
"""

from dataclasses import replace
from typing import Any

import streamlit as st

from bpe_core import BPEError
from bpe_ui.classroom.voting import teacher_panel
from bpe_ui.frame.address import address, navigation
from bpe_ui.frame.address.page_address import address_with
from bpe_ui.frame.address.state import AddressState
from bpe_ui.frame.widgets.choosing import choose_from_list
from bpe_ui.frame.widgets.display import download, opened_panel, show, show_error, show_note
from bpe_ui.frame.widgets.hearing import heard_by
from bpe_ui.frame.widgets.uploading import upload_box
from bpe_ui.pages.compare.settings.titles import shown_title
from bpe_ui.stage.html import chips, lessons
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.lesson_plan.clock import PlanClock
from bpe_ui.visit.lesson_plan.plan import (
    MAX_MINUTES,
    MAX_NOTE,
    MAX_TITLE,
    LessonPlan,
    PlanError,
    PlanStop,
    stop_title,
)
from bpe_ui.visit.lesson_plan.plan_format import FILE_SUFFIX, PARAMETER, plan_bytes, read_plan
from bpe_ui.visit.lesson_plan.ready_plans import READY_PLANS, ready_plan
from bpe_ui.visit.links.packing import MAX_LINK, as_text, from_text, reason
from bpe_ui.visit.links.screen import IN_PLAN, Screen
from bpe_ui.visit.registry.pages import pages
from bpe_ui.visit.registry.schema import MAX_BYTES, LinkError
from bpe_ui.visit.session import session, set_widget, tab, widget

KEY = "teach_popover"
"""The key of the panel; its widget value says whether it is open."""
PLACE = "plan"
"""The session's key for what was wrong with a lesson plan."""
TEACHING = {"quiz": "Quiz and homework", "results": "Class results"}
"""Pages for teachers, which have no link in the header: what each is called here."""
WHAT_IT_IS = (
    "Put the views of your lesson in an order, each with a title and a note for you. Set up what you want"
    " to show, on any page, and add it; then go on to the next view and add that."
)
ABOUT_READY = (
    "Each has notes on what to say, ask and do, and a time for each view. Change it as you like, and keep"
    " it as a link or a file."
)
HOW_TO_GO = (
    "Page Down and Page Up, or a presentation remote, move between the views. Notes opens your note and the"
    " time left in a window for your own screen; in Present the wall then shows nothing of the plan."
)
TOO_LONG = (
    "The link would have more than {most:,} characters, so save the plan as a file: the address does"
    " not hold it, and reloading the page loses it."
)


def popover(page: str) -> None:
    """The button, and the panel behind it."""
    panel = opened_panel("Teach", KEY)
    if panel is None:
        return
    with panel, st.container(key="plan_panel"):
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.button("Start a class", key="class_start", type="primary", on_click=_start_class)
            for name, title in TEACHING.items():
                st.page_link(pages()[name].path, label=title, width="content")
        show(chips.panel_title("Lesson plan", terms=["lesson plan"]))
        if session().state(LessonPlan).stops:
            _edit(session().state(LessonPlan), page)
        else:
            show(chips.note(WHAT_IT_IS))
            st.button("Add this view", key="plan_add", type="primary", on_click=_add, args=(page,))
            _open_ready()
            _open()
        show_error(PLACE)


def _start_class() -> None:
    set_widget(KEY, False)
    teacher_panel.start()


def bar(page: str) -> None:
    """If there is a plan: the current stop, and buttons for the notes and the other stops.

    On another page than the stop's, such as Class results after a quiz, the way back leads to the stop.
    """
    plan = session().state(LessonPlan)
    if not widget(KEY):
        show_error(PLACE)
    if not plan.stops:
        return
    here, count = plan.here, len(plan.stops)
    clock = session().state(PlanClock)
    # With the notes in the teacher's own window the wall shows nothing of the plan; the keys work on.
    key = "plan_away" if session().present and clock.notes_are_open else "plan_bar"
    with st.container(key=key, horizontal=True, vertical_alignment="center"):
        with st.container(key="plan_here"):
            show(chips.stop(f"{here + 1} of {count}", plan.stop.title))
        is_away = plan.stop.view.page != page
        # script.html opens their window. A tooltip would lie over the header.
        st.button("Notes", key="plan_notes", on_click=clock.see_notes)
        _go_button(
            "Back to this view" if is_away else "Previous view",
            "PageUp",
            here if is_away else here - 1,
            is_off=here == 0 and not is_away,
        )
        _go_button("Next view", "PageDown", here + 1, is_off=here + 1 == count)


def _go_button(label: str, key: str, index: int, *, is_off: bool) -> None:
    st.button(label, key=f"plan_{key}", shortcut=key, disabled=is_off, on_click=_go, args=(index,))


def _go(index: int) -> None:
    current = session()
    plan = current.state(LessonPlan)
    if not 0 <= index < len(plan.stops):  # the lesson plan was changed or closed a moment before
        return
    plan.here = index
    current.state(PlanClock).arrive()
    try:
        navigation.go_to(replace(plan.stop.view, present=current.present), navigation.PLAN)
    except (LinkError, BPEError) as error:
        cannot = "This view of the lesson plan {cannot_be_shown}"
        current.errors[PLACE] = say_plainly(cannot, cannot_be_shown=reason(error))


# ---- making a lesson plan


def _edit(plan: LessonPlan, page: str) -> None:
    with st.container(key="plan_edit"):
        left, right = st.columns([3, 2], gap="medium")
        with left:
            _edit_view(plan, page)
        with right:
            set_widget("plan_name", plan.title)
            st.text_input(
                "Title of the lesson plan", max_chars=MAX_TITLE, **heard_by(_take_title, key="plan_name")
            )
            _save(plan)
            show(chips.note(HOW_TO_GO))
        planned = "All views with their notes, {n} {n:minute|minutes}"
        with st.expander(
            say_plainly(planned if plan.minutes else "All views with their notes", n=plan.minutes)
        ):
            for number, stop in enumerate(plan.stops, 1):
                show(chips.panel_title(f"{number}. {stop.title}", _minutes(stop.minutes)))
                show(lessons.plan_note(stop.note))


def _edit_view(plan: LessonPlan, page: str) -> None:
    """Choose a view, and change what is written about it, its place and itself."""
    here, count = plan.here, len(plan.stops)
    titles = [
        f"{shown_title(stop.title)} ({_minutes(stop.minutes)})" if stop.minutes else shown_title(stop.title)
        for stop in plan.stops
    ]
    set_widget("plan_stop", here)
    choose_from_list(
        "View",
        {index: f"{index + 1} of {count}: {title}" for index, title in enumerate(titles)},
        **heard_by(lambda: _go(widget("plan_stop")), key="plan_stop"),
    )
    with st.container(horizontal=True, gap="small"):
        st.text_input("Title of this view", max_chars=MAX_TITLE, **_text_of(plan.stop, "title"))
        st.number_input("Minutes", 0, MAX_MINUTES, step=1, width=130, **_text_of(plan.stop, "minutes"))
    st.text_area("Note for the teacher", max_chars=MAX_NOTE, height=240, **_text_of(plan.stop, "note"))
    with st.container(horizontal=True, gap="small"):
        _shift_button(plan, "Earlier", -1, is_off=here == 0)
        _shift_button(plan, "Later", 1, is_off=here + 1 == count)
        st.button("Remove", key="plan_remove", on_click=plan.remove)
        st.button("Replace", key="plan_set", on_click=_set_view, args=(page,))
        st.button("Add this view", key="plan_add", on_click=_add, args=(page,))


def _minutes(minutes: int) -> str:
    return say_plainly("{n} {n:minute|minutes}", n=minutes) if minutes else ""


def _shift_button(plan: LessonPlan, label: str, by: int, *, is_off: bool) -> None:
    st.button(label, key=f"plan_shift_{by}", disabled=is_off, on_click=plan.shift, args=(by,))


def _text_of(stop: PlanStop, field: str) -> dict[str, Any]:
    """Key and callback of a widget of this stop alone: a browser may tell its value later."""
    key = f"plan_{field}_{id(stop.view)}"
    set_widget(key, getattr(stop, field))
    return heard_by(_take_text, stop.view, field, key, key=key)


def _take_text(view: Screen, field: str, key: str) -> None:
    value = widget(key)
    session().state(LessonPlan).change(view, **{field: 0 if value is None else value})


def _take_title() -> None:
    session().state(LessonPlan).title = widget("plan_name")


def _view(page: str) -> Screen:
    return session().screen(page).without(IN_PLAN)


def _add(page: str) -> None:
    current, view = session(), _view(page)
    try:
        current.state(LessonPlan).add(PlanStop(stop_title(view), view))
    except PlanError as error:
        current.errors[PLACE] = str(error)


def _set_view(page: str) -> None:
    plan = session().state(LessonPlan)
    if plan.stops:
        plan.change(plan.stop.view, view=_view(page))


# ---- keeping a lesson plan


def _save(plan: LessonPlan) -> None:
    try:
        data = plan_bytes(replace(plan, here=0))
    except LinkError as error:
        too_large = "This lesson plan does not fit in a file: it {is_too_large}"
        show(chips.message(say_plainly(too_large, is_too_large=str(error)), "error"))
        return
    link = address_with(PARAMETER, as_text(data))
    if len(link) <= MAX_LINK:
        show(chips.panel_title("A link to this lesson plan", terms=["lesson plan"]))
        st.code(link, language=None)  # one line: it is copied, not read
    else:
        show_note(TOO_LONG, most=MAX_LINK)
    with st.container(horizontal=True, gap="small"):
        download("Save as a file", data, f"lesson-plan{FILE_SUFFIX}", key="plan_save")
        st.button("Close this lesson plan", key="plan_close", on_click=_close)


def _close() -> None:
    session().put(LessonPlan())


def _open_ready() -> None:
    show(chips.panel_title("Or begin with one that is ready"))
    with st.container(horizontal=True, gap="small"):
        for minutes in READY_PLANS:
            st.button(
                f"{minutes} minutes", key=f"plan_ready_{minutes}", on_click=_begin_ready, args=(minutes,)
            )
    show(chips.note(ABOUT_READY))


def _open() -> None:
    show(chips.panel_title("Or open a lesson plan"))
    label = say_plainly("A lesson plan saved as a file ({suffix})", suffix=FILE_SUFFIX)
    upload_box(label, PLACE, _take_file, is_for_one=True, max_upload_size=MAX_BYTES >> 20)


def _take_file(files: dict[str, bytes]) -> None:
    try:
        for data in files.values():
            _begin(read_plan(data))
    except LinkError as error:
        session().errors[PLACE] = f"The file {error}"


def _begin_ready(minutes: int) -> None:
    _begin(ready_plan(minutes))


def _begin(plan: LessonPlan) -> None:
    """Go to the first stop of a lesson plan, whose clock stands."""
    session().put(plan)
    session().put(PlanClock())
    set_widget(KEY, False)
    _go(0)


def open_link() -> None:
    """Open the lesson plan in the address when a visit begins; go to its stop if the address has no"
    " view."""
    current, text = session(), st.query_params.get(PARAMETER)
    if current.state(AddressState).read_in == tab() or text is None:
        return
    try:
        current.put(read_plan(from_text(text)))
    except LinkError as error:
        cannot = "The link to a lesson plan {cannot_be_read}"
        current.errors[PLACE] = say_plainly(cannot, cannot_be_read=str(error))
        return
    if address.PARAMETERS.isdisjoint(st.query_params):
        _go(current.state(LessonPlan).here)
