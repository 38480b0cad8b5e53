"""Limits the memory of all visits together, and of each visit.

A history belongs to the visit whose page built it, and counts until it is no longer used.
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
from bpe_ui.limits import addresses
from bpe_ui.limits.environment import whole_number

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

_GROWTH = 1.1
"""While words are counted, their memory is measured again each time there are this many times as many."""
_FEW_WORDS = 10_000
"""Up to this many distinct words are measured every time, since a single word may be long."""
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


class Held:
    """Stands for memory of a visit, which counts as long as this object exists."""


def visit_here() -> str:
    """Streamlit's name for the visit whose page runs in this thread; empty if there is none."""
    from streamlit.runtime.scriptrunner import get_script_run_ctx  # a worker process needs no Streamlit

    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context is not None else ""


class Ledger:
    """Records which visit uses how much memory."""

    def __init__(self, whose: Callable[[], str] = visit_here) -> None:
        """`whose` returns the name of the current visit."""
        self._whose = whose
        self._histories: weakref.WeakKeyDictionary[Sized, tuple[str, Size]] = weakref.WeakKeyDictionary()
        # What each thread is counting now; it ends when the history is made, or with the thread.
        self._counting: weakref.WeakKeyDictionary[threading.Thread, tuple[str, Size]] = (
            weakref.WeakKeyDictionary()
        )
        self._texts: weakref.WeakKeyDictionary[Held, tuple[str, int]] = weakref.WeakKeyDictionary()
        self._processes: weakref.WeakKeyDictionary[object, int] = weakref.WeakKeyDictionary()
        self._lock = threading.RLock()

    def admit(self, words: Collection[str], config: BPEConfig, history: Sized | None) -> None:
        """Check the words counted so far, or the history that is about to be built.

        Raises `NoRoomError`.
        """
        thread, visit = threading.current_thread(), self._whose()
        before = self._counting.get(thread)
        if history is None and before is not None and _is_about_as_large(words, before[1]):
            return
        size = Size.of(words, config)
        needed = size.bytes_with(0)
        with self._lock:
            self._counting.pop(thread, None)
            # A history that has merges comes from another process, and was counted there.
            if needed > SMALL_BYTES and not history:
                self._check(visit, needed)
            if history is None:
                self._counting[thread] = visit, size
            else:
                self._histories[history] = visit, size

    def check_growth(self) -> None:
        """Raises `NoRoomError` if this visit's merges have grown beyond its limit."""
        with self._lock:
            self._check(self._whose(), 0)

    def admit_tokens(self, tokens: int, characters: int) -> Held:
        """Record a text of this visit that was tokenized. Raises `NoRoomError`."""
        visit, held = self._whose(), Held()
        needed = tokens * BYTES_PER_TOKEN + characters * BYTES_PER_CHARACTER
        with self._lock:
            if needed > SMALL_BYTES:
                self._check(visit, needed, "The tokens of this text need about", "a shorter text")
            self._texts[held] = visit, needed
        return held

    def note_process(self, process: object, taken: int) -> None:
        """Record how many bytes a process of a visit uses; the process checks the visit's limit itself.

        Raises `NoRoomError` if there is no room beside all others.
        """
        with self._lock:
            self._processes[process] = taken
            self._check("", 0)

    def process_ended(self, process: object) -> None:
        """Forget a process that has ended."""
        with self._lock:
            self._processes.pop(process, None)

    def taken(self, visit: str | None = None) -> int:
        """The bytes that a visit uses, or all visits together."""
        with self._lock:
            histories = [(*held, len(history)) for history, held in self._histories.items()]
            histories += [(*held, 0) for held in self._counting.values()]
            in_processes = sum(self._processes.values()) if visit is None else 0
            in_here = [(whose, size.bytes_with(merges)) for whose, size, merges in histories]
            in_here += self._texts.values()
        return sum(size for whose, size in in_here if visit in (None, whose)) + in_processes

    def _check(
        self,
        visit: str,
        needed: int,
        needs: str = "This training needs at least",
        smaller: str = "a smaller corpus",
    ) -> None:
        what = f"{needs} {_mb(needed)}" if needed else "No more merges fit"
        if self._why_not(visit, needed):
            gc.collect()  # a history that was dropped may not have been freed yet
            if refusal := self._why_not(visit, needed):
                raise NoRoomError(f"{what}; {refusal.format(smaller)}")

    def _why_not(self, visit: str, needed: int) -> str:
        """If there is too little room, a sentence with the numbers, and a place for what would need less."""
        if self.taken(visit) + needed > visit_limit():
            numbers = _limit_and_use(visit_limit(), self.taken(visit))
            return f"a visit may use {numbers}. Try {{}}."
        if self.taken() + needed > budget():
            numbers = _limit_and_use(budget(), self.taken())
            return f"all visits together may use {numbers}. Try {{}}, or try again when others have left."
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


def _is_about_as_large(words: Collection[str], before: Size) -> bool:
    # Words only become more while they are counted: if there are fewer now, this is another count.
    return len(words) > _FEW_WORDS and before.words <= len(words) < before.words * _GROWTH


def _limit_and_use(limit: int, taken: int) -> str:
    in_use = f", of which {_mb(min(taken, limit))} are in use" if taken >= 1e6 else ""
    return f"{_mb(limit)}{in_use}"


def _mb(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"
