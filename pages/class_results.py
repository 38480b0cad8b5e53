"""The Class results page: how a class voted, which mistakes that shows, and its sheets of the quiz."""

from bpe_ui.pages.shell.shell import show_page

show_page("results")
