"""One person's class, which sees their stage, votes, and works on what they send.

>>> class_vote = ClassVote()
>>> class_vote.open()
>>> class_vote.room.people, class_vote.shows_how_to_join
(0, True)
"""

from collections.abc import Callable
from dataclasses import dataclass

from bpe_ui.classroom.voting.outcome import VoteOutcome
from bpe_ui.classroom.voting.room import Room
from bpe_ui.classroom.voting.rooms import rooms
from bpe_ui.visit.registry.page_state import PageState


@dataclass
class ClassVote(PageState):
    """What a visit knows about its class."""

    room: Room | None = None
    """The room of this person's class; it ends when this reference is gone."""

    shows_how_to_join: bool = False
    """Whether the way into the room is shown instead of the page."""

    has_followed: bool = False
    """Whether the class has been on Train with its teacher."""

    has_begun: bool = False
    """Whether this visit has had a class, held or ended."""

    ended: tuple[VoteOutcome, ...] = ()
    """What came of the questions of the last class, once its room is closed."""

    ended_sheets: tuple[object, ...] = ()
    """The sheets that were handed in there, which do not say of which browser they are."""

    @property
    def outcomes(self) -> tuple[VoteOutcome, ...]:
        """What came of the questions so far."""
        return self.ended if self.room is None else tuple(self.room.outcomes)

    @property
    def sheets(self) -> tuple[object, ...]:
        """The sheets that were handed in so far."""
        return self.ended_sheets if self.room is None else tuple(self.room.sheets)

    def would_be_lost(self) -> bool:
        """Whether a class is in the room, or its results are here."""
        return self.room is not None or bool(self.ended or self.ended_sheets)

    def open(self, is_here: Callable[[], bool] = lambda: True, mark: str = "") -> None:
        """Open a room, which ends once `is_here` has been false for long; `mark` is as in `Rooms.open`.

        Raises a `VoteError` beyond `MOST_ROOMS`.
        """
        if self.room is None:
            self.room = rooms.open(mark)
            self.room.belongs_to(is_here)
            self.has_followed, self.has_begun = False, True
        self.shows_how_to_join, self.ended, self.ended_sheets = True, (), ()

    def close(self) -> None:
        """End the class; its results stay."""
        if self.room is not None:
            rooms.close(self.room)
            self.room.send(None)
            self.ended, self.ended_sheets = self.outcomes, self.sheets
        self.room, self.shows_how_to_join = None, False

    def forget(self) -> None:
        """Forget what came of the questions, and the sheets."""
        self.ended, self.ended_sheets = (), ()
        if self.room is not None:
            self.room.forget()
