"""The panel in the header in which a teacher makes a tour, opens one and saves it; and the bar that goes
through its stops, on every page and in present mode.

In: the visit. Out: the visit's tour changed, or the view of a stop on screen.
"""

from dataclasses import replace

import streamlit as st

from bpe_core import BPEError
from bpe_ui.address import address, opening
from bpe_ui.choosing import choose_from_list
from bpe_ui.compare.titles import shown_title
from bpe_ui.html import chips
from bpe_ui.html.display import show, show_error
from bpe_ui.registry.schema import MAX_BYTES, LinkError
from bpe_ui.session import session, set_widget, take_upload, widget
from bpe_ui.share.links import MAX_LINK, Link
from bpe_ui.share.packing import as_text, from_text, reason
from bpe_ui.share.screen import address_with, on_screen
from bpe_ui.tour.tour import MAX_NOTE, MAX_TITLE, Stop, Tour, TourError, title_of
from bpe_ui.tour.tour_format import FILE_SUFFIX, FORMER_PARAMETER, PARAMETER, read_tour, tour_bytes

KEY = "tour_popover"
"""The key of the panel; its widget value says whether it is open."""
PLACE = "tour"
"""Under this name the session keeps what was wrong with a tour."""
LINK_HEIGHT = 90
WHAT_IT_IS = (
    "A tour is a list of views to go through in class, each with a title and a note for you. Set up what"
    " you want to show, on any page, and add it; then go on to the next view and add that."
)
HOW_TO_GO = "Page Down and Page Up, or a presentation remote, move between stops, in Present too."
TOO_LONG = (
    f"The link would have more than {MAX_LINK:,} characters, so save the tour as a file: the address does"
    " not hold it, and reloading the page loses it."
)


def popover(page: str) -> None:
    """The button, and the panel behind it."""
    panel = st.popover("Tour", key=KEY, on_change="rerun", width="content")
    if not panel.open:
        return
    with panel, st.container(key="tour_panel"):
        if session().tour.stops:
            _edit(session().tour, page)
        else:
            show(chips.note(WHAT_IT_IS))
            st.button("Add this view", key="tour_add", type="primary", on_click=_add, args=(page,))
            _open()
        show_error(PLACE)


def bar() -> None:
    """Where there is a tour: which stop it is, the way to the others, and the note when it is asked for."""
    tour = session().tour
    if not widget(KEY):
        show_error(PLACE)
    if not tour.stops:
        return
    here, count = tour.here, len(tour.stops)
    with st.container(key="tour_bar", horizontal=True, vertical_alignment="center"):
        with st.container(key="tour_here"):
            show(chips.stop(f"{here + 1} of {count}", tour.stop.title))
        if tour.stop.note:
            with st.popover("Note", width="content"):
                show(chips.lines(tour.stop.note))
        _go_button("Previous stop", "PageUp", here - 1, is_off=here == 0)
        _go_button("Next stop", "PageDown", here + 1, is_off=here + 1 == count)


def _go_button(label: str, key: str, index: int, *, is_off: bool) -> None:
    st.button(label, key=f"tour_{key}", shortcut=key, disabled=is_off, on_click=_go, args=(index,))


def _go(index: int) -> None:
    current = session()
    if not 0 <= index < len(current.tour.stops):  # the tour was changed or closed a moment before
        return
    current.tour.here = index
    try:
        opening.go_to(replace(current.tour.stop.view, present=current.present), "a tour")
    except (LinkError, BPEError) as error:
        current.errors[PLACE] = f"The view of this stop {reason(error)}"


# ---- making a tour


