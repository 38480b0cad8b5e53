"""The Compare page in the list of pages."""

from bpe_ui.compare import page
from bpe_ui.compare.columns.shared import SHARED
from bpe_ui.compare.columns.state import ColumnsOnScreen
from bpe_ui.compare.settings.state import Compare, Settings
from bpe_ui.compare.token_sources import TOKEN_SOURCES
from bpe_ui.registry.pages import Page

PAGE = Page(
    "Compare",
    "pages/compare.py",
    page.draw,
    progress="below",
    settings=Settings,
    state=Compare,
    token_sources=TOKEN_SOURCES,
    tokens="on_train",
    at="position",
    shared=SHARED,
    on_page=lambda visit: ("", visit.of(ColumnsOnScreen).columns),
)
