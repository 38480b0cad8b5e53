"""What a process for libraries does: it runs real libraries with what came from files.

It runs until its input ends, or until it is killed: nothing else ends a library written in Rust.
"""

import os
import pickle
import sys
import time
from collections.abc import Callable
from typing import IO, Any, Literal, NamedTuple

from bpe_core import BPEError
from bpe_ui.machine.worker_pool.process import limit_memory

MEMORY = 2 * 2**30
"""How many bytes of addresses the process may use; on Linux."""
PROCESSOR_SECONDS = 60
"""How long a request may use a processor if the server is gone and cannot end it; not on Windows."""
LARGEST_ANSWER = 16_000_000
"""The size of the largest answer in bytes: with a larger one the server would be busy for too long."""


class Make(NamedTuple):
    """A request to make an object, which has this number from then on."""

    number: int
    make: Callable[..., Any]
    arguments: tuple[Any, ...]
    forgets: int | None = None
    """The number of an object that is no longer needed."""


class LibraryCall(NamedTuple):
    """A request to call a method of an object."""

    number: int
    method: Callable[..., Any]
    arguments: tuple[Any, ...]
    named: dict[str, Any]


Answer = tuple[Literal["returned", "raised", "ended"], Any, float]
"""The answer to a request: the value, a `BPEError`, or the reason as the second half of a sentence; and how
many seconds of a processor it took."""


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer requests."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stderr.fileno())  # each panic of Rust code writes up to 45 lines
    limit_memory(MEMORY)
    objects: dict[int, Any] = {}
    answer = "returned", None  # it has started
    began_at = time.process_time()
    while True:
        answers.write(_pickled(*answer, time.process_time() - began_at))
        answers.flush()
        try:
            request = pickle.load(requests)
        except EOFError:
            return
        began_at = time.process_time()
        _limit_processor_time()
        answer = _answer(objects, request)


def _answer(objects: dict[int, Any], request: Make | LibraryCall) -> tuple[str, Any]:
    try:
        if isinstance(request, LibraryCall):
            method = request.method
            return "returned", method(objects[request.number], *request.arguments, **request.named)
        objects.pop(request.forgets or 0, None)
        objects[request.number] = request.make(*request.arguments)
        return "returned", None
    except BPEError as error:
        return "raised", error.with_traceback(None)
    except MemoryError:
        return "ended", "out of memory"
    except BaseException as error:  # a panic of Rust code is no `Exception`
        return "ended", str(error)


def _pickled(kind: str, value: Any, seconds: float) -> bytes:
    try:
        data = pickle.dumps((kind, value, seconds), protocol=5)
    except MemoryError:
        return pickle.dumps(("ended", "out of memory", seconds))
    if len(data) > LARGEST_ANSWER:
        return pickle.dumps(("ended", f"more than {LARGEST_ANSWER // 10**6} MB came of it", seconds))
    return data


def _limit_processor_time() -> None:
    if sys.platform != "win32":
        import resource

        most = int(time.process_time()) + PROCESSOR_SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
