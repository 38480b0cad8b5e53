"""The sheets of a class: links and files with them, and the table of who answered what correctly."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from urllib.parse import parse_qs, urlsplit

import streamlit as st

from bpe_core import BPEError
from bpe_core.studies.quiz import TOPICS
from bpe_ui.frame.widgets.display import show, show_error
from bpe_ui.frame.widgets.hearing import heard_by
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.links.link import PARAMETER, Link, read_file, read_link
from bpe_ui.visit.links.packing import reason
from bpe_ui.visit.registry.schema import LinkError
from bpe_ui.visit.session import say_what_did_not_arrive, session, take_uploads, widget

LINKS, FILES = "quiz_links", "quiz_files"
MAX_SHEETS = 100
"""The most links, and the most files."""
MAX_BYTES = 2**20
"""The largest file, in whole megabytes, which its box states."""
MAX_CHARACTERS = 1_000 * MAX_SHEETS
RIGHT, WRONG, NO_ANSWER, NOT_ASKED = "✓", "✗", "–", ""

Marks = Mapping[str, str]
"""What the answer to the question on each topic was: `RIGHT`, `WRONG` or `NO_ANSWER`."""


def draw_quiz_sheets(*, is_folded: bool) -> list[QuizSettings]:
    """The boxes for links and files, which may be folded away; returns the sheets in them."""
    with st.expander("Sheets of students without a phone in the class") if is_folded else nullcontext():
        label = say_plainly("Links that your students handed in, one a line: at most {n}", n=MAX_SHEETS)
        st.text_area(label, key=LINKS, height=110, max_chars=MAX_CHARACTERS, persist_state="session")
        label = "Answer files, many at once or a folder"
        say_what_did_not_arrive(FILES)
        st.file_uploader(
            label,
            accept_multiple_files=True,
            max_upload_size=MAX_BYTES >> 20,
            **heard_by(_hear_files, key=FILES),
        )
        show_error(FILES)
    sheets, faults = read_sheets(widget(LINKS) or "", take_uploads(FILES))
    for fault in faults:
        show(chips.message(fault, "error"))
    return sheets


def _hear_files() -> None:
    session().errors.pop(FILES, None)
    say_what_did_not_arrive(FILES, is_heard=True, so="The others are below.")


def read_sheets(text: str, files: Mapping[str, bytes]) -> tuple[list[QuizSettings], list[str]]:
    """The sheets in some links and files, each once, and a sentence about each link or file without one."""
    sheets: list[QuizSettings] = []
    faults = []
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for number, line in enumerate(lines[:MAX_SHEETS], 1):
        try:
            sheets.append(sheet_in(_link_in(line)))
        except (LinkError, BPEError) as error:
            faults.append(f"Link {number} {reason(error)}")
    for name, data in [*files.items()][:MAX_SHEETS]:
        try:
            if len(data) > MAX_BYTES:
                raise LinkError("is too large for a sheet.")
            sheets.append(sheet_in(read_file(data)))
        except (LinkError, BPEError) as error:
            faults.append(say_plainly("The file {name} {fault}", name=name, fault=reason(error)))
    for count, what in (len(lines), "links"), (len(files), "files"):
        if count > MAX_SHEETS:
            too_many = "There are {count:,} {what}; the first {most} are checked."
            faults.append(say_plainly(too_many, count=count, what=what, most=MAX_SHEETS))
    return _each_once(sheets), faults


def _each_once(sheets: Sequence[QuizSettings]) -> list[QuizSettings]:
    """The same sheets, without those that were there before."""
    return [sheet for at, sheet in enumerate(sheets) if sheet not in sheets[:at]]


def _link_in(line: str) -> Link:
    try:
        [sent] = parse_qs(urlsplit(line).query)[PARAMETER]
    except (ValueError, LookupError):
        raise LinkError("is not a link to a sheet.") from None
    return read_link(sent)


def sheet_in(link: Link) -> QuizSettings:
    """The sheet in a link; raises `LinkError` if it has none that was handed in."""
    settings = link.settings.get("quiz")
    if settings is None or settings.seed is None or not settings.handed_in:
        raise LinkError("is not a sheet that was handed in.")
    sheet: QuizSettings = settings
    return sheet


def marks_of(sheet: QuizSettings) -> Marks:
    """The marks of a sheet."""
    quiz = sheet.quiz
    judged = zip(quiz.questions, quiz.judged(sheet.answers), sheet.answers, strict=False)
    return {
        question.topic: NO_ANSWER if not given else RIGHT if answer.is_right else WRONG
        for question, answer, given in judged
    }


def topics_of(marks: Sequence[Marks]) -> list[str]:
    """What was asked on any sheet, in the order of the topics; a topic that is asked again has a number."""
    asked = {topic for each in marks for topic in each}
    order = [*TOPICS]
    return sorted(asked, key=lambda topic: (order.index(topic.partition(" (")[0]), len(topic), topic))


def right_on(marks: Marks) -> int:
    """How many answers on a sheet are right."""
    return sum(each == RIGHT for each in marks.values())


def names_of(sheets: Sequence[QuizSettings]) -> list[str]:
    """The names on the sheets, with a number where several are the same."""
    names = [sheet.name.strip() or "no name" for sheet in sheets]
    return [
        f"{name} ({names[: at + 1].count(name)})" if names.count(name) > 1 else name
        for at, name in enumerate(names)
    ]


def rows_by_name(sheets: Sequence[QuizSettings], marks: Sequence[Marks]) -> Iterator[Sequence[str]]:
    """A row for each sheet, with its name."""
    for name, sheet, each in zip(names_of(sheets), sheets, marks, strict=True):
        right = say_plainly("{right} of {asked}", right=right_on(each), asked=len(each))
        yield name, f"{sheet.seed}", right, *(each.get(topic, NOT_ASKED) for topic in topics_of(marks))


def right_by_topic(marks: Sequence[Marks]) -> Counter[str]:
    """How many answers on each topic are right."""
    return Counter(topic for each in marks for topic, mark in each.items() if mark == RIGHT)


def name_of_class_row(marks: Sequence[Marks]) -> str:
    """What `row_of_class` counts."""
    return say_plainly("Right, of {n} {n:sheet|sheets}", n=len(marks))


def row_of_class(marks: Sequence[Marks]) -> Sequence[str]:
    """The right answers in all and to each question, of nobody in particular; a dash if nobody answered."""
    right, asked = right_by_topic(marks), sum(map(len, marks))
    answered = {topic for each in marks for topic, mark in each.items() if mark != NO_ANSWER}
    return (
        say_plainly("{right} of {asked}", right=right.total(), asked=asked),
        *(f"{right[topic]}" if topic in answered else NO_ANSWER for topic in topics_of(marks)),
    )
