"""The Compare page: what ties decide, what libraries do, and why one's own merges differ."""

from bpe_ui import jobs
from bpe_ui.compare import page as views
from bpe_ui.shell import shell

with shell.page("Compare"):
    views.draw()
    progress = jobs.progress_if_needed()
    if progress is not None:
        jobs.work_on(progress)
