"""A stage: a view that the browser moves by itself, where it stands, and what it was last told.

The browser is sent a window of positions, and moves in it without asking. So the position is known twice:

    the browser moves          it says its place; the stage stands there too, and nothing is sent again. While
                               what the browser has stays true there, it `is_at_rest`, and nothing is made
    anything else moves it     `stand_at`: one more jump, which the browser follows
    all of the page is drawn   `begin`: perhaps the browser has no view yet that stands somewhere

What it says of another history, or said before a jump, is stale. A page says with a `Listener` what it does
where its stage was moved, or a person did something on it. Nothing here raises for a bad value.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Generic, TypeVar

from bpe_core import BPEError
from bpe_ui.stage.component.actions import Action, RefusedActionError, integer
from bpe_ui.visit.messages.texts import as_json

Visit = TypeVar("Visit")

UNKNOWN = "The view asked for something that this page does not know; nothing was done."
CHANGED = "What is shown has changed in the meantime, so nothing was done. Please try again."

_histories = map(str, count(1))


@dataclass
class Stage:
    """A view's position, and what the browser was last told."""

    history_id: str = field(default_factory=lambda: next(_histories))
    """Another one for each history; the browser begins anew with each."""

    last: int = 0
    """The last position that is known."""

    position: int = 0
    """Where the browser stands, or is sent."""

    start: int = 0
    """Where it was last told to begin; it moves on by itself, so that what it is sent stays the same."""

    jump: int = 0
    """Goes up when anything but the browser changes the position."""

    notice: str = ""
    """Why something was not done."""

    holds_at: range = range(0)
    """The positions for which the last message stays true, if nothing but the position changes."""

    _sent: tuple[Mapping[str, Any], str] = field(default=({}, ""), repr=False)

    def begin_history(self) -> None:
        """Something else is shown."""
        self.history_id, self.holds_at = next(_histories), range(0)

    def begin(self) -> None:
        """All of the page is about to be drawn."""
        self.start, self.holds_at = self.position, range(0)

    def stand_at(self, position: int) -> None:
        """Go where something other than the browser is."""
        if position != self.position:
            self.position, self.holds_at = position, range(0)
            self.jump += 1

    def follow(self, history_id: str, jump: int, position: int, last: int) -> None:
        """Stand where something else says that a history of its own stands."""
        if (self.history_id, self.jump) != (history_id, jump):
            self.history_id, self.jump, self.holds_at = history_id, jump, range(0)
        self.position, self.last = position, last

    def tell_again(self) -> None:
        """Something else than the position has changed: a message has to be made."""
        self.holds_at = range(0)

    def is_stale(self, action: Action) -> bool:
        """Whether the browser said it of another history, or before a jump."""
        return (action.get("history_id"), action.get("jump", self.jump)) != (self.history_id, self.jump)

    @property
    def is_at_rest(self) -> bool:
        """Whether what the browser was told last is still true, so that no message has to be made."""
        return self.position in self.holds_at

    @property
    def told(self) -> dict[str, str]:
        """The last message."""
        return {"json": self._sent[1]}

    def json(self, fields: Mapping[str, Any], holds_at: range = range(0)) -> dict[str, str]:
        """The message with these fields as one text, made anew only where it differs.

        A new one says the position of now, so that a window is never sent with a position outside it. It is
        true for the positions in `holds_at`.
        """
        place = {"history_id": self.history_id, "jump": self.jump, "position": self.start, "known": self.last}
        message = {**fields, **place, "notice": fields.get("notice", self.notice)}
        if message != self._sent[0]:
            self.start = message["position"] = self.position
            self._sent = message, as_json(message)
        self.holds_at = range(0) if message["notice"] else holds_at
        return self.told


@dataclass(frozen=True)
class Listener(Generic[Visit]):
    """What a page does with what the browser says of its stage; the values may be anything at all."""

    stage: Callable[[Visit], Stage]
    """The stage of a visit."""

    stand: Callable[[Visit, int], None]
    """The browser stands there."""

    anywhere: Mapping[str, Callable[[Visit, Action], None]] = field(default_factory=dict)
    """What a person can ask for, whatever is on screen meanwhile; by name."""

    here: Mapping[str, Callable[[Visit, Action], None]] = field(default_factory=dict)
    """What they ask for at a position, where the stage stands then; refused where the history has changed."""

    why_not: Callable[[Visit], str] = lambda visit: ""
    """Why nothing can be done at a position now, in a sentence; empty where it can."""

    say: Callable[[Visit, str], None] | None = None
    """Says why something was not done; None: on the stage."""

    def hear_place(self, visit: Visit, place: object) -> None:
        """The browser stands somewhere else."""
        stage = self.stage(visit)
        if not isinstance(place, Mapping) or stage.is_stale(place) or self.why_not(visit):
            return
        try:
            self._stand(visit, stage, place)
        except RefusedActionError as refused:
            self._refuse(visit, refused)

    def hear_action(self, visit: Visit, action: object) -> None:
        """A person did something."""
        if not isinstance(action, Mapping):
            return
        try:
            name, stage = action.get("name"), self.stage(visit)
            stage.tell_again()
            if not isinstance(name, str) or name not in {*self.anywhere, *self.here}:
                raise RefusedActionError(UNKNOWN)
            if name in self.here:
                if why_not := self.why_not(visit):
                    raise RefusedActionError(why_not)
                if action.get("history_id") != stage.history_id:
                    raise RefusedActionError(CHANGED)
                self._stand(visit, stage, action)
                self.here[name](visit, action)
            else:
                self.hear_place(visit, action)
                self.anywhere[name](visit, action)
        except (RefusedActionError, BPEError) as refused:
            self._refuse(visit, refused)

    def _stand(self, visit: Visit, stage: Stage, place: Action) -> None:
        stage.position = integer(place, "position", stage.last)
        stage.notice = ""
        self.stand(visit, stage.position)

    def _refuse(self, visit: Visit, refused: Exception) -> None:
        if self.say is None:
            self.stage(visit).notice = str(refused)
        else:
            self.say(visit, str(refused))
