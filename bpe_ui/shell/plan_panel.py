"""The panel in the header to make, open and save a lesson plan; and the bar to go through its stops, on every
page and in present mode.
"""

from dataclasses import replace

import streamlit as st

from bpe_core import BPEError
from bpe_ui.address import address, navigation
from bpe_ui.address.screen import address_with, on_screen
from bpe_ui.compare.settings.titles import shown_title
from bpe_ui.html import chips
from bpe_ui.lesson_plan.first_lesson import TITLE, first_lesson
from bpe_ui.lesson_plan.plan import MAX_NOTE, MAX_TITLE, LessonPlan, PlanError, PlanStop, title_of
from bpe_ui.lesson_plan.plan_format import FILE_SUFFIX, FORMER_PARAMETERS, PARAMETER, plan_bytes, read_plan
from bpe_ui.links.link import MAX_LINK, Link
from bpe_ui.links.packing import as_text, from_text, reason
from bpe_ui.registry.schema import MAX_BYTES, LinkError
from bpe_ui.visit.session import session, set_widget, take_upload, widget
from bpe_ui.widgets.choosing import choose_from_list
from bpe_ui.widgets.display import show, show_error

KEY = "plan_popover"
"""The key of the panel; its widget value says whether it is open."""
PLACE = "plan"
"""The session's key for what was wrong with a lesson plan."""
LINK_HEIGHT = 90
WHAT_IT_IS = (
    "Put the views of your lesson in an order, each with a title and a note for you. Set up what you want to"
    " show, on any page, and add it; then go on to the next view and add that."
)
HOW_TO_GO = "Page Down and Page Up, or a presentation remote, move between the views, in Present too."
TOO_LONG = (
    f"The link would have more than {MAX_LINK:,} characters, so save the plan as a file: the address does not"
    " hold it, and reloading the page loses it."
)


def popover(page: str) -> None:
    """The button, and the panel behind it."""
    panel = st.popover("Lesson plan", key=KEY, on_change="rerun", width="content")
    if not panel.open:
        return
    with panel, st.container(key="plan_panel"):
        if session().of(LessonPlan).stops:
            _edit(session().of(LessonPlan), page)
        else:
            show(chips.note(WHAT_IT_IS))
            with st.container(horizontal=True, gap="small"):
                st.button("Add this view", key="plan_add", type="primary", on_click=_add, args=(page,))
                st.button(f"Open “{TITLE}”", key="plan_ready", on_click=_begin_ready)
            _open()
        show_error(PLACE)


def bar() -> None:
    """If there is a plan: the current stop, buttons to the others, and the note on demand."""
    plan = session().of(LessonPlan)
    if not widget(KEY):
        show_error(PLACE)
    if not plan.stops:
        return
    here, count = plan.here, len(plan.stops)
    with st.container(key="plan_bar", horizontal=True, vertical_alignment="center"):
        with st.container(key="plan_here"):
            show(chips.stop(f"{here + 1} of {count}", plan.stop.title))
        if plan.stop.note:
            with st.popover("Note", width="content"):
                show(chips.lines(plan.stop.note))
        _go_button("Previous view", "PageUp", here - 1, is_off=here == 0)
        _go_button("Next view", "PageDown", here + 1, is_off=here + 1 == count)


def _go_button(label: str, key: str, index: int, *, is_off: bool) -> None:
    st.button(label, key=f"plan_{key}", shortcut=key, disabled=is_off, on_click=_go, args=(index,))


def _go(index: int) -> None:
    current = session()
    plan = current.of(LessonPlan)
    if not 0 <= index < len(plan.stops):  # the lesson plan was changed or closed a moment before
        return
    plan.here = index
    try:
        navigation.go_to(replace(plan.stop.view, present=current.present), "a lesson plan")
    except (LinkError, BPEError) as error:
        current.errors[PLACE] = f"This view of the lesson plan {reason(error)}"


# ---- making a lesson plan


