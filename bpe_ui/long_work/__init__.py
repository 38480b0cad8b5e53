"""Long work on a page, beside a progress bar and a Stop button: in slices, or in a worker process.

A task has `advance(seconds)`, `progress` and `is_done`. Whatever a person clicks meanwhile is answered:
Streamlit ends the run at the next `st` call, and the new run goes on with the task, or without it where the
click was on Stop. A large corpus is worked on in a process of its own (`workers.job`), so that other visits
do not wait for it.
"""
