"""Work: calls a function, at once if that takes only a moment, and otherwise in a process.

    work = Work(compare, corpus, columns, merges=500)
    work.try_here()                  # for a moment; `wait` goes on in a process, once it is its turn
    while not work.wait(0.25):
        ...                          # show `work.progress`, or what comes first: `work.waits_for`
    work.result                      # or `work.error`; less where it was stopped, None where there is nothing

The process ends with the work, with `stop`, or when the work is no longer used. There is one process for each
work, not a pool as in an executor, so that it can be ended at once and frees its memory.

>>> from bpe_core.progress import stop_after, tell_nobody
>>> def add(*numbers, tell):
...     for done in range(len(numbers)):
...         tell(Progress(done, len(numbers), "numbers"))
...     return sum(numbers)
>>> Call(add, (1, 2, 3)).run(tell=tell_nobody)
Outcome(result=6, was_stopped=False)
>>> Call(add, (1, 2, 3)).run(tell=stop_after(0))
Outcome(result=None, was_stopped=True)
"""

import math
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from bpe_core import BPEError, Corpus
from bpe_core.progress import OnProgress, Progress, Stop
from bpe_ui.machine.limits.memory import ledger, visit_limit
from bpe_ui.machine.worker_pool.process import NOT_STARTED, EndedError, Process, processes
from bpe_ui.machine.worker_pool.queue import Ticket, queue
from bpe_ui.machine.worker_pool.serving import Request, Terms
from bpe_ui.stage.text.sentences import say_plainly

MEMORY_TO_READ = 3 * 2**30
"""How many bytes of addresses a process may use beside what a visit may keep: to read files, for example."""
HERE_SECONDS = 0.25
"""How much processor time `try_here` takes ..."""
HERE_MOST_SECONDS = 1.0
"""... and how long it takes in total, if others keep the processor busy."""
STOP_SECONDS = 5.0
"""How long a process has to return its result after it was told to stop."""
STOPPED = "it was stopped"
_one_here = threading.Lock()
"""Held while work is done in a thread of the server: several would only slow down each other, and pages."""
_CORPUS = 0
"""The number under which a process keeps the corpus, which so is not sent back."""

Result = TypeVar("Result")


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

    def run(self, so_far: Any = None, *, tell: OnProgress) -> Outcome:
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