def _edit(plan: LessonPlan, page: str) -> None:
    here, count = plan.here, len(plan.stops)
    left, right = st.columns(2)
    with left:
        set_widget("plan_name", plan.title)
        st.text_input("Title of the lesson plan", key="plan_name", max_chars=MAX_TITLE, on_change=_take_texts)
    with right:
        set_widget("plan_stop", here)
        choose_from_list(
            "View",
            {
                index: f"{index + 1} of {count}: {shown_title(stop.title)}"
                for index, stop in enumerate(plan.stops)
            },
            key="plan_stop",
            on_change=lambda: _go(widget("plan_stop")),
        )
    set_widget("plan_title", plan.stop.title)
    st.text_input("Title of this view", key="plan_title", max_chars=MAX_TITLE, on_change=_take_texts)
    set_widget("plan_note", plan.stop.note)
    st.text_area(
        "Note for the teacher", key="plan_note", max_chars=MAX_NOTE, height=90, on_change=_take_texts
    )
    with st.container(horizontal=True, gap="small"):
        st.button("Add this view", key="plan_add", type="primary", on_click=_add, args=(page,))
        st.button("Replace with this view", key="plan_set", on_click=_set_view, args=(page,))
        _shift_button(plan, "Move earlier", -1, is_off=here == 0)
        _shift_button(plan, "Move later", 1, is_off=here + 1 == count)
        st.button("Remove view", key="plan_remove", on_click=plan.remove)
    show(chips.note(HOW_TO_GO))
    _save(plan)


def _shift_button(plan: LessonPlan, label: str, by: int, *, is_off: bool) -> None:
    st.button(label, key=f"plan_shift_{by}", disabled=is_off, on_click=plan.shift, args=(by,))


def _take_texts() -> None:
    plan = session().of(LessonPlan)
    plan.title = widget("plan_name")
    plan.change(title=widget("plan_title"), note=widget("plan_note"))


def _view(page: str) -> Link:
    return replace(on_screen(page), present=False)


def _add(page: str) -> None:
    current, view = session(), _view(page)
    try:
        current.of(LessonPlan).add(PlanStop(title_of(view), view))
    except PlanError as error:
        current.errors[PLACE] = str(error)


def _set_view(page: str) -> None:
    session().of(LessonPlan).change(view=_view(page))


# ---- keeping a lesson plan


def _save(plan: LessonPlan) -> None:
    try:
        data = plan_bytes(replace(plan, here=0))
    except LinkError as error:
        show(chips.message(f"This lesson plan does not fit in a file: it {error}", "error"))
        return
    link = address_with(PARAMETER, as_text(data))
    if len(link) <= MAX_LINK:
        size = f"{len(link):,} characters"
        show(chips.panel_title("A link to this lesson plan", size, terms=["lesson plan"]))
        st.code(link, language=None, wrap_lines=True, height=LINK_HEIGHT)
    else:
        show(chips.note(TOO_LONG))
    with st.container(horizontal=True, gap="small"):
        st.download_button(
            "Save as a file",
            data,
            f"lesson-plan{FILE_SUFFIX}",
            "application/octet-stream",
            key="plan_save",
            icon=":material/download:",
            on_click="ignore",
        )
        st.button("Close this lesson plan", key="plan_close", on_click=_close)


def _close() -> None:
    session().put(LessonPlan())


def _open() -> None:
    show(chips.panel_title("Or open a lesson plan"))
    st.file_uploader(
        f"A lesson plan saved as a file ({FILE_SUFFIX})",
        key="plan_file",
        max_upload_size=MAX_BYTES >> 20,
        on_change=_take_file,
    )


def _take_file() -> None:
    uploaded, errors = take_upload("plan_file"), session().errors
    errors.pop(PLACE, None)
    if uploaded is None:
        return
    try:
        _begin(read_plan(uploaded.getvalue()))
    except LinkError as error:
        errors[PLACE] = f"The file {error}"


def _begin_ready() -> None:
    _begin(first_lesson())


def _begin(plan: LessonPlan) -> None:
    """Go to the first stop of a lesson plan."""
    session().put(plan)
    set_widget(KEY, False)
    _go(0)


def open_link() -> None:
    """Open the lesson plan in the address when a visit begins; go to its stop if the address has no view."""
    current, query = session(), st.query_params.to_dict()
    text = next((query[name] for name in (PARAMETER, *FORMER_PARAMETERS) if name in query), None)
    if current.address_is_read or text is None:
        return
    try:
        current.put(read_plan(from_text(text)))
    except LinkError as error:
        current.errors[PLACE] = f"The link to a lesson plan {error}"
        return
    if address.PARAMETERS.isdisjoint(query):
        _go(current.of(LessonPlan).here)
