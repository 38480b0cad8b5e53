"""The Compare page in the list of pages."""

from dataclasses import replace

from bpe_ui.frame.ancestry.stories import Tokens, tokens_at, trained
from bpe_ui.pages.compare import page
from bpe_ui.pages.compare.columns.message import ColumnsOnScreen
from bpe_ui.pages.compare.settings.state import Compare, Settings
from bpe_ui.pages.compare.settings.titles import titles_listed
from bpe_ui.stage.text.sentences import say
from bpe_ui.visit.registry.pages import Page, Shared
from bpe_ui.visit.visit import Visit

LINK_HOLDS = (
    "It holds the corpus itself, the rules and position of Train, and what is set in the views of this page,"
    " your own merges too; comparisons are trained again when opened."
)


def _on_train(visit: Visit, detail: str, position: int | None) -> Tokens:
    return replace(trained(visit, detail, position), whose=say("By the rules on Train."))


def _column(visit: Visit, detail: str, position: int | None) -> Tokens | None:
    columns = visit.state(ColumnsOnScreen).columns
    if columns is None or not detail.isdecimal():
        return None
    comparison, number = columns.comparison, int(detail)
    if number >= len(comparison.columns):
        return None
    at = comparison.length if position is None else position
    whose = say("In the column {title}.", title=titles_listed([comparison.columns[number].title]))
    return replace(tokens_at(comparison.steppers[number], at), whose=whose)


PAGE = Page(
    "Compare",
    "pages/compare.py",
    page.draw_compare,
    progress="below",
    settings=Settings,
    state=Compare,
    token_sources={"on_train": _on_train, "column": _column},
    tokens="on_train",
    at="position",
    shared=Shared("comparison", LINK_HOLDS),
    on_page=lambda visit: ("", visit.state(ColumnsOnScreen).columns),
)
