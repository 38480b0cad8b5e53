"""The Glossary page in the list of pages."""

from bpe_ui.glossary import page
from bpe_ui.registry.pages import Page

PAGE = Page("Glossary", "pages/glossary.py", page.draw, is_in_header=False, has_panels=False)
