"""Draws long work: its progress, or what it waits for, and a Stop button."""

from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core.progress import Progress
from bpe_ui.html import chips
from bpe_ui.widgets.display import show


def bar_and_stop(key: str, on_stop: Callable[[], None]) -> DeltaGenerator:
    """A Stop button, and the place above it where `show_progress` draws."""
    with st.container(key="job"):
        bar = st.empty()
        st.button("Stop", key=key, icon=":material/stop:", on_click=on_stop)
        return bar


def show_progress(progress: Progress | None, waits_for: str, bar: DeltaGenerator) -> None:
    """Show the progress of work, or what it waits for."""
    if not waits_for and progress is not None and progress.share is not None:
        bar.progress(progress.share, text=sentence(progress))
        return
    with bar:
        so_far = "It begins now." if progress is None else f"So far: {sentence(progress)}."
        show(chips.note(waits_for or so_far))


def sentence(progress: Progress) -> str:
    """The progress of a task, in words.

    >>> sentence(Progress(250, 1_000, "merges")), sentence(Progress(250, None, "merges"))
    ('250 of 1,000 merges', '250 merges')
    """
    of_all = "" if progress.total is None else f" of {progress.total:,}"
    return f"{progress.done:,}{of_all} {progress.what}"
