"""The page Under the hood: how a trainer works inside, step by step, and what the fast one saves."""

from bpe_ui import long_work
from bpe_ui.hood import page
from bpe_ui.shell import shell

with shell.page("hood"):
    bar = long_work.bar_if_needed()
    page.draw()
    long_work.work_on(bar)
