"""The sheets that students give their teacher as links and files: read once, and kept for the visit.

A link that cannot be read stays in its box. The box of files is emptied, because their names may be those of
students, and the screen may be the wall.
"""

from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import streamlit as st

from bpe_core import BPEError
from bpe_ui.frame.widgets.display import show, show_error
from bpe_ui.frame.widgets.hearing import heard_by
from bpe_ui.frame.widgets.uploading import empty_box, upload_box
from bpe_ui.pages.quiz.state import QuizSettings
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.links.link import PARAMETER, decode, read_link
from bpe_ui.visit.links.packing import reason
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.registry.page_state import PageState
from bpe_ui.visit.registry.schema import LinkError
from bpe_ui.visit.session import session, set_widget, widget

LINKS, FILES = "quiz_links", "quiz_files"
MOST_SHEETS = 300
"""The most sheets: as many as a class has people at most."""
MAX_BYTES = 2**20
"""The largest file, in whole megabytes, which its box states."""
MAX_CHARACTERS = 100_000
"""The longest text with links; one has some 450 characters."""
FULL = "was not read: {most} sheets are here already."


class Fault(NamedTuple):
    """A link or a file from which no sheet came."""

    number: int
    """Which of the links or files it is, from 1."""

    file: str
    """The name of the file; empty for a link."""

    reason: str

    def said(self, *, by_name: bool) -> str:
        """The sentence; a file is named only where names may be read."""
        if self.file and by_name:
            return say_plainly("The file {it.file} {it.reason}", it=self)
        return say_plainly("{what} {it.number:d} {it.reason}", what="File" if self.file else "Link", it=self)


@dataclass
class HandedIn(PageState):
    """What was read in a visit."""

    sheets: tuple[QuizSettings, ...] = ()
    """Each sheet once, as they came."""

    faults: tuple[Fault, ...] = ()
    """What was wrong with the last links or files."""

    def would_be_lost(self) -> bool:
        """Whether there are sheets."""
        return bool(self.sheets)

    def take_links(self, text: str) -> str:
        """Take the sheets in links, one a line; returns the lines that hold none."""
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        found = self._take(("", line) for line in lines)
        self.faults = tuple(fault._replace(number=at) for at, fault in enumerate(found, 1))
        return "\n".join(lines[fault.number - 1] for fault in found)

    def take_files(self, files: Mapping[str, bytes]) -> None:
        """Take the sheets in files, given by name."""
        self.faults = tuple(self._take(files.items()))

    def _take(self, given: Iterable[tuple[str, str | bytes]]) -> list[Fault]:
        faults = []
        for number, (file, content) in enumerate(given, 1):
            try:
                sheet = sheet_in(_link_of(content) if isinstance(content, bytes) else _link_in(content))
                if sheet in self.sheets:
                    continue
                if len(self.sheets) >= MOST_SHEETS:
                    raise LinkError(say_plainly(FULL, most=MOST_SHEETS))
                self.sheets = (*self.sheets, sheet)
            except (LinkError, BPEError) as error:
                faults.append(Fault(number, file, reason(error)))
        return faults


def draw(*, is_folded: bool, by_name: bool) -> None:
    """The boxes for links and files, which may be folded away."""
    handed_in = session().state(HandedIn)
    with st.expander("Add sheets that students give you") if is_folded else nullcontext():
        st.text_area(
            "Links that your students handed in, one a line",
            height=110,
            max_chars=MAX_CHARACTERS,
            persist_state="session",
            **heard_by(_hear_links, key=LINKS),
        )
        label, most = "Answer files, many at once or a folder", MAX_BYTES >> 20
        upload_box(label, FILES, _hear_files, so="The others were read.", max_upload_size=most)
    show_error(FILES)
    for fault in handed_in.faults:
        show(chips.message(fault.said(by_name=by_name), "error"))


def _hear_links() -> None:
    set_widget(LINKS, session().state(HandedIn).take_links(widget(LINKS) or ""))


def _hear_files(files: dict[str, bytes]) -> None:
    session().state(HandedIn).take_files(files)
    empty_box(FILES)


def _link_in(line: str) -> Screen:
    try:
        [sent] = parse_qs(urlsplit(line).query)[PARAMETER]
    except (ValueError, LookupError):
        raise LinkError("is not a link to a sheet.") from None
    return read_link(sent)


def _link_of(data: bytes) -> Screen:
    if len(data) > MAX_BYTES:
        raise LinkError("is too large for a sheet.")
    return decode(data)


def sheet_in(link: Screen) -> QuizSettings:
    """The sheet in a link; raises `LinkError` if it has none that was handed in."""
    settings = link.settings.get("quiz")
    if settings is None or settings.seed is None or not settings.handed_in:
        raise LinkError("is not a sheet that was handed in.")
    sheet: QuizSettings = settings
    return sheet
