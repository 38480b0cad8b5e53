"""Column: a numpy array that grows at its end, as a list does."""

from typing import Any

import numpy as np
import numpy.typing as npt


class Column:
    """A numpy array that grows at its end."""

    def __init__(self, values: npt.NDArray[Any]) -> None:
        self._room = values
        self._size = len(values)

    @property
    def values(self) -> npt.NDArray[Any]:
        """What it holds: a view, good until the column grows."""
        return self._room[: self._size]

    def extend(self, values: npt.NDArray[Any]) -> None:
        """Add values at the end."""
        needed = self._size + len(values)
        if needed > len(self._room):
            room = np.empty(max(needed, len(self._room) * 3 // 2), dtype=self._room.dtype)
            room[: self._size] = self.values
            self._room = room
        self._room[self._size : needed] = values
        self._size = needed

    def truncate(self, size: int) -> None:
        """Keep the first `size` values."""
        self._size = size
