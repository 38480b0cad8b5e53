"""How much memory all visits may take together, and each of them.

A history belongs to the visit whose page built it, and counts until nothing holds it any more.
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
from bpe_ui.limits.environment import whole_number

SETTING = "BPE_STEPPER_MEMORY_MB"
"""The environment variable that says how many megabytes the trainings of all visits may take."""
LEAST_MB = 4
"""The least that it can say: 1 MB for a visit."""
SHARE_OF_MACHINE = 0.5
"""Without that setting: this part of the machine's memory."""
SHARE_OF_VISIT = 0.25
"""The part of it that one visit may take."""
SMALL_BYTES = 1_000_000
"""A training of up to so many bytes is never refused, so that each visit has its first example."""

# What trainings on random words, which are the worst there is, took at their peak. English takes about a
# third of that (tests/server/test_memory.py).
BYTES_PER_WORD = 150
"""A distinct word, in the counts and in the history."""
BYTES_PER_SYMBOL = 85
"""A base symbol of a distinct word: its boundary, its place in the trainer, and what merges note of it."""
BYTES_PER_MERGE = 500
"""A merge: its records, wherever they are kept."""
BYTES_PER_TOKEN = 450
"""A token of a text, with its id and its places ..."""
BYTES_PER_CHARACTER = 100
"""... and a character of the text."""

_GROWTH = 1.1
"""While words are counted, they are measured again once there are so many times as many."""
_FEW_WORDS = 10_000
"""Up to so many distinct words are measured each time: one alone may be long."""
_USUAL_MEMORY = 8 * 2**30
"""The machine's memory, where the system does not tell it."""
_CONTAINER_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


class NoRoomError(BPEError):
    """A training that would take more memory than there is for it; the message has the numbers."""


@dataclass(frozen=True)
class Size:
    """What a training consists of, as far as memory goes."""

    words: int
    """Distinct words."""

    symbols: int
    """Base symbols of these words."""

    @classmethod
    def of(cls, words: Collection[str], config: BPEConfig) -> "Size":
        """Of distinct words."""
        spelled = map(str.encode, words) if config.alphabet == "bytes" else words
        return cls(len(words), sum(map(len, spelled)))

    def bytes_with(self, merges: int) -> int:
        """About how many bytes it takes."""
        return self.words * BYTES_PER_WORD + self.symbols * BYTES_PER_SYMBOL + merges * BYTES_PER_MERGE


class Held:
    """Stands for memory of a visit, which counts as long as somebody holds this."""


def visit_here() -> str:
    """Streamlit's name for the visit whose page runs in this thread; empty where none does."""
    from streamlit.runtime.scriptrunner import get_script_run_ctx  # a worker process needs no Streamlit

    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context is not None else ""


class Ledger:
    """Who holds how much."""

    def __init__(self, whose: Callable[[], str] = visit_here) -> None:
        """`whose` names the visit that asks."""
        self._whose = whose
        self._histories: weakref.WeakKeyDictionary[Sized, tuple[str, Size]] = weakref.WeakKeyDictionary()
        # What a thread counts at the moment: it goes when the history comes, or with the thread.
        self._counting: weakref.WeakKeyDictionary[threading.Thread, tuple[str, Size]] = (
            weakref.WeakKeyDictionary()
        )
        self._texts: weakref.WeakKeyDictionary[Held, tuple[str, int]] = weakref.WeakKeyDictionary()
        self._processes: weakref.WeakKeyDictionary[object, int] = weakref.WeakKeyDictionary()
        self._lock = threading.RLock()

    def admit(self, words: Collection[str], config: BPEConfig, history: Sized | None) -> None:
        """The words of a training have been counted so far, or its history is about to be built.

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
            # A history that has merges comes back from a process, which was counted.
            if needed > SMALL_BYTES and not history:
                self._check(visit, needed)
            if history is None:
                self._counting[thread] = visit, size
            else:
                self._histories[history] = visit, size

    def check_growth(self) -> None:
        """Raises `NoRoomError` where this visit's merges have come to more than there is room for."""
        with self._lock:
            self._check(self._whose(), 0)

    def admit_tokens(self, tokens: int, characters: int) -> Held:
        """A text of this visit has been tokenized. Raises `NoRoomError`."""
        visit, held = self._whose(), Held()
        needed = tokens * BYTES_PER_TOKEN + characters * BYTES_PER_CHARACTER
        with self._lock:
            if needed > SMALL_BYTES:
                self._check(visit, needed, "The tokens of this text need about", "a shorter text")
            self._texts[held] = visit, needed
        return held

    def note_process(self, process: object, taken: int) -> None:
        """A process that works for a visit takes so many bytes; what a visit may have, it checks by itself.

        Raises `NoRoomError` where there is no room beside all others.
        """
        with self._lock:
            self._processes[process] = taken
            self._check("", 0)

    def process_ended(self, process: object) -> None:
        """What a process took is given back."""
        with self._lock:
            self._processes.pop(process, None)

    def taken(self, visit: str | None = None) -> int:
        """The bytes that a visit takes, or all of them do."""
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
            gc.collect()  # a history that was dropped may still wait for this
            if refusal := self._why_not(visit, needed):
                raise NoRoomError(f"{what}; {refusal.format(smaller)}")

    def _why_not(self, visit: str, needed: int) -> str:
        """Where there is no room for so much more, the numbers, with a place for what would need less."""
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
    """How many bytes the trainings of all visits may take together; raises `ValueError` for a bad setting."""
    megabytes = whole_number(SETTING, "of megabytes", least=LEAST_MB, example=4000)
    return int(_machine_memory() * SHARE_OF_MACHINE) if megabytes is None else megabytes * 1_000_000


def visit_limit() -> int:
    """How many bytes one visit may take."""
    return int(budget() * SHARE_OF_VISIT)


def _machine_memory() -> int:
    """The memory of the machine, or of the container where that has less."""
    try:
        sizes = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    except (AttributeError, ValueError, OSError):  # Windows
        sizes = [_USUAL_MEMORY]
    for limit in map(Path, _CONTAINER_LIMITS):
        if limit.is_file() and (text := limit.read_text().strip()).isdecimal():
            sizes.append(int(text))
    return min(sizes)


def _is_about_as_large(words: Collection[str], before: Size) -> bool:
    # Words become more as they are counted: where there are fewer, that count was ended and this is another.
    return len(words) > _FEW_WORDS and before.words <= len(words) < before.words * _GROWTH


def _limit_and_use(limit: int, taken: int) -> str:
    in_use = f", of which {_mb(min(taken, limit))} are in use" if taken >= 1e6 else ""
    return f"{_mb(limit)}{in_use}"


def _mb(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"
