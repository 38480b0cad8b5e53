"""The Charts page: what a training does to its corpus and its vocabulary, merge after merge."""

from bpe_ui.shell.shell import show_page

show_page("charts")
