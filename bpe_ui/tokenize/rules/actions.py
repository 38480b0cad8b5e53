"""What the stage of Tokenize asks for: steps, another word, to leave present mode."""

from bpe_ui.component.actions import Action, RefusedActionError, integer
from bpe_ui.stage.stage import Listener
from bpe_ui.tokenize.rules.predicting import MOST_TYPED, TokenPredicting
from bpe_ui.tokenize.rules.stage import RulesStage
from bpe_ui.tokenize.settings.request import MAX_TEXT
from bpe_ui.tokenize.settings.state import Tokenize
from bpe_ui.visit.visit import Visit


def _stand(visit: Visit, step: int) -> None:
    visit.of(Tokenize).step = step


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
        visit.of(TokenPredicting).commit(stage.history_id, stage.request, stage.trace.offsets[0], typed)


def _reveal(visit: Visit, action: Action) -> None:
    visit.of(TokenPredicting).reveal(visit.of(RulesStage).history_id)


def _leave_present(visit: Visit, action: Action) -> None:
    visit.present = False


LISTENER = Listener[Visit](
    lambda visit: visit.of(RulesStage),
    _stand,
    anywhere={"show_word": _show_word, "predict": _predict, "leave_present": _leave_present},
    here={"commit": _commit, "reveal": _reveal},
)
"""The actions of the stage on Tokenize and in lessons."""
