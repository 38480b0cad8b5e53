"""The work of views: answers to questions about the corpus on screen, such as the core's studies.

A `Work` is done or running, and goes on at the end of each run of a page until it is done:

    work = view_work.ask("columns", compare, corpus, columns, merges=500)
    if work.result is not None:
        ...                          # the answer; `work.is_done` says whether it is all of it
    view_work.go_on(work)
"""

from collections.abc import Callable
from typing import Any, TypeVar

import streamlit as st

from bpe_ui.frame.long_work.progress import bar_and_stop, sentence, show_progress
from bpe_ui.frame.widgets.display import show
from bpe_ui.machine.worker_pool.work import Work
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.session import session
from bpe_ui.visit.training.tasks import QUICK_CHARACTERS
from bpe_ui.visit.training.training import SLICE_SECONDS

Result = TypeVar("Result")


def ask(name: str, function: Callable[..., Result], *arguments: Any, **named: Any) -> Work[Result]:
    """The work that answers a question: a new one, or the one begun before.

    Another function, or other arguments, drop the old work. Work that takes only a moment is done at once. If
    the function raises a `BPEError`, the page shows why there is no answer; if the person stopped it, the
    page says so, with a button to go on.
    """
    visit = session()
    work = visit.works.get(name)
    if work is None or not work.is_of(function, *arguments, **named):
        work = visit.works[name] = Work(function, *arguments, **named)
        if visit.training.source.corpus.characters_to_read <= QUICK_CHARACTERS:
            work.try_here()
    with st.empty():  # always there: what follows keeps its place, so that nothing is drawn twice
        if work.error:
            show(chips.message(work.error, "error"))
        elif work.is_stopped:
            with st.container(key="stopped_work", horizontal=True, vertical_alignment="center", gap="small"):
                stopped = "Stopped."
                if work.progress is not None:
                    stopped = say_plainly("Stopped at {progress}.", progress=sentence(work.progress))
                show(chips.note(stopped), width="content")
                st.button("Go on", key="go_on_work", icon=":material/play_arrow:", on_click=work.go_on)
    return work


def is_asked(name: str, function: Callable[..., Any], *arguments: Any, **named: Any) -> bool:
    """Whether this was asked before."""
    work = session().works.get(name)
    return work is not None and work.is_of(function, *arguments, **named)


def go_on(work: Work) -> None:
    """Go on with work that is not done; when it is, draw the page again instead of returning.

    The task of the visit comes first: a corpus that is being counted replaces this one.
    """
    if work.is_over or session().task is not None:
        return
    bar = bar_and_stop("stop_work", work.stop)
    while not work.is_over:
        show_progress(work.progress, work.waits_for, bar)
        work.wait(SLICE_SECONDS)
    st.rerun()
