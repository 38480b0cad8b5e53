"""Admission: lets a host, which runs trainings for many people, refuse one before it takes memory.

The library by itself has no host and refuses nothing. The app is a host: `bpe_ui/machine/limits/memory.py`.
"""

from collections.abc import Callable, Collection, Sized

from bpe_core.config import BPEConfig

Host = Callable[[Collection[str], BPEConfig, Sized], object]
"""Called with the words, the config, and the history that is about to be built from them (its length is the
number of merges). An error that it raises ends the training."""

_host: Host | None = None


def set_host(host: Host | None) -> None:
    """Ask this host from now on; with None, nobody."""
    global _host
    _host = host


def ask(words: Collection[str], config: BPEConfig, history: Sized) -> None:
    """Ask the host, if there is one; raises what it raises."""
    if _host is not None:
        _host(words, config, history)
