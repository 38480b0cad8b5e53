"""The task of the visit: reading files, counting words, or training to a far position.

Every page draws `bar_if_needed`, and calls `work_on` at the end.
"""

import time

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_ui.frame.long_work.progress import bar_and_stop, show_progress
from bpe_ui.frame.widgets.display import show
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.session import session
from bpe_ui.visit.training.training import SLICE_SECONDS

SHOW_SECONDS = 1.0
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
    if visit.failed in visit.errors.keys() - visit.run.places_drawn:
        with st.container(key="job"):
            show(chips.message(visit.errors[visit.failed], "error"))
            st.button("Close", key="close_job", type="tertiary", on_click=_close)
    return None


def work_on(bar: DeltaGenerator | None) -> None:
    """Go on with the task of the visit; if it has one, this does not return."""
    visit = session()
    task, now = visit.task, time.monotonic()
    if bar is None or task is None:
        return
    work = task.work
    show_at = now + max(SHOW_SECONDS, WORK_PER_DRAWING * (now - visit.run.began))
    while not work.wait(SLICE_SECONDS) and not (work.way == "here" and time.monotonic() >= show_at):
        show_progress(work.progress, work.waits_for, bar)
    if not work.is_over:
        if task.show is not None:
            task.show(work.result)
        st.rerun()
    visit.task = None
    if work.error:
        visit.failed = task.place
        visit.errors[task.place] = work.error
    if not work.error or task.show is not None:
        task.take(work.result)
    st.rerun()


def _stop() -> None:
    visit, task = session(), session().task
    if task is None or not task.stop():
        return
    visit.task = None
    if task.show is None:
        visit.notice = say_plainly("Stopped {doing}; nothing has changed.", doing=task.doing)
    else:
        task.take(task.work.result)


def _close() -> None:
    session().failed = ""
