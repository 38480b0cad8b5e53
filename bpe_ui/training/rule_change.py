"""What other rules change: the merges up to a position, compared with those before.

In: two trainings on the same corpus. Out: one line for the person.

>>> from dataclasses import replace
>>> from bpe_core import EXAMPLES
>>> from bpe_ui.training.training import Source, start_training
>>> source, config = Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config
>>> rules = (replace(config, tie_break=rule) for rule in ("first_seen", "smallest_pair"))
>>> before, after = (start_training(source, each) for each in rules)
>>> before.go_to(6)
>>> after.go_to(6)
>>> sentence(before, after)
'Still at merge 6. The first difference is merge 5: hug + s, not p + ug.'
"""

from bpe_ui.text.sentences import plain_text, the_pair
from bpe_ui.training.training import Training


def sentence(before: Training, after: Training) -> str:
    """Where training stands under other rules, and which merge up to there is the first that differs."""
    position, wanted = after.stepper.position, before.stepper.position
    old, new = (each.stepper.history.pairs(0, position) for each in (before, after))
    where = f"Still at merge {position:,}." if position == wanted else f"Training ends at merge {position:,}."
    for number, (then, now) in enumerate(zip(old, new, strict=True), start=1):
        if then != now:
            pairs = f"{plain_text(the_pair(now))}, not {plain_text(the_pair(then))}"
            return f"{where} The first difference is merge {number:,}: {pairs}."
    return f"{where} Up to here no merge differs."
