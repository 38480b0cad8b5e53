"""The Class results page in the list of pages."""

from bpe_ui.registry.pages import Page
from bpe_ui.results import page

PAGE = Page("Class results", "pages/class_results.py", page.draw, is_in_header=False, has_panels=False)
