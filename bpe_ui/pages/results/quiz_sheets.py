"""The sheets of a class in one table: who answered what correctly, and which questions were hard."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from urllib.parse import parse_qs, urlsplit

import streamlit as st

from bpe_core import BPEError
from bpe_core.studies.quiz import Quiz
from bpe_ui.frame.widgets.display import show
from bpe_ui.pages.quiz.state import QUESTIONS, QuizSettings
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.links.format import read_link
from bpe_ui.visit.links.link import PARAMETER
from bpe_ui.visit.links.packing import reason
from bpe_ui.visit.registry.schema import LinkError
from bpe_ui.visit.session import widget

LINKS = "quiz_links"
MAX_SHEETS = 40
MAX_CHARACTERS = 1_000 * MAX_SHEETS
HEADS = ("Name", "Quiz", f"Right of {QUESTIONS}", *map(str, range(1, QUESTIONS + 1)))


def draw(*, is_folded: bool) -> list[QuizSettings]:
    """The box for the links, which may be folded away; returns the sheets in them."""
    title = "Sheets of students without a phone in the class"
    label = say_plainly("Links that your students handed in, one a line: at most {most}", most=MAX_SHEETS)
    with st.expander(title) if is_folded else nullcontext():
        st.text_area(label, key=LINKS, height=110, max_chars=MAX_CHARACTERS, persist_state="session")
    sheets, faults = read_sheets(widget(LINKS) or "")
    for fault in faults:
        show(chips.message(fault, "error"))
    return sheets


def read_sheets(text: str) -> tuple[list[QuizSettings], list[str]]:
    """The sheets in some links, and a sentence about each line without one."""
    sheets, faults = [], []
    lines = [line for line in text.splitlines() if line.strip()]
    for number, line in enumerate(lines[:MAX_SHEETS], 1):
        try:
            sheets.append(_sheet(line.strip()))
        except (LinkError, BPEError) as error:
            faults.append(f"Link {number} {reason(error)}")
    if lines[MAX_SHEETS:]:
        faults.append(
            say_plainly(
                "There are {links:,} links; the first {most} are checked.",
                links=len(lines),
                most=MAX_SHEETS,
            )
        )
    return sheets, faults


def _sheet(line: str) -> QuizSettings:
    try:
        [sent] = parse_qs(urlsplit(line).query)[PARAMETER]
    except (ValueError, LookupError):
        raise LinkError("is no link to a sheet.") from None
    settings = read_link(sent).settings.get("quiz")
    if settings is None or settings.seed is None or not settings.handed_in:
        raise LinkError("is not a sheet that was handed in.")
    return settings


def judged_answers(sheets: Sequence[QuizSettings]) -> list[list[bool]]:
    """For each sheet, whether its answer to each question is right."""
    return [
        [answer.is_right for answer in Quiz.of_seed(each.seed or 0).judged(each.answers)] for each in sheets
    ]


def rows_by_name(sheets: Sequence[QuizSettings], judged: Sequence[Sequence[bool]]) -> Iterator[Sequence[str]]:
    """A row for each sheet, with its name."""
    for sheet, right in zip(sheets, judged, strict=True):
        yield (
            sheet.name or "no name",
            f"{sheet.seed}",
            f"{sum(right)}",
            *("✓" if each else "✗" for each in right),
        )


def row_of_class(sheets: Sequence[QuizSettings], judged: Sequence[Sequence[bool]]) -> Sequence[str]:
    """The number of right answers to each question, of nobody in particular."""
    return (
        say_plainly("Right, of {n} {n:sheet|sheets}", n=len(sheets)),
        "",
        say_plainly("{right} of {all}", right=sum(map(sum, judged)), all=QUESTIONS * len(sheets)),
        *(f"{sum(each)}" for each in zip(*judged, strict=True)),
    )
