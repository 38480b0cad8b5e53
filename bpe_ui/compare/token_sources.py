"""The sources of the tokens in the views of the Compare page."""

from bpe_ui.ancestry.sources import tokens_at, trained
from bpe_ui.ancestry.stories import Tokens, TokensOf
from bpe_ui.compare.columns.state import ColumnsOnScreen
from bpe_ui.compare.settings.titles import titles_listed
from bpe_ui.text.sentences import say
from bpe_ui.visit.visit import Visit


def _on_train(visit: Visit, detail: str, position: int | None) -> Tokens:
    return TokensOf(trained(visit, detail, position), say("By the rules on Train."))


def _column(visit: Visit, detail: str, position: int | None) -> Tokens | None:
    columns = visit.of(ColumnsOnScreen).columns
    if columns is None or not detail.isdecimal():
        return None
    comparison, number = columns.comparison, int(detail)
    if number >= len(comparison.columns):
        return None
    at = comparison.length if position is None else position
    whose = say("In the column {title}.", title=titles_listed([comparison.columns[number].title]))
    return TokensOf(tokens_at(comparison.steppers[number], at), whose)


TOKEN_SOURCES = {"on_train": _on_train, "column": _column}
