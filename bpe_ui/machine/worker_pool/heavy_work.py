"""What a process for heavy work does: one piece of work, whose progress it reports.

>>> from bpe_core.progress import stop_after, tell_nobody
>>> def add(*numbers, tell):
...     for done in range(len(numbers)):
...         tell(Progress(done, len(numbers), "numbers"))
...     return sum(numbers)
>>> Call(add, (1, 2, 3)).run(tell_nobody)
Outcome(result=6, was_stopped=False)
>>> Call(add, (1, 2, 3)).run(stop_after(0))
Outcome(result=None, was_stopped=True)
"""

import os
import pickle
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import signature
from typing import IO, Any, NamedTuple

from bpe_core import BPEError, Corpus
from bpe_core.engine import admission
from bpe_core.progress import OnProgress, Progress, Stop
from bpe_ui.machine.limits.memory import Ledger, visit_limit
from bpe_ui.machine.worker_pool.process import limit_memory

MEMORY_TO_READ = 3 * 2**30
"""How many bytes of addresses a process may use beside what a visit may keep: to read files, for example."""
TELL_SECONDS = 0.1
"""The shortest time between two reports."""
SHORT_SECONDS = 5.0
"""Work that takes longer than this gives way to other work."""


class Outcome(NamedTuple):
    """The result of a call."""

    result: Any
    """What the function returned; None if it was stopped and had nothing yet."""

    was_stopped: bool
    """Whether it was stopped before it ended."""


@dataclass(frozen=True)
class Call:
    """A function that reports its progress, and its arguments."""

    function: Callable[..., Any]
    """Also takes `tell`; if it returns less when stopped, it takes that as `so_far` to go on."""

    arguments: tuple[Any, ...] = ()
    """The other arguments ..."""

    named: Mapping[str, Any] = field(default_factory=dict)
    """... and those given by name."""

    @property
    def corpus(self) -> Corpus | None:
        """The corpus among its arguments, if there is one."""
        known = (
            each if isinstance(each, Corpus) else getattr(each, "corpus", None) for each in self.arguments
        )
        return next((each for each in known if each is not None), None)

    def run(self, tell: OnProgress, so_far: Any = None) -> Outcome:
        """Call it, or continue after a stop; raises what the function raises."""
        is_one_piece = "so_far" not in signature(self.function).parameters
        was_stopped = False

        def told(progress: Progress) -> None:
            nonlocal was_stopped
            try:
                tell(progress)
            except Stop:
                was_stopped = True
                raise

        named = self.named if so_far is None else {**self.named, "so_far": so_far}
        try:
            result = self.function(*self.arguments, **named, tell=told)
            return Outcome(result, was_stopped and not is_one_piece)
        except Stop:
            return Outcome(None, was_stopped=True)


@dataclass(frozen=True)
class News:
    """What a process reports."""

    progress: Progress | None = None
    """Its progress."""

    is_last: bool = False
    """Whether the work is over; the outcome follows, or there is an error."""

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
    """Puts in the corpus again, as this process's own object."""

    def __init__(self, file: IO[bytes], corpus: Corpus | None) -> None:
        super().__init__(file)
        self._corpus = corpus

    def find_class(self, module: str, name: str) -> Any:
        """The function that returns the corpus for that call; everything else as usual."""
        corpus = self._corpus  # a function with a reference to the unpickler would keep all it has made
        return (lambda: corpus) if name == the_corpus.__name__ else super().find_class(module, name)


def the_corpus() -> Corpus:
    """Stands for the corpus that both processes have; `CorpusUnpickler` replaces it."""
    raise NotImplementedError


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Do the work that is requested."""
    limit_memory(visit_limit() + MEMORY_TO_READ)
    ledger = Ledger(whose=lambda: "")
    admission.set_host(ledger.admit)
    corpus = pickle.load(requests)
    call, so_far = CorpusUnpickler(requests, corpus).load()
    tell = _teller(requests, answers, ledger)
    try:
        outcome = call.run(tell, so_far)
        pickle.dump(News(is_last=True), answers)
        CorpusPickler(answers, corpus).dump(outcome)
    except BPEError as error:
        pickle.dump(News(is_last=True, error=error), answers)
    except MemoryError:
        os._exit(1)  # without a trace in the log: anybody's file can cause this
    answers.close()
    os._exit(0)  # without freeing everything first


def _teller(requests: IO[bytes], answers: IO[bytes], ledger: Ledger) -> OnProgress:
    stop = threading.Event()
    threading.Thread(target=_listen, args=(requests, stop), daemon=True).start()
    began_at, told_at = time.monotonic(), 0.0
    is_short = hasattr(os, "nice")

    def tell(progress: Progress) -> None:
        nonlocal told_at, is_short
        now = time.monotonic()
        if is_short and now - began_at >= SHORT_SECONDS:
            is_short = False
            os.nice(5)  # short work of others goes first, and libraries while somebody types
        if now - told_at >= TELL_SECONDS or stop.is_set():  # before it stops, the last numbers are reported
            told_at = now
            ledger.check()
            pickle.dump(News(progress), answers)
            answers.flush()
        if stop.is_set():
            raise Stop

    return tell


def _listen(requests: IO[bytes], stop: threading.Event) -> None:
    if not requests.readline():
        os._exit(1)  # the server has ended
    stop.set()
