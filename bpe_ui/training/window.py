"""The window of snapshots around a position, which moves with it and is worked out only where it is new."""

from dataclasses import dataclass

from bpe_core import BPEStepper
from bpe_core.queries import Snapshot

ROWS_SHOWN = 30
"""Pairs in the table of a snapshot."""
SNAPSHOTS_BACK = 20
"""How many positions before the present one the window begins ..."""
SNAPSHOTS_AHEAD = 52
"""... and how many after it the window ends."""
MARGIN = 12
"""With fewer snapshots left in a direction in which the history goes on, the window moves."""


@dataclass(frozen=True)
class Window:
    """The snapshots around a position."""

    first: int
    """The position of the first snapshot."""

    snapshots: tuple[Snapshot, ...]
    """One snapshot a position."""

    @property
    def last(self) -> int:
        """The position of the last snapshot."""
        return self.first + len(self.snapshots) - 1


class SnapshotWindow:
    """A window and the snapshots in it."""

    def __init__(self, stepper: BPEStepper) -> None:
        """Know nothing yet; the stepper is asked, never moved."""
        self.window = Window(0, ())
        """The last window; its end lies before its beginning while there is none."""
        self._stepper = stepper
        self._snapshots: dict[int, Snapshot] = {}

    def at(self, position: int) -> Snapshot:
        """The snapshot of any position of the history."""
        if position in self._snapshots:
            return self._snapshots[position]
        [snapshot] = self._stepper.history.snapshots(position, position, rows=ROWS_SHOWN)
        return snapshot

    def serves(self, position: int, *, is_whole: bool) -> bool:
        """Whether a position lies in the window, with snapshots enough on either side, or the history's
        ends."""
        window = self.window
        if not window.first <= position <= window.last:
            return False
        is_last = is_whole and window.last == self._stepper.known_merges
        behind = window.first == 0 or position - window.first >= MARGIN
        return behind and (is_last or window.last - position >= MARGIN)

    def move(self, position: int) -> None:
        """Put the window around a position, as far as the history is known; snapshots outside it are let
        go."""
        first = max(0, position - SNAPSHOTS_BACK)
        last = min(position + SNAPSHOTS_AHEAD, self._stepper.known_merges)
        missing = [at for at in range(first, last + 1) if at not in self._snapshots]
        if missing:
            made = self._stepper.history.snapshots(missing[0], missing[-1], rows=ROWS_SHOWN)
            self._snapshots.update((snapshot.position, snapshot) for snapshot in made)
        self._snapshots = {at: self._snapshots[at] for at in range(first, last + 1)}
        self.window = Window(first, tuple(self._snapshots.values()))

    def forget_after(self, position: int) -> None:
        """The history changes from here: there is no window, but the snapshots up to here stay true."""
        self._snapshots = {at: snapshot for at, snapshot in self._snapshots.items() if at <= position}
        self.window = Window(0, ())
