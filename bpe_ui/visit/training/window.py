"""The window of snapshots around a position; it moves along, and only new snapshots are computed."""

from dataclasses import dataclass

from bpe_core import BPEStepper
from bpe_core.queries import Snapshot

ROWS_SHOWN = 30
"""How many rows of the pair table a snapshot has."""
SNAPSHOTS_BACK = 20
"""How many positions before the current one the window begins ..."""
SNAPSHOTS_AHEAD = 52
"""... and how many after it the window ends."""
MARGIN = 12
"""With fewer snapshots than this left in a direction where the history goes on, the window moves."""


@dataclass(frozen=True)
class Window:
    """The snapshots around a position."""

    first: int
    """The position of the first snapshot."""

    snapshots: tuple[Snapshot, ...]
    """One snapshot for each position."""

    @property
    def last(self) -> int:
        """The position of the last snapshot."""
        return self.first + len(self.snapshots) - 1


def served(first: int, last: int, margin: int, *, is_end: bool) -> range:
    """The positions that a window from `first` to `last` shows with enough others on both sides.

    At the start of the history, and at its end, where the window has that, none are needed.

    >>> served(0, 72, 12, is_end=False), served(40, 72, 12, is_end=True)
    (range(0, 61), range(52, 73))
    """
    return range(first + margin if first else 0, last + 1 if is_end else last - margin + 1)


class SnapshotWindow:
    """A window and the snapshots in it."""

    def __init__(self, stepper: BPEStepper) -> None:
        """Begin without snapshots; the stepper is never moved."""
        self.window = Window(0, ())
        """The last window; empty if there is none yet."""
        self._stepper = stepper
        self._snapshots: dict[int, Snapshot] = {}

    def at(self, position: int) -> Snapshot:
        """The snapshot of any position of the history."""
        if position in self._snapshots:
            return self._snapshots[position]
        [snapshot] = self._stepper.history.snapshots(position, position, rows=ROWS_SHOWN)
        return snapshot

    def served(self, *, is_whole: bool) -> range:
        """The positions for which the window need not move."""
        first, last = self.window.first, self.window.last
        return served(first, last, MARGIN, is_end=is_whole and last == self._stepper.known_merges)

    def move(self, position: int) -> None:
        """Put the window around a position, as far as the history is known; drop snapshots outside it."""
        first = max(0, position - SNAPSHOTS_BACK)
        last = min(position + SNAPSHOTS_AHEAD, self._stepper.known_merges)
        missing = [at for at in range(first, last + 1) if at not in self._snapshots]
        if missing:
            made = self._stepper.history.snapshots(missing[0], missing[-1], rows=ROWS_SHOWN)
            self._snapshots.update((snapshot.position, snapshot) for snapshot in made)
        self._snapshots = {at: self._snapshots[at] for at in range(first, last + 1)}
        self.window = Window(first, tuple(self._snapshots.values()))

    def forget_after(self, position: int) -> None:
        """The history has changed from here on: there is no window, but earlier snapshots are still right."""
        self._snapshots = {at: snapshot for at, snapshot in self._snapshots.items() if at <= position}
        self.window = Window(0, ())
