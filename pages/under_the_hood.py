"""The page Under the hood: how a trainer works inside, step by step, and what the fast one saves."""

from bpe_ui.hood import page
from bpe_ui.long_work import visit_task
from bpe_ui.shell import shell

with shell.page("hood", page.make_picture):
    bar = visit_task.bar_if_needed()
    page.draw()
    visit_task.work_on(bar)
