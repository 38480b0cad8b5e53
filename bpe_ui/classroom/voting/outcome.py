"""What came of the questions of a class: counts of votes, without names.

>>> from bpe_core import EXAMPLES, BPEStepper
>>> example = EXAMPLES["hug_pug_pun"]
>>> view = BPEStepper(example.corpus, example.config).view
>>> votes = [PairVotes(pair, count, view.judge(pair)) for pair, count in ((("u", "g"), 9), (("b", "u"), 2))]
>>> outcome = VoteOutcome("hug, pug, pun, merge 1", 12, ("u", "g"), tuple(votes))
>>> outcome.total, outcome.right, mistakes_in([outcome])
(11, 9, [Mistakes(kind='alphabetical', votes=2, questions=1)])
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from bpe_core.merges import Pair
from bpe_core.queries import Verdict, VerdictKind

MOST_OUTCOMES = 200
"""How many questions a room remembers, the last ones."""


@dataclass(frozen=True)
class PairVotes:
    """The votes for one pair."""

    pair: Pair
    """The pair."""

    count: int
    """How many chose it."""

    verdict: Verdict
    """What the choice was worth, and which mistake leads to it."""


@dataclass(frozen=True)
class VoteOutcome:
    """What came of one question."""

    title: str
    """Where it was asked."""

    people: int
    """How many were in the room."""

    winner: Pair
    """The right pair."""

    votes: tuple[PairVotes, ...]
    """The votes for each pair, most votes first."""

    @property
    def total(self) -> int:
        """How many voted."""
        return sum(each.count for each in self.votes)

    @property
    def right(self) -> int:
        """How many chose the right pair."""
        return sum(each.count for each in self.votes if each.pair == self.winner)


class Mistakes(NamedTuple):
    """How often one kind of mistake was made."""

    kind: VerdictKind
    """The kind of verdict."""

    votes: int
    """How many votes it had."""

    questions: int
    """In how many questions."""


def mistakes_in(outcomes: Iterable[VoteOutcome]) -> list[Mistakes]:
    """The kinds of wrong votes, the most frequent first."""
    votes: Counter[VerdictKind] = Counter()
    questions: Counter[VerdictKind] = Counter()
    for outcome in outcomes:
        wrong = [each for each in outcome.votes if each.verdict.kind != "right"]
        questions.update({each.verdict.kind for each in wrong})
        for each in wrong:
            votes[each.verdict.kind] += each.count
    return [Mistakes(kind, count, questions[kind]) for kind, count in votes.most_common()]
