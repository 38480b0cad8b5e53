"""What the columns ask for: to move, to compare with another column, to continue one on Train."""

from bpe_ui.address.state import AddressState
from bpe_ui.compare.columns.message import Columns
from bpe_ui.compare.columns.state import ColumnsOnScreen
from bpe_ui.compare.settings.state import Compare
from bpe_ui.component.actions import Action, RefusedActionError, integer
from bpe_ui.stage.stage import Listener, Stage
from bpe_ui.text.sentences import say_plainly
from bpe_ui.training.training import Source, Training, run_for
from bpe_ui.visit.visit import Visit

SECONDS = 1.0
"""How long a column is trained again before Train is shown; the rest is done there, with a Stop button."""


def open_on_train(visit: Visit, columns: Columns, number: int, position: int) -> None:
    """Continue a column on Train, at a position or at the column's end before it.

    The limits of the comparison are left out.
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
    opened = "Opened from Compare after {merges:,} {merges:merge|merges}: {column.title}."
    visit.adopt(training, say_plainly(opened, merges=target, column=column))
    if again.position < target:
        visit.train_to(target)
    visit.of(AddressState).wanted_page = "train"


def _columns(visit: Visit) -> Columns:
    columns = visit.of(ColumnsOnScreen).columns
    assert columns is not None  # otherwise no action could come from them
    return columns


def _stand(visit: Visit, position: int) -> None:
    visit.of(Compare).position = position


def _go_to(visit: Visit, action: Action) -> None:
    columns = _columns(visit)
    columns.stand_at(integer(action, "to", columns.last))
    _stand(visit, columns.position)


def _against(visit: Visit, action: Action) -> None:
    visit.of(Compare).against = _column(visit, action)


def _train(visit: Visit, action: Action) -> None:
    if visit.task is not None:
        raise RefusedActionError("A corpus is being read: stop it first, or wait until it is done.")
    columns = _columns(visit)
    open_on_train(visit, columns, _column(visit, action), columns.position)


def _column(visit: Visit, action: Action) -> int:
    return integer(action, "column", len(_columns(visit).comparison.columns) - 1)


LISTENER = Listener[Visit](
    lambda visit: visit.of(ColumnsOnScreen).columns or Stage(),
    _stand,
    anywhere={},
    here={"go_to": _go_to, "against": _against, "train": _train},
)
"""The actions of the columns."""
