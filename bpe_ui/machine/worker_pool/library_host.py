"""Runs real libraries with what came from files, in processes that can be ended: the app's `hosting.Host`.

Several threads may use it.

A few processes serve all visits. Each keeps the objects that it was asked for last, and is ended if it is not
used for a while. The objects of a process that had to be ended are made again in another one.
"""

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from logging import getLogger
from pickle import UnpicklingError
from typing import Any

from bpe_core.encoding import hosting
from bpe_ui.machine.limits.memory import visit_here
from bpe_ui.machine.worker_pool import library_process
from bpe_ui.machine.worker_pool.library_process import LibraryCall, Make
from bpe_ui.machine.worker_pool.process import processes
from bpe_ui.machine.worker_pool.turns import Turn, Turns

MOST_PROCESSES = 4
"""How many processes there are at most."""
MOST_OBJECTS = 5
"""How many objects a process keeps; one of 260,000 tokens takes 200 to 300 MB."""
CALL_SECONDS = 5.0
"""How long a call may take; for 100,000 characters an ordinary file takes a tenth of that."""
MAKE_SECONDS = 30.0
"""How long the start of a process and the making of an object may take; the largest file takes a tenth."""
BUSY_SECONDS = 10.0
"""How long a call waits for a process if all are busy."""
IDLE_SECONDS = 600.0
"""How long a process is kept without a call."""

IDLE_AFTER_MUCH = 10.0
"""The same for one that has worked for long: it has much memory, and little of a processor."""
LOOK_SECONDS = 0.05
"""How often it is looked whether a call has taken too long, or gives way to another."""

_log = getLogger(__name__)


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
        self._is_watched = False

    def __call__(self, make: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
        """As in `hosting.Host`; a process is used only when the first call comes."""
        number = next(self._numbers)

        def call(method: Callable[..., Any], *args: Any, **named: Any) -> Any:
            turn = Turn(self._whose(), number)
            while True:
                with self._library(turn) as library, suppress(_GivesWay):
                    library.make_if_needed(turn, make, arguments)
                    return library.ask(turn, LibraryCall(number, method, args, named), CALL_SECONDS)

        return call

    def end_idle(self, seconds: float = IDLE_SECONDS) -> None:
        """End the processes that have not been used for this long."""
        with self._changed:
            now = time.monotonic()
            soon = min(seconds, IDLE_AFTER_MUCH)
            gone = [
                each
                for each in self._idle
                if each.process.has_ended
                or now - each.asked_at >= (soon if each.process.is_lowered else seconds)
            ]
            self._idle = [each for each in self._idle if each not in gone]
        for each in gone:
            each.process.end()

    @contextmanager
    def _library(self, turn: Turn) -> Iterator["_Library"]:
        """A process for one call, once it is its turn."""
        with self._changed:
            self._turns.wait(turn)
            if not self._changed.wait_for(
                lambda: self._turns.may_begin(turn, time.monotonic()), BUSY_SECONDS
            ):
                self._turns.leave(turn)
                raise hosting.EndedError("all processes for such files are busy, so try again in a moment")
            self._turns.begin(turn)
            self._changed.notify_all()  # another one may begin too
            library = self._one_of_idle(turn)
        try:
            library = library or self._started(turn.visit)
            with self._changed:
                self._busy[turn] = library
            yield library
        finally:
            with self._changed:
                self._turns.end(turn, time.monotonic())
                self._busy.pop(turn, None)
                if library is not None and not library.was_ended and not library.process.has_ended:
                    self._idle.append(library)
                self._changed.notify_all()

    def _started(self, visit: str) -> "_Library":
        try:
            with self._changed:
                if not self._is_watched:
                    threading.Thread(target=self._watch, daemon=True).start()
                    self._is_watched = True
            return _Library(visit)
        except Exception as error:  # the system refuses to start another process or thread
            _log.warning("A process for a library could not be started: %s", error)
            raise hosting.EndedError("no process starts now, so try again in a moment") from error

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

    def _watch(self) -> None:
        """End each call that takes too long, and each that gives way."""
        while True:
            with self._changed:
                now = time.monotonic()
                for turn, library in self._busy.items():
                    if now >= library.ends_at:
                        library.end_call()
                    elif self._turns.is_heavy(turn, now):
                        library.process.lower_priority()
                heavy = self._turns.giving_way(now)
                if heavy is not None and heavy in self._busy:
                    heavy.gives_way = True
                    self._busy[heavy].end_call()
                if self._turns.is_idle and not self._idle:
                    self._is_watched = False
                    return
            time.sleep(LOOK_SECONDS)


class _GivesWay(Exception):  # noqa: N818
    """The call was ended for another one; it is to be run again."""


class _Library:
    """A process with libraries, used by one thread at a time."""

    def __init__(self, visit: str) -> None:
        """Start it; raises what the system raises if it cannot."""
        self.process = processes.start(library_process.serve)
        self.objects: list[int] = []
        self.visit = visit
        self.asked_at, self.ends_at = time.monotonic(), math.inf
        self.was_ended = self.has_started = False

    def end_call(self) -> None:
        """End the call that runs, with the process."""
        self.was_ended = True
        self.process.kill()

    def make_if_needed(self, turn: Turn, make: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        """Make an object if it is not there, in place of the one that was not used for longest."""
        if turn.number in self.objects:
            self.objects.remove(turn.number)
        else:
            turn.is_making = True
            if not self.has_started:
                self.ask(turn, None, MAKE_SECONDS)
                self.has_started = True
            forgets = self.objects.pop(0) if len(self.objects) == MOST_OBJECTS else None
            self.ask(turn, Make(turn.number, make, arguments, forgets), MAKE_SECONDS)
            turn.is_making = False
        self.objects.append(turn.number)

    def ask(self, turn: Turn, request: Make | LibraryCall | None, seconds: float) -> Any:
        """The answer to a request within this many seconds; raises a `BPEError` or `EndedError`.

        Without a request it is the answer that the process gives once it has started.
        """
        self.asked_at = time.monotonic()
        turn.asked_at = self.asked_at if request is not None else None  # the start is not the visit's doing
        self.ends_at = self.asked_at + seconds
        try:
            if request is not None:
                self.process.send(request)
            kind, value, used = self.process.receive()
        except (OSError, EOFError, UnpicklingError) as error:
            code = self.process.end()
            if turn.gives_way:
                raise _GivesWay from error
            raise hosting.EndedError(self._why_ended(seconds, code)) from error
        except BaseException:
            self.process.end()
            raise
        finally:
            self.ends_at = math.inf
        turn.asked_at, turn.used = None, turn.used + used
        if kind == "raised":
            raise value
        if kind == "ended":
            raise hosting.EndedError(value)
        return value

    def _why_ended(self, seconds: float, code: int) -> str:
        if self.was_ended:
            return f"stopped after {seconds:g} seconds"
        _log.warning("A process for a library has ended early, with the code %s.", code)
        return "its process ended early, perhaps because it needed more memory than it may use"


library_host = LibraryHost()
"""The host of this server."""
