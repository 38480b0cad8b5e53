"""The Tokenize page in the list of pages."""

from bpe_ui.registry.pages import Page
from bpe_ui.tokenize import page
from bpe_ui.tokenize.rules.stage import RulesStage
from bpe_ui.tokenize.settings.state import Tokenize, TokenizeSettings
from bpe_ui.tokenize.token_sources import TOKEN_SOURCES

PAGE = Page(
    "Tokenize",
    "pages/tokenize.py",
    page.draw,
    progress="above",
    settings=TokenizeSettings,
    state=Tokenize,
    token_sources=TOKEN_SOURCES,
    tokens="text",
    name_of_settings="typed",
    at="step",
    on_page=lambda visit: (visit.of(Tokenize).view, visit.of(RulesStage)),
)
