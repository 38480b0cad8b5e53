"""The Compare page: what ties decide, what libraries do, and why one's own merges differ."""

from bpe_ui import jobs, shell
from bpe_ui.compare import views

with shell.page("Compare"):
    views.draw()
    progress = jobs.progress_if_needed()
    if progress is not None:
        jobs.work_on(progress)
