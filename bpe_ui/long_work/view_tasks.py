"""The tasks of views: work that answers a question about the corpus on screen, such as the core's studies.

In: a key, and how a task is made. Out: the task, as far as it is; it goes on at the end of each run of a
page, until it is done.

    comparison = view_tasks.task_of("columns", key, lambda: Comparison(corpus, columns, merges=500))
    if comparison is None:
        return                       # the reason is on the page already
    ...                              # what is known: all once `comparison.is_done`, less where it was stopped
    view_tasks.draw_progress_and_work(comparison)
"""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import streamlit as st

from bpe_core import BPEError, Corpus
from bpe_core.progress import Progress
from bpe_ui.compare.state import ViewTask
from bpe_ui.html import chips
from bpe_ui.html.display import show
from bpe_ui.long_work.progress import bar_and_stop, sentence, show_progress
from bpe_ui.server.memory import ledger
from bpe_ui.session import session
from bpe_ui.training.tasks import QUICK_CHARACTERS
from bpe_ui.training.training import SLICE_SECONDS
from bpe_ui.workers import work
from bpe_ui.workers.job import Job
from bpe_ui.workers.work import AnyTask, Task

Result = TypeVar("Result")


class OnePiece(Generic[Result]):
    """Work that is not cut into slices, with its result once that is there."""

    def __init__(self, function: Callable[..., Result], *arguments: object) -> None:
        self._function, self._arguments = function, arguments
        self.result: Result | None = None
        """What the function returned; None before."""

    def advance(self, seconds: float) -> bool:
        """Do all of it, however long that takes; True. Raises what the function raises."""
        if self.result is None:
            self.result = self._function(*self._arguments)
        return True

    @property
    def progress(self) -> Progress:
        """All or nothing."""
        return Progress(int(self.is_done), 1, "answers")

    @property
    def is_done(self) -> bool:
        """Whether the result is there."""
        return self.result is not None


def task_of(view: str, key: Hashable, make: Callable[[], AnyTask]) -> AnyTask | None:
    """The task of a view on the corpus on screen under this key: begun now, or the one begun before.

    A new key drops the old task. On a corpus that is read in a moment, what takes no more than a slice is
    done at once. Says on the page why there is no task where the core refuses it, and that it was stopped
    where the person did so, with a button to go on.
    """
    visit = session()
    corpus = visit.training.source.corpus
    known = visit.compare.tasks.get(view)
    if known is None or not known.is_for(corpus, key):
        known = visit.compare.tasks[view] = ViewTask(corpus, key, None)
        _begin(known, make)
    with st.empty():  # always there: what follows keeps its place, so that nothing is drawn twice meanwhile
        if known.error:
            show(chips.message(known.error, "error"))
            return None
        if known.is_stopped:
            _say_that_it_stopped(known)
    task: AnyTask | None = known.task
    return task


def is_under_way(task: Task) -> bool:
    """Whether a view's task goes on at the end of this run: neither done nor stopped."""
    known = _view_task(task)
    return known is not None and not known.is_stopped and not task.is_done


def forget(view: str) -> None:
    """Drop the task of a view."""
    session().compare.tasks.pop(view, None)


def draw_progress_and_work(task: Task) -> None:
    """Go on with a view's task that is under way; draws the page anew when it is done, and does not return.

    The task of the visit goes first: a corpus that is being counted takes the place of this one.
    """
    known = _view_task(task)
    if known is None or not is_under_way(task) or session().task is not None:
        return
    if known.job is None and not _is_quick(known.corpus):
        known.job = Job(known.corpus, work.go_on, task)
    bar = bar_and_stop("stop_work", lambda: _stop_view(known))
    is_over = False
    while not is_over:
        progress = known.job.progress if known.job is not None else None
        show_progress(progress or task.progress, known.job, bar)
        is_over = _advance(known)
    st.rerun()


def _begin(known: ViewTask, make: Callable[[], Task]) -> None:
    try:
        known.task = make()
    except BPEError as error:
        known.error = str(error)
        return
    if _is_quick(known.corpus):
        _advance(known)


def _is_quick(corpus: Corpus) -> bool:
    return corpus.characters_to_read <= QUICK_CHARACTERS


def _advance(known: ViewTask) -> bool:
    """Go on; True when nothing is left to do, because all is done or because it failed."""
    try:
        ledger.check_growth()
        if known.job is None:
            done: bool = known.task.advance(SLICE_SECONDS)
            return done
        if not known.job.wait(SLICE_SECONDS):
            return False
        if known.job.result is not None:
            known.task = known.job.result
        known.job, known.is_stopped = None, not known.task.is_done
    except BPEError as error:
        known.task, known.job, known.error = None, None, str(error)  # what they hold of memory is given back
    return True


def _stop_view(known: ViewTask) -> None:
    if known.job is None:
        _set_stopped(known, True)
    else:
        known.job.stop()


def _view_task(task: Task) -> ViewTask | None:
    return next((known for known in session().compare.tasks.values() if known.task is task), None)


def _say_that_it_stopped(known: ViewTask) -> None:
    with st.container(key="stopped_work", horizontal=True, vertical_alignment="center", gap="small"):
        show(chips.note(f"Stopped at {sentence(known.task.progress)}."), width="content")
        st.button(
            "Go on",
            key="go_on_work",
            icon=":material/play_arrow:",
            on_click=_set_stopped,
            args=(known, False),
        )


def _set_stopped(known: ViewTask, is_stopped: bool) -> None:
    known.is_stopped = is_stopped
