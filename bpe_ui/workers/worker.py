"""What a worker process runs: one piece of work, from which it tells how far it is.

In, on standard input: a corpus, then a function with its arguments, pickled; a line after that asks it to
stop. Out, on standard output: news while it works, and at last an error or the result; then the process ends,
and all its memory goes back to the system.

The function gets `tell` before its arguments: `tell(progress)` is False once it is to return what it has.
"""

import os
import pickle
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from bpe_core import BPEError, Corpus, admission
from bpe_core.progress import Progress
from bpe_ui.server.memory import Ledger, budget

MEMORY_TO_READ = 3 * 2**30
"""Bytes of addresses that a process may use beside what trainings may take: to read files, for instance."""
TELL_SECONDS = 0.1
"""News goes out so often at most."""

Tell = Callable[[Progress], bool]
Work = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function and its arguments."""


@dataclass(frozen=True)
class News:
    """What a worker says."""

    progress: Progress | None = None
    """How far it is."""

    taken: int = 0
    """How many bytes its trainings take."""

    is_last: bool = False
    """Whether the work is over; the result follows, or there is an error."""

    error: BPEError | None = None
    """What the function raised."""


class CorpusPickler(pickle.Pickler):
    """Leaves out the corpus that both processes have."""

    def __init__(self, file: IO[bytes], corpus: Corpus | None) -> None:
        super().__init__(file, protocol=5)
        self._corpus = corpus

    def reducer_override(self, value: Any) -> Any:
        """The corpus as a call, everything else as usual."""
        return (the_corpus, ()) if value is self._corpus else NotImplemented


class CorpusUnpickler(pickle.Unpickler):
    """Puts it in again: this process's own object."""

    def __init__(self, file: IO[bytes], corpus: Corpus | None) -> None:
        super().__init__(file)
        self._corpus = corpus

    def find_class(self, module: str, name: str) -> Any:
        """What answers that call, everything else as usual."""
        corpus = self._corpus  # an answer that held this unpickler would be held by it, with all it has made
        return (lambda: corpus) if name == the_corpus.__name__ else super().find_class(module, name)


def the_corpus() -> Corpus:
    """Stands for the corpus that both processes have; `CorpusUnpickler` answers in its place."""
    raise NotImplementedError


def main() -> None:
    """Do the work that comes in."""
    if hasattr(os, "nice"):
        os.nice(10)  # the server goes first
    limit_memory(budget() + MEMORY_TO_READ)
    answers = take_output()
    ledger = Ledger(whose=lambda: "")
    admission.set_host(ledger.admit)
    corpus = pickle.load(sys.stdin.buffer)
    function, arguments = CorpusUnpickler(sys.stdin.buffer, corpus).load()
    tell = _teller(answers, ledger)
    try:
        result = function(tell, *arguments)
        pickle.dump(News(is_last=True), answers)
        CorpusPickler(answers, corpus).dump(result)
    except BPEError as error:
        pickle.dump(News(is_last=True, error=error), answers)
    except MemoryError:
        os._exit(1)  # and no trace in the log: a file from anybody can bring that about
    answers.close()
    os._exit(0)  # what the work holds need not be taken apart


def limit_memory(most: int) -> None:
    """Let this process use so many bytes of addresses: a file may need more memory than the machine has."""
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # what fails leaves no file of that size behind
        with suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text("1000")  # this process goes before the server


def take_output() -> IO[bytes]:
    """Standard output for answers alone: what is printed goes to standard error from now on."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def _teller(answers: IO[bytes], ledger: Ledger) -> Tell:
    stop = threading.Event()
    threading.Thread(target=_listen, args=(stop,), daemon=True).start()
    told_at = 0.0

    def tell(progress: Progress) -> bool:
        nonlocal told_at
        now = time.monotonic()
        if now - told_at >= TELL_SECONDS:
            told_at = now
            pickle.dump(News(progress, ledger.taken()), answers)
            answers.flush()
        return not stop.is_set()

    return tell


def _listen(stop: threading.Event) -> None:
    if not sys.stdin.buffer.readline():
        os._exit(1)  # the server is gone
    stop.set()
