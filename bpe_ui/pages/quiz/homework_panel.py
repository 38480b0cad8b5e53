"""Homework: the link for students, and the sheet and its key, which also print."""

from functools import partial

import streamlit as st

from bpe_ui.frame.address.page_address import address_with, is_of_this_computer, page_address, show_qr_code
from bpe_ui.frame.address.state import AddressState
from bpe_ui.frame.widgets.display import download, opened_panel, show, show_error
from bpe_ui.pages.quiz import paper, questions_panel
from bpe_ui.pages.quiz.places import homework
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.stage.html import chips
from bpe_ui.visit.links.link import PARAMETER, link_text
from bpe_ui.visit.registry.pages import pages
from bpe_ui.visit.session import session, set_widget

POPOVER = "quiz_homework_popover"
SHOWS_ANSWERS = "quiz_shows_answers"
QR_WIDTH = 220
OF_THIS_COMPUTER = "A link to this address works on this computer only: give your students the sheet instead."
ABOUT_PAPERS = (
    "The sheet prints. In a browser it asks, without a network, and makes a file with the answers."
    " Class results reads many of these at once."
)
HANDING_IN = "Students open this link, answer, and give you a link or a file, which Class results reads."
ABOUT_ANSWERS = "Otherwise a student sees the score alone until you go through the answers together."


def popover(settings: QuizSettings) -> None:
    """The button, and the panel behind it."""
    panel = opened_panel("Homework or print", POPOVER)
    if panel is None:
        return
    with panel, st.container(key="quiz_homework_panel"):
        if is_of_this_computer(page_address()):
            show(chips.note(OF_THIS_COMPUTER))
        else:
            show(chips.note(HANDING_IN))
            shows_answers = st.toggle(
                "Show the right answers after handing in",
                key=SHOWS_ANSWERS,
                help=ABOUT_ANSWERS,
                persist_state="session",
            )
            link = homework(settings, shows_answers=shows_answers)
            address = address_with(PARAMETER, link_text(link))
            st.code(address, language=None, wrap_lines=True)
            show_qr_code(address, QR_WIDTH)
        _papers(settings)
        st.page_link(pages()["results"].path, label="Class results", width="content")


def draw_in_share() -> None:
    """On Train: a quiz on the words there, with this panel open."""
    st.button("Homework: a quiz on these words", key="share_homework", on_click=_begin_on_words_of_train)
    show_error(questions_panel.WORDS)


def _begin_on_words_of_train() -> None:
    questions_panel.take_words_of_train()
    if questions_panel.WORDS not in session().errors:
        set_widget(POPOVER, True)
        session().state(AddressState).wanted_page = "quiz"


def _papers(settings: QuizSettings) -> None:
    papers = {"Sheet": ("quiz", paper.sheet_html), "Answer key": ("answer_key", paper.key_html)}
    with st.container(horizontal=True, gap="small"):
        for label, (name, make) in papers.items():
            file = f"{name}_{settings.seed}.html"
            download(label, partial(make, settings), file, key=f"quiz_{name}")
    show(chips.note(ABOUT_PAPERS))
