"""Studies of views: questions about the corpus on screen that can take long to answer.

    draw_study("columns", Call(compare, (corpus, columns), {"merges": 500}), draw_columns)

That asks the question, anew if it is another one than before, shows progress with a Stop button, and then the
answer; or what is wrong, or that it was stopped, with a button to go on.
"""

from collections.abc import Callable
from typing import Any, Literal

import streamlit as st

from bpe_ui.frame.long_work.progress import bar_and_stop, sentence, show_progress
from bpe_ui.frame.widgets.display import show
from bpe_ui.machine.worker_pool.work import Call as Call
from bpe_ui.machine.worker_pool.work import Work
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.session import session
from bpe_ui.visit.training.tasks import QUICK_CHARACTERS
from bpe_ui.visit.training.training import SLICE_SECONDS


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
                    stopped = say_plainly("Stopped at {progress}.", progress=sentence(work.progress))
                show(chips.note(stopped), width="content")
                st.button("Go on", key="go_on_work", icon=":material/play_arrow:", on_click=work.go_on)
    return work
