"""A room: a class sees the teacher's stage, votes on the next merge while the teacher predicts, and works on
what the teacher sends.

Everything is in memory, and may be used by several threads at once. Whoever waits for news is told of it by
`on_news`, from any thread.

A place in the room belongs to a browser with an open connection, or to one that has voted or has a sheet. In
a full room, the network with the most places gives one to a network with fewer, so that a class behind one
address fits, and a script on another computer can neither keep it out nor take its places. A sheet that was
handed in stays even so.

>>> words, pairs = (VoteWord(("h", "u", "g"), 10),), (("h", "u"), ("u", "g"))
>>> question = VoteQuestion("merge 1", words, 0, pairs, 0)
>>> room = Room("KTM7PX")
>>> room.ask(question)
>>> room.vote("Ada", room.ballot("Ada").moment, 1)
True
>>> room.ballot("Ada").vote, room.people, room.votes, room.tally()
(('u', 'g'), 1, 1, {})
"""

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from ipaddress import ip_network
from typing import Any, Literal

from bpe_core.merges import Pair
from bpe_core.queries import Verdict
from bpe_ui.classroom.voting.handout import Handout
from bpe_ui.classroom.voting.outcome import MOST_OUTCOMES, PairVotes, VoteOutcome

MOST_PEOPLE = 300
"""The most people in a room."""
MOST_SHEETS = 1_000
"""With so many sheets of a handout nobody loses a place, so that a script cannot make ever more of them."""
MOST_HANDOUTS = 20
"""How many handouts a room remembers, the last ones."""
IDLE_SECONDS = 3600.0
"""A class ends after this long without a step, a question, a vote or an answer ..."""
AWAY_SECONDS = 60.0
"""... and when the teacher's browser has been away for this long; a reload takes a few seconds."""


class VoteError(ValueError):
    """There is no place left; the sentence is for the person."""


@dataclass(frozen=True)
class VoteWord:
    """A word as it is split now."""

    symbols: tuple[str, ...]
    """Its symbols, in order."""

    count: int
    """How often it occurs."""


@dataclass(frozen=True)
class VoteQuestion:
    """The question: which pair is merged next?"""

    about: Hashable
    """Identifies the position; different at any other position."""

    words: tuple[VoteWord, ...]
    """The words shown, in the order of the corpus."""

    words_not_shown: int
    """How many more words the corpus has."""

    pairs: tuple[Pair, ...]
    """The pairs to choose from, in an order that does not reveal the answer."""

    pairs_not_shown: int
    """How many more pairs there are."""

    title: str = ""
    """Where it is asked: the corpus, and which merge."""

    of_bytes: bool = False
    """Whether the symbols are printed with a sign for each byte."""


@dataclass(frozen=True)
class VoteAnswer:
    """The answer to the question."""

    winner: Pair
    """The pair that is merged next."""

    tied: frozenset[Pair]
    """The question's pairs that occur equally often."""

    verdicts: Mapping[Pair, Verdict]
    """The verdict on each pair that was voted for, and on the winner."""

    def mark(self, pair: Pair) -> str:
        """ "next" for the right pair, "tied" for a half right one, or ""."""
        if pair == self.winner:
            return "next"
        return "tied" if pair in self.tied else ""


@dataclass(frozen=True)
class TeachersStage:
    """The stage on the teacher's screen."""

    message: str
    """What the stage was last told, as JSON: a window of positions."""

    position: int
    """Where in it the teacher stands."""

    history_id: str = ""
    """Identifies the history that the window is of."""

    window: range = range(0)
    """The positions in it."""


@dataclass(frozen=True)
class Ballot:
    """What one student sees."""

    moment: int
    """A new number whenever something else is asked or answered; a vote names it."""

    question: VoteQuestion | None
    """The current question; None if nothing is asked."""

    vote: Pair | None
    """The pair that this student voted for."""

    answer: VoteAnswer | None
    """The answer; None until the teacher shows it."""

    is_open: bool = False
    """Whether a vote on the question counts now."""


@dataclass(eq=False)
class Connection:
    """How a student's browser is connected.

    >>> Connection("2001:db8::1").network == Connection("2001:db8::2").network == "2001:db8::"
    True
    """

    address: str = ""
    """The address that it comes from, as the server knows it."""

    is_open: bool = True
    """Whether it still is connected. Whoever serves it says so when that is over, for whatever reason."""

    @property
    def network(self) -> str:
        """The owner of one such address has all of these: in IPv6, all with the same first 64 bits."""
        address = self.address.removeprefix("::ffff:")  # an IPv4 address, at a server for both kinds
        try:
            network = ip_network((address, 64 if ":" in address else 32), strict=False)
        except ValueError:  # no address, or what a proxy puts in its place
            return address
        return str(network.network_address)


_ANYWHERE = Connection()


