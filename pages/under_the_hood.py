"""The page Under the hood: how a trainer works inside, step by step, and what the fast one saves."""

from bpe_ui.pages.shell.shell import show_page

show_page("hood")
