"""Waits on a page for a tokenizer that a process opens: what comes first, and Stop."""

import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import suppress

from bpe_core.errors import TokenizerFileError
from bpe_core.progress import Progress
from bpe_ui.frame.long_work.progress import bar_and_stop, show_progress
from bpe_ui.machine.worker_pool.work import Work
from bpe_ui.pages.tokenize.settings.opening import Opened, open_files, open_to_send
from bpe_ui.visit.session import session
from bpe_ui.visit.training.training import SLICE_SECONDS

PLACE = "tokenizer_files"
"""Where files are given, and where the page says why they cannot be opened."""
SECONDS = 60.0
"""How long the opening of files may take; the largest take a tenth."""
STOPPED = "Stopped: nothing was opened."


def opened_by_a_library(
    files: Mapping[str, bytes], pattern: str | None, kind: str | None, normalizers: tuple[str, ...]
) -> Opened:
    """The same for files that a library loads, in the process that goes on with them."""
    from streamlit.runtime.scriptrunner import add_script_run_ctx

    future, began_at = Future[Opened](), time.monotonic()

    def open_them() -> None:
        try:
            future.set_result(open_files(files, pattern, kind, normalizers))
        except Exception as error:  # of whatever kind, the page is to have it
            future.set_exception(error)

    thread = threading.Thread(target=open_them, daemon=True)
    add_script_run_ctx(thread)  # the process works for this visit
    thread.start()
    bar = bar_and_stop("stop_reading", lambda: session().errors.update({PLACE: STOPPED}))
    while True:
        with suppress(TimeoutError):
            return future.result(SLICE_SECONDS)
        show_progress(Progress(int(time.monotonic() - began_at), None, "seconds"), "", bar)


def opened_in_a_process(
    files: Mapping[str, bytes], pattern: str | None, kind: str | None, normalizers: tuple[str, ...]
) -> Opened:
    """What `open_files` makes of the files; raises `TokenizerFileError`."""
    work = Work(open_to_send, files, pattern, kind, normalizers)
    work.seconds, work.smaller = SECONDS, "smaller files"

    def stop() -> None:
        if not work.is_over:
            session().errors[PLACE] = STOPPED

    bar = bar_and_stop("stop_reading", stop)
    try:
        while not work.wait(SLICE_SECONDS):
            show_progress(work.progress, work.waits_for, bar)  # here the run ends if somebody stops or leaves
    finally:
        work.stop()
        work.stop()  # the second time at once
    if work.result is None:
        raise TokenizerFileError(work.error or STOPPED)
    return work.result
