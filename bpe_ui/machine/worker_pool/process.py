"""A Python process beside the server, which answers requests (`serving`) and can be ended at any time.

    process = processes.start(Terms(memory=2 * 2**30))
    process.receive()                              # it has started
    process.send(Request(read_files, (files,)))
    with process.within(seconds=5):
        process.receive().value
    process.end()

However it comes to no answer (too slow, killed, too large an answer, no memory), `EndedError` says why.

A value is written into the pipe while it is pickled. A connection of `multiprocessing` pickles all of it
first: for a training of 66 MB the server would need 97 MB more for a moment, and the process 34 MB.

Starting Python and importing our modules takes a third of a second of a processor. So a server keeps one
process started ahead, for the next one who needs it.
"""

import math
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from logging import getLogger
from pathlib import Path
from pickle import UnpicklingError
from types import MappingProxyType
from typing import IO, Any

import bpe_ui
from bpe_core.encoding import hosting
from bpe_core.progress import OnProgress
from bpe_ui.machine.worker_pool.serving import Answer, Request, Terms, receive, send

WORKER = "bpe_ui.worker"
"""The module that such a process runs; it imports all that may be requested, and so is above all of it."""
LOWEST = 15
"""The priority of a process that takes long: all others go first."""
ENDED_EARLY = "its process ended early, perhaps because it needed more memory than it may use"
NOT_STARTED = "the system starts no other process now, so try again in a moment"
NO_ROOM = "the server has no memory left for the answer"

EndedError = hosting.EndedError

_log = getLogger(__name__)


class Process:
    """One process, used by one thread at a time; any thread may kill it."""

    def __init__(self) -> None:
        """Start it; raises what the system raises if it cannot."""
        self.killed_for = ""
        """Why it was killed, if it was."""
        self.is_lowered = False
        """Whether all other processes go first."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", WORKER],
            cwd=Path(bpe_ui.__file__).parents[1],
            env=os.environ | _ONE_THREAD,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests: IO[bytes] = self._process.stdin
        self._answers: IO[bytes] = self._process.stdout

    def send(self, value: Request | Terms, objects: Mapping[int, Any] = MappingProxyType({})) -> None:
        """Send a request without these objects, which it has; that it has ended is noticed in `receive`."""
        with suppress(OSError):
            send(value, self._requests, objects)

    def receive(
        self, on_progress: OnProgress | None = None, objects: Mapping[int, Any] = MappingProxyType({})
    ) -> Answer:
        """Its next answer; raises the `BPEError` of the function, or `EndedError`."""
        try:
            answer: Answer = receive(self._answers, objects)
            while answer.kind == "told" and on_progress is not None:
                on_progress(answer.value)
                answer = receive(self._answers, objects)
        except (OSError, EOFError, UnpicklingError) as error:
            code = self.end()
            if not self.killed_for:
                _log.warning("A worker process has ended early, with the code %s.", code)
            raise EndedError(self.killed_for or ENDED_EARLY) from error
        except MemoryError as error:
            self.end()
            raise EndedError(NO_ROOM) from error
        except BaseException:
            self.end()
            raise
        if answer.kind == "refused":
            raise answer.value
        if answer.kind == "ended":
            raise EndedError(answer.value)
        return answer

    @contextmanager
    def within(self, seconds: float, lowered_after: float = math.inf) -> Iterator[None]:
        """Kill it if the block takes longer; before that, let all other processes go first."""
        is_over, first = threading.Event(), min(seconds, lowered_after)

        def watch() -> None:
            if is_over.wait(first):
                return
            self.lower_priority()
            if not is_over.wait(seconds - first):
                self.kill(f"stopped after {seconds:g} seconds")

        threading.Thread(target=watch, daemon=True).start()
        try:
            yield
        finally:
            is_over.set()

    def stop(self) -> None:
        """Tell a function with progress to return what it has."""
        with suppress(OSError, ValueError):  # the process has ended
            self._requests.write(b"stop\n")
            self._requests.flush()

    @property
    def has_ended(self) -> bool:
        """Whether it has ended."""
        return self._process.poll() is not None

    @property
    def number(self) -> int:
        """Its process id."""
        return self._process.pid

    def lower_priority(self) -> None:
        """From now on, let all other processes go first."""
        self.is_lowered = True
        if hasattr(os, "setpriority"):
            with suppress(OSError):  # it has ended
                os.setpriority(os.PRIO_PROCESS, self.number, LOWEST)

    def kill(self, why: str) -> None:
        """End it at once; a thread that waits for an answer is told why."""
        self.killed_for = self.killed_for or why
        self._process.kill()

    def end(self) -> int:
        """End it, and close its pipes; returns its exit code."""
        with suppress(OSError), self._process:  # something may be left unread
            self._process.kill()
        return self._process.returncode


_ONE_THREAD = {
    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "RAYON_NUM_THREADS", "OMP_NUM_THREADS"), "1"),
    "TOKENIZERS_PARALLELISM": "false",
    "MALLOC_ARENA_MAX": "1",
}
"""More threads would use more of a process's addresses than a file does."""


class Processes:
    """Starts processes."""

    def __init__(self) -> None:
        """Begin without a process started ahead."""
        self._lock = threading.Lock()
        self._ahead: Process | None = None
        self._keeps_one_ahead = False

    def start(self, terms: Terms) -> Process:
        """A process on these terms; raises `EndedError` if the system starts none."""
        try:
            with self._lock:
                process, self._ahead = self._ahead, None
                if process is not None and process.has_ended:
                    process.end()
                    process = None
                process = process or Process()
                self._start_ahead()
        except Exception as error:  # of many kinds, on many systems
            _log.warning("A worker process could not be started: %s", error)
            raise EndedError(NOT_STARTED) from error
        process.send(terms)
        return process

    def keep_one_ahead(self, keeps: bool) -> None:
        """Whether to keep a process ready for the next `start`."""
        with self._lock:
            self._keeps_one_ahead = keeps
            if not keeps and self._ahead is not None:
                self._ahead.end()
                self._ahead = None
            self._start_ahead()

    def _start_ahead(self) -> None:
        if self._keeps_one_ahead and self._ahead is None:
            with suppress(Exception):  # if the system starts none, the next one who needs it is told
                self._ahead = Process()


processes = Processes()
"""The processes of this server."""
