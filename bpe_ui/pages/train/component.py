"""The stage of a training, below the header of the Train page and in lessons; and what it asks for.

Its front end is in `bpe_ui/stage/component/stage`.
"""

from bisect import bisect_left, bisect_right
from functools import partial

import streamlit as st

from bpe_core.merges import Pair
from bpe_ui.classroom.voting import teacher_panel
from bpe_ui.classroom.voting.asking import tell_class, tell_position
from bpe_ui.classroom.voting.class_vote import ClassVote
from bpe_ui.frame.address import navigation
from bpe_ui.frame.address.state import AddressState
from bpe_ui.frame.widgets.stage import draw_stage
from bpe_ui.pages.train.charts import draw_charts
from bpe_ui.pages.train.state import OnTrain, TrainSettings, figure_open, stage_json, stage_of
from bpe_ui.stage.component import STAGE_CSS, STAGE_JS
from bpe_ui.stage.component.actions import LARGEST, Action, RefusedActionError, integer, text
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.messages.stage import Listener
from bpe_ui.visit.registry.schema import fits_in_link
from bpe_ui.visit.session import visit_lock
from bpe_ui.visit.training.words_view import SORTS
from bpe_ui.visit.visit import Visit, leave_present

KEY = "stage"
TEXT_LENGTH = 200
"""The longest text to search for."""
UNDER_WAY = "Training is under way: stop it first, or wait until it is done."


# ---- actions that change how things are shown


def _words(visit: Visit, action: Action) -> None:
    sort = action.get("sort")
    if sort not in SORTS:
        ways = "The words can be sorted by {sorts}."
        raise RefusedActionError(say_plainly(ways, sorts=", ".join(SORTS)))
    search, page = text(action, "search", TEXT_LENGTH), max(1, integer(action, "page", LARGEST))
    visit.state(OnTrain).words.choose(sort, search, page)


def _chart(visit: Visit, action: Action) -> None:
    chart = action.get("chart", "")
    if not fits_in_link(TrainSettings, "chart", chart):
        raise RefusedActionError("There is no such chart; nothing was done.")
    visit.state(TrainSettings).chart = chart


# ---- the doors of a first visit


def _learn(visit: Visit, action: Action) -> None:
    visit.state(AddressState).wanted_page = "learn"


def _check(visit: Visit, action: Action) -> None:
    visit.on_page("compare").view = "diagnosis"
    visit.state(AddressState).wanted_page = "compare"


# ---- actions at a position of the history


def _to_end(visit: Visit, action: Action) -> None:
    if visit.training.history_is_whole:
        visit.move(visit.training.stepper.known_merges)
    else:
        visit.train_to(None)


def _go_to(visit: Visit, action: Action) -> None:
    target, training = integer(action, "to", LARGEST), visit.training
    if target <= training.stepper.known_merges:
        visit.move(target)
    elif training.history_is_whole:
        visit.move(training.stepper.known_merges)
        visit.notice = say_plainly("Training ends here, before merge {target:,}.", target=target)
    else:
        visit.train_to(target)


def _next_tie(visit: Visit, action: Action) -> None:
    stepper = visit.training.stepper
    ties = stepper.history.ties()
    at = bisect_right(ties, stepper.position)
    if at == len(ties):
        none = "There is no further tie in the {n:,} merges made so far."
        raise RefusedActionError(say_plainly(none, n=stepper.known_merges))
    visit.move(ties[at])


def _previous_tie(visit: Visit, action: Action) -> None:
    stepper = visit.training.stepper
    ties = stepper.history.ties()
    at = bisect_left(ties, stepper.position)
    if at == 0:
        raise RefusedActionError("No earlier merge was chosen in a tie.")
    visit.move(ties[at - 1])


def _find_pair(visit: Visit, action: Action) -> None:
    visit.state(OnTrain).find_pairs(visit.training, text(action, "text", TEXT_LENGTH).strip())


def _skip(visit: Visit, action: Action) -> None:
    following = visit.training.stepper.position + 1
    if visit.training.snapshot_at(following) is None:
        raise RefusedActionError("Training ends here: there is no next merge.")
    visit.skip()


# ---- reading values from the browser


def _say(visit: Visit, notice: str) -> None:
    visit.notice = notice


def _flag(action: Action) -> bool:
    value = action.get("on")
    if not isinstance(value, bool):
        raise RefusedActionError("A switch is either on or off; nothing was done.")
    return value


def _pair(visit: Visit, action: Action) -> Pair:
    """The two symbols named by their token ids."""
    left, right = (visit.training.text_of(integer(action, side, LARGEST)) for side in ("left", "right"))
    if left is None or right is None:
        raise RefusedActionError("There is no such symbol at this position, so nothing was done.")
    return left, right


def _stand(visit: Visit, position: int) -> None:
    visit.step_to(position)
    if (room := visit.state(ClassVote).room) is not None:
        tell_position(room, visit)


LISTENER = Listener[Visit](
    stage_of,
    _stand,
    anywhere={
        "words": _words,
        "chart": _chart,
        "predict": lambda visit, action: visit.predictions.turn(_flag(action)),
        "learn": _learn,
        "teach": lambda visit, action: teacher_panel.start(),
        "check": _check,
        "leave_present": leave_present,
    },
    here={
        "merge_instead": lambda visit, action: visit.merge_instead(_pair(visit, action)),
        "take_back_rules": lambda visit, action: visit.take_back_rules(),
        "to_end": _to_end,
        "go_to": _go_to,
        "next_tie": _next_tie,
        "previous_tie": _previous_tie,
        "find_pair": _find_pair,
        "commit": lambda visit, action: visit.predict(_pair(visit, action)),
        "reveal": lambda visit, action: visit.reveal(),
        "skip": _skip,
    },
    why_not=lambda visit: UNDER_WAY if visit.task is not None else "",
    say=_say,
)
"""The actions of the stage on Train and in lessons."""


# ---- the stage

_stage = st.components.v2.component("bpe_stepper.stage", css=STAGE_CSS, js=STAGE_JS)


def draw_train(visit: Visit, key: str = KEY) -> None:
    """Draw the stage, and listen to it."""
    stage_of(visit).begin()
    _draw(visit, key)


@st.fragment
def _draw(visit: Visit, key: str) -> None:
    with visit_lock():
        is_at_rest = stage_of(visit).is_at_rest
        make = partial(stage_json, visit)
        draw_stage(_stage, key, visit, make, LISTENER, lambda visit: navigation.PLACE in visit.errors)
        if key == KEY and figure_open(visit):
            draw_charts(visit)
        if not is_at_rest:  # else the class was told the position, which is all there is to tell
            # At the end: to judge the votes on a large corpus takes a moment.
            tell_class(visit, visit.state(OnTrain).stage.told["json"])
