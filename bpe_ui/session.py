"""The door to `st.session_state`, which no other module touches: the visit, widgets' values, and uploads."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from bpe_core import EXAMPLES
from bpe_ui.training.training import Source, start_training
from bpe_ui.visit import Visit

FIRST_EXAMPLE = next(iter(EXAMPLES))

_KEY = "bpe_stepper"


def session() -> Visit:
    """This visit, which begins with the first example. Waits for an earlier run of a page to end."""
    if _KEY not in st.session_state:
        source = Source.from_example(FIRST_EXAMPLE)
        st.session_state[_KEY] = Visit(start_training(source, EXAMPLES[FIRST_EXAMPLE].config))
    found: Visit = st.session_state[_KEY]
    with found.lock:
        return found


def stop_all_work() -> None:
    """Stop the long work of this visit; what it has done so far stays."""
    if _KEY in st.session_state:
        st.session_state[_KEY].task = None
        st.session_state[_KEY].compare.drop_work()


def begin_again() -> None:
    """Forget the visit; the next call of `session` begins with the first example."""
    st.session_state.pop(_KEY, None)


@contextmanager
def the_only_run() -> Iterator[None]:
    """Hold this visit for one run of a page.

    After a click Streamlit may begin a new run while the old one is still at work, and ends the old one at
    its next `st` call. The new run waits for that, in its first call of `session`, so that no two runs ever
    move the same stepper.
    """
    with session().lock:
        yield


def widget(key: str, default: Any = None) -> Any:
    """The value of a widget, or `default` where it has none yet."""
    return st.session_state.get(key, default)


def set_widget(key: str, value: Any) -> None:
    """Give a widget a value; only before it is drawn in this run."""
    st.session_state[key] = value


def is_back_or_forward() -> bool:
    """Whether this run answers the browser's Back or Forward, or a server that is reached again."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def take_upload(key: str) -> UploadedFile | None:
    """The file that an upload holds now. Streamlit is told to forget the one before it.

    It would keep that one for as long as the visit lasts: an upload in a panel is gone with the panel.
    """
    uploaded: UploadedFile | None = widget(key)
    files, before = session().uploads, session().uploads.pop(key, None)
    if uploaded is not None:
        files[key] = uploaded.file_id
    context = get_script_run_ctx()
    if before not in (None, files.get(key)) and context is not None:
        context.uploaded_file_mgr.remove_file(context.session_id, before)  # type: ignore[attr-defined]
    return uploaded
