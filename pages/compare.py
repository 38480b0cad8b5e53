"""The Compare page: what ties decide, what libraries do, and why one's own merges differ."""

from bpe_ui.compare import page as views
from bpe_ui.long_work import visit_task
from bpe_ui.shell import shell

with shell.page("compare"):
    views.draw()
    bar = visit_task.bar_if_needed()
    visit_task.work_on(bar)
