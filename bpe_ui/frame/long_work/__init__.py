"""Long work on a page, with a progress bar and a Stop button.

The page answers every click meanwhile: Streamlit ends the run at the next `st` call, and the new run waits on
for the work, or goes on without it if Stop was clicked. The work itself runs in a process of its own
(`worker_pool.work`), so that other visits do not wait for it.
"""
