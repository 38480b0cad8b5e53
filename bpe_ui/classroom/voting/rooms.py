"""The rooms of this server, by their codes.

A room exists as long as the visit of the teacher who opened it; this list keeps no room alive. Each server
process has its own list, in memory.

>>> rooms = Rooms()
>>> room = rooms.open()
>>> rooms.find(f" {readable(room.code).lower()} ") is room
True
"""

import secrets
import threading
from collections.abc import Callable
from functools import partial
from weakref import WeakValueDictionary

from bpe_ui.classroom.voting.room import Room, VoteError

CODE_CHARACTERS = "ACEFHJKMPRTUWXY34679"
"""Characters that do not look alike."""
CODE_LENGTH = 6
"""64 million codes. A network can try two wrong ones a second (`students.GUESS_SECONDS`), 7,200 in an hour:
one chance in 8,900."""
MOST_ROOMS = 100
"""The most rooms open at a time."""


class Rooms:
    """Codes, and the rooms that they open."""

    def __init__(self) -> None:
        self.on_news: Callable[[str], None] = lambda code: None
        """Called with the code of a room after each change of what students see there, from any thread."""
        self._rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._lock = threading.Lock()

    def open(self, mark: str = "") -> Room:
        """A new room, which exists while the caller keeps it. Raises a `VoteError` beyond `MOST_ROOMS`.

        `mark` identifies the teacher's browser, so that phones find its next room.
        """
        with self._lock:
            if len(self._rooms) >= MOST_ROOMS:
                raise VoteError(f"{MOST_ROOMS} classes are held on this server; please wait for one to end.")
            code = ""
            while not code or code in self._rooms:
                code = "".join(secrets.choice(CODE_CHARACTERS) for _ in range(CODE_LENGTH))
            room = self._rooms[code] = Room(code, mark, on_news=partial(self._tell, code))
            return room

    def find(self, code: str, mark: str = "") -> Room | None:
        """The room with this code, however it is written, or else the one of the browser with this mark.

        None if there is none, or if it has ended.
        """
        room = self._rooms.get(code_in(code))
        if room is None and mark:
            room = next((each for each in list(self._rooms.values()) if each.mark == mark), None)
        return None if room is None or room.is_over else room

    def look(self) -> int:
        """Close the rooms of classes that are over, or whose teacher has left; returns how many are left."""
        for room in list(self._rooms.values()):
            room.look_for_teacher()
            if room.is_over:
                self.close(room)
        return len(self._rooms)

    def close(self, room: Room) -> None:
        """End the class, and let nobody else join."""
        self._rooms.pop(room.code, None)
        room.end()

    def _tell(self, code: str) -> None:
        self.on_news(code)


rooms = Rooms()
"""The rooms of this server."""


def code_in(text: str) -> str:
    """The code that a person typed: in capital letters, without spaces and hyphens.

    >>> code_in("ktm-7px ")
    'KTM7PX'
    """
    return "".join(text[:100].upper().replace("-", " ").split())


def readable(code: str) -> str:
    """A code as it is read aloud.

    >>> readable("KTM7PX")
    'KTM 7PX'
    """
    half = CODE_LENGTH // 2
    return f"{code[:half]} {code[half:]}"
