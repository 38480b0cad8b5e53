"""Long work on the Compare page: one piece a view, done in slices beside a Stop button.

In: a view, a key of what the work depends on beside the corpus on screen, and a function that makes the
core's object for it. Out: that object, begun. A view draws what it gives, and lets it go on last:

    comparison = working.work_of("columns", key, lambda: Comparison(corpus, sides, merges=500))
    if comparison is None:
        return                       # the reason is on the page already
    ...                              # what is known: all once `comparison.is_done`, less where it was stopped
    working.draw_progress_and_work(comparison)

What a person clicks meanwhile is answered, as in `jobs`: Streamlit ends the run at the next `st` call, and
the new run goes on with the work. Other visits go on beside it.
"""

from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core import BPEError
from bpe_core.progress import Progress
from bpe_ui.compare.state import Held
from bpe_ui.html import chips
from bpe_ui.html.display import show
from bpe_ui.server.memory import ledger
from bpe_ui.session import QUICK_CHARACTERS, session
from bpe_ui.training.training import SLICE_SECONDS


class Work(Protocol):
    """The core's long work."""

    def advance(self, seconds: float) -> bool:
        """Go on for about so long; True when all is done."""
        ...

    @property
    def progress(self) -> Progress:
        """How far it is."""
        ...

    @property
    def is_done(self) -> bool:
        """Whether all is done."""
        ...


AnyWork = TypeVar("AnyWork", bound=Work)


def work_of(view: str, key: Hashable, make: Callable[[], AnyWork]) -> AnyWork | None:
    """The work of a view on the corpus on screen under this key: begun now, or the one begun before.

    A new key drops the old work. On a corpus that is read in a moment, what takes no more than a slice is
    done at once. Says on the page why there is no work where the core refuses it, and that it was stopped
    where the person did so, with a button to go on.
    """
    current = session()
    corpus = current.training.source.corpus
    held = current.compare.works.get(view)
    if held is None or not held.is_for(corpus, key):
        held = current.compare.works[view] = Held(corpus, key, None)
        _begin(held, make)
    with st.empty():  # always there: what follows keeps its place, so that nothing is drawn twice meanwhile
        if held.error:
            show(chips.message(held.error, "error"))
            return None
        if held.is_stopped:
            _say_that_it_stopped(held)
    work: AnyWork | None = held.work
    return work


def is_under_way(work: Work) -> bool:
    """Whether the work goes on at the end of this run: neither done nor stopped."""
    held = _held(work)
    return held is not None and not held.is_stopped and not work.is_done


def forget(view: str) -> None:
    """Drop the work of a view."""
    session().compare.works.pop(view, None)


def draw_progress_and_work(work: Work) -> None:
    """Go on with work that is under way, and draw the page anew when it is done; does not return then.

    Work of the page itself goes first: a corpus that is being counted takes the place of this one.
    """
    held = _held(work)
    if held is None or not is_under_way(work) or session().job is not None:
        return
    with st.container(key="job"):
        bar = st.empty()
        st.button("Stop", key="stop_work", icon=":material/stop:", on_click=_set_stopped, args=(held, True))
    _show_progress(work, bar)
    while not _advance(held, SLICE_SECONDS):
        _show_progress(work, bar)
    st.rerun()


def sentence(progress: Progress) -> str:
    """How far work is, in words.

    >>> sentence(Progress(250, 1_000, "merges")), sentence(Progress(250, None, "merges"))
    ('250 of 1,000 merges', '250 merges')
    """
    of_all = "" if progress.total is None else f" of {progress.total:,}"
    return f"{progress.done:,}{of_all} {progress.what}"


def _begin(held: Held, make: Callable[[], Work]) -> None:
    try:
        held.work = make()
    except BPEError as error:
        held.error = str(error)
        return
    if held.corpus.characters_to_read <= QUICK_CHARACTERS:
        _advance(held, SLICE_SECONDS)


def _advance(held: Held, seconds: float) -> bool:
    """Go on; True when nothing is left to do, because all is done or because it failed."""
    try:
        ledger.check_growth()
        done: bool = held.work.advance(seconds)
    except BPEError as error:
        held.work, held.error = None, str(error)  # what it holds of memory is given back
        return True
    return done


def _held(work: Work) -> Held | None:
    works = session().compare.works.values()
    return next((held for held in works if held.work is work), None)


def _say_that_it_stopped(held: Held) -> None:
    with st.container(key="stopped_work", horizontal=True, vertical_alignment="center", gap="small"):
        show(chips.note(f"Stopped at {sentence(held.work.progress)}."), width="content")
        st.button(
            "Go on",
            key="go_on_work",
            icon=":material/play_arrow:",
            on_click=_set_stopped,
            args=(held, False),
        )


def _set_stopped(held: Held, is_stopped: bool) -> None:
    held.is_stopped = is_stopped


def _show_progress(work: Work, bar: DeltaGenerator) -> None:
    progress = work.progress
    if progress.share is None:
        with bar:
            show(chips.note(f"{sentence(progress)} so far"))
    else:
        bar.progress(progress.share, text=sentence(progress))
