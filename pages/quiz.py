"""The Quiz page: ten questions on a fresh corpus, to be answered and handed in."""

from bpe_ui.quiz import page
from bpe_ui.shell import shell

with shell.page("quiz", page.draw_seed):
    page.draw()
