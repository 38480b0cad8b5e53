"""The homework whose key was in the address: how many sheets there are, and until when."""

from dataclasses import dataclass

import streamlit as st

from bpe_core import BPEError
from bpe_ui.classroom import homework
from bpe_ui.frame.widgets.display import show, show_note
from bpe_ui.pages.quiz.homework_panel import KEY, day_in_words
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.pages.results.quiz_sheets import sheet_in
from bpe_ui.stage.html import chips
from bpe_ui.visit.links.link import read_file
from bpe_ui.visit.registry.schema import LinkError
from bpe_ui.visit.session import session

LOST = "The sheets of the homework are deleted from this server, and no more can be handed in."


@dataclass
class CollectedHomework:
    """The homework that a visit looks at. Its key is in no link that Share makes, and does not stay in the
    address, so the address names the visit."""

    key: str = ""
    """The teacher's key; empty for none."""

    def would_be_lost(self) -> bool:
        """Whether it holds a key."""
        return bool(self.key)


def take_key() -> None:
    """Take the key from the address that opened the page."""
    if key := st.query_params.get(KEY):
        session().put(CollectedHomework(key[:64]))


def draw_collected() -> list[QuizSettings]:
    """What was handed in; returns the sheets."""
    key = session().state(CollectedHomework).key
    if not key:
        return []
    day = homework.last_day(homework.name_of(key))
    if day is None:
        show_note("This server has no such homework: its day is over, or a part of the link is missing.")
        return []
    sheets = []
    for data in homework.sheets(key):
        try:
            sheets.append(sheet_in(read_file(data)))
        except (LinkError, BPEError):  # of another version of the app
            continue
    with st.container(key="results_homework", horizontal=True, vertical_alignment="center"):
        said = "Homework: {n} {n:sheet has|sheets have} arrived. The server keeps them until {day}."
        show_note(said, n=len(sheets), day=day_in_words(day))
        st.button("Look again", key="results_look")
        with st.popover("Delete"):
            show(chips.note(LOST))
            st.button("Delete now", key="results_delete", on_click=homework.forget, args=(key,))
    return sheets
