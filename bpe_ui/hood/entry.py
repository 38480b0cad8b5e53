"""The page Under the hood in the list of pages."""

from bpe_ui.hood import page
from bpe_ui.hood.state import Hood, HoodSettings
from bpe_ui.registry.pages import Page

PAGE = Page(
    "Under the hood",
    "pages/under_the_hood.py",
    page.draw,
    prepare=page.make_picture,
    progress="above",
    settings=HoodSettings,
    state=Hood,
    tokens="train",
    at="step",
    on_page=lambda visit: (visit.of(Hood).view, visit.of(Hood).stage),
)
