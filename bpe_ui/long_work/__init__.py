"""Long work on a page, beside a progress bar and a Stop button.

Whatever a person clicks meanwhile is answered: Streamlit ends the run at the next `st` call, and the new run
goes on waiting for the work, or does without it where the click was on Stop. The work itself goes on in a
process of its own (`workers.work`), so that other visits do not wait for it.
"""
