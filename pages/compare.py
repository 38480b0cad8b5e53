"""The Compare page: what ties decide, what libraries do, and why one's own merges differ."""

from bpe_ui.pages.shell.shell import show_page

show_page("compare")
