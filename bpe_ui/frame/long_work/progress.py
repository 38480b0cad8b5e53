"""Draws long work: its progress, or what it waits for, and a Stop button."""

from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core.progress import Progress
from bpe_ui.frame.widgets.display import show
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.sentences import say_plainly


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
        begins = "It begins now."
        so_far = (
            begins if progress is None else say_plainly("So far: {progress}.", progress=sentence(progress))
        )
        show(chips.note(waits_for or so_far))


def sentence(progress: Progress) -> str:
    """The progress of a task, in words.

    >>> sentence(Progress(250, 1_000, "merges")), sentence(Progress(250, None, "merges"))
    ('250 of 1,000 merges', '250 merges')
    """
    if progress.total is None:
        return say_plainly("{it.done:,} {it.what}", it=progress)
    return say_plainly("{it.done:,} of {it.total:,} {it.what}", it=progress)
