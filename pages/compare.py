"""The Compare page: what ties decide, what libraries do, and why one's own merges differ."""

from bpe_ui import long_work
from bpe_ui.compare import page as views
from bpe_ui.shell import shell

with shell.page("compare"):
    views.draw()
    bar = long_work.bar_if_needed()
    long_work.work_on(bar)
