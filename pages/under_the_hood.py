"""The page Under the hood: how two trainers work inside, step by step."""

from bpe_ui.pages.shell.shell import show_page

show_page("hood")
