"""The Tokenize page: what the trained rules make of a text, and which of them fire."""

from bpe_ui import long_work
from bpe_ui.shell import shell
from bpe_ui.tokenize import view

with shell.page("tokenize") as training:
    bar = long_work.bar_if_needed()
    view.draw(training)
    long_work.work_on(bar)
