"""The Tokenize page in the list of pages."""

from bpe_ui.registry.pages import Page
from bpe_ui.tokenize import page
from bpe_ui.tokenize.state import Tokenize, TokenizeSettings

PAGE = Page(
    "Tokenize",
    "pages/tokenize.py",
    page.draw,
    progress="above",
    settings=TokenizeSettings,
    state=Tokenize,
    tokens="text",
    name_of_settings="typed",
    at="step",
    on_page=lambda visit: (visit.of(Tokenize).view, visit.of(Tokenize).stage),
)