def _edit(tour: Tour, page: str) -> None:
    here, count = tour.here, len(tour.stops)
    left, right = st.columns(2)
    with left:
        set_widget("tour_name", tour.title)
        st.text_input("Title of the tour", key="tour_name", max_chars=MAX_TITLE, on_change=_take_texts)
    with right:
        set_widget("tour_stop", here)
        choose_from_list(
            "Stop",
            {
                index: f"{index + 1} of {count}: {shown_title(stop.title)}"
                for index, stop in enumerate(tour.stops)
            },
            key="tour_stop",
            on_change=lambda: _go(widget("tour_stop")),
        )
    set_widget("tour_title", tour.stop.title)
    st.text_input("Title of this stop", key="tour_title", max_chars=MAX_TITLE, on_change=_take_texts)
    set_widget("tour_note", tour.stop.note)
    st.text_area(
        "Note for the teacher", key="tour_note", max_chars=MAX_NOTE, height=90, on_change=_take_texts
    )
    with st.container(horizontal=True, gap="small"):
        st.button("Add this view", key="tour_add", type="primary", on_click=_add, args=(page,))
        st.button("Replace with this view", key="tour_set", on_click=_set_view, args=(page,))
        _shift_button(tour, "Move earlier", -1, is_off=here == 0)
        _shift_button(tour, "Move later", 1, is_off=here + 1 == count)
        st.button("Remove stop", key="tour_remove", on_click=tour.remove)
    show(chips.note(HOW_TO_GO))
    _save(tour)


def _shift_button(tour: Tour, label: str, by: int, *, is_off: bool) -> None:
    st.button(label, key=f"tour_shift_{by}", disabled=is_off, on_click=tour.shift, args=(by,))


def _take_texts() -> None:
    tour = session().tour
    tour.title = widget("tour_name")
    tour.change(title=widget("tour_title"), note=widget("tour_note"))


def _view(page: str) -> Link:
    return replace(on_screen(page), present=False)


def _add(page: str) -> None:
    current, view = session(), _view(page)
    try:
        current.tour.add(Stop(title_of(view), view))
    except TourError as error:
        current.errors[PLACE] = str(error)


def _set_view(page: str) -> None:
    session().tour.change(view=_view(page))


# ---- keeping a tour


def _save(tour: Tour) -> None:
    try:
        data = tour_bytes(replace(tour, here=0))
    except LinkError as error:
        show(chips.message(f"This tour does not fit in a file: it {error}", "error"))
        return
    link = address_with(PARAMETER, as_text(data))
    if len(link) <= MAX_LINK:
        show(chips.panel_title("A link to this tour", f"{len(link):,} characters", terms=["tour", "stop"]))
        st.code(link, language=None, wrap_lines=True, height=LINK_HEIGHT)
    else:
        show(chips.note(TOO_LONG))
    with st.container(horizontal=True, gap="small"):
        st.download_button(
            "Save as a file",
            data,
            f"tour{FILE_SUFFIX}",
            "application/octet-stream",
            key="tour_save",
            icon=":material/download:",
            on_click="ignore",
        )
        st.button("Close this tour", key="tour_close", on_click=_close)


def _close() -> None:
    session().tour = Tour()


def _open() -> None:
    show(chips.panel_title("Or open a tour"))
    st.file_uploader(
        f"A tour saved as a file ({FILE_SUFFIX})",
        key="tour_file",
        max_upload_size=MAX_BYTES >> 20,
        on_change=_take_file,
    )


def _take_file() -> None:
    uploaded, errors = take_upload("tour_file"), session().errors
    errors.pop(PLACE, None)
    if uploaded is None:
        return
    try:
        _begin(read_tour(uploaded.getvalue()))
    except LinkError as error:
        errors[PLACE] = f"The file {error}"


def _begin(tour: Tour) -> None:
    """Go to the first stop of a tour."""
    session().tour = tour
    set_widget(KEY, False)
    _go(0)


def open_link() -> None:
    """When a visit begins, take the tour in the address; go to its stop where that says no view."""
    current, said = session(), st.query_params.to_dict()
    text = said.get(PARAMETER, said.get(FORMER_PARAMETER))
    if current.address.is_read or text is None:
        return
    try:
        current.tour = read_tour(from_text(text))
    except LinkError as error:
        current.errors[PLACE] = f"The link to a tour {error}"
        return
    if address.PARAMETERS.isdisjoint(said):
        _go(current.tour.here)
