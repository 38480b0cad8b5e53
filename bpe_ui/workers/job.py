"""A job: one piece of work in a worker process, as the page that waits for it sees it.

In: a function with its arguments, of which `worker` says more. Out: how far it is, and its result.

    job = Job(corpus, make_merges, stepper, 10_000)
    while not job.wait(0.25):
        ...                          # show `job.progress`, or what comes first: `job.waits_for`
    stepper = job.result

The process ends with the work, with `stop`, and when nothing holds the job any more. One process for each
piece of work, where an executor has a pool of them: so one can be ended at once, and gives its memory back.
"""

import pickle
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from logging import getLogger
from pathlib import Path
from typing import Any

from streamlit.runtime.scriptrunner import add_script_run_ctx, get_script_run_ctx

from bpe_core import BPEError, Corpus
from bpe_core.progress import Progress
from bpe_ui import workers
from bpe_ui.server.memory import ledger
from bpe_ui.workers.line import Place, line
from bpe_ui.workers.worker import CorpusPickler, CorpusUnpickler, News, Work

ENDED_EARLY = (
    "The process that worked on this has ended early, perhaps because the computer has no memory left."
    " Try a smaller corpus, or try again when others have left."
)

STOP_SECONDS = 5.0
"""How long a process has to return what it has, once it is to stop."""

_log = getLogger(__name__)


class Job:
    """One piece of work in a process of its own."""

    def __init__(self, corpus: Corpus | None, function: Callable[..., Any], *arguments: Any) -> None:
        """`corpus` is what the arguments and the result may hold; it stays this same object."""
        self._corpus, self._work = corpus, (function, arguments)
        self._place = Place()
        self._talk: _Talk | None = None
        self._was_stopped = False

    def follow(self, before: "Job") -> None:
        """Take the place in the line of a job that is over, as the next part of the same work."""
        self._place.since = before._place.since

    def wait(self, seconds: float) -> bool:
        """Wait for its turn, then for its end, at most so long; True once it is over.

        Raises a `BPEError` where the work does, where it takes too much memory, and where its process ends.
        """
        if self._talk is None:
            if self._was_stopped:
                return True
            if not line.is_turn_of(self._place):
                time.sleep(seconds)
                return False
            try:
                self._talk = _Talk(self._place, self._corpus, self._work)
            except Exception as error:  # the system starts no more processes, or threads
                _log.exception("A worker process could not be started.")
                line.leave(self._place)
                raise BPEError(ENDED_EARLY) from error
            weakref.finalize(self, self._talk.end)
        return self._talk.is_over(seconds)

    @property
    def waits_for(self) -> str:
        """What comes first, in a sentence; empty where it does not wait."""
        return line.sentence(self._place)

    @property
    def progress(self) -> Progress | None:
        """How far it is; None before it has said so."""
        return None if self._talk is None else self._talk.progress

    @property
    def result(self) -> Any:
        """What the function returned; None before, and where its process was ended."""
        return None if self._talk is None else self._talk.result

    def stop(self) -> None:
        """Let it return what it has, as its result.

        Where it does not do so soon, or where this is said again, its process is ended, and there is none.
        """
        self._was_stopped = True
        if self._talk is None:
            line.leave(self._place)
        else:
            self._talk.stop()


class _Talk:
    """The talk with a worker process, in a thread. It does not hold the job, so that nothing keeps that."""

    def __init__(self, place: Place, corpus: Corpus | None, work: Work) -> None:
        self.progress: Progress | None = None
        self.result: Any = None
        self._place = place
        self._refusal: BPEError | None = None
        self._has_ended = threading.Event()
        self._is_stopping = False
        self._was_ended = False
        command = [sys.executable, "-m", workers.__name__]
        self._process = subprocess.Popen(
            command, cwd=Path(workers.__file__).parents[2], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        thread = threading.Thread(target=self._listen, args=(corpus,), daemon=True)
        if (context := get_script_run_ctx(suppress_warning=True)) is not None:
            add_script_run_ctx(thread, context)  # what comes back is this visit's
        try:
            self._send(corpus, work)  # before the page, which may change what the arguments hold, goes on
            thread.start()
        except Exception:
            with self._process:
                self._process.kill()
            raise

    def is_over(self, seconds: float) -> bool:
        """Whether it is over within so long; raises a `BPEError` where that is not as it should be."""
        has_ended = self._has_ended.wait(seconds)
        if self._refusal is not None:
            try:
                raise self._refusal
            finally:
                self._refusal = None  # it holds whoever it was raised to, and so the job
        return has_ended

    def stop(self) -> None:
        """Let the work return what it has, soon."""
        if self._is_stopping:
            self.end()
            return
        self._is_stopping = True
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):  # the process has ended
            self._process.stdin.write(b"stop\n")
            self._process.stdin.flush()
        timer = threading.Timer(STOP_SECONDS, self.end)
        timer.daemon = True
        timer.start()

    def end(self) -> None:
        """End the process, where it has not ended."""
        self._was_ended = True
        self._process.kill()

    def _send(self, corpus: Corpus | None, work: Work) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # the process has ended, which `_listen` finds too
            pickle.dump(corpus, self._process.stdin, protocol=5)
            CorpusPickler(self._process.stdin, corpus).dump(work)
            self._process.stdin.flush()

    def _listen(self, corpus: Corpus | None) -> None:
        try:
            with self._process:
                try:
                    self.result = self._receive(corpus)
                finally:
                    self._process.kill()
        except BPEError as error:
            self._refusal = error.with_traceback(None)  # which holds the news, and so the error itself
        except Exception as error:
            if not self._was_ended:
                # One line where the process is simply gone: a file from anybody can bring that about.
                trace = None if isinstance(error, EOFError | pickle.UnpicklingError) else error
                code = self._process.returncode
                _log.warning("A worker process has ended early, with the code %s.", code, exc_info=trace)
                self._refusal = BPEError(ENDED_EARLY)
        finally:
            ledger.process_ended(self)
            line.leave(self._place)
            self._has_ended.set()

    def _receive(self, corpus: Corpus | None) -> Any:
        assert self._process.stdout is not None
        while not (news := _checked(pickle.load(self._process.stdout))).is_last:
            self.progress = self._place.progress = news.progress
            ledger.note_process(self, news.taken)
        ledger.process_ended(self)
        return CorpusUnpickler(self._process.stdout, corpus).load()


def _checked(news: News) -> News:
    if news.error is not None:
        raise news.error
    return news
