"""The window of scenes around a position, which moves with it and is worked out only where it is new.

In: a stepper, and the position. Out: the scenes from a while before it to a while after it, one a position.
"""

from dataclasses import dataclass

from bpe_core import BPEStepper
from bpe_core.queries import Scene

ROWS_SHOWN = 30
"""Pairs in the table of a scene."""
SCENES_BACK = 20
"""The window begins so many positions before the present one ..."""
SCENES_AHEAD = 52
"""... and ends so many after it."""
MARGIN = 12
"""With fewer scenes left in a direction in which the history goes on, the window moves."""


@dataclass(frozen=True)
class Window:
    """The scenes around a position."""

    first: int
    """The position of the first scene."""

    scenes: tuple[Scene, ...]
    """One scene a position."""

    @property
    def last(self) -> int:
        """The position of the last scene."""
        return self.first + len(self.scenes) - 1


class SceneWindow:
    """A window and the scenes in it."""

    def __init__(self, stepper: BPEStepper) -> None:
        """Know nothing yet; the stepper is asked, never moved."""
        self.window = Window(0, ())
        """The last window; its end lies before its beginning while there is none."""
        self._stepper = stepper
        self._scenes: dict[int, Scene] = {}

    def at(self, position: int) -> Scene:
        """The scene of any position of the history."""
        if position in self._scenes:
            return self._scenes[position]
        [scene] = self._stepper.scenes(position, position, rows=ROWS_SHOWN)
        return scene

    def serves(self, position: int, *, is_whole: bool) -> bool:
        """Whether a position lies in the window, with scenes enough on either side, or the history's ends."""
        window = self.window
        if not window.first <= position <= window.last:
            return False
        is_last = is_whole and window.last == self._stepper.film_length
        behind = window.first == 0 or position - window.first >= MARGIN
        return behind and (is_last or window.last - position >= MARGIN)

    def move(self, position: int) -> None:
        """Put the window around a position, as far as the history is known; scenes outside it are let go."""
        first = max(0, position - SCENES_BACK)
        last = min(position + SCENES_AHEAD, self._stepper.film_length)
        missing = [at for at in range(first, last + 1) if at not in self._scenes]
        if missing:
            made = self._stepper.scenes(missing[0], missing[-1], rows=ROWS_SHOWN)
            self._scenes.update((scene.position, scene) for scene in made)
        self._scenes = {at: self._scenes[at] for at in range(first, last + 1)}
        self.window = Window(first, tuple(self._scenes.values()))

    def forget_after(self, position: int) -> None:
        """The history changes from here: there is no window, but the scenes up to here stay true."""
        self._scenes = {at: scene for at, scene in self._scenes.items() if at <= position}
        self.window = Window(0, ())
