"""Homework: the links for students and for the teacher, and the sheet and its key, which also print."""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial
from urllib.parse import urljoin

import streamlit as st

from bpe_ui.classroom import homework
from bpe_ui.frame.address.screen import address_with, is_of_this_computer, page_address, show_qr_code
from bpe_ui.frame.address.state import AddressState
from bpe_ui.frame.widgets.display import opened_panel, show, show_error, show_note
from bpe_ui.pages.quiz import paper, questions_panel
from bpe_ui.pages.quiz.places import sheet
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.stage.html import chips
from bpe_ui.visit.links.link import PARAMETER, link_text
from bpe_ui.visit.registry.pages import pages
from bpe_ui.visit.session import session, set_widget, widget

POPOVER = "quiz_homework_popover"
PLACE, UNTIL = "quiz_homework", "quiz_homework_until"
KEY = "homework"
"""The parameter of the address of Class results with the key."""
QR_WIDTH = 220
OF_THIS_COMPUTER = "A link to this address works on this computer only: give your students the sheet instead."
ABOUT_PAPERS = (
    "The sheet prints. In a browser it asks, without a network, and makes a file with the answers."
    " Class results reads many of these at once."
)
NOT_COLLECTED = (
    "Students hand in by giving you a link or a file, which Class results reads. This server does not collect"
    " homework: docs/hosting.md says how it can."
)
FOR_YOU = "This link is yours alone: whoever has it sees what is handed in. It is shown only now, so keep it."


@dataclass
class MadeHomework:
    """The homework that was made last in a visit."""

    key: str = ""
    """The teacher's key; empty before the first."""

    settings: QuizSettings | None = None
    """What the link for students opens."""


def popover(settings: QuizSettings) -> None:
    """The button, and the panel behind it."""
    panel = opened_panel("Homework or print", POPOVER)
    if panel is None:
        return
    with panel, st.container(key="quiz_homework_panel"):
        if is_of_this_computer(page_address()):
            show(chips.note(OF_THIS_COMPUTER))
        elif homework.folder() is None:
            show(chips.note(NOT_COLLECTED))
            show_qr_code(_link(settings.blank), QR_WIDTH)
        else:
            _collect(settings)
        _papers(settings)
        key = session().state(MadeHomework).key
        with_key = {KEY: key} if key else None
        st.page_link(pages()["results"].path, label="Class results", width="content", query_params=with_key)


def draw_in_share() -> None:
    """On Train: a quiz on the words there, with this panel open."""
    st.button("Homework: a quiz on these words", key="share_homework", on_click=_begin_on_words_of_train)
    show_error(questions_panel.WORDS)


def _begin_on_words_of_train() -> None:
    questions_panel.take_words_of_train()
    if questions_panel.WORDS not in session().errors:
        set_widget(POPOVER, True)
        session().state(AddressState).wanted_page = "quiz"


def day_in_words(day: date) -> str:
    """A day as a person reads it.

    >>> day_in_words(date(2026, 12, 1))
    '1 December 2026'
    """
    return f"{day.day} {day:%B %Y}"


def say_where_it_goes(settings: QuizSettings) -> None:
    """Tell a student before and after handing in what becomes of the sheet."""
    day = homework.last_day(settings.homework)
    if day is None:
        show_note("This homework is over: it is not collected any more.")
    else:
        show_note(
            "Hand in sends this sheet to your teacher. It stays on this server until {day}, and nobody else"
            " can open it. Who hands in again under the same name, in the same browser, replaces it.",
            day=day_in_words(day),
        )


def _collect(settings: QuizSettings) -> None:
    made, today = session().state(MadeHomework), date.today()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        last = today + timedelta(homework.MOST_DAYS)
        st.date_input("Collect and keep until", today + timedelta(14), today, last, key=UNTIL, width=170)
        st.button("Make the links", key="quiz_homework_make", type="primary", on_click=_make)
    show_error(PLACE)
    if made.settings is None or made.settings.blank != settings.blank:
        show_note("At most {most} sheets. Then they are deleted.", most=homework.MOST_SHEETS)
        return
    show(chips.panel_title("For your students"))
    address = _link(made.settings)
    with st.expander("For you, not for the wall"):
        st.code(urljoin(page_address(), f"class_results?{KEY}={made.key}"), language=None, wrap_lines=True)
        show(chips.note(FOR_YOU))
    show_qr_code(address, QR_WIDTH)


def _link(settings: QuizSettings) -> str:
    address = address_with(PARAMETER, link_text(sheet(settings)))
    st.code(address, language=None, wrap_lines=True)
    return address


def _papers(settings: QuizSettings) -> None:
    papers = {"Sheet": ("quiz", paper.sheet_html), "Answer key": ("answer_key", paper.key_html)}
    with st.container(horizontal=True, gap="small"):
        for label, (name, make) in papers.items():
            st.download_button(
                label,
                partial(make, settings),
                f"{name}_{settings.seed}.html",
                "text/html",
                key=f"quiz_{name}",
                icon=":material/download:",
                on_click="ignore",
            )
    show(chips.note(ABOUT_PAPERS))


def _make() -> None:
    current = session()
    current.errors.pop(PLACE, None)
    until = widget(UNTIL)
    if until is None:
        return
    try:
        key = homework.begin(until)
    except homework.HomeworkError as error:
        current.errors[PLACE] = str(error)
        return
    settings = replace(current.state(QuizSettings).blank, homework=homework.name_of(key))
    current.put(MadeHomework(key, settings))
