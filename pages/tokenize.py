"""The Tokenize page: what a tokenizer makes of a text, which of its rules fire, and why."""

from bpe_ui import long_work
from bpe_ui.shell import shell
from bpe_ui.tokenize import page

with shell.page("tokenize"):
    bar = long_work.bar_if_needed()
    page.draw()
    long_work.work_on(bar)
