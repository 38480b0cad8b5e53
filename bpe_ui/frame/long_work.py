"""Long work on a page, with a progress bar and a Stop button: the task of the visit, and studies of views.

The page answers every click meanwhile: Streamlit ends the run at the next `st` call, and the new run waits on
for the work, or goes on without it if Stop was clicked. The work itself runs in a process of its own
(`worker_pool.work`), so that other visits do not wait for it.

Every page draws `task_bar_if_needed`, and calls `work_on_task` at its end. A view asks a question about the
corpus on screen, anew if it is another one than before:

    draw_study("columns", Call(compare, (corpus, columns), {"merges": 500}), draw_columns)
"""

import time
from collections.abc import Callable
from typing import Any, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core.progress import Progress
from bpe_ui.frame.widgets.display import show
from bpe_ui.machine.worker_pool.work import Call as Call
from bpe_ui.machine.worker_pool.work import Work
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.session import session
from bpe_ui.visit.training.tasks import QUICK_CHARACTERS
from bpe_ui.visit.training.training import SLICE_SECONDS

SHOW_SECONDS = 1.0
"""How often the page shows the words and pairs during training, at most."""
WORK_PER_DRAWING = 4
"""Training goes on for at least this many times as long as the page's last drawing took."""


def bar_and_stop(key: str, on_stop: Callable[[], None]) -> DeltaGenerator:
    """A Stop button, and the place above it where `show_progress` draws."""
    with st.container(key="job"):
        bar = st.empty()
        st.button("Stop", key=key, icon=":material/stop:", on_click=on_stop)
        return bar


def show_progress(progress: Progress | None, waits_for: str, bar: DeltaGenerator) -> None:
    """Show the progress of work, or what it waits for."""
    if not waits_for and progress is not None and progress.share is not None:
        bar.progress(progress.share, text=progress_said(progress))
        return
    with bar:
        so_far = "It begins now."
        if progress is not None and progress.done:
            so_far = say_plainly("So far: {progress}.", progress=progress_said(progress))
        show(chips.note(waits_for or so_far))


def progress_said(progress: Progress) -> str:
    """The progress of a task, in words.

    >>> progress_said(Progress(250, 1_000, "merges")), progress_said(Progress(250, None, "merges"))
    ('250 of 1,000 merges', '250 merges')
    """
    if progress.total is None:
        return say_plainly("{it.done:,} {it.what}", it=progress)
    return say_plainly("{it.done:,} of {it.total:,} {it.what}", it=progress)


# ---- studies of views


def draw_study(
    name: str,
    question: Call,
    answer: Callable[[Any], None],
    *,
    begins: Callable[[], bool] = lambda: True,
    shown: Literal["whole", "when over", "at any time"] = "whole",
) -> None:
    """Ask, and draw the answer; while the work goes on, draw the page again instead of returning.

    `begins` says whether a question is asked that was not asked before, and draws the button for that.
    `shown` says which answers are drawn: whole ones, those of stopped work too, or all there is meanwhile.
    The task of the visit comes first: a corpus that is being counted replaces this one.
    """
    known = session().works.get(name)
    if (known is None or known.call != question) and not begins():
        return
    work = ask(name, question)
    is_shown = {"whole": work.is_done, "when over": work.is_over, "at any time": True}[shown]
    if is_shown and work.result is not None:
        answer(work.result)
    if work.is_over or session().task is not None:
        return
    bar = bar_and_stop("stop_work", work.stop)
    while not work.is_over:
        show_progress(work.progress, work.waits_for, bar)
        work.wait(SLICE_SECONDS)
    st.rerun()


def ask(name: str, question: Call) -> Work[Any]:
    """The work that answers a question: a new one, or the one begun before.

    Another question drops the old work. Work that takes only a moment is done at once. If the function raises
    a `BPEError`, the page shows why there is no answer; if the person stopped it, the page says so, with a
    button to go on.
    """
    visit = session()
    work = visit.works.get(name)
    if work is None or work.call != question:
        work = visit.works[name] = Work(question.function, *question.arguments, **question.named)
        if visit.training.source.corpus.characters_to_read <= QUICK_CHARACTERS:
            work.try_here()
    with st.empty():  # always there: what follows keeps its place, so that nothing is drawn twice
        if work.error:
            show(chips.message(work.error, "error"))
        elif work.is_stopped:
            with st.container(key="stopped_work", horizontal=True, vertical_alignment="center", gap="small"):
                stopped = "Stopped."
                if work.progress is not None:
                    stopped = say_plainly("Stopped at {progress}.", progress=progress_said(work.progress))
                show(chips.note(stopped), width="content")
                st.button("Go on", key="go_on_work", icon=":material/play_arrow:", on_click=work.go_on)
    return work


# ---- the task of the visit


def task_bar_if_needed() -> DeltaGenerator | None:
    """If the visit has a task, draw Stop, and return the place where `work_on_task` shows its progress.

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


def work_on_task(bar: DeltaGenerator | None) -> None:
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
