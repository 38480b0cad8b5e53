"""What a process for heavy work does: one piece of work, from which it tells how far it is.

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

from bpe_core import BPEError, Corpus, admission
from bpe_core.progress import Progress, Stop, Tell
from bpe_ui.limits.memory import Ledger, budget
from bpe_ui.worker_pool.process import limit_memory

MEMORY_TO_READ = 3 * 2**30
"""Bytes of addresses that a process may use beside what trainings may take: to read files, for instance."""
TELL_SECONDS = 0.1
"""News goes out so often at most."""
SHORT_SECONDS = 5.0
"""Work that takes longer goes behind other work."""


class Outcome(NamedTuple):
    """What came of a call."""

    result: Any
    """What the function returned; None where it was stopped and had nothing yet."""

    was_stopped: bool
    """Whether it was stopped before its end."""


@dataclass(frozen=True)
class Call:
    """A function that tells how far it is, and its arguments."""

    function: Callable[..., Any]
    """Takes `tell` as well; and if it returns less where it is stopped, takes that as `so_far` to go on."""

    arguments: tuple[Any, ...] = ()
    """The others ..."""

    named: Mapping[str, Any] = field(default_factory=dict)
    """... and those that are given by name."""

    @property
    def corpus(self) -> Corpus | None:
        """The corpus that it is about, where there is one."""
        known = (
            each if isinstance(each, Corpus) else getattr(each, "corpus", None) for each in self.arguments
        )
        return next((each for each in known if each is not None), None)

    def run(self, tell: Tell, so_far: Any = None) -> Outcome:
        """Call it, or go on from where it was stopped; raises what the function raises."""
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
    """What a process says."""

    progress: Progress | None = None
    """How far it is."""

    taken: int = 0
    """How many bytes its trainings take."""

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


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Do the work that comes in."""
    limit_memory(budget() + MEMORY_TO_READ)
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
        os._exit(1)  # and no trace in the log: a file from anybody can bring that about
    answers.close()
    os._exit(0)  # what the work holds need not be taken apart


def _teller(requests: IO[bytes], answers: IO[bytes], ledger: Ledger) -> Tell:
    stop = threading.Event()
    threading.Thread(target=_listen, args=(requests, stop), daemon=True).start()
    began_at, told_at = time.monotonic(), 0.0
    is_short = hasattr(os, "nice")

    def tell(progress: Progress) -> None:
        nonlocal told_at, is_short
        now = time.monotonic()
        if is_short and now - began_at >= SHORT_SECONDS:
            is_short = False
            os.nice(5)  # what others ask meanwhile goes first: short work, and libraries while somebody types
        if now - told_at >= TELL_SECONDS or stop.is_set():  # where it stops, it is told to the last number
            told_at = now
            pickle.dump(News(progress, ledger.taken()), answers)
            answers.flush()
        if stop.is_set():
            raise Stop

    return tell


def _listen(requests: IO[bytes], stop: threading.Event) -> None:
    if not requests.readline():
        os._exit(1)  # the server is gone
    stop.set()
