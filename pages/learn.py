"""The Learn page: byte-pair encoding in half an hour, in lessons with something to try and to predict."""

from bpe_ui.learn import page
from bpe_ui.shell import shell

with shell.page("learn", page.begin_part):
    page.draw()
