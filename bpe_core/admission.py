"""Admission: whoever runs trainings for many people may look at each before it takes memory, and refuse it.

In: the words of a corpus as far as they are counted, and then the film that is to hold them. Out: nothing, or
the error that the host raises.

The library by itself has no host and refuses nothing. The app is one: `bpe_ui/server/memory.py`.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from bpe_core.config import BPEConfig

if TYPE_CHECKING:
    from bpe_core.film import Film

Host = Callable[[Mapping[str, int], BPEConfig, "Film | None"], object]
"""Called with the words so far, the rules, and the film once there is one; what it raises ends it all."""

_hosts: list[Host] = []


def set_host(host: Host | None) -> None:
    """Let this host be asked from now on; None: nobody."""
    _hosts[:] = [] if host is None else [host]


def ask(words: Mapping[str, int], config: BPEConfig, film: "Film | None" = None) -> None:
    """Ask the host, where there is one."""
    for host in _hosts:
        host(words, config, film)
