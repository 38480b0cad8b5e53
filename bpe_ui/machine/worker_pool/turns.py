"""Whose call of a library runs next, and which call gives way.

A visit has at most one call under way, and so has an object. A visit that has used much lately is heavy: its
calls take at most half of the places, come after all others, and are ended, to be run again later, where
somebody else finds no place.

>>> turns = Turns(most=1)
>>> slow, quick = Turn("a visit", number=1), Turn("another", number=2)
>>> turns.wait(slow), turns.begin(slow)
(None, None)
>>> slow.asked_at = 0.0
>>> turns.wait(quick), turns.may_begin(quick, now=0.1)
(None, False)
>>> turns.giving_way(now=0.1), turns.giving_way(now=1.0) is slow
(None, True)
"""

from dataclasses import dataclass

HEAVY_SECONDS = 0.5
"""A visit that has used this much is heavy ..."""
MAKE_SECONDS = 3.0
"""... but the making of an object goes on for this long: the largest take it."""
HALF_LIFE = 30.0
"""After this many seconds, half of what a visit has used is forgotten."""


@dataclass(eq=False)
class Turn:
    """A call of a visit, which waits or runs."""

    visit: str
    """Streamlit's name for the visit."""

    number: int
    """The number of the object that it calls."""

    asked_at: float | None = None
    """When its process was asked for what it has not answered yet ..."""

    used: float = 0.0
    """... and how many seconds of a processor it took for what it has answered."""

    is_making: bool = False
    """Whether its process is making the object."""

    gives_way: bool = False
    """Whether it was ended for somebody else."""


class Turns:
    """The calls that run, and those that wait; used by one thread at a time."""

    def __init__(self, most: int) -> None:
        """At most this many run at a time."""
        self._most = most
        self._running: list[Turn] = []
        self._waiting: list[Turn] = []
        self._used: dict[str, tuple[float, float]] = {}  # visit -> seconds, and when they were counted

    def __len__(self) -> int:
        return len(self._running)

    @property
    def is_idle(self) -> bool:
        """Whether nothing runs or waits."""
        return not self._running and not self._waiting

    def wait(self, turn: Turn) -> None:
        """Begin to wait."""
        self._waiting.append(turn)

    def leave(self, turn: Turn) -> None:
        """Wait no longer."""
        self._waiting.remove(turn)

    def may_begin(self, turn: Turn, now: float) -> bool:
        """Whether it is the turn of one that waits."""
        return turn is next((each for each in self._in_order(now) if not self._before(each, now)), None)

    def begin(self, turn: Turn) -> None:
        """Run, after waiting."""
        self._waiting.remove(turn)
        self._running.append(turn)
        turn.asked_at, turn.used, turn.is_making, turn.gives_way = None, 0.0, False, False

    def end(self, turn: Turn, now: float) -> None:
        """Run no longer."""
        self._running.remove(turn)
        self._used[turn.visit] = self._seconds(turn, now), now
        turn.asked_at, turn.used = None, 0.0
        self._used = {visit: use for visit, use in self._used.items() if now - use[1] < 10 * HALF_LIFE}

    def giving_way(self, now: float) -> Turn | None:
        """The call that is to be ended for one that waits; None if there is none."""
        for waiting in self._in_order(now):
            before = self._before(waiting, now)
            if self.is_heavy(waiting, now) or any(each.gives_way for each in before):
                continue
            heavy = [
                each
                for each in before
                if each.visit != waiting.visit
                and self.is_heavy(each, now)
                and not (each.is_making and now - (each.asked_at or now) < MAKE_SECONDS)
            ]
            if heavy:
                return max(heavy, key=lambda each: self._seconds(each, now))
        return None

    def _before(self, turn: Turn, now: float) -> list[Turn]:
        """The calls of which one must end before this one can begin."""
        same = [each for each in self._running if each.visit == turn.visit or each.number == turn.number]
        if same:
            return same
        heavy = [each for each in self._running if self.is_heavy(each, now)]
        if self.is_heavy(turn, now) and len(heavy) >= max(1, self._most // 2):
            return heavy
        return self._running if len(self._running) >= self._most else []

    def _in_order(self, now: float) -> list[Turn]:
        """Those that wait: heavy ones last, and else the newest first, which is not one of a long row."""
        newest_first = self._waiting[::-1]
        return sorted(newest_first, key=lambda each: self.is_heavy(each, now))

    def is_heavy(self, turn: Turn, now: float) -> bool:
        """Whether the visit of a call has used much lately."""
        return self._seconds(turn, now) >= HEAVY_SECONDS

    def _seconds(self, turn: Turn, now: float) -> float:
        """How long the visit of a call has used processes, the last minutes above all."""
        seconds, counted_at = self._used.get(turn.visit, (0.0, now))
        asked = 0.0 if turn.asked_at is None else now - turn.asked_at
        return seconds * 0.5 ** ((now - counted_at) / HALF_LIFE) + turn.used + asked
