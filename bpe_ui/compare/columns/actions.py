"""What the columns ask for: moves, another column to compare with, and one to be continued on Train.

In: the visit, and values from the browser, which may hold anything at all. Out: the visit changed, or one
line below the columns that says why not. Nothing here raises for a bad value.
"""

from collections.abc import Callable, Mapping

from bpe_core import BPEError
from bpe_ui.address.state import AddressState
from bpe_ui.compare.columns.message import Columns
from bpe_ui.compare.columns.state import ColumnsOnScreen
from bpe_ui.compare.settings.state import Compare
from bpe_ui.component.actions import Action, RefusedActionError, integer
from bpe_ui.text.sentences import plural
from bpe_ui.training.training import Source, Training, run_for
from bpe_ui.visit.visit import Visit

SECONDS = 1.0
"""How long a column is trained again before Train is shown; the rest is done there, with a Stop button."""


def hear_place(visit: Visit, place: object) -> None:
    """The columns stand somewhere else. What was said of another comparison, or before a jump, is stale."""
    columns = visit.of(ColumnsOnScreen).columns
    if columns is None or not isinstance(place, Mapping) or not _is_of(columns, place):
        return
    if place.get("jump", columns.jump) != columns.jump:
        return
    try:
        columns.position = integer(place, "position", columns.comparison.length)
    except RefusedActionError as refused:
        columns.notice = str(refused)
        return
    visit.of(Compare).position = columns.position
    columns.notice = ""


def hear_action(visit: Visit, action: object) -> None:
    """A person did something with the columns."""
    columns = visit.of(ColumnsOnScreen).columns
    if columns is None or not isinstance(action, Mapping):
        return
    try:
        _do(visit, columns, action)
    except (RefusedActionError, BPEError) as refused:
        columns.notice = str(refused)


def open_on_train(visit: Visit, columns: Columns, number: int, position: int) -> None:
    """Continue a column on Train, at a position or at the column's end before it.

    The limits of the comparison are not among them.
    """
    comparison = columns.comparison
    column, stepper = comparison.columns[number], comparison.steppers[number]
    target = min(position, stepper.known_merges)
    again = stepper.with_rules(column.config)
    run_for(again, SECONDS, target)
    source = visit.training.source
    if source.corpus is not comparison.corpus:
        source = Source("text", comparison.corpus)
    training = Training(source, again)
    training.look_ahead()
    merges = f"{target:,} {plural('merge', target)}"
    visit.adopt(training, f"Opened from Compare after {merges}: {column.title}.")
    if again.position < target:
        visit.train_to(target)
    visit.of(AddressState).wanted_page = "train"


def _do(visit: Visit, columns: Columns, action: Action) -> None:
    name = action.get("name")
    if not isinstance(name, str) or name not in _ACTIONS:
        raise RefusedActionError(
            "The columns asked for something that this page does not know; nothing was done."
        )
    if not _is_of(columns, action):
        raise RefusedActionError(
            "The columns had changed in the meantime, so nothing was done. Please try again."
        )
    position = integer(action, "position", columns.comparison.length)
    if action.get("jump", columns.jump) == columns.jump:
        columns.position = visit.of(Compare).position = position
    columns.notice = ""
    _ACTIONS[name](visit, columns, action)


def _go_to(visit: Visit, columns: Columns, action: Action) -> None:
    columns.stand_at(integer(action, "to", columns.comparison.length))
    visit.of(Compare).position = columns.position


def _against(visit: Visit, columns: Columns, action: Action) -> None:
    visit.of(Compare).against = _column(columns, action)


def _train(visit: Visit, columns: Columns, action: Action) -> None:
    if visit.task is not None:
        raise RefusedActionError("A corpus is being read: stop it first, or wait until it is done.")
    open_on_train(visit, columns, _column(columns, action), columns.position)


_ACTIONS: dict[str, Callable[[Visit, Columns, Action], None]] = {
    "go_to": _go_to,
    "against": _against,
    "train": _train,
}


# ---- reading what came from the browser


def _is_of(columns: Columns, message: Action) -> bool:
    return bool(message.get("history_id") == columns.history_id)


def _column(columns: Columns, action: Action) -> int:
    return integer(action, "column", len(columns.comparison.columns) - 1)
