"""The Learn page in the list of pages."""

from bpe_ui.frame.ancestry.stories import Tokens, trained
from bpe_ui.pages.learn import page
from bpe_ui.pages.learn.state import Learn, LearnSettings
from bpe_ui.pages.tokenize.entry import of_text
from bpe_ui.pages.tokenize.rules.stage import RulesStage
from bpe_ui.visit.registry.pages import Moving, Page, TokenSource
from bpe_ui.visit.visit import Visit


def _on_page(visit: Visit) -> tuple[str, Moving | None]:
    """The part of a lesson, and its stage."""
    key = visit.state(Learn).key()
    part = visit.state(Learn).parts.get(key)
    if part is None:
        return key, None
    return key, part.state(RulesStage) if part.in_lesson == "tokenize" else part.training


def _in_part(source: TokenSource) -> TokenSource:
    """The same token source in the part of a lesson that is on screen."""

    def of_part(visit: Visit, detail: str, position: int | None) -> Tokens | None:
        part = visit.state(Learn).parts.get(visit.state(Learn).key())
        return None if part is None else source(part, detail, position)

    return of_part


PAGE = Page(
    "Learn",
    "pages/learn.py",
    page.draw_learn,
    prepare=page.begin_part,
    has_panels=False,
    settings=LearnSettings,
    state=Learn,
    token_sources={"part": _in_part(trained), "part_text": _in_part(of_text)},
    tokens="part_text",
    at="at",
    on_page=_on_page,
)
