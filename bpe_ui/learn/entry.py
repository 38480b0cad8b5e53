"""The Learn page in the list of pages."""

from bpe_ui.learn import page
from bpe_ui.learn.state import Learn, LearnSettings
from bpe_ui.registry.pages import Moving, Page
from bpe_ui.tokenize.state import Tokenize
from bpe_ui.visit import Visit


def _on_page(visit: Visit) -> tuple[str, Moving | None]:
    """The part of a lesson, and its stage."""
    key = visit.of(Learn).key()
    part = visit.of(Learn).parts.get(key)
    if part is None:
        return key, None
    return key, part.of(Tokenize).stage if part.in_lesson == "tokenize" else part.training


PAGE = Page(
    "Learn",
    "pages/learn.py",
    page.draw,
    prepare=page.begin_part,
    has_panels=False,
    settings=LearnSettings,
    state=Learn,
    tokens="part_text",
    at="at",
    on_page=_on_page,
)
