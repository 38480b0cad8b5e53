"""Progress in a terminal: one line that is updated, and removed at the end."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bpe_core.progress import OnProgress, Progress, tell_nobody

SECONDS = 0.1
"""How often the line is updated."""
_CLEAR = "\r\x1b[K"


@contextmanager
def on_terminal() -> Iterator[OnProgress]:
    """A `tell` that writes to the terminal; it does nothing if standard error is no terminal."""
    if not sys.stderr.isatty():
        yield tell_nobody
        return
    last = time.monotonic()

    def tell(progress: Progress) -> None:
        nonlocal last
        if time.monotonic() - last >= SECONDS:
            last = time.monotonic()
            of_all = "" if progress.total is None else f" of {progress.total:,}"
            print(f"{_CLEAR}{progress.done:,}{of_all} {progress.what}", end="", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        print(_CLEAR, end="", file=sys.stderr, flush=True)
