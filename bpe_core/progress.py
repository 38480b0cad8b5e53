"""How long work tells how far it is, and how it is stopped.

In: a function `tell`, which whoever asks for the work gives it. Out: the work calls it again and again, at
least ten times a second where it can, and ends where `tell` raises `Stop`.

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

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """How far long work has come."""

    done: int
    """How many of `what` are done."""

    total: int | None
    """How many there will be, or None where nobody knows yet."""

    what: str
    """What is counted, in plain words and the plural: "merges", "seeds", "characters"."""

    @property
    def share(self) -> float | None:
        """The part that is done, 0.0 to 1.0, or None where the total is not known."""
        if self.total is None:
            return None
        return min(1.0, self.done / self.total) if self.total else 1.0


class Stop(BaseException):
    """Nobody waits for more of the work: what is done so far is returned, or this goes through.

    No `Exception`, as `asyncio.CancelledError` is none, so that nothing on its way takes it for a failure.
    """


Tell = Callable[[Progress], object]
"""Takes how far the work has come, and may raise `Stop`. It is quick, and may be called at every step."""


def tell_nobody(progress: Progress) -> None:
    """The usual `tell`: nobody waits, and the work goes on to its end."""


def stop_after(seconds: float) -> Tell:
    """A `tell` that raises `Stop` once so many seconds have passed."""
    deadline = time.monotonic() + seconds

    def tell(progress: Progress) -> None:
        if time.monotonic() >= deadline:
            raise Stop

    return tell
