"""Effects: what a change of the rules does to the merges.

In: two steppers, trained with the rules before and after. Out: how many merges stay at their step, how many
move, which are gone and which are new.

>>> from bpe_core import BPEConfig, BPEStepper, EXAMPLES
>>> corpus = EXAMPLES["hug_pug_pun"].corpus
>>> rules = BPEConfig(tie_break="first_seen"), BPEConfig(tie_break="smallest_pair")
>>> before, after = (BPEStepper(corpus, config) for config in rules)
>>> before.run(5)
>>> after.run(5)
>>> effect_of(before, after)
Effect(first_difference=4, same=4, moved=0, gone=(('p', 'ug'),), new=(('hug', 's'),))
"""

from dataclasses import dataclass

from bpe_core.merges import Pair
from bpe_core.stepper import BPEStepper
from bpe_core.studies.comparison.alignment import Alignment


@dataclass(frozen=True)
class Effect:
    """What became of the merges."""

    first_difference: int | None
    """The rank of the first merge that is another one now, or that only one of the two makes; None where all
    are the same."""

    same: int
    """How many merges stay at their rank."""

    moved: int
    """How many are made at another rank."""

    gone: tuple[Pair, ...]
    """The merges that are no longer made, as printed, in the order in which they were."""

    new: tuple[Pair, ...]
    """The merges that were not made before, in order."""


def effect_of(before: BPEStepper, after: BPEStepper, *, length: int | None = None) -> Effect:
    """Compare the merges that two steppers know, or the first `length` of them.

    Which merges are the same, `bpe_core.studies.comparison.alignment` says.
    """
    longest = max(before.known_merges, after.known_merges)
    histories = before.history, after.history
    alignment = Alignment(histories, longest if length is None else min(length, longest))
    agreement = alignment.agreement(1, 0)
    gone, new = (
        [histories[side].pair(rank) for rank in alignment.only_in(side, 1 - side)] for side in (0, 1)
    )
    return Effect(alignment.first_divergence, agreement.same_step, agreement.moved, tuple(gone), tuple(new))
