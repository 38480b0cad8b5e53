"""How long-running work reports its progress, how it is stopped, and what is paused meanwhile.

Such work takes a function `tell` and calls it again and again, at least ten times a second where it can. It
ends when `tell` raises `Stop`.

>>> def count(numbers, tell=tell_nobody):
...     for done in range(numbers):
...         tell(Progress(done, numbers, "numbers"))
...     return "all of them"
>>> count(1_000)
'all of them'
>>> def tell(progress):
...     if progress.share == 0.25:
...         raise Stop
>>> count(1_000, tell)
Traceback (most recent call last):
bpe_core.progress.Stop
>>> count(1_000, stop_after(60))
'all of them'
"""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """How far long-running work has come."""

    done: int
    """How many of `what` are done."""

    total: int | None
    """How many there will be; None if that is not known."""

    what: str
    """What is counted, as a plain plural: "merges", "seeds", "characters"."""

    @property
    def share(self) -> float | None:
        """The part that is done, 0.0 to 1.0; None if the total is not known."""
        if self.total is None:
            return None
        return min(1.0, self.done / self.total) if self.total else 1.0


class Stop(BaseException):
    """Raised by `tell` to end the work, which returns what it has so far or lets this pass.

    Not an `Exception` (like `asyncio.CancelledError`), so that no handler takes it for a failure.
    """


OnProgress = Callable[[Progress], object]
"""Told how far the work has come; may raise `Stop`. It must be fast: it may be called at every step."""


def tell_nobody(progress: Progress) -> None:
    """The default `tell`: does nothing."""


def stop_after(seconds: float) -> OnProgress:
    """A `tell` that raises `Stop` after this many seconds."""
    deadline = time.monotonic() + seconds

    def tell(progress: Progress) -> None:
        if time.monotonic() >= deadline:
            raise Stop

    return tell


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause Python's cyclic garbage collector while millions of objects without cycles are made.

    Otherwise it would search through all of them again and again. Afterwards it is on again if it was.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
