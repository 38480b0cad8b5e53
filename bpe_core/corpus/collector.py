"""Pauses Python's cyclic garbage collector while millions of objects without cycles are made.

Otherwise it would search through all of them again and again.

>>> with collector_paused():
...     gc.isenabled()
False
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Turn the collector off, and afterwards on again if it was on."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
