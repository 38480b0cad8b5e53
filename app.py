"""The Train page: step through a training, one merge at a time.

Run it with `make run`, or with `streamlit run app.py`.
"""

from bpe_ui import jobs, shell, stage_view

with shell.page(shell.TRAIN):
    stage_view.draw()
    progress = jobs.progress_if_needed()
    if progress is not None:
        jobs.work_on(progress)
