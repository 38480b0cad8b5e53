"""What is drawn of long work: how far it is, or what it waits for, and a Stop button.

In: the progress of a task, and its worker process where it has one. Out: a bar, or a sentence.
"""

from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core.progress import Progress
from bpe_ui.html import chips
from bpe_ui.html.display import show
from bpe_ui.workers.job import Job


def bar_and_stop(key: str, on_stop: Callable[[], None]) -> DeltaGenerator:
    """A Stop button, and the place above it where `show_progress` draws."""
    with st.container(key="job"):
        bar = st.empty()
        st.button("Stop", key=key, icon=":material/stop:", on_click=on_stop)
        return bar


def show_progress(progress: Progress, job: Job | None, bar: DeltaGenerator) -> None:
    """How far a task is, or what its worker process waits for."""
    if job is not None and job.waits_for:
        with bar:
            show(chips.note(job.waits_for))
    elif progress.share is None:
        with bar:
            show(chips.note(f"So far: {sentence(progress)}."))
    else:
        bar.progress(progress.share, text=sentence(progress))


def sentence(progress: Progress) -> str:
    """How far a task is, in words.

    >>> sentence(Progress(250, 1_000, "merges")), sentence(Progress(250, None, "merges"))
    ('250 of 1,000 merges', '250 merges')
    """
    of_all = "" if progress.total is None else f" of {progress.total:,}"
    return f"{progress.done:,}{of_all} {progress.what}"
