"""The task of the visit: reading files, counting words, or training to a far position.

Every page draws `bar_if_needed`, and calls `work_on` at the end.
"""

import time

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core import BPEError
from bpe_ui.frame.long_work.progress import bar_and_stop, show_progress
from bpe_ui.frame.widgets.display import show
from bpe_ui.machine.limits.memory import ledger
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.session import session
from bpe_ui.visit.training.tasks import MergeTask
from bpe_ui.visit.training.training import SLICE_SECONDS

REDRAW_SECONDS = 1.0
"""How often the page shows the words and pairs during training, at most."""
WORK_PER_DRAWING = 4
"""Training goes on for at least this many times as long as the page's last drawing took."""


def bar_if_needed() -> DeltaGenerator | None:
    """If the visit has a task, draw Stop, and return the place where `work_on` shows its progress.

    If the last task failed, say why, unless the page shows that next to the entry.
    """
    visit = session()
    if visit.task is not None:
        return bar_and_stop("stop_job", _stop)
    if visit.failed in visit.errors.keys() - visit.places_drawn:
        with st.container(key="job"):
            show(chips.message(visit.errors[visit.failed], "error"))
            st.button("Close", key="close_job", type="tertiary", on_click=_close)
    return None


def work_on(bar: DeltaGenerator | None) -> None:
    """Go on with the task of the visit; if it has one, this does not return."""
    task = session().task
    if bar is None or task is None:
        return
    if isinstance(task, MergeTask):
        _merge(task, bar)
    else:
        while not task.work.is_over:
            show_progress(task.work.progress, task.work.waits_for, bar)
            task.work.wait(SLICE_SECONDS)
        session().task = None
        if task.work.error:
            _fail(task.place, task.work.error)
        else:
            task.take(task.work.result)
    st.rerun()


def _stop() -> None:
    visit, task = session(), session().task
    if isinstance(task, MergeTask):
        if task.stop():
            visit.task, visit.notice = None, task.outcome
    elif task is not None:
        visit.task = None
        visit.notice = say_plainly("Stopped {doing}; nothing has changed.", doing=task.doing)


def _merge(task: MergeTask, bar: DeltaGenerator) -> None:
    visit = session()
    now = time.monotonic()
    redraw_at = now + max(REDRAW_SECONDS, WORK_PER_DRAWING * (now - visit.run_began))
    is_over = False
    while not is_over and (task.work is not None or time.monotonic() < redraw_at):
        show_progress(task.progress, task.work.waits_for if task.work is not None else "", bar)
        try:
            ledger.check()
            is_over = task.advance(SLICE_SECONDS)
            error = task.work.error if task.work is not None else ""
        except BPEError as refused:
            is_over, error = True, str(refused)
        if error:
            task.was_stopped = True
            _fail(task.place, error)
    if is_over:
        visit.task, visit.notice = None, task.outcome


def _fail(place: str, error: str) -> None:
    visit = session()
    visit.failed = place
    visit.errors[place] = error


def _close() -> None:
    session().failed = ""
