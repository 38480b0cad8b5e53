"""Rule picks: what each of the other tie rules would take, where pairs are tied.

In: a film and a position. Out: a `RulePick` for every rule but the film's own.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.goto(4)
>>> stepper.next_pair()
('p', 'ug')
>>> {pick.rule: pick.pair for pick in stepper.rule_picks()}["smallest_pair"]
('hug', 's')
"""

from dataclasses import dataclass

from bpe_core.engine.merge_history import MergeHistory
from bpe_core.merges import Pair
from bpe_core.queries.pair_facts import token_ids
from bpe_core.queries.tie_order import TieOrder
from bpe_core.tie_breaks import TIE_BREAKS

MOST_TIED = 500
"""Where more pairs than that are tied, no picks are worked out: the place of each would have to be found."""


@dataclass(frozen=True)
class RulePick:
    """Which of the tied pairs a rule would take."""

    rule: str
    """The rule's name in `TIE_BREAKS`."""

    pair: Pair
    """The two symbols as they are printed."""

    ids: tuple[int, int]
    """Their ids in the vocabulary."""


def picks_among(
    film: MergeHistory, position: int, tied: list[tuple[int, int]], count: int, order: TieOrder
) -> tuple[RulePick, ...]:
    """What every rule but the film's own would take among all pairs that share the highest count.

    Empty where there are none, as where `MOST_TIED` are exceeded. "Random" draws with the config's seed.
    """
    if not tied:
        return ()
    picks = []
    for rule in TIE_BREAKS.values():
        if rule.name != film.config.tie_break:
            pair = order.taken_by(rule, tied, count=count, position=position)
            picks.append(RulePick(rule.name, film.pair_texts(pair), token_ids(film, *pair)))
    return tuple(picks)
