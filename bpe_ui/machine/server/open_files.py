"""How many files and connections the process may have open at a time.

Many systems allow 256 or 1,024 unless a process asks for more, and one more visitor then fails with everybody
else: the limit is raised when the server starts.
"""

import sys
from contextlib import suppress

WANTED = 4_096
"""Enough for a class, the visits and their files."""


def allow_more() -> int:
    """Raise the limit to `WANTED`, or as far as the system allows, and return it."""
    if sys.platform == "win32":  # has no such limit
        return WANTED
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < WANTED:
        most = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return WANTED if soft == resource.RLIM_INFINITY else soft
