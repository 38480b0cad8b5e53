"""Waits on a page for a tokenizer that a process opens: what comes first, and Stop."""

from collections.abc import Callable, Mapping

from bpe_core.errors import TokenizerFileError
from bpe_core.files import are_for_a_library
from bpe_ui.frame.long_work import bar_and_stop, show_progress
from bpe_ui.machine.worker_pool.work import Work
from bpe_ui.pages.tokenize.settings.opening import Opened, open_files, open_to_send
from bpe_ui.visit.session import session
from bpe_ui.visit.training.training import SLICE_SECONDS

PLACE = "tokenizer_files"
"""Where files are given, and where the page says why they cannot be opened."""
SECONDS = 60.0
"""How long the opening of files may take; the largest take a tenth."""
STOPPED = "Stopped: nothing was opened."


def opened(
    files: Mapping[str, bytes],
    pattern: str | None,
    kind: str | None,
    normalizers: tuple[str, ...],
    admit: Callable[[int], object],
) -> Opened:
    """What `open_files` makes of large files; raises `TokenizerFileError`.

    A file that a library loads is opened in the library's process, which goes on with it.
    """
    is_of_library = are_for_a_library(files)
    if is_of_library:
        work = Work(open_files, files, pattern, kind, normalizers, admit)
        work.way = "thread"
    else:
        work = Work(open_to_send, files, pattern, kind, normalizers)
    work.seconds, work.smaller = SECONDS, "smaller files"

    waits = [PLACE]  # until it is over; Streamlit keeps the button, and would keep the work with it

    def stop() -> None:
        for place in waits:
            session().errors[place] = STOPPED

    bar = bar_and_stop("stop_reading", stop)
    try:
        while not work.wait(SLICE_SECONDS):
            show_progress(work.progress, work.waits_for, bar)  # here the run ends if somebody stops or leaves
    finally:
        work.stop()
        work.stop()  # the second time at once
        waits.clear()
    if work.result is None:
        raise TokenizerFileError(work.error or STOPPED)
    return work.result
