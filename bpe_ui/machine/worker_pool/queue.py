"""The queue for the worker processes: several pieces of work run at a time, the others wait for their turn.

>>> queue = Queue(most=1)
>>> first, second = Ticket(), Ticket()
>>> queue.is_turn_of(first), queue.is_turn_of(second)
(True, False)
>>> first.began_at, first.progress = time.monotonic() - 20, Progress(1_000, 4_000, "merges")
>>> queue.sentence(second)
'1 piece of work is under way. Yours begins in about a minute.'
>>> queue.leave(first)
>>> queue.is_turn_of(second)
True
"""

import os
import threading
import time
from collections.abc import Iterable

from bpe_core.progress import Progress
from bpe_ui.machine.limits.environment import whole_number
from bpe_ui.stage.text.sentences import Sentence, joined, plain_text, say

SETTING = "BPE_STEPPER_WORKERS"
"""The environment variable with the number of worker processes that may run at a time."""
ASKED_SECONDS = 2.0
"""A ticket that has not been asked about for this long blocks no others, because its page was left. It is
back in its place as soon as it is asked about again."""


class Ticket:
    """A place in the queue."""

    def __init__(self) -> None:
        self.since = time.monotonic()
        """When its person began to wait, perhaps with earlier work; the first one comes first."""
        self.asked_at = 0.0
        """When it was last asked about."""
        self.began_at: float | None = None
        """When its work began; None before that."""
        self.progress: Progress | None = None
        """The progress of its work, if it is known."""

    def seconds_left(self, now: float) -> float | None:
        """About how long its work still takes; None if that is unknown."""
        share = self.progress.share if self.progress else None
        return (now - self.began_at) * (1 / share - 1) if share and self.began_at is not None else None


class Queue:
    """The pieces of work that run, and those that wait."""

    def __init__(self, most: int) -> None:
        """At most this many run at a time."""
        self.most = most
        """How many run at a time at most."""
        self._tickets: list[Ticket] = []  # those that run, and after them those that wait
        self._changed = threading.Condition()

    def is_turn_of(self, ticket: Ticket, seconds: float = 0.0) -> bool:
        """Ask whether its work may begin, and wait for that for at most this long."""
        with self._changed:
            return self._changed.wait_for(lambda: self._is_first(ticket), seconds)

    def leave(self, ticket: Ticket) -> None:
        """Remove a ticket whose work is over or no longer wanted."""
        with self._changed:
            self._tickets = [each for each in self._tickets if each is not ticket]
            self._changed.notify_all()

    def sentence(self, ticket: Ticket) -> str:
        """What a ticket waits for; empty if it does not wait."""
        with self._changed:
            tickets, now = list(self._tickets), time.monotonic()
        working = [each for each in tickets if each.began_at is not None]
        waiting = [each for each in tickets if each.began_at is None]
        if ticket not in waiting or tickets.index(ticket) < self.most:
            return ""
        ahead = waiting.index(ticket)
        if not working:
            return "Yours begins in a moment."
        said = say(
            "{working} {working:piece of work is|pieces of work are} under way,"
            " and {ahead} {ahead:waits|wait} before yours."
            if ahead
            else "{working} {working:piece of work is|pieces of work are} under way.",
            working=len(working),
            ahead=ahead,
        )
        return plain_text(joined([said, _when(working, ahead, now)], last=" "))

    def _is_first(self, ticket: Ticket) -> bool:
        now = ticket.asked_at = time.monotonic()
        tickets = self._tickets if ticket in self._tickets else [*self._tickets, ticket]
        here = (each for each in tickets if each.began_at is not None or now - each.asked_at < ASKED_SECONDS)
        self._tickets = sorted(here, key=lambda each: (each.began_at is None, each.since))
        if ticket.began_at is None and self._tickets.index(ticket) < self.most:
            ticket.began_at = now
        return ticket.began_at is not None


def _when(working: Iterable[Ticket], ahead: int, now: float) -> Sentence:
    """In about how long work begins, estimated from the progress of the others."""
    left = sorted(seconds for each in working if (seconds := each.seconds_left(now)) is not None)
    if len(left) <= ahead:
        return say("Yours begins after that.")
    if left[ahead] < 30:
        return say("Yours begins in a moment.")
    minutes = round(left[ahead] / 60)
    about = "Yours begins in about a minute." if minutes <= 1 else "Yours begins in about {n} minutes."
    return say(about, n=minutes)


def _most_at_once() -> int:
    """The number from the setting, or one per processor; raises `ValueError` for a bad setting."""
    return whole_number(SETTING, "of processes", least=1, example=2) or os.cpu_count() or 1


queue = Queue(_most_at_once())
"""The queue of this server."""
