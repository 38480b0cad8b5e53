"""Runs real libraries with what came from files, in processes that can be ended: the app's `hosting.Host`.

Several threads may use it.

A few processes serve all visits. Each keeps the objects that it was asked for last, and is ended if it is not
used for a while. The objects of a process that had to be ended are made again in another one.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from bpe_ui.machine.limits.memory import visit_here
from bpe_ui.machine.worker_pool.process import EndedError, Process, processes
from bpe_ui.machine.worker_pool.serving import HeldObject, Request, Terms
from bpe_ui.machine.worker_pool.turns import HEAVY_SECONDS, Turn, Turns

MOST_PROCESSES = 4
"""How many processes there are at most."""
MEMORY = 2 * 2**30
"""How many bytes of addresses a process may use; on Linux."""
LARGEST_ANSWER = 16_000_000
"""The size of the largest answer in bytes."""
MOST_OBJECTS = 5
"""How many objects a process keeps; one of 260,000 tokens takes 200 to 300 MB."""
CALL_SECONDS = 5.0
"""How long a call may take; for 100,000 characters an ordinary file takes a tenth of that."""
MAKE_SECONDS = 60.0
"""How long the start of a process and the making of an object may take; the largest file takes a tenth."""
BUSY_SECONDS = 10.0
"""How long a call waits for a process if all are busy."""
IDLE_SECONDS = 600.0
"""How long a process is kept without a call."""
IDLE_AFTER_MUCH = 10.0
"""The same for one that has worked for long: it has much memory, and little of a processor."""
LOOK_SECONDS = 0.05
"""How often one that waits looks whether another call is to give way."""
BUSY = "all processes for such files are busy, so try again in a moment"
_GIVES_WAY = "another call goes first"


class LibraryHost:
    """The processes, and which of them are in use."""

    def __init__(self, most: int = MOST_PROCESSES, whose: Callable[[], str] = visit_here) -> None:
        """Begin without processes; there may be at most this many. `whose` names the visit that calls."""
        self._most, self._whose = most, whose
        self._numbers = count(1)
        self._changed = threading.Condition()
        self._turns = Turns(most)
        self._busy: dict[Turn, _Library] = {}
        self._idle: list[_Library] = []  # the one that was used last is at the end

    def __call__(self, make: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
        """As in `hosting.Host`; a process is used only when the first call comes."""
        number = next(self._numbers)

        def call(method: Callable[..., Any], *args: Any, **named: Any) -> Any:
            turn = Turn(self._whose(), number)
            while True:
                with self._library(turn) as library:
                    try:
                        library.make_if_needed(turn, make, arguments)
                        request = Request(method, (HeldObject(number), *args), named, largest=LARGEST_ANSWER)
                        return library.ask(turn, request, CALL_SECONDS)
                    except EndedError:
                        if library.process.killed_for != _GIVES_WAY:
                            raise

        return call

    def end_idle(self, seconds: float = IDLE_SECONDS) -> None:
        """End the processes that have not been used for this long."""
        now, soon = time.monotonic(), min(seconds, IDLE_AFTER_MUCH)
        with self._changed:
            gone = [
                each
                for each in self._idle
                if each.process.has_ended
                or now - each.used_at >= (soon if each.process.is_lowered else seconds)
            ]
            self._idle = [each for each in self._idle if each not in gone]
        for each in gone:
            each.process.end()

    @contextmanager
    def _library(self, turn: Turn) -> Iterator["_Library"]:
        """A process for one call, once it is its turn."""
        library = None
        with self._changed:
            self._turns.wait(turn)
            until = time.monotonic() + BUSY_SECONDS
            while not self._turns.may_begin(turn, now := time.monotonic()):
                if now >= until:
                    self._turns.leave(turn)
                    raise EndedError(BUSY)
                if (heavy := self._turns.giving_way(now)) in self._busy and heavy is not None:
                    heavy.gives_way = True
                    self._busy[heavy].process.kill(_GIVES_WAY)
                self._changed.wait(LOOK_SECONDS)
            self._turns.begin(turn)
            self._changed.notify_all()  # another one may begin too
            library = self._one_of_idle(turn)
        try:
            library = library or _Library(turn.visit)
            with self._changed:
                self._busy[turn] = library
            yield library
        finally:
            with self._changed:
                self._turns.end(turn, time.monotonic())
                self._busy.pop(turn, None)
                if library is not None and library.process.killed_for:
                    library.process.end()
                elif library is not None and not library.process.has_ended:
                    self._idle.append(library)
                self._changed.notify_all()

    def _one_of_idle(self, turn: Turn) -> "_Library | None":
        """The process that has the object, or the visit's last one, or the one that was idle for longest.

        None if there may be a new one instead.
        """
        alive = [each for each in self._idle if not each.process.has_ended]
        may_start = len(self._idle) + len(self._turns) <= self._most
        fit = [each for each in alive if turn.number in each.objects]
        fit += [each for each in reversed(alive) if each.visit == turn.visit]
        fit += [] if may_start else alive
        library = fit[0] if fit else None
        if library is not None:
            self._idle.remove(library)
            library.visit = turn.visit
        return library


class _Library:
    """A process with libraries, used by one thread at a time."""

    def __init__(self, visit: str) -> None:
        """Start it; raises `EndedError` if it cannot start."""
        self.process: Process = processes.start(Terms(MEMORY, is_of_libraries=True))
        self.objects: list[int] = []
        self.visit, self.used_at, self.has_started = visit, time.monotonic(), False

    def make_if_needed(self, turn: Turn, make: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        """Make an object if it is not there, in place of the one that was not used for longest."""
        if not self.has_started:
            with self.process.within(MAKE_SECONDS):  # which is not the visit's doing
                self.process.receive()
            self.has_started = True
        if turn.number in self.objects:
            self.objects.remove(turn.number)
        else:
            turn.is_making = True
            forgets = self.objects.pop(0) if len(self.objects) == MOST_OBJECTS else None
            request = Request(make, arguments, keeps_as=turn.number, forgets=forgets)
            self.ask(turn, request, MAKE_SECONDS)
            turn.is_making = False
        self.objects.append(turn.number)

    def ask(self, turn: Turn, request: Request, seconds: float) -> Any:
        """The answer to a request within this many seconds; raises a `BPEError` or `EndedError`."""
        self.used_at = turn.asked_at = time.monotonic()
        with self.process.within(seconds, lowered_after=HEAVY_SECONDS):
            self.process.send(request)
            answer = self.process.receive()
        turn.asked_at, turn.used = None, turn.used + answer.seconds
        return answer.value


library_host = LibraryHost()
"""The host of this server."""
