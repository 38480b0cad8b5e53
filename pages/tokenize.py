"""The Tokenize page: what the trained rules make of a text, and which of them fire."""

import streamlit as st

from bpe_ui import long_work
from bpe_ui.shell import shell
from bpe_ui.tokenize import view

with shell.page("tokenize") as training:
    bar = long_work.bar_if_needed()
    left, right = st.columns([4, 8], gap="small")
    with left:
        request = view.ask(training)
    if request is not None:
        with right:
            view.answer(request)
    long_work.work_on(bar)
