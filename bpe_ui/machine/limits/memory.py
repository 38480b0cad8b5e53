"""Limits what visits keep in the memory of this process: their trainings, and the tokens of their texts.

What a visit needs for a moment, in a process of its own, has the limit of that process. What it keeps here
would take the memory of all others, so it counts until it is no longer used.
"""

import gc
import os
import threading
import weakref
from collections.abc import Callable, Collection, Sized
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bpe_core import BPEConfig, BPEError
from bpe_ui.machine.limits import addresses
from bpe_ui.machine.limits.environment import whole_number

SETTING = "BPE_STEPPER_MEMORY_MB"
"""The environment variable with the megabytes that the trainings of all visits may use."""
LEAST_MB = 4
"""Its smallest value: 1 MB for a visit."""
SHARE_OF_MACHINE = 0.5
"""The part of the machine's memory that is used without that setting."""
SHARE_OF_VISIT = 0.25
"""The part of this budget that one visit may use."""
SMALL_BYTES = 1_000_000
"""A training up to this size is never refused, so that each visit can open its first example."""

# The peak memory of trainings on random words, which need the most. English needs about a third of that
# (tests/server/test_memory.py).
BYTES_PER_WORD = 150
"""A distinct word, in the counts and in the history."""
BYTES_PER_SYMBOL = 85
"""A base symbol of a distinct word: its boundary, its place in the trainer, and the records of merges."""
BYTES_PER_MERGE = 500
"""A merge: its records, wherever they are kept."""
BYTES_PER_TOKEN = 450
"""A token of a text, with its id and its places ..."""
BYTES_PER_CHARACTER = 100
"""... and a character of the text."""

_USUAL_MEMORY = 8 * 2**30
"""The machine's memory, if the system does not tell it."""
_CONTAINER_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


class NoRoomError(BPEError):
    """A training would use more memory than there is for it; the message has the numbers."""


@dataclass(frozen=True)
class Size:
    """What decides how much memory a training uses."""

    words: int
    """Distinct words."""

    symbols: int
    """Base symbols of these words."""

    @classmethod
    def of(cls, words: Collection[str], config: BPEConfig) -> "Size":
        """The size of these distinct words."""
        spelled = map(str.encode, words) if config.alphabet == "bytes" else words
        return cls(len(words), sum(map(len, spelled)))

    def bytes_with(self, merges: int) -> int:
        """About how many bytes a training with this many merges uses."""
        return self.words * BYTES_PER_WORD + self.symbols * BYTES_PER_SYMBOL + merges * BYTES_PER_MERGE


class MemoryClaim:
    """Stands for memory of a visit, which counts as long as this object exists."""

    def __len__(self) -> int:
        return 0

    def __bool__(self) -> bool:
        return True


def visit_here() -> str:
    """Streamlit's name for the visit whose page runs in this thread; empty if there is none."""
    from streamlit.runtime.scriptrunner import get_script_run_ctx  # a worker process needs no Streamlit

    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context is not None else ""


class Ledger:
    """Records which visit keeps how much memory."""

    def __init__(self, whose: Callable[[], str] = visit_here) -> None:
        """`whose` returns the name of the current visit."""
        self._whose = whose
        # A history, or what stands for a text -> the visit, and the bytes without merges.
        self._kept: weakref.WeakKeyDictionary[Sized, tuple[str, int]] = weakref.WeakKeyDictionary()
        self._lock = threading.RLock()

    def admit(self, words: Collection[str], config: BPEConfig, history: Sized) -> None:
        """Record a history that is about to be built, or that has come. Raises `NoRoomError`."""
        # One that has merges takes the place of the same one without them, which was checked.
        self._keep(history, Size.of(words, config).bytes_with(0), is_checked=bool(history))

    def admit_tokens(self, tokens: int, characters: int) -> MemoryClaim:
        """Record a text of this visit that was tokenized. Raises `NoRoomError`."""
        held, size = MemoryClaim(), tokens * BYTES_PER_TOKEN + characters * BYTES_PER_CHARACTER
        self._keep(held, size, "The tokens of this text need about", "a shorter text")
        return held

    def admit_bytes(self, size: int) -> MemoryClaim:
        """Record something else that this visit keeps. Raises `NoRoomError`."""
        held = MemoryClaim()
        self._keep(held, size)
        return held

    def check(self, needed: int = 0, *says: str) -> None:
        """Raises `NoRoomError` if this visit may not keep so many bytes more, or has too many already."""
        with self._lock:
            if self._why_not(needed):
                gc.collect()  # a history that was dropped may not have been freed yet
                if refusal := self._why_not(needed):
                    needs, smaller = says or ("This training needs at least", "a smaller corpus")
                    what = f"{needs} {_mb(needed)}" if needed else "No more merges fit"
                    raise NoRoomError(f"{what}; {refusal.format(smaller)}")

    def taken(self, visit: str | None = None) -> int:
        """The bytes that a visit keeps, or all visits together."""
        with self._lock:
            kept = [(*known, len(each)) for each, known in self._kept.items()]
        return sum(size + merges * BYTES_PER_MERGE for whose, size, merges in kept if visit in (None, whose))

    def _keep(self, what: Sized, size: int, *says: str, is_checked: bool = False) -> None:
        with self._lock:
            if size > SMALL_BYTES and not is_checked:
                self.check(size, *says)
            self._kept[what] = self._whose(), size

    def _why_not(self, needed: int) -> str:
        """If there is too little room, a sentence with the numbers, and a place for what would need less."""
        for taken, limit, which, also in (
            (self.taken(self._whose()), visit_limit(), "a visit may use", ""),
            (self.taken(), budget(), "all visits together may use", ", or try again when others have left"),
        ):
            if taken + needed > limit:
                in_use = f", of which {_mb(min(taken, limit))} are in use" if taken >= 1e6 else ""
                return f"{which} {_mb(limit)}{in_use}. Try {{}}{also}."
        return ""


ledger = Ledger()
"""The ledger of this server."""


@cache
def budget() -> int:
    """How many bytes the trainings of all visits may use together; raises `ValueError` for a bad setting."""
    megabytes = whole_number(SETTING, "of megabytes", least=LEAST_MB, example=4000)
    given = int(_machine_memory() * SHARE_OF_MACHINE) if megabytes is None else megabytes * 1_000_000
    return max(given, LEAST_MB * 1_000_000)


def visit_limit() -> int:
    """How many bytes one visit may use."""
    return int(budget() * SHARE_OF_VISIT)


def _machine_memory() -> int:
    """The memory of the machine, or of the container or of this process if that has less."""
    try:
        sizes = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    except (AttributeError, ValueError, OSError):  # Windows
        sizes = [_USUAL_MEMORY]
    for limit in map(Path, _CONTAINER_LIMITS):
        if limit.is_file() and (text := limit.read_text().strip()).isdecimal():
            sizes.append(int(text))
    if (addresses_here := addresses.limit()) is not None:
        sizes.append(max(addresses_here - addresses.OF_SERVER, 0))
    return min(sizes)


def _mb(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"
