"""Long work: counting a large corpus, and training to a far position, with progress and a way to stop.

In: the session's job. A page draws everything first, `progress_if_needed` among it, and calls `work_on` last.
Whatever the person clicks meanwhile is answered: Streamlit ends the run at the next `st` call and starts a
new one, which goes on with the job, or without it where the click was on Stop.
"""

import time

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core import BPEError
from bpe_ui.html import chips
from bpe_ui.html.display import show
from bpe_ui.server.memory import NoRoomError, ledger
from bpe_ui.session import CountJob, MergeJob, Session, session
from bpe_ui.training.training import SLICE_SECONDS, Training, start_training

REDRAW_SECONDS = 1.0
"""How often the page shows the words and pairs of a training under way, at most."""
WORK_PER_DRAWING = 4
"""Training goes on at least so many times as long as the last drawing of the page took."""


def progress_if_needed() -> DeltaGenerator | None:
    """Where work is under way, draw Stop, and leave the place where `work_on` shows how far it is."""
    if session().job is None:
        return None
    with st.container(key="job"):
        bar = st.empty()
        st.button("Stop", key="stop_job", icon=":material/stop:", on_click=_stop)
        return bar


def work_on(bar: DeltaGenerator) -> None:
    """Go on with the session's job, if there is one; does not return then."""
    current = session()
    if isinstance(current.job, CountJob):
        _count(current, current.job, bar)
    elif isinstance(current.job, MergeJob):
        _merge(current, current.job, bar)
    else:
        return
    st.rerun()


def _stop() -> None:
    current = session()
    if isinstance(current.job, MergeJob):
        current.notice = f"Stopped after {current.training.stepper.position:,} merges."
    elif current.job is not None:
        current.notice = "Stopped counting; everything is as it was."
    current.job = None


def _count(current: Session, job: CountJob, bar: DeltaGenerator) -> None:
    def on_progress(done: int, total: int) -> None:
        # Streamlit raises out of this call when the person has clicked; counting then ends half-way.
        text = f"Counting words: {done:,} of {total:,} characters" if done < total else "Counting pairs"
        bar.progress(done / max(total, 1), text=text)

    on_progress(0, job.source.corpus.characters)
    try:
        training = start_training(job.source, job.config, on_progress)
    except BPEError as error:
        current.errors[job.place] = current.notice = str(error)  # the panel of the place may be closed
        current.job = None
        return
    current.adopt(training, job.notice)


def _merge(current: Session, job: MergeJob, bar: DeltaGenerator) -> None:
    training = current.training
    now = time.monotonic()
    redraw_at = now + max(REDRAW_SECONDS, WORK_PER_DRAWING * (now - current.run_began))
    while time.monotonic() < redraw_at:
        _show_merges(training, job, bar)
        try:
            ledger.check_growth()
        except NoRoomError as error:
            current.job = None
            current.notice = f"Stopped after {training.stepper.position:,} merges. {error}"
            return
        if training.run_for(SLICE_SECONDS, job.target):
            current.job = None
            current.notice = f"Trained up to merge {training.stepper.position:,}."
            return


def _show_merges(training: Training, job: MergeJob, bar: DeltaGenerator) -> None:
    made = training.stepper.position
    target = training.furthest() if job.target is None else job.target
    if target is not None:
        bar.progress(min(made / max(target, 1), 1.0), text=f"{made:,} of {target:,} merges made")
    else:
        left = f", the last of a pair that occurred {training.last_count:,} times" if made else ""
        with bar:
            show(chips.note(f"{made:,} merges made{left}. Training ends when no pair is left."))
