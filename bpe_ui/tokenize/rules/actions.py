"""What the stage of Tokenize asks for: steps, another word, the end of Present.

In: the visit, and values from the browser, which may hold anything at all. Out: the visit changed, or one
line on the stage that says why not. Nothing here raises for a bad value.
"""

from collections.abc import Callable, Mapping

from bpe_ui.component.actions import Action, RefusedActionError, integer
from bpe_ui.tokenize.rules.predicting import MOST_TYPED, TokenPredicting
from bpe_ui.tokenize.rules.stage import RulesStage
from bpe_ui.tokenize.settings.request import MAX_TEXT
from bpe_ui.tokenize.settings.state import Tokenize
from bpe_ui.visit.visit import Visit


def hear_place(visit: Visit, place: object) -> None:
    """The stage stands somewhere else. What was said of another word is stale."""
    stage = visit.of(RulesStage)
    if not isinstance(place, Mapping) or place.get("history_id") != stage.history_id:
        return
    try:
        stage.step = visit.of(Tokenize).step = integer(place, "position", stage.steps)
    except RefusedActionError as refused:
        stage.notice = str(refused)
    else:
        stage.notice = ""


def hear_action(visit: Visit, action: object) -> None:
    """A person did something on the stage."""
    name = action.get("name") if isinstance(action, Mapping) else None
    if not isinstance(action, Mapping) or not isinstance(name, str) or name not in _ACTIONS:
        return
    hear_place(visit, action)
    try:
        _ACTIONS[name](visit, action)
    except RefusedActionError as refused:
        visit.of(RulesStage).notice = str(refused)


def _show_word(visit: Visit, action: Action) -> None:
    visit.of(Tokenize).place, visit.of(Tokenize).step = integer(action, "place", MAX_TEXT), 0


def _predict(visit: Visit, action: Action) -> None:
    visit.of(TokenPredicting).turn(action.get("on") is True)
    visit.of(Tokenize).step = 0


def _commit(visit: Visit, action: Action) -> None:
    stage, typed = visit.of(RulesStage), action.get("typed")
    if not isinstance(typed, str) or len(typed) > MOST_TYPED:
        raise RefusedActionError(f"An answer has at most {MOST_TYPED:,} characters; nothing was done.")
    if stage.request is not None and stage.trace is not None:
        visit.of(TokenPredicting).commit(stage.words, stage.request, stage.trace.offsets[0], typed)


def _reveal(visit: Visit, action: Action) -> None:
    visit.of(TokenPredicting).reveal(visit.of(RulesStage).words)


def _leave_present(visit: Visit, action: Action) -> None:
    visit.present = False


_ACTIONS: dict[str, Callable[[Visit, Action], None]] = {
    "show_word": _show_word,
    "predict": _predict,
    "commit": _commit,
    "reveal": _reveal,
    "leave_present": _leave_present,
}
