"""Admission: whoever runs trainings for many people may look at each before it takes memory, and refuse it.

In: the words of a corpus as far as they are counted, and then the history that is to hold them. Out: nothing,
or the error that the host raises.

The library by itself has no host and refuses nothing. The app is one: `bpe_ui/limits/memory.py`.
"""

from collections.abc import Callable, Collection, Sized

from bpe_core.config import BPEConfig

Host = Callable[[Collection[str], BPEConfig, Sized | None], object]
"""Called with the words so far, the rules, and the history once there is one, whose length is its number of
merges; what it raises ends the training."""

_host: Host | None = None


def set_host(host: Host | None) -> None:
    """Let this host be asked from now on; None: nobody."""
    global _host
    _host = host


def ask(words: Collection[str], config: BPEConfig, history: Sized | None = None) -> None:
    """Ask the host, where there is one."""
    if _host is not None:
        _host(words, config, history)
