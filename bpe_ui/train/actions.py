"""What the stage asks for: moves, merges, searches, predictions.

In: the visit, and values from the browser, which may hold anything at all. Out: the visit changed, or one
line in its notice that says why not. Nothing here raises for a bad value.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from bpe_core import BPEError
from bpe_core.merges import Pair
from bpe_ui.training.words_view import SORTS
from bpe_ui.visit import Visit

TEXT_LENGTH = 200
"""The longest search."""
LARGEST = 2**53 - 1
"""Numbers from the browser are not larger."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")

Act = Mapping[str, Any]


class RefusedError(Exception):
    """An act that cannot be done; the message is for the person."""


def hear_place(visit: Visit, place: object) -> None:
    """The stage stands somewhere else. What was said of another history, or before a jump, is stale."""
    if not isinstance(place, Mapping) or visit.task is not None:
        return
    training = visit.training
    if place.get("history_id") != training.history_id or place.get("jump", training.jump) != training.jump:
        return
    try:
        visit.step_to(_number(place, "position", training.stepper.known_merges))
    except RefusedError as refused:
        visit.notice = str(refused)


def hear_act(visit: Visit, act: object) -> None:
    """A person did something on the stage."""
    if not isinstance(act, Mapping):
        return
    try:
        _do(visit, act)
    except (RefusedError, BPEError) as refused:
        visit.notice = str(refused)


def _do(visit: Visit, act: Act) -> None:
    name = act.get("name")
    if isinstance(name, str) and name in _OF_THE_VIEW:
        _OF_THE_VIEW[name](visit, act)
        return
    if not isinstance(name, str) or name not in _OF_THE_TRAINING:
        raise RefusedError("The stage asked for something that this page does not know; nothing was done.")
    if visit.task is not None:
        raise RefusedError("Training is under way: stop it first, or wait until it is done.")
    if act.get("history_id") != visit.training.history_id:
        raise RefusedError("The training had changed meanwhile, so nothing was done. Please try again.")
    visit.step_to(_number(act, "position", visit.training.stepper.known_merges))
    _OF_THE_TRAINING[name](visit, act)


# ---- acts that change how things are shown


def _words(visit: Visit, act: Act) -> None:
    sort = act.get("sort")
    if sort not in SORTS:
        raise RefusedError(f"The words can be sorted by {', '.join(SORTS)}.")
    visit.words.choose(sort, _text(act, "search"), max(1, _number(act, "page", LARGEST)))


def _predict(visit: Visit, act: Act) -> None:
    visit.predictions.turn(_flag(act))


def _predict_counts(visit: Visit, act: Act) -> None:
    visit.predictions.counts = _flag(act)


def _present(visit: Visit, act: Act) -> None:
    visit.present = _flag(act)


# ---- acts at a position of the history


def _merge_instead(visit: Visit, act: Act) -> None:
    visit.merge_instead(_pair(visit, act))


def _to_end(visit: Visit, act: Act) -> None:
    if visit.training.history_is_whole:
        visit.move(visit.training.stepper.known_merges)
    else:
        visit.train_to(None)


def _go_to(visit: Visit, act: Act) -> None:
    target, training = _number(act, "to", LARGEST), visit.training
    if target <= training.stepper.known_merges:
        visit.move(target)
    elif training.history_is_whole:
        visit.move(training.stepper.known_merges)
        visit.notice = f"Training ends here, before merge {target:,}."
    else:
        visit.train_to(target)


def _find_pair(visit: Visit, act: Act) -> None:
    visit.find_pairs(_text(act, "text").strip())


def _commit(visit: Visit, act: Act) -> None:
    visit.predict(_pair(visit, act))


def _reveal(visit: Visit, act: Act) -> None:
    visit.reveal()


def _skip(visit: Visit, act: Act) -> None:
    following = visit.training.stepper.position + 1
    if visit.training.snapshot_at(following) is None:
        raise RefusedError("Training ends here: there is no next merge.")
    visit.skip()


def _count(visit: Visit, act: Act) -> None:
    visit.predictions.give_count(_number(act, "value", LARGEST))


_OF_THE_VIEW: dict[str, Callable[[Visit, Act], None]] = {
    "words": _words,
    "predict": _predict,
    "predict_counts": _predict_counts,
    "present": _present,
}
_OF_THE_TRAINING: dict[str, Callable[[Visit, Act], None]] = {
    "merge_instead": _merge_instead,
    "to_end": _to_end,
    "go_to": _go_to,
    "find_pair": _find_pair,
    "commit": _commit,
    "reveal": _reveal,
    "skip": _skip,
    "count": _count,
}


# ---- reading what came from the browser


def _number(act: Act, field: str, largest: int) -> int:
    """A whole number from 0 to `largest`."""
    value = act.get(field)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= largest:
        raise RefusedError(f"The {field} must be a whole number from 0 to {largest:,}; nothing was done.")
    return value


def _text(act: Act, field: str) -> str:
    value = act.get(field)
    if not isinstance(value, str) or len(value) > TEXT_LENGTH or _LONE_SURROGATE.search(value):
        raise RefusedError(f"The {field} must be a text of up to {TEXT_LENGTH} characters; nothing was done.")
    return value


def _flag(act: Act) -> bool:
    value = act.get("on")
    if not isinstance(value, bool):
        raise RefusedError("A switch is either on or off; nothing was done.")
    return value


def _pair(visit: Visit, act: Act) -> Pair:
    """The two symbols named by their token ids."""
    left, right = (visit.training.text_of(_number(act, side, LARGEST)) for side in ("left", "right"))
    if left is None or right is None:
        raise RefusedError("There is no such symbol at this position, so nothing was done.")
    return left, right