@dataclass(eq=False)
class Room:
    """One class and its votes."""

    code: str
    """What students type or scan to join."""

    mark: str = ""
    """Identifies the teacher's browser to phones that have been in the room, without naming it."""

    clock: Callable[[], float] = time.monotonic
    """Returns seconds."""

    outcomes: deque[VoteOutcome] = field(default_factory=lambda: deque(maxlen=MOST_OUTCOMES))
    """What came of the questions that were answered, if anybody voted."""

    on_news: Callable[[], None] = lambda: None
    """Called when students have something else to see."""

    stage: TeachersStage | None = None
    """What the class sees while nothing is asked; None before the teacher has been on Train."""

    handout: Handout[Any] | None = None
    """What the class works on in place of the stage and of questions; None while it follows the teacher."""

    handouts: deque[Handout[Any]] = field(default_factory=lambda: deque(maxlen=MOST_HANDOUTS))
    """All that was sent."""
    elsewhere: str = ""
    """The title of the teacher's page, if it is another one than Train."""

    _teacher_is_here: Callable[[], bool] = lambda: True
    _seen: float = field(init=False)
    _has_ended: bool = False
    _is_closed: bool = False
    _moment: int = 0
    _sent: int = 0
    _question: VoteQuestion | None = None
    _answer: VoteAnswer | None = None
    _votes: dict[str, Pair] = field(default_factory=dict)
    _ended: Handout[Any] | None = None
    _looking_back: set[str] = field(default_factory=set)
    _places: dict[str, Connection] = field(default_factory=dict)
    _used: float = field(init=False)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self._used = self._seen = self.clock()

    @property
    def is_over(self) -> bool:
        """Whether the class has ended, or has not been used for long."""
        return self._has_ended or self.clock() - self._used > IDLE_SECONDS

    # The teacher

    def belongs_to(self, is_here: Callable[[], bool]) -> None:
        """From now on the class ends when this says for `AWAY_SECONDS` that the teacher is not here."""
        self._teacher_is_here, self._seen = is_here, self.clock()

    def look_for_teacher(self) -> None:
        """End the class if the teacher has left; to be called again and again."""
        if self._teacher_is_here():
            self._seen = self.clock()
        elif self.clock() - self._seen > AWAY_SECONDS:
            self.end()

    def end(self) -> None:
        """End the class."""
        self._has_ended = True
        self.on_news()

    def go_elsewhere(self, title: str) -> None:
        """Say on which other page the teacher is; an empty title: on Train. Meanwhile a vote is closed."""
        if title == self.elsewhere:
            return
        with self._lock:
            self.elsewhere = title
            if title and self._question is not None and not self._is_closed:
                self._is_closed = True
                self._turn()
        self.tell()

    def tell(self) -> None:
        """Tell the class of the stage, question or answer that was set last."""
        self._used = self.clock()
        self.on_news()

    def send(self, handout: Handout[Any] | None) -> None:
        """Let the class work on something, also once more; None: it follows the stage again.

        Whoever is in the room goes on seeing what has ended with it, if that `stays`.
        """
        with self._lock:
            self._ended = self.handout if handout is None and self.handout and self.handout.stays else None
            self._looking_back = set() if self._ended is None else {*self._places}
            if handout is not None and handout not in self.handouts:
                self._sent += 1
                handout.number = self._sent
                self.handouts.append(handout)
            self.handout = handout
            for each in self.handouts:
                each.open(is_open=each is handout)
        self.tell()

    @property
    def sheets(self) -> list[object]:
        """The sheets that belong to the results of the class, of all that was sent and has ended.

        While a quiz goes on, its results would tell the answers to those who are still at work.
        """
        with self._lock:
            return [sheet for handout in self.handouts if handout.is_over for sheet in handout.finished()]

    def forget(self) -> None:
        """Forget what came of the questions and of what was sent."""
        self.outcomes.clear()
        self.send(None)
        self.handouts.clear()

    def state_of(self, about: Hashable) -> Literal["open", "closed", "answered"] | None:
        """Whether this question is open for votes, closed, or answered; None if it is not asked."""
        if self._question is None or self._question.about != about:
            return None
        if self._answer is not None:
            return "answered"
        return "closed" if self._is_closed else "open"

    def ask(self, question: VoteQuestion | None) -> None:
        """Begin a vote on a question, or ask nothing."""
        with self._lock:
            if question is None and self._question is None:
                return
            self._question, self._answer, self._votes, self._is_closed = question, None, {}, False
            if question is not None:
                self._looking_back.clear()
            self._turn()

    def open_again(self) -> None:
        """Let the class go on with the vote that was closed when the teacher left it."""
        with self._lock:
            self._is_closed = False
            self._looking_back.clear()
            self._turn()

    def reveal(self, tied: Sequence[Pair], judge: Callable[[Pair], Verdict]) -> None:
        """End the current vote, and show its answer: the first of these pairs, tied with the others."""
        winner, *others = tied
        with self._lock:
            self._is_closed = True
            chosen = {winner, *self._votes.values()}
        # Not under the lock: on a large corpus it takes a moment, and the server's loop waits for the lock.
        verdicts = {pair: judge(pair) for pair in chosen}
        with self._lock:
            self._answer = VoteAnswer(winner, frozenset(others), verdicts)
            self._remember(self._answer)
            self._turn()

    def _remember(self, answer: VoteAnswer) -> None:
        votes = tuple(PairVotes(pair, count, answer.verdicts[pair]) for pair, count in self.tally().items())
        if self._question is not None and votes:
            self.outcomes.append(VoteOutcome(self._question.title, self.people, answer.winner, votes))

    @property
    def answer(self) -> VoteAnswer | None:
        """The answer, once it is shown."""
        return self._answer

    @property
    def people(self) -> int:
        """How many people are here, have voted, or have begun to work on the handout."""
        with self._lock:
            return len({*self._taken(), *self._votes, *self._sheets})

    @property
    def votes(self) -> int:
        """How many have voted."""
        return len(self._votes)

    def tally(self) -> dict[Pair, int]:
        """How many voted for each pair, most votes first; empty until the answer is shown."""
        with self._lock:
            return {} if self._answer is None else dict(Counter(self._votes.values()).most_common())

    # A student

    def knows(self, voter: str) -> bool:
        """Whether a student has been in the room."""
        return voter in self._places

    def ballot(self, voter: str, connection: Connection = _ANYWHERE) -> Ballot:
        """What this student sees, who is now in the room. Raises `VoteError` if the room is full."""
        with self._lock:
            if not self._lets_in(voter, connection):
                raise VoteError(f"The room is full: {MOST_PEOPLE} people are in it.")
            vote, is_open = self._votes.get(voter), self._question is not None and not self._is_closed
            return Ballot(self._moment, self._question, vote, self._answer, is_open)

    def vote(self, voter: str, moment: object, index: object, connection: Connection = _ANYWHERE) -> bool:
        """Vote for one of the question's pairs, change the vote, or with -1 take it back.

        Both values come from a browser.

        Returns False, and changes nothing, if they do not belong to an open question, or if the room is full.
        """
        with self._lock:
            if self._question is None or self._is_closed:
                return False
            if type(moment) is not int or moment != self._moment:
                return False
            if type(index) is not int or not -1 <= index < len(self._question.pairs):
                return False
            if not self._lets_in(voter, connection):
                return False
            if index < 0:
                self._votes.pop(voter, None)
            else:
                self._votes[voter] = self._question.pairs[index]
            self._used = self.clock()
            return True

    def told_of_handout(self, student: str) -> tuple[str, str] | None:
        """What the phone of a student in the room is told of the handout: the material, and of the sheet.

        None if there is no handout, and none that the student looks back at.
        """
        with self._lock:
            handout = self._ended if student in self._looking_back else self.handout
            return None if handout is None else (handout.material(student), handout.told(student))

    def take(self, student: str, said: Mapping[str, Any], connection: Connection = _ANYWHERE) -> bool:
        """Do what a phone asks of the handout. All that it says comes from a browser.

        Returns False, and changes nothing, if it is about another handout, if it cannot be done, or if the
        room is full.
        """
        number = said.get("handout")
        with self._lock:
            looks_back = student in self._looking_back
            handout = self._ended if looks_back else self.handout
            if handout is None or type(number) is not int or number != handout.number:
                return False
            if looks_back:
                if said.get("to_class") is not True:
                    return False
                self._looking_back.remove(student)
                return True
            if not self._lets_in(student, connection):
                return False
            self._used = self.clock()
            return handout.take(student, said)

    def _lets_in(self, voter: str, connection: Connection) -> bool:
        if voter not in self._places:
            self._places = {each: self._places[each] for each in self._taken()}
            if len(self._places) >= MOST_PEOPLE:
                loser = self._who_gives_way_to(connection)
                if loser is None:
                    return False
                del self._places[loser]
                if not self._is_closed:
                    self._votes.pop(loser, None)
                if self.handout is not None:
                    self.handout.forget_unfinished(loser)
        self._places[voter] = connection
        return True

    def _taken(self) -> list[str]:
        """Those who have a place, in the order in which they came."""
        return [
            voter
            for voter, connection in self._places.items()
            if self._has_answered(voter) or connection.is_open
        ]

    def _has_answered(self, voter: str) -> bool:
        """Whether somebody has voted, or has begun to work on the handout."""
        return voter in self._votes or voter in self._sheets

    @property
    def _sheets(self) -> Mapping[str, object]:
        """The sheets of the handout by student."""
        return {} if self.handout is None else self.handout.sheets

    def _who_gives_way_to(self, connection: Connection) -> str | None:
        """Who loses their place: in the largest network, one without a vote or sheet, the last to come."""
        if len(self._sheets) >= MOST_SHEETS:
            return None
        network_of = {voter: each.network for voter, each in self._places.items()}
        size = Counter(network_of.values())
        more = [voter for voter in self._places if size[network_of[voter]] > size[connection.network] + 1]
        return max(
            reversed(more),
            key=lambda voter: (
                size[network_of[voter]],
                not self._has_answered(voter),
                not self._places[voter].is_open,
            ),
            default=None,
        )

    def _turn(self) -> None:
        self._moment += 1
        self._used = self.clock()
