"""What other rules change: compares the merges up to a position with those before.

>>> from dataclasses import replace
>>> from bpe_core import EXAMPLES
>>> from bpe_ui.training.training import Source, start_training
>>> source, config = Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config
>>> rules = (replace(config, tie_break=rule) for rule in ("first_seen", "smallest_pair"))
>>> before, after = (start_training(source, each) for each in rules)
>>> after.go_to(6)
>>> sentence(before.stepper.history.pairs(0, 6), after)
'Still at merge 6. The first difference is at merge 5: hug + s instead of p + ug.'
"""

from collections.abc import Sequence

from bpe_core.merges import Pair
from bpe_ui.text.sentences import plain_text, say
from bpe_ui.training.training import Training


def sentence(before: Sequence[Pair], after: Training) -> str:
    """Where the training is under the other rules, and the first merge up to there that differs."""
    position = after.stepper.position
    where = "Still at merge {n:,}." if position == len(before) else "Training ends at merge {n:,}."
    there = say(where, n=position)
    for rank, (then, now) in enumerate(zip(before, after.stepper.history.pairs(0, position), strict=False)):
        if then != now:
            differs = " The first difference is at merge {rank:rank}: {now:pair} instead of {then:pair}."
            return plain_text(there + say(differs, rank=rank, now=now, then=then))
    return plain_text(there + say(" All merges so far are the same."))
