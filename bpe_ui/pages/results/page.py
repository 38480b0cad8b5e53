"""The Class results page: what the class answered and how it voted, and which mistakes that shows."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import streamlit as st

from bpe_ui.charts.answers import answer_shares, right_shares
from bpe_ui.charts.look import PICKED
from bpe_ui.classroom.voting.class_vote import ClassVote
from bpe_ui.classroom.voting.teacher_panel import STORED
from bpe_ui.frame.widgets.charts import draw_chart
from bpe_ui.frame.widgets.choosing import choose_from_list
from bpe_ui.frame.widgets.display import download, show
from bpe_ui.frame.widgets.present import exit_button, one_at_a_time
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.pages.results import handed_in, report, sentences
from bpe_ui.pages.results.handed_in import HandedIn
from bpe_ui.pages.results.marks import SheetsOfQuiz, by_quiz, first_shown, names_of
from bpe_ui.stage.html import chips, lessons, markup
from bpe_ui.stage.text.sentences import words_listed
from bpe_ui.visit.session import session, set_widget, widget

SUMMARY = "What your class answered and how it voted, and which mistakes the wrong answers show."
WHO_SEES_THEM = "Everyone who sees this screen sees them. The file has them in any case."
FORGOTTEN = "The votes and the sheets are lost, unless you have saved them."
QUIZ, AT, PICK = "results_quiz", "results_question", "results_pick"


def draw_results() -> None:
    """The sheets, the votes, and the file with both."""
    vote, given = session().state(ClassVote), session().state(HandedIn)
    from_class = [sheet for sheet in vote.sheets if isinstance(sheet, QuizSettings)]
    groups = by_quiz([*from_class, *given.sheets])
    with st.container(key="results"):
        if session().present:
            _on_the_wall(vote, groups)
            return
        with st.container(key="results_head", horizontal=True, vertical_alignment="center"):
            show(lessons.heading(report.TITLE, SUMMARY))
            _ways(vote, [*from_class, *given.sheets])
        by_name = False
        if groups:
            with st.container(key="results_quiz_row", horizontal=True, vertical_alignment="bottom"):
                group = _chosen(groups)
                by_name = _wants_names(vote)
            show(report.how_it_went(group.sheets))
            if group.quiz is not None:
                show(chips.panel_title("Answers"))
                _draw_questions(group, by_name=by_name)
            show(chips.panel_title("Marks"))
            show(report.quiz(group.sheets, by_name=by_name))
        if vote.outcomes or not groups:
            show(report.votes(vote.outcomes))
        handed_in.draw(is_folded=bool(groups or vote.outcomes), by_name=by_name)
        if vote.outcomes or groups:
            show(chips.note(STORED))


def _ways(vote: ClassVote, sheets: list[QuizSettings]) -> None:
    """The files to save, and the way to forget."""
    if not (vote.outcomes or sheets):
        return
    page, table = partial(report.html_page, vote.outcomes, sheets), "class_results.csv"
    download("Save as a page", page, "class_results.html", key="save_class_results.html")
    if sheets:
        download("Save as CSV", partial(report.quiz_csv, sheets), table, key=f"save_{table}")
    with st.popover("Forget", key="results_forget_ask"):
        show(chips.note(FORGOTTEN))
        st.button("Forget now", key="results_forget", on_click=_forget)


def _forget() -> None:
    session().state(ClassVote).forget()
    session().put(HandedIn())


def _chosen(groups: list[SheetsOfQuiz]) -> SheetsOfQuiz:
    """The sheets of one quiz, or of all: a sheet of another quiz is never counted as one of this."""
    if len(groups) == 1:
        show(chips.panel_title(groups[0].title))
        return groups[0]
    if widget(QUIZ) not in range(len(groups)):
        set_widget(QUIZ, first_shown(groups))
    titles = {number: group.title for number, group in enumerate(groups)}
    chosen: int | None = choose_from_list("Which quiz", titles, width=260, key=QUIZ)
    return groups[chosen or 0]


def _wants_names(vote: ClassVote) -> bool:
    """Whether the teacher lets this screen, which may be the wall, show who did what.

    It is asked anew for each class, and again once that has ended.
    """
    whose = "ended" if vote.room is None else vote.room.code
    return st.toggle("Show names and marks", key=f"results_names_{whose}", help=WHO_SEES_THEM)


def _draw_questions(group: SheetsOfQuiz, *, by_name: bool) -> None:
    """All questions; a click on a bar says who gave that answer, where names are shown."""
    asked = [] if group.quiz is None else report.questions(group.quiz.quiz, group.sheets)
    names = names_of(group.sheets) if by_name else []
    if by_name:
        show(chips.note("Click a bar to see who gave that answer."))
    columns = st.columns(2, gap="large")
    for number, each in enumerate(asked):
        with columns[number >= len(asked) / 2]:
            _draw_question(each, number, names)


def _draw_question(asked: report.AnsweredQuestion, number: int, names: Sequence[str] = ()) -> None:
    frame, key = report.frame(asked), f"answers_{number}"
    with st.container(key=f"results_{key}"):
        show(markup.card(asked.title, markup.line(asked.prompt)))
        draw_chart(
            partial(answer_shares, frame, ""),
            key,
            asked.title,
            frame,
            alt=sentences.said_of_question(asked.title, asked.rows, asked.sheets),
            picked=PICKED,
            hear=partial(_pick, number) if names else None,
        )
        picked = (widget(PICK) or {}).get(number)
        for answer, row in zip(frame["answer"], asked.rows, strict=True):
            if names and answer == picked:
                show(markup.line(sentences.who(row, names)))


def _draw_summary(group: SheetsOfQuiz) -> None:
    """How it went, and how many got each question right."""
    show(report.how_it_went(group.sheets))
    if group.quiz is not None:
        frame = report.right_answers(group.quiz.quiz, group.sheets)
        said = words_listed([f"{row.answer}: {row.label}" for row in frame.itertuples()])
        draw_chart(partial(right_shares, frame), "right_shares", "Right answers", frame, alt=said)


def _pick(number: int, point: dict[str, Any]) -> None:
    set_widget(PICK, {**(widget(PICK) or {}), number: point.get("answer")})


# ---- on the wall


def _on_the_wall(vote: ClassVote, groups: list[SheetsOfQuiz]) -> None:
    """In Present: how it went, then one question at a time, then the votes; nobody is named."""
    pages: list[Callable[[], None]] = []
    if groups:
        group = groups[first_shown(groups)]
        pages.append(partial(_draw_summary, group))
        asked = [] if group.quiz is None else report.questions(group.quiz.quiz, group.sheets)
        pages += [partial(_draw_question, each, number) for number, each in enumerate(asked)]
    if vote.outcomes or not groups:
        pages.append(lambda: show(report.votes(vote.outcomes)))
    with st.container(key="results_head", horizontal=True, vertical_alignment="center"):
        show(lessons.heading(report.TITLE, ""))
        exit_button()
        at = one_at_a_time(AT, len(pages))
    pages[at]()
