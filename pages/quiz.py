"""The Quiz page: ten questions on a fresh corpus, to be answered and handed in."""

from bpe_ui.pages.shell.shell import show_page

show_page("quiz")
