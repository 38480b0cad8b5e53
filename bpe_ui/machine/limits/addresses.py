"""How many bytes of addresses this process may use, as `ulimit -v` limits them.

Libraries reserve more than they use. Where that is limited, no new thread starts once it is used up, so the
server reserves less, and trainings get a part of what is left.
"""

import ctypes
import sys

OF_SERVER = 1_200_000_000
"""How many bytes of addresses the server uses without any training."""
_ARENA_MAX, _ARENAS = -8, 1  # the number of glibc's M_ARENA_MAX: for each thread it would reserve 64 MB


def limit() -> int | None:
    """The limit in bytes; None if there is none. Only Linux has one."""
    if sys.platform != "linux":
        return None
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if soft == resource.RLIM_INFINITY else soft


def reserve_less() -> None:
    """Reserve less, if there is a limit; before the first visit."""
    if limit() is None:
        return
    import pyarrow

    pyarrow.set_memory_pool(pyarrow.system_memory_pool())  # the other one reserves 1 GB
    if hasattr(libc := ctypes.CDLL(None), "mallopt"):
        libc.mallopt(_ARENA_MAX, _ARENAS)
