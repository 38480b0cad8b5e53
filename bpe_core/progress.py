"""How far long work has come.

In: nothing; the classes that work in slices (`advance(seconds)`) make these. Out: two numbers and a noun that
a page puts beside a progress bar.

>>> Progress(done=250, total=1_000, what="merges")
Progress(done=250, total=1000, what='merges')
>>> Progress(done=250, total=1_000, what="merges").share
0.25
"""

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


OnProgress = Callable[[Progress], object]
"""Called now and then with how far the work has come; what it raises ends the work."""
