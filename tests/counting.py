"""Work for tests, in a module that a worker process imports fast."""

import sys
import time
from collections.abc import Sequence

from bpe_core import BPEError
from bpe_core.progress import OnProgress, Progress, Stop
from bpe_ui.machine.limits.memory import budget
from bpe_ui.machine.worker_pool.work import MEMORY_TO_READ


def count(numbers: int, *, fails_at: int = -1, so_far: int = 0, tell: OnProgress) -> int:
    """Count up to a number; if stopped, return how far it has come."""
    counted = so_far
    try:
        while counted < numbers:
            counted += 1
            if counted == fails_at:
                raise BPEError(f"{counted} cannot be counted.")
            tell(Progress(counted, numbers, "numbers"))
    except Stop:
        pass
    return counted


def count_for_ever(*, so_far: int = 0, tell: OnProgress) -> int:
    """Count until it is stopped."""
    counted = so_far
    try:
        while True:
            counted += 1
            tell(Progress(counted, None, "numbers"))
            time.sleep(0.01)
    except Stop:
        return counted


def hear_nothing(*, tell: OnProgress) -> None:
    """Report progress once, and then never check again whether to stop."""
    tell(Progress(0, None, "numbers"))
    time.sleep(3_600)


def take_all_memory(*, tell: OnProgress) -> bytearray:
    """Use more memory than a process may have."""
    return bytearray(budget() + MEMORY_TO_READ)


def modules_loaded(functions: Sequence[object], *, tell: OnProgress) -> list[str]:
    """The modules that a process with these functions has imported."""
    return [*sys.modules]
