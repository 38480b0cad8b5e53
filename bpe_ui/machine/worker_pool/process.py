"""A Python process beside the server, to which one thread sends pickled messages.

The process ends when its function returns, or when it is killed.

    process = processes.start(serve)
    process.send(request)
    answer = process.receive()
    process.end()

A value is written into the pipe while it is pickled. A connection of `multiprocessing` pickles all of it
first: for a training of 66 MB the server would need 97 MB more for a moment, and the process 34 MB.

Starting Python and importing our modules takes a third of a second of a processor. So a server keeps one
process started ahead, for the next one who needs it.
"""

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import bpe_ui

WORKER = "bpe_ui.worker"
"""The module that such a process runs; it imports all that may be requested, and so is above all of it."""
PRIORITY, LOWEST = 5, 15
"""How much less than the server a process is given of a processor: at first, and if its work takes long."""
Serve = Callable[[IO[bytes], IO[bytes]], object]
"""The main function of a process: it reads requests and writes answers."""


class Process:
    """One process."""

    def __init__(self) -> None:
        """Start it; raises what the system raises if it cannot."""
        self.was_killed = False
        """Whether it was killed before it had answered."""
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
        self.requests: IO[bytes] = self._process.stdin
        """The pipe that it reads."""
        self.answers: IO[bytes] = self._process.stdout
        """The pipe that it writes to."""

    def send(self, value: Any) -> None:
        """Send a value to the process."""
        pickle.dump(value, self.requests, protocol=5)
        self.requests.flush()

    def receive(self) -> Any:
        """The next value from it; raises `EOFError` if it has ended, and `UnpicklingError` within a value."""
        return pickle.load(self.answers)

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

    def kill(self) -> None:
        """End it at once; a thread that waits for an answer gets none."""
        self.was_killed = True
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

    def start(self, serve: Serve) -> Process:
        """A process with this function; raises what the system raises if it cannot start one."""
        with self._lock:
            process, self._ahead = self._ahead, None
            if process is not None and process.has_ended:
                process.end()
                process = None
            process = process or Process()
            self._start_ahead()
        with suppress(OSError):  # it has ended, which is noticed when its answer is read
            process.send(serve)
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


def main() -> None:
    """The main function of every process."""
    if hasattr(os, "nice"):
        os.nice(PRIORITY)
    # Standard output is only for answers: what is printed goes to standard error.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with suppress(EOFError):  # the server has ended
        serve = pickle.load(sys.stdin.buffer)
        serve(sys.stdin.buffer, answers)


def limit_memory(most: int) -> None:
    """Let this process use this many bytes of addresses: a file may need more memory than the machine has.

    Where it was given a smaller limit, as by `ulimit -v`, that stays.
    """
    if sys.platform == "linux":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a crash leaves no file of that size behind
        with suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text("1000")  # this process is ended before the server
