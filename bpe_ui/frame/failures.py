"""What a person sees if the app itself fails: one sentence, and two ways to go on.

Streamlit has logged the exception, and leaves the screen to `show`.

Long work that was running is stopped, so that a failure in it does not come back at each drawing.
"""

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bpe_ui.frame.widgets.display import show as show_markup
from bpe_ui.stage.html import chips
from bpe_ui.visit import session

SENTENCE = (
    "BPE Stepper hit an error; what you typed is still here. Continue where you were, or start over with the"
    " first example if it keeps happening."
)


def show(error: Exception) -> bool:
    """Say that something failed; returns True so that Streamlit does not show the exception.

    After a failed callback Streamlit draws no page, so this is alone on the screen.
    """
    session.stop_all_work()
    # Make Streamlit forget the fragments of the page that is gone: the browser may still ask for one, which
    # would be drawn in place of our sentence. Streamlit forgets them only after a run that did not fail.
    context = get_script_run_ctx()
    if context is not None and not context.fragment_ids_this_run:
        context.fragment_storage.clear(new_fragment_ids=context.shared.new_fragment_ids.snapshot())
    with st.container(key="failure"):
        show_markup(chips.message(SENTENCE, "error"))
        with st.container(horizontal=True):
            st.button("Continue", key="failure_go_on", type="primary", on_click=st.rerun)
            st.button("Start over", key="failure_begin_again", on_click=_begin_again)
    return True


def _begin_again() -> None:
    session.begin_again()
    st.query_params.clear()  # the address would bring back what fails
    st.rerun()  # the whole page, even if a fragment failed
