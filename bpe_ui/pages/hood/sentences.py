"""The sentences around the recordings of Under the hood."""

from bpe_core import TIE_BREAKS
from bpe_ui.pages.hood.words import ChosenWords
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.training.training import Training

TIE_RULE = "smallest_ids"
"""The tie rule of both trainers: that of Hugging Face, which works with a queue."""


def limits(chosen: ChosenWords, merges: int, training: Training) -> str:
    """How this differs from the training on Train, of which the trainers have another tie rule; empty if it
    does not."""
    config = training.config
    parts = [chosen.left_out] if chosen.left_out else []
    if training.stepper.known_merges > merges:
        parts.append(say_plainly("the first {merges:,} {merges:merge|merges}", merges=merges))
    if config.tie_break != TIE_RULE:
        rule, usual = (TIE_BREAKS[name].title.lower() for name in (TIE_RULE, config.tie_break))
        parts.append(say_plainly("the tie rule “{rule}” (on Train: “{usual}”)", rule=rule, usual=usual))
    if not config.count_overlaps:
        parts.append("overlaps counted")
    return say_plainly("Here: {differences}.", differences="; ".join(parts)) if parts else ""


WITHOUT_PREFIX = (
    "Both trainers here let the count decide and write no ## before a symbol. Choose other rules on Train,"
    " such as the course's for BPE, to look inside."
)
WHILE_PREDICTING = "While you predict, the counts are hidden here too. Stop predicting to look inside."
