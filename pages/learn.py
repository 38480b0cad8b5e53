"""The Learn page: byte-pair encoding in half an hour, in lessons with something to try and to predict."""

from bpe_ui.pages.shell.shell import show_page

show_page("learn")
