"""The Tokenize page: what a tokenizer makes of a text, which of its rules fire, and why."""

from bpe_ui.long_work import visit_task
from bpe_ui.shell import shell
from bpe_ui.tokenize import page

with shell.page("tokenize"):
    bar = visit_task.bar_if_needed()
    page.draw()
    visit_task.work_on(bar)
