"""What a worker process does: it answers requests, one after another, and keeps objects between them.

It runs until its input ends, or until it is killed: nothing else ends a library written in Rust.
"""

import os
import pickle
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple

from bpe_core import BPEError
from bpe_core.engine import admission
from bpe_core.progress import OnProgress, Progress, Stop
from bpe_ui.machine.limits.memory import Ledger, budget
from bpe_ui.stage.text.sentences import say_plainly

PRIORITY = 5
"""How much less than the server such a process is given of a processor."""
TELL_SECONDS = 0.1
"""The shortest time between two reports of progress."""
SHORT_SECONDS = 5.0
"""Work that takes longer than this gives way to other work."""
PROCESSOR_SECONDS = 60
"""How long a library may use a processor if the server is gone and cannot end it; not on Windows."""


class Terms(NamedTuple):
    """What a process is told first."""

    memory: int
    """How many bytes of addresses it may use; on Linux."""

    is_of_libraries: bool = False
    """Whether it runs libraries with people's files: their failures are no mistakes of ours."""


class Request(NamedTuple):
    """A function to call."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    named: Mapping[str, Any] = {}

    keeps_as: int | None = None
    """Keep what it returns under this number, and answer with None."""

    forgets: int | None = None
    """The number of an object that is no longer needed."""

    tells: bool = False
    """Whether it takes `tell`, and is the last request of its process; a line after it stops it."""

    largest: int | None = None
    """The size of the largest answer in bytes: with a larger one the server would be busy for too long."""


class Answer(NamedTuple):
    """What comes back for a request."""

    kind: Literal["told", "returned", "refused", "ended"]
    """Its progress; its result; a `BPEError`; or why there is nothing, as the second half of a sentence."""

    value: Any = None
    """That."""

    seconds: float = 0.0
    """How many seconds of a processor it took."""


# ---- objects that both sides have

_held = threading.local()


class HeldObject:
    """Stands in a request for an object that the process keeps."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __reduce__(self) -> tuple[Callable[[int], Any], tuple[int]]:
        return held_object, (self._number,)


def held_object(number: int) -> Any:
    """The object with this number, on the side that reads what was sent."""
    return _held.objects[number]


def send(value: Any, to: IO[bytes], objects: Mapping[int, Any]) -> None:
    """Send a value without these objects, which the other side has."""
    _Pickler(to, objects).dump(value)
    to.flush()


def receive(sent: IO[bytes], objects: Mapping[int, Any]) -> Any:
    """Receive a value with these objects in it; raises `EOFError` and `UnpicklingError`."""
    _held.objects = objects
    try:
        return pickle.load(sent)
    finally:
        del _held.objects


class _Pickler(pickle.Pickler):
    def __init__(self, file: IO[bytes], objects: Mapping[int, Any]) -> None:
        super().__init__(file, protocol=5)
        self._number_of = {id(each): number for number, each in objects.items()}

    def reducer_override(self, value: Any) -> Any:
        number = self._number_of.get(id(value))
        return NotImplemented if number is None else (held_object, (number,))


# ---- in the process


def main() -> None:
    """The main function of every process."""
    if hasattr(os, "nice"):
        os.nice(PRIORITY)
    # Standard output is only for answers: what is printed goes to standard error.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with suppress(EOFError):  # the server has ended
        serve(sys.stdin.buffer, answers)


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Say that it has started, and answer requests; raises `EOFError` at their end."""
    objects: dict[int, Any] = {}
    terms: Terms = receive(requests, objects)
    budget()  # is the server's, and so found before this process has a limit of its own
    limit_memory(terms.memory)
    if terms.is_of_libraries:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), sys.stderr.fileno())  # each panic of Rust code writes up to 45 lines
    ledger = Ledger(whose=lambda: "")
    admission.set_host(ledger.admit)
    send(Answer("returned"), answers, objects)
    while True:
        request: Request = receive(requests, objects)
        began_at = time.process_time()
        if terms.is_of_libraries:
            _limit_processor_time()
        tell = {"tell": _teller(requests, answers, ledger)} if request.tells else {}
        answer = _answer(request, objects, tell, terms)
        answer = answer._replace(seconds=time.process_time() - began_at)
        try:
            _send_answer(answer, answers, objects, request.largest)
        except MemoryError:
            os._exit(1)  # half of it is sent
        if request.tells:
            answers.close()
            os._exit(0)  # without freeing everything first


def _answer(
    request: Request, objects: dict[int, Any], tell: Mapping[str, OnProgress], terms: Terms
) -> Answer:
    try:
        if request.forgets is not None:
            objects.pop(request.forgets, None)
        value = request.function(*request.arguments, **request.named, **tell)
        if request.keeps_as is None:
            return Answer("returned", value)
        objects[request.keeps_as] = value
        return Answer("returned")
    except BPEError as error:
        return Answer("refused", error.with_traceback(None))
    except MemoryError:
        return Answer("ended", OUT_OF_MEMORY)
    except BaseException as error:  # a panic of Rust code is no `Exception`
        if not terms.is_of_libraries:
            raise
        return Answer("ended", str(error))


OUT_OF_MEMORY = "it needs more memory than it may use"


def _send_answer(answer: Answer, answers: IO[bytes], objects: Mapping[int, Any], largest: int | None) -> None:
    if largest is None:
        send(answer, answers, objects)
        return
    try:
        data = pickle.dumps(answer, protocol=5)
    except MemoryError:
        data = pickle.dumps(Answer("ended", OUT_OF_MEMORY))
    if len(data) > largest:
        data = pickle.dumps(Answer("ended", say_plainly("more than {n:,} MB came of it", n=largest // 10**6)))
    answers.write(data)
    answers.flush()


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
            send(Answer("told", progress), answers, {})
        if stop.is_set():
            raise Stop

    return tell


def _listen(requests: IO[bytes], stop: threading.Event) -> None:
    if not requests.readline():
        os._exit(1)  # the server has ended
    stop.set()


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


def _limit_processor_time() -> None:
    if sys.platform != "win32":
        import resource

        most = int(time.process_time()) + PROCESSOR_SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
