"""The Class results page: how the class voted, which mistakes that shows, and its sheets of the quiz."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from bpe_ui.classroom.voting.class_vote import ClassVote
from bpe_ui.classroom.voting.teacher_panel import STORED
from bpe_ui.frame.widgets.display import show
from bpe_ui.frame.widgets.present import exit_button
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.pages.results import quiz_sheets, report
from bpe_ui.stage.html import chips, lessons
from bpe_ui.visit.session import session

SUMMARY = (
    "How your class voted, which mistakes the wrong votes show, and who answered which question of the quiz."
)
WHO_SEES_THEM = "Everyone who sees this screen sees them. The file has them in any case."
FORGOTTEN = "The votes and the sheets of the class are lost, unless you have saved them."


def draw_results() -> None:
    """The votes, the sheets, and the file with both."""
    vote = session().state(ClassVote)
    with st.container(key="results"):
        with st.container(key="results_head", horizontal=True, vertical_alignment="center"):
            show(lessons.heading(report.TITLE, SUMMARY))
            exit_button()
        ways = st.container(horizontal=True, gap="small")  # they depend on the links below
        from_class = [sheet for sheet in vote.sheets if isinstance(sheet, QuizSettings)]
        from_phones = st.container()
        from_votes = st.container()
        sheets = from_class + quiz_sheets.draw_quiz_sheets(is_folded=bool(from_class))
        if sheets:  # what phones handed in comes first; what is typed into the box comes below it
            with from_phones if from_class else st.container():
                show(report.quiz(sheets, by_name=_wants_names(vote)))
        if vote.outcomes or not sheets:
            with from_votes:
                show(report.votes(vote.outcomes))
        if vote.outcomes or from_class:
            show(chips.note(STORED))
            with st.popover("Forget", key="results_forget_ask"):
                show(chips.note(FORGOTTEN))
                st.button("Forget now", key="results_forget", on_click=vote.forget)
        with ways:
            if vote.outcomes or sheets:
                _download(
                    "Save as a page", partial(report.html_page, vote.outcomes, sheets), "class_results.html"
                )
            if sheets:
                _download("Save as CSV", partial(report.quiz_csv, sheets), "class_results.csv")


def _download(label: str, make: Callable[[], bytes], name: str) -> None:
    st.download_button(label, make, name, key=f"save_{name}", icon=":material/download:", on_click="ignore")


def _wants_names(vote: ClassVote) -> bool:
    """Whether the teacher lets this screen, which may be the wall, show who did what; never in present mode.

    It is asked anew for each class, and again once that has ended.
    """
    if session().present:
        return False
    whose = "ended" if vote.room is None else vote.room.code
    return st.toggle("Show names and marks", key=f"results_names_{whose}", help=WHO_SEES_THEM)
