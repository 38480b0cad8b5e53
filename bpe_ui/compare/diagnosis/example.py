"""An example for people without merges of their own: what the rules on Train learn, with one mistake.

>>> from bpe_core import EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> with_a_mistake(BPEStepper(example.corpus, example.config))[:5]
[('u', 'g'), ('u', 'n'), ('h', 'ug'), ('p', 'ug'), ('p', 'un')]
"""

from bpe_core import BPEStepper
from bpe_core.merges import Pair
from bpe_ui.compare.settings.choices import without_limits

MERGES = 20
"""How many merges the example has; fewer if training ends sooner."""
PAIRS_LOOKED_AT = 50
"""How many of the most frequent pairs are searched for a less frequent one."""


def with_a_mistake(stepper: BPEStepper) -> list[Pair]:
    """What the stepper's rules learn but, near the middle, with a pair that is not the most frequent.

    Empty if there is no such pair at any step. The stepper does not change.
    """
    example = stepper.with_rules(without_limits(stepper.config))
    example.run(MERGES)
    for rank in range(example.position // 2, -1, -1):
        example.goto(rank)
        counts = example.pair_counts(PAIRS_LOOKED_AT)
        wrong = next((row.pair for row in counts if row.count < counts[0].count), None)
        if wrong is not None:
            example.step(wrong)
            example.run(MERGES)
            return [merge.pair for merge in example.merges]
    return []
