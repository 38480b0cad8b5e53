"""The panel in the header in which a teacher makes a lesson, opens one and saves it; and the bar that goes
through its stops, on every page and in present mode.

In: the visit. Out: the visit's lesson changed, or the view of a stop on screen.
"""

from dataclasses import replace

import streamlit as st

from bpe_core import BPEError
from bpe_ui.address import address, opening
from bpe_ui.compare.titles import shown_title
from bpe_ui.html import chips
from bpe_ui.html.display import show, show_error
from bpe_ui.lesson.lesson import MAX_NOTE, MAX_TITLE, Lesson, LessonError, Stop, title_of
from bpe_ui.lesson.lesson_format import FILE_SUFFIX, PARAMETER, lesson_bytes, read_lesson
from bpe_ui.lesson.ready_made import READY_MADE
from bpe_ui.session import session, set_widget, take_upload, widget
from bpe_ui.share.links import MAX_BYTES, MAX_LINK, Link, LinkError
from bpe_ui.share.packing import as_text, from_text, reason
from bpe_ui.share.screen import address_with, on_screen

KEY = "lesson_popover"
"""The key of the panel; its widget value says whether it is open."""
PLACE = "lesson"
"""Under this name the session keeps what was wrong with a lesson."""
LINK_HEIGHT = 90
WHAT_IT_IS = (
    "A lesson is a list of views to go through in class, each with a title and a note for you. Set up what"
    " you want to show, on any page, and add it; then go on to the next view and add that."
)
HOW_TO_GO = "Page Down and Page Up, or a presentation remote, move between stops, in Present too."
TOO_LONG = (
    f"The link would have more than {MAX_LINK:,} characters, so save the lesson as a file: the address does"
    " not hold it, and reloading the page loses it."
)


def popover(page: str) -> None:
    """The button, and the panel behind it."""
    panel = st.popover("Lesson", key=KEY, on_change="rerun", width="content")
    if not panel.open:
        return
    with panel, st.container(key="lesson_panel"):
        if session().lesson.stops:
            _edit(session().lesson, page)
        else:
            show(chips.note(WHAT_IT_IS))
            st.button("Add this view", key="lesson_add", type="primary", on_click=_add, args=(page,))
            _open()
        show_error(PLACE)


def bar() -> None:
    """Where there is a lesson: which stop it is, the way to the others, and the note when it is asked for."""
    lesson = session().lesson
    if not widget(KEY):
        show_error(PLACE)
    if not lesson.stops:
        return
    here, count = lesson.here, len(lesson.stops)
    with st.container(key="lesson_bar", horizontal=True, vertical_alignment="center"):
        with st.container(key="lesson_here"):
            show(chips.stop(f"{here + 1} of {count}", lesson.stop.title))
        if lesson.stop.note:
            with st.popover("Note", width="content"):
                show(chips.lines(lesson.stop.note))
        _go_button("Previous stop", "PageUp", here - 1, is_off=here == 0)
        _go_button("Next stop", "PageDown", here + 1, is_off=here + 1 == count)


def _go_button(label: str, key: str, index: int, *, is_off: bool) -> None:
    st.button(label, key=f"lesson_{key}", shortcut=key, disabled=is_off, on_click=_go, args=(index,))


def _go(index: int) -> None:
    current = session()
    if not 0 <= index < len(current.lesson.stops):  # the lesson was changed or closed a moment before
        return
    current.lesson.here = index
    try:
        opening.go_to(replace(current.lesson.stop.view, present=current.present), "a lesson")
    except (LinkError, BPEError) as error:
        current.errors[PLACE] = f"The view of this stop {reason(error)}"


# ---- making a lesson


