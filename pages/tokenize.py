"""The Tokenize page: what a tokenizer makes of a text, which of its rules fire, and why."""

from bpe_ui.pages.shell.shell import show_page

show_page("tokenize")
