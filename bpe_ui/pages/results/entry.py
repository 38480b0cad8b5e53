"""The Class results page in the list of pages."""

from bpe_ui.pages.results import page
from bpe_ui.visit.registry.pages import Page

PAGE = Page(
    "Class results",
    "pages/class_results.py",
    page.draw_results,
    is_in_header=False,
    has_panels=False,
)
