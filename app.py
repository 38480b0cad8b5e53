"""The Train page: step through a training, one merge at a time.

Run it with `make run`, or with `streamlit run app.py`.
"""

import streamlit as st

from bpe_ui import controls, jobs, shell, stage

with shell.page("Train") as training:
    stage.headline(training)
    left, right = st.columns([6, 4], gap="small")
    with left, st.container(key="left"):
        stage.words(training)
        stage.vocabulary(training)
    with right, st.container(key="right"):
        stage.pairs(training)
        stage.details(training)
    progress = controls.draw(training)
    stage.figures(training)
    if progress is not None:
        jobs.work_on(progress)