class Work(Generic[Result]):
    """One piece of work, as the page that waits for it sees it."""

    def __init__(self, function: Callable[..., Result], *arguments: Any, **named: Any) -> None:
        """Begin with nothing done. `function` also takes `tell`; and `so_far`, if it can continue."""
        self.result: Result | None = None
        """What the function returned; None before that, and if it was stopped before it had anything."""
        self.error = ""
        """Why there is no result, in a sentence."""
        self.is_stopped = False
        """Whether it is over because a person stopped it."""
        self.is_done = False
        """Whether the function has returned by itself."""
        self.call = Call(function, arguments, named)
        """What is called, and with what."""
        self.way: Literal["process", "here", "thread"] = "process"
        """Where it is done. "here": by `wait`, a little at a time, beside nothing else of the kind; for what
        can go on, and takes seconds rather than minutes. "thread": in one that waits for other processes, and
        so needs none."""
        self.seconds: float | None = None
        """How long it may take; None for any time."""
        self.smaller = "a smaller corpus"
        """What to try if it needs more than there is."""
        self._ticket = Ticket()
        self._process: Process | None = None
        self._future: Future[Outcome] | None = None
        self._is_stopping = False

    @property
    def is_over(self) -> bool:
        """Whether there will be no more results without being asked."""
        return self.is_done or self.is_stopped or bool(self.error)

    @property
    def progress(self) -> Progress | None:
        """Its progress; None before the first report."""
        return self._ticket.progress

    @property
    def waits_for(self) -> str:
        """What comes before it, in a sentence; empty if it does not wait."""
        return queue.sentence(self._ticket)

    def follow(self, before: "Work[Any]") -> None:
        """Take the place in the queue of work that is over and that this one continues."""
        self._ticket.since = before._ticket.since

    def try_here(self) -> None:
        """Do it in this thread, for a moment; if that is not enough, what was done is a result too, unless
        nobody can go on from there."""
        self._do_here(time.thread_time() + HERE_SECONDS, time.monotonic() + HERE_MOST_SECONDS)

    def _do_here(self, processor: float, until: float) -> None:
        is_late = False

        def tell(progress: Progress) -> None:
            nonlocal is_late
            self._ticket.progress = progress
            if is_late := time.thread_time() >= processor or time.monotonic() >= until:
                raise Stop

        try:
            if self.way == "here":
                ledger.check()
            outcome = self.call.run(self.result, tell=tell)
        except BPEError as error:
            self.error = str(error)
        else:
            if outcome.was_stopped or not is_late:
                self.result, self.is_done = outcome.result, not outcome.was_stopped

    def wait(self, seconds: float) -> bool:
        """Wait for its turn, then for its end, for at most this long; True once it is over."""
        if self.is_over:
            return True
        if self.way == "here":
            if _one_here.acquire(timeout=seconds):
                try:
                    self._do_here(math.inf, time.monotonic() + seconds)
                finally:
                    _one_here.release()
            return self.is_over
        try:
            if self._future is None and queue.is_turn_of(self._ticket, seconds):
                self._future = self._begun()
            if self._future is not None:
                self._take(self._future.result(seconds))
        except TimeoutError:
            pass
        except BPEError as error:
            self._fail(error)
        return self.is_over

    def stop(self) -> None:
        """Let it return what it has, as its result.

        If it does not do so soon, or if this is called again, its process is ended without a result.
        """
        if self.is_over:
            return
        if self._process is None:  # what a thread does ends by itself
            queue.leave(self._ticket)
            self.is_stopped = True
        elif self._is_stopping:
            self._process.kill(STOPPED)
        else:
            self._is_stopping = True
            self._process.stop()
            timer = threading.Timer(STOP_SECONDS, self._process.kill, [STOPPED])
            timer.daemon = True
            timer.start()

    def go_on(self) -> None:
        """Continue work that was stopped: `wait` goes on from the result so far."""
        self._ticket, self.is_stopped, self._is_stopping = Ticket(), False, False

    def _begun(self) -> "Future[Outcome]":
        """Begin it in a process, or in a thread of its own."""
        # Late, so that a visit can be had without Streamlit.
        from streamlit.runtime.scriptrunner import add_script_run_ctx, get_script_run_ctx

        future = Future[Outcome]()
        if self.way == "thread":
            thread = threading.Thread(target=_do, args=(self.call, self._ticket, future), daemon=True)
        else:
            self._process = process = processes.start(Terms(visit_limit() + MEMORY_TO_READ))
            weakref.finalize(self, process.kill, STOPPED)
            corpus = self.call.corpus
            # Before the page goes on, since it may change the arguments.
            process.send(Request(_itself, (corpus,), keeps_as=_CORPUS))
            process.send(Request(Call.run, (self.call, self.result), tells=True), {_CORPUS: corpus})
            given = process, corpus, self.seconds, self._ticket, future
            thread = threading.Thread(target=_listen, args=given, daemon=True)
        if (context := get_script_run_ctx(suppress_warning=True)) is not None:
            add_script_run_ctx(thread, context)  # so that the result belongs to this visit
        try:
            thread.start()
        except RuntimeError as error:
            raise EndedError(NOT_STARTED) from error
        return future

    def _take(self, outcome: Outcome) -> None:
        self._future = self._process = None
        self.is_stopped = outcome.was_stopped
        self.is_done = not self.is_stopped
        if outcome.result is not None:
            self.result = outcome.result

    def _fail(self, error: BPEError) -> None:
        self.error = str(error)
        if isinstance(error, EndedError):
            no_answer = "There is no answer: {why}."
            if self.error != NOT_STARTED:
                no_answer = "There is no answer: {why}. Try {smaller}."
            self.error = say_plainly(no_answer, why=self.error, smaller=self.smaller)
        self.result = self._future = None  # frees their memory
        queue.leave(self._ticket)
        if self._process is not None:
            self._process.kill(STOPPED)


def _do(call: Call, ticket: Ticket, future: "Future[Outcome]") -> None:
    """Do it in this thread."""
    try:
        future.set_result(call.run(tell=lambda progress: setattr(ticket, "progress", progress)))
    except Exception as error:  # of whatever kind, the page is to have it
        future.set_exception(error.with_traceback(None))
    queue.leave(ticket)


def _itself(corpus: Corpus | None) -> Corpus | None:
    return corpus


def _listen(
    process: Process, corpus: Corpus | None, seconds: float | None, ticket: Ticket, future: "Future[Outcome]"
) -> None:
    """Wait for the result, in a thread of its own, which keeps no reference to the work."""

    def tell(progress: Progress) -> None:
        ticket.progress = progress

    try:
        with process.within(threading.TIMEOUT_MAX if seconds is None else seconds):
            process.receive()  # it has started,
            process.receive()  # and has the corpus
            outcome: Outcome = process.receive(tell, {_CORPUS: corpus}).value
    except BPEError as error:
        is_stopped = process.killed_for == STOPPED
        failure = (
            None if is_stopped else error.with_traceback(None)
        )  # which holds this call, and so the error
        outcome = Outcome(None, was_stopped=True)
    else:
        failure = None
    process.end()
    queue.leave(ticket)
    if failure is None:
        future.set_result(outcome)
    else:
        future.set_exception(failure)
