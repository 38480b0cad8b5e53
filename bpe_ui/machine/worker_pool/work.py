"""Work: calls a function, at once if that takes only a moment, and otherwise in a process.

    work = Work(compare, corpus, columns, merges=500)
    work.try_here()                  # for a moment; `wait` goes on in a process, once it is its turn
    while not work.wait(0.25):
        ...                          # show `work.progress`, or what comes first: `work.waits_for`
    work.result                      # or `work.error`; less where it was stopped, None where there is nothing

The process ends with the work, with `stop`, or when the work is no longer used. There is one process for each
work, not a pool as in an executor, so that it can be ended at once and frees its memory.
"""

import pickle
import threading
import time
import weakref
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from logging import getLogger
from typing import Any, Generic, TypeVar

from bpe_core import BPEError, Corpus
from bpe_core.progress import Progress, Stop
from bpe_ui.machine.worker_pool import heavy_work
from bpe_ui.machine.worker_pool.heavy_work import Call, CorpusPickler, CorpusUnpickler, News, Outcome
from bpe_ui.machine.worker_pool.process import Process, processes
from bpe_ui.machine.worker_pool.queue import Ticket, queue

ENDED_EARLY = (
    "The process that worked on this has ended early, perhaps because it needed more memory than it may use."
    " Try a smaller corpus, or try again when others have left."
)
NOT_STARTED = "The system starts no other process now, which this needs. Try again when others have left."
NO_ROOM_HERE = (
    "The server has no memory left for the result. Try a smaller corpus, or try again when others have left."
)

HERE_SECONDS = 0.25
"""How much processor time `try_here` takes ..."""
HERE_MOST_SECONDS = 1.0
"""... and how long it takes in total, if others keep the processor busy."""
STOP_SECONDS = 5.0
"""How long a process has to return its result after it was told to stop."""

Result = TypeVar("Result")

_log = getLogger(__name__)


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
        processor, until = time.thread_time() + HERE_SECONDS, time.monotonic() + HERE_MOST_SECONDS
        is_late = False

        def tell(progress: Progress) -> None:
            nonlocal is_late
            self._ticket.progress = progress
            if is_late := time.thread_time() >= processor or time.monotonic() >= until:
                raise Stop

        try:
            outcome = self.call.run(tell)
        except BPEError as error:
            self.error = str(error)
        else:
            if outcome.was_stopped or not is_late:
                self.result, self.is_done = outcome.result, not outcome.was_stopped

    def wait(self, seconds: float) -> bool:
        """Wait for its turn, then for its end, for at most this long; True once it is over."""
        try:
            if not self.is_over and (self._future is not None or self._begins(seconds)):
                self._take_outcome(seconds)
        except BPEError as error:
            self._fail(error)
        return self.is_over

    def stop(self) -> None:
        """Let it return what it has, as its result.

        If it does not do so soon, or if this is called again, its process is ended without a result.
        """
        if self.is_over:
            return
        if self._process is None:
            queue.leave(self._ticket)
            self.is_stopped = True
        elif self._is_stopping:
            self._process.kill()
        else:
            self._is_stopping = True
            with suppress(OSError, ValueError):  # the process has ended
                self._process.requests.write(b"stop\n")
                self._process.requests.flush()
            timer = threading.Timer(STOP_SECONDS, self._process.kill)
            timer.daemon = True
            timer.start()

    def go_on(self) -> None:
        """Continue work that was stopped: `wait` goes on from the result so far."""
        self._ticket, self.is_stopped, self._is_stopping = Ticket(), False, False

    def _begins(self, seconds: float) -> bool:
        """Whether its turn comes within this time; if so, it begins."""
        if not queue.is_turn_of(self._ticket, seconds):
            return False
        # Late, so that a visit can be had without Streamlit.
        from streamlit.runtime.scriptrunner import add_script_run_ctx, get_script_run_ctx

        corpus = self.call.corpus
        try:
            self._process = process = processes.start(heavy_work.serve)
            weakref.finalize(self, process.kill)
            # Before the page goes on, since it may change the arguments.
            with suppress(OSError):  # the process has ended, which `_listen` notices too
                process.send(corpus)
                CorpusPickler(process.requests, corpus).dump((self.call, self.result))
                process.requests.flush()
            self._future = Future()
            thread = threading.Thread(
                target=_listen, args=(process, corpus, self._ticket, self._future), daemon=True
            )
            if (context := get_script_run_ctx(suppress_warning=True)) is not None:
                add_script_run_ctx(thread, context)  # so that the result belongs to this visit
            thread.start()
        except Exception as error:  # the system refuses to start another process or thread
            _log.warning("A worker process could not be started: %s", error)
            if self._process is not None:
                self._process.end()
            raise BPEError(NOT_STARTED) from error
        return True

    def _take_outcome(self, seconds: float) -> None:
        assert self._future is not None
        try:
            error = self._future.exception(seconds)
        except TimeoutError:
            return
        if error is not None:
            self._fail(error)
            return
        outcome = self._future.result()
        self._future = self._process = None
        self.is_stopped = outcome.was_stopped
        self.is_done = not self.is_stopped
        if outcome.result is not None:
            self.result = outcome.result

    def _fail(self, error: BaseException) -> None:
        self.error = str(error)
        self.result = self._future = None  # frees their memory
        queue.leave(self._ticket)
        if self._process is not None:
            self._process.kill()


def _listen(process: Process, corpus: Corpus | None, ticket: Ticket, future: Future[Outcome]) -> None:
    """Wait for the result, in a thread of its own, which keeps no reference to the work."""
    outcome, failure = Outcome(None, was_stopped=True), None
    try:
        outcome = _receive(process, corpus, ticket)
    except BPEError as error:
        failure = error.with_traceback(None)  # the traceback holds this call, and so the error itself
    except MemoryError:
        failure = BPEError(NO_ROOM_HERE)
    except Exception as error:
        if not process.was_killed:
            # One line if the process is simply gone, because anybody's file can cause that.
            trace = None if isinstance(error, EOFError | pickle.UnpicklingError) else error
            _log.warning("A worker process has ended early, with the code %s.", process.end(), exc_info=trace)
            failure = BPEError(ENDED_EARLY)
    process.end()
    queue.leave(ticket)
    if failure is None:
        future.set_result(outcome)
    else:
        future.set_exception(failure)


def _receive(process: Process, corpus: Corpus | None, ticket: Ticket) -> Outcome:
    while True:
        news: News = process.receive()
        if news.error is not None:
            raise news.error
        if news.is_last:
            outcome: Outcome = CorpusUnpickler(process.answers, corpus).load()
            return outcome
        ticket.progress = news.progress
