"""A room: one teacher asks which pair is merged next, and a class votes.

In: a question, and votes under the names that the server gave the students' browsers. Out: to the teacher how
many have voted and, once the answer is open, for what; to a student the question, their own vote and the
answer. Everything is in memory alone, and may be asked by several threads at once.

>>> words, pairs = (QuestionWord(("h", "u", "g"), 10),), (("h", "u"), ("u", "g"))
>>> question = Question("merge 1", words, 0, pairs, 0)
>>> room = Room("KTM7PX")
>>> room.ask(question)
>>> room.vote("Ada", room.ballot("Ada").moment, 1)
True
>>> room.ballot("Ada").vote, room.people, room.votes, room.tally()
(('u', 'g'), 1, 1, {})
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from bpe_core.merges import Pair
from bpe_core.queries import Verdict

MOST_PEOPLE = 300
"""Most people in a room."""
AWAY_SECONDS = 30.0
"""After this long without a sign of life, a student who has not voted is no longer counted."""
IDLE_SECONDS = 3600.0
"""After this long without a question or a vote, a room is over."""


class VoteError(ValueError):
    """There is no place left; the sentence is for the person."""


@dataclass(frozen=True)
class QuestionWord:
    """A word as it is split now."""

    symbols: tuple[str, ...]
    """Its symbols, in order."""

    count: int
    """How often it occurs."""


@dataclass(frozen=True)
class Question:
    """Which pair is merged next?"""

    about: Hashable
    """Differs from that of any other position."""

    words: tuple[QuestionWord, ...]
    """The words shown, in the order of the corpus."""

    words_not_shown: int
    """How many more the corpus has."""

    pairs: tuple[Pair, ...]
    """The pairs to choose from, in an order that does not tell the answer."""

    pairs_not_shown: int
    """How many more there are."""


@dataclass(frozen=True)
class Answer:
    """What the question's answer was."""

    winner: Pair
    """The pair that is merged next."""

    tied: frozenset[Pair]
    """Those of the question's pairs that occur as often."""

    verdicts: Mapping[Pair, Verdict]
    """What each pair that was voted for is worth, and the winner."""

    def mark(self, pair: Pair) -> str:
        """ "next" for the right pair, "tied" for a half right one, or ""."""
        if pair == self.winner:
            return "next"
        return "tied" if pair in self.tied else ""


@dataclass(frozen=True)
class Ballot:
    """What one student sees."""

    moment: int
    """Another number whenever something else is asked or opened; a vote names it."""

    question: Question | None
    """None while nothing is asked."""

    vote: Pair | None
    """The pair that this student voted for."""

    answer: Answer | None
    """None until the teacher opens it."""


@dataclass(eq=False)
class Room:
    """One class and its votes."""

    code: str
    """What students type, or scan, to come in."""

    clock: Callable[[], float] = time.monotonic
    """Seconds."""

    _moment: int = 0
    _question: Question | None = None
    _answer: Answer | None = None
    _votes: dict[str, Pair] = field(default_factory=dict)
    _seen: dict[str, float] = field(default_factory=dict)
    _used: float = field(init=False)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self._used = self.clock()

    @property
    def is_over(self) -> bool:
        """Whether nobody has used it for long."""
        return self.clock() - self._used > IDLE_SECONDS

    # The teacher

    def state_of(self, about: Hashable) -> Literal["open", "answered"] | None:
        """Whether this question is open to votes or has its answer; None where it is not asked."""
        if self._question is None or self._question.about != about:
            return None
        return "open" if self._answer is None else "answered"

    def ask(self, question: Question | None) -> None:
        """Begin a vote, without any votes; None: nothing is asked now."""
        with self._lock:
            if question is None and self._question is None:
                return
            self._question, self._answer, self._votes = question, None, {}
            self._turn()

    def reveal(self, tied: Sequence[Pair], judge: Callable[[Pair], Verdict]) -> None:
        """End the vote under way, and open its answer: the first of these pairs, tied with the others."""
        winner, *others = tied
        with self._lock:
            verdicts = {pair: judge(pair) for pair in {winner, *self._votes.values()}}
            self._answer = Answer(winner, frozenset(others), verdicts)
            self._turn()

    @property
    def answer(self) -> Answer | None:
        """The answer, once it is open."""
        return self._answer

    @property
    def people(self) -> int:
        """How many are here, or have voted."""
        with self._lock:
            return len(self._votes.keys() | set(self._here()))

    @property
    def votes(self) -> int:
        """How many have voted."""
        return len(self._votes)

    def tally(self) -> dict[Pair, int]:
        """How many voted for each pair, most first; empty as long as the answer is closed."""
        with self._lock:
            return {} if self._answer is None else dict(Counter(self._votes.values()).most_common())

    # A student

    def ballot(self, voter: str) -> Ballot:
        """What this student sees; they are here. Raises `VoteError` where the room is full."""
        with self._lock:
            if not self._lets_in(voter):
                raise VoteError(f"The room is full: {MOST_PEOPLE} people are in it.")
            return Ballot(self._moment, self._question, self._votes.get(voter), self._answer)

    def vote(self, voter: str, moment: object, index: object) -> bool:
        """Vote for one of the question's pairs, or change the vote. Both values come from a browser.

        False, and nothing changes, where they are not those of an open question, or the room is full.
        """
        with self._lock:
            if self._question is None or self._answer is not None:
                return False
            if type(moment) is not int or moment != self._moment:
                return False
            if type(index) is not int or not 0 <= index < len(self._question.pairs):
                return False
            if not self._lets_in(voter):
                return False
            self._votes[voter] = self._question.pairs[index]
            self._used = self.clock()
            return True

    def _lets_in(self, voter: str) -> bool:
        if voter not in self._seen and voter not in self._votes:
            here = self._here()
            if len(self._votes.keys() | set(here)) >= MOST_PEOPLE:
                return False
            self._seen = {each: self._seen[each] for each in here}
        self._seen[voter] = self.clock()
        return True

    def _here(self) -> Iterable[str]:
        now = self.clock()
        return [voter for voter, seen in self._seen.items() if now - seen <= AWAY_SECONDS]

    def _turn(self) -> None:
        self._moment += 1
        self._used = self.clock()
