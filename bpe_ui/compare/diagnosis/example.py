"""An example for a person without merges of their own: what the rules on Train learn, with one mistake.

>>> from bpe_core import EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> with_a_mistake(BPEStepper(example.corpus, example.config))[:5]
[('u', 'g'), ('u', 'n'), ('h', 'ug'), ('p', 'ug'), ('p', 'un')]
"""

from bpe_core import BPEStepper
from bpe_core.merges import Pair
from bpe_ui.compare.settings.choices import without_limits

MERGES = 20
"""Merges of the example; fewer where training ends sooner."""
PAIRS_LOOKED_AT = 50
"""The most frequent pairs, among which a less frequent one is looked for."""


def with_a_mistake(stepper: BPEStepper) -> list[Pair]:
    """What the stepper's rules learn, but near the middle a pair that occurs less often than the best.

    Empty where there is no such pair at any step. The stepper stays as it is.
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
