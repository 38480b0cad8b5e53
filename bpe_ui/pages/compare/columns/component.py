"""The columns: the component that shows all of a comparison side by side, steps it, and asks for actions.

Its front end is in `bpe_ui/stage/component`.
"""

import streamlit as st

from bpe_core.studies.comparison import Comparison
from bpe_ui.frame.address.state import AddressState
from bpe_ui.frame.widgets.stage import draw_stage
from bpe_ui.pages.compare.columns.message import Columns, ColumnsOnScreen
from bpe_ui.pages.compare.settings.state import Compare
from bpe_ui.stage.component import COLUMNS_CSS, COLUMNS_JS
from bpe_ui.stage.component.actions import Action, RefusedActionError, integer
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.messages.stage import Listener, Stage
from bpe_ui.visit.session import session, visit_lock
from bpe_ui.visit.training.training import Source, Training, run_for
from bpe_ui.visit.visit import Visit

KEY = "columns"

_component = st.components.v2.component("bpe_stepper.columns", css=COLUMNS_CSS, js=COLUMNS_JS)


def draw_columns(comparison: Comparison) -> None:
    """Draw the columns at the visit's position, as far as they are trained, and listen to them."""
    if not comparison.steppers:
        return
    compare, on_screen = session().state(Compare), session().state(ColumnsOnScreen)
    if on_screen.columns is None or on_screen.columns.comparison is not comparison:
        on_screen.columns = Columns(comparison)
    position = min(compare.position, comparison.length)
    if comparison.is_done:
        compare.position = position
    on_screen.columns.stand_at(position)
    on_screen.columns.begin()
    _draw()


@st.fragment
def _draw() -> None:
    with visit_lock():
        visit, columns = session(), session().state(ColumnsOnScreen).columns
        if columns is not None:
            draw_stage(_component, KEY, visit, columns.message, LISTENER, _has_chart)


def _has_chart(visit: Visit) -> bool:
    """Whether a chart beside the columns shows where they stand."""
    return visit.state(Compare).pane == "chart" and not visit.present


SECONDS = 1.0
"""How long a column is trained again before Train is shown; the rest is done there, with a Stop button."""


def _columns(visit: Visit) -> Columns:
    columns = visit.state(ColumnsOnScreen).columns
    assert columns is not None  # otherwise no action could come from them
    return columns


def _stand(visit: Visit, position: int) -> None:
    visit.state(Compare).position = position


def _go_to(visit: Visit, action: Action) -> None:
    columns = _columns(visit)
    columns.stand_at(integer(action, "to", columns.last))
    _stand(visit, columns.position)


def _train(visit: Visit, action: Action) -> None:
    """Continue a column on Train, at the position or at the column's end before it, without its limits."""
    if visit.task is not None:
        raise RefusedActionError("A corpus is being read: stop it first, or wait until it is done.")
    columns, number = _columns(visit), _column(visit, action)
    comparison = columns.comparison
    column, stepper = comparison.columns[number], comparison.steppers[number]
    target = min(columns.position, stepper.known_merges)
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
    visit.state(AddressState).wanted_page = "train"


def _column(visit: Visit, action: Action) -> int:
    return integer(action, "column", len(_columns(visit).comparison.columns) - 1)


LISTENER = Listener[Visit](
    lambda visit: visit.state(ColumnsOnScreen).columns or Stage(),
    _stand,
    here={"go_to": _go_to, "train": _train},
)
"""The actions of the columns."""