def _edit(lesson: Lesson, page: str) -> None:
    here, count = lesson.here, len(lesson.stops)
    left, right = st.columns(2)
    with left:
        set_widget("lesson_name", lesson.title)
        st.text_input("Title of the lesson", key="lesson_name", max_chars=MAX_TITLE, on_change=_take_texts)
    with right:
        set_widget("lesson_stop", here)
        st.selectbox(
            "Stop",
            range(count),
            format_func=lambda index: f"{index + 1} of {count}: {shown_title(lesson.stops[index].title)}",
            key="lesson_stop",
            on_change=lambda: _go(widget("lesson_stop")),
        )
    set_widget("lesson_title", lesson.stop.title)
    st.text_input("Title of this stop", key="lesson_title", max_chars=MAX_TITLE, on_change=_take_texts)
    set_widget("lesson_note", lesson.stop.note)
    st.text_area(
        "Note for the teacher", key="lesson_note", max_chars=MAX_NOTE, height=90, on_change=_take_texts
    )
    with st.container(horizontal=True, gap="small"):
        st.button("Add this view", key="lesson_add", type="primary", on_click=_add, args=(page,))
        st.button("Replace with this view", key="lesson_set", on_click=_set_view, args=(page,))
        _shift_button(lesson, "Move earlier", -1, is_off=here == 0)
        _shift_button(lesson, "Move later", 1, is_off=here + 1 == count)
        st.button("Remove stop", key="lesson_remove", on_click=lesson.remove)
    show(chips.note(HOW_TO_GO))
    _save(lesson)


def _shift_button(lesson: Lesson, label: str, by: int, *, is_off: bool) -> None:
    st.button(label, key=f"lesson_shift_{by}", disabled=is_off, on_click=lesson.shift, args=(by,))


def _take_texts() -> None:
    lesson = session().lesson
    lesson.title = widget("lesson_name")
    lesson.change(title=widget("lesson_title"), note=widget("lesson_note"))


def _view(page: str) -> Link:
    return replace(on_screen(page), present=False)


def _add(page: str) -> None:
    current, view = session(), _view(page)
    try:
        current.lesson.add(Stop(title_of(view), view))
    except LessonError as error:
        current.errors[PLACE] = str(error)


def _set_view(page: str) -> None:
    session().lesson.change(view=_view(page))


# ---- keeping a lesson


def _save(lesson: Lesson) -> None:
    try:
        data = lesson_bytes(replace(lesson, here=0))
    except LinkError as error:
        show(chips.message(f"This lesson does not fit in a file: it {error}", "error"))
        return
    link = address_with(PARAMETER, as_text(data))
    if len(link) <= MAX_LINK:
        show(chips.panel_title("A link to this lesson", f"{len(link):,} characters"))
        st.code(link, language=None, wrap_lines=True, height=LINK_HEIGHT)
    else:
        show(chips.note(TOO_LONG))
    with st.container(horizontal=True, gap="small"):
        st.download_button(
            "Save as a file",
            data,
            f"lesson{FILE_SUFFIX}",
            "application/octet-stream",
            key="lesson_save",
            icon=":material/download:",
            on_click="ignore",
        )
        st.button("Close this lesson", key="lesson_close", on_click=_close)


def _close() -> None:
    session().lesson = Lesson()


def _open() -> None:
    show(chips.panel_title("Or open a lesson"))
    with st.container(horizontal=True, gap="small"):
        for number, lesson in enumerate(READY_MADE):
            st.button(lesson.title, key=f"lesson_ready_{number}", on_click=_begin, args=(lesson,))
    st.file_uploader(
        f"A lesson saved as a file ({FILE_SUFFIX})",
        key="lesson_file",
        max_upload_size=MAX_BYTES >> 20,
        on_change=_take_file,
    )


def _take_file() -> None:
    uploaded, errors = take_upload("lesson_file"), session().errors
    errors.pop(PLACE, None)
    if uploaded is None:
        return
    try:
        _begin(read_lesson(uploaded.getvalue()))
    except LinkError as error:
        errors[PLACE] = f"The file {error}"


def _begin(lesson: Lesson) -> None:
    """Go to the first stop of a lesson."""
    session().lesson = Lesson(lesson.title, [*lesson.stops])
    set_widget(KEY, False)
    _go(0)


def open_link() -> None:
    """When a visit begins, take the lesson in the address; go to its stop where that says no view."""
    current, said = session(), st.query_params.to_dict()
    if current.address.is_read or PARAMETER not in said:
        return
    try:
        current.lesson = read_lesson(from_text(said[PARAMETER]))
    except LinkError as error:
        current.errors[PLACE] = f"The link to a lesson {error}"
        return
    if address.PARAMETERS.isdisjoint(said):
        _go(current.lesson.here)
