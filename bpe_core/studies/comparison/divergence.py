"""Divergence: what every column had to choose from at the first step where they differ, and why it chose.

>>> from bpe_core import BPEConfig, BPEStepper, EXAMPLES
>>> corpus = EXAMPLES["hug_pug_pun"].corpus
>>> rules = BPEConfig(tie_break="first_seen"), BPEConfig(tie_break="smallest_pair")
>>> steppers = [BPEStepper(corpus, config) for config in rules]
>>> for stepper in steppers:
...     stepper.run()
>>> divergence = divergence_at(steppers, 4)
>>> for pick in divergence.picks:
...     print(pick.count, pick.reason)
5 First seen decides: p + ug is met first, in word 2 (pug); hug + s is met in word 5 (hugs).
5 Smallest pair decides: hug + s comes before p + ug in character order.
>>> divergence.same_splits
True
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bpe_core.merges import Pair
from bpe_core.stepper import BPEStepper

MOST_TIED = 12
"""How many tied candidates a pick names at most."""


@dataclass(frozen=True)
class ColumnPick:
    """What one column chose at that step."""

    pair: Pair | None
    """The pair that its rule takes; None if its training is over."""

    count: int
    """How often the pair occurs; 0 if there is none."""

    tied: tuple[Pair, ...]
    """All pairs with that count, the picked one first, then in the tie rule's order; at most 12."""

    tied_total: int
    """How many pairs have that count; 1 if nothing is tied, 0 if there is none."""

    reason: str
    """How a tie was decided, in one sentence; empty if nothing is tied."""

    stop_reason: str | None
    """Why its training is over; None if it is not."""


@dataclass(frozen=True)
class Divergence:
    """The first step that is not the same merge in all columns."""

    rank: int
    """How many merges come before."""

    picks: tuple[ColumnPick, ...]
    """The pick of each column."""

    same_splits: bool
    """Whether before this step all columns have the same words, splits and candidates, as printed and with
    the same counts, and none has ended. Then the tie rules differ, or they use ids that differ."""


def divergence_at(steppers: Sequence[BPEStepper], rank: int) -> Divergence:
    """The picks of all columns at a rank before which all made the same merges."""
    picks = tuple(_pick(stepper, rank) for stepper in steppers)
    return Divergence(rank, picks, _choose_alike(steppers, picks))


def _pick(stepper: BPEStepper, rank: int) -> ColumnPick:
    position = min(rank, stepper.known_merges)
    [snapshot] = stepper.history.snapshots(position, position, rows=2)
    pick = snapshot.decision
    if pick is None:
        return ColumnPick(None, 0, (), 0, "", snapshot.stop_reason)
    others = pick.tied[: MOST_TIED - 1]
    return ColumnPick(pick.pair, pick.count, (pick.pair, *others), snapshot.tied, pick.reason, None)


def _choose_alike(steppers: Sequence[BPEStepper], picks: Sequence[ColumnPick]) -> bool:
    """Whether all columns have the same candidates to choose from."""
    if any(pick.pair is None for pick in picks):
        return False
    if not all(steppers[0].starts_like(stepper) for stepper in steppers[1:]):
        return False
    # Equal splits give equal counts, unless `aaa` counts twice in one column and once in another. Counting it
    # once only lowers counts: if the highest count and the number of candidates agree, the candidates do.
    return len({(pick.count, pick.tied_total) for pick in picks}) == 1
