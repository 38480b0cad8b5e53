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
from logging import getLogger
from pickle import UnpicklingError
from typing import Any

from bpe_core.encoding import hosting
from bpe_ui.worker_pool import library_process
from bpe_ui.worker_pool.library_process import MEMORY, LibraryCall, Make
from bpe_ui.worker_pool.process import processes

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
IDLE_SECONDS = 120.0
"""How long a process is kept without a call."""

_log = getLogger(__name__)


class LibraryHost:
    """The processes, and which of them are in use."""

    def __init__(self, most: int = MOST_PROCESSES) -> None:
        """Begin without processes; there may be at most this many."""
        self._most = most
        self._numbers = count(1)
        self._changed = threading.Condition()
        self._idle: list[_Library] = []  # the one that was used last is at the end
        self._asked: set[int] = set()  # the numbers of the objects that are in use

    def __call__(self, make: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
        """As in `hosting.Host`; a process is used only when the first call comes."""
        number = next(self._numbers)

        def call(method: Callable[..., Any], *args: Any, **named: Any) -> Any:
            with self._library(number) as library:
                library.make_if_needed(number, make, arguments)
                return library.ask(LibraryCall(number, method, args, named), CALL_SECONDS)

        return call

    def end_idle(self, seconds: float = IDLE_SECONDS) -> None:
        """End the processes that have not been used for this long."""
        with self._changed:
            now = time.monotonic()
            gone = [each for each in self._idle if each.process.has_ended or now - each.asked_at >= seconds]
            self._idle = [each for each in self._idle if each not in gone]
        for each in gone:
            each.process.end()

    @contextmanager
    def _library(self, number: int) -> Iterator["_Library"]:
        """A process for one call: one that has the object, a new one, or the one that was idle for longest.

        An object is used by only one call at a time, so that a single file cannot keep all processes busy.
        """
        with self._changed:
            if not self._changed.wait_for(
                lambda: number not in self._asked and len(self._asked) < self._most, BUSY_SECONDS
            ):
                raise hosting.EndedError("all processes for such files are busy, so try again in a moment")
            alive = [each for each in self._idle if not each.process.has_ended]
            has_it = [each for each in alive if number in each.objects]
            may_start = len(self._idle) + len(self._asked) < self._most
            library = has_it[-1] if has_it else None if may_start or not alive else alive[0]
            if library is not None:
                self._idle.remove(library)
            self._asked.add(number)
        try:
            library = library or _Library()
            yield library
        finally:
            with self._changed:
                self._asked.remove(number)
                if library is not None and not library.process.has_ended:
                    self._idle.append(library)
                self._changed.notify_all()


class _Library:
    """A process with libraries, used by one thread at a time."""

    def __init__(self) -> None:
        """Start it; raises `EndedError`."""
        self.objects: list[int] = []
        self.asked_at = time.monotonic()
        try:
            self.process = processes.start(library_process.serve)
        except Exception as error:  # the system refuses to start another process
            _log.exception("A process for a library could not be started.")
            raise hosting.EndedError("no process could be started for it") from error

    def make_if_needed(self, number: int, make: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        """Make an object if it is not there, in place of the one that was not used for longest."""
        if number in self.objects:
            self.objects.remove(number)
        else:
            forgets = self.objects.pop(0) if len(self.objects) == MOST_OBJECTS else None
            self.ask(Make(number, make, arguments, forgets), MAKE_SECONDS)
        self.objects.append(number)

    def ask(self, request: Make | LibraryCall, seconds: float) -> Any:
        """The answer to a request within this many seconds; raises a `BPEError` or `EndedError`."""
        self.asked_at = time.monotonic()
        timer = threading.Timer(seconds, self.process.kill)
        timer.daemon = True
        timer.start()
        try:
            self.process.send(request)
            kind, value = self.process.receive()
        except (OSError, EOFError, UnpicklingError) as error:
            code = self.process.end()
            raise hosting.EndedError(self._why_ended(seconds, code)) from error
        except BaseException:
            self.process.end()
            raise
        finally:
            timer.cancel()
        if kind == "raised":
            raise value
        if kind == "ended":
            raise hosting.EndedError(value)
        return value

    def _why_ended(self, seconds: float, code: int) -> str:
        if time.monotonic() - self.asked_at >= seconds:
            return f"stopped after {seconds:g} seconds"
        _log.warning("A process for a library has ended early, with the code %s.", code)
        return f"its process ended early, perhaps because it needed more than {MEMORY / 2**30:g} GB of memory"


library_host = LibraryHost()
"""The host of this server."""
