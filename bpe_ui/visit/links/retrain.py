"""Trains what a link describes: to the same position, with the same merges chosen by hand.

>>> from bpe_ui.visit.links.screen import ForcedMerge
>>> from bpe_ui.visit.training.training import Source
>>> from bpe_core import EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> chosen = (ForcedMerge(0, "u", "n"),)
>>> screen = Screen(Source.from_example("hug_pug_pun"), example.config, chosen, position=2)
>>> [merge.chosen_by for merge in retrain(screen, seconds=5).training.stepper.merges]
['user', 'rule']
"""

import time
from dataclasses import dataclass

from bpe_core import BPEStepper
from bpe_core.progress import OnProgress, Progress
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.registry.schema import LinkError
from bpe_ui.visit.training.training import Training, new_stepper, run_for

COUNTING_SECONDS = 10.0
"""Limits the count for a link, which may come from anybody; no sensible corpus in a link needs that long."""
COUNTED_IN_A_SECOND = 400_000
"""In characters, to allow more time for the corpora that the server keeps; links are too small to need it."""


@dataclass(frozen=True)
class Retrained:
    """The training for a link."""

    training: Training
    """At the link's position, or before it if the time was up."""

    forced_left: int
    """How many merges chosen by hand are missing, because the time was up."""

    @property
    def position(self) -> int:
        """Its current position."""
        return self.training.stepper.position


def retrain(screen: Screen, seconds: float) -> Retrained:
    """Count the words, then train for at most this long.

    Raises a `BPEError` if the corpus is empty, or a merge or the position is impossible; a `LinkError` if
    counting takes longer than `COUNTING_SECONDS`.
    """
    patience = max(COUNTING_SECONDS, screen.source.corpus.characters_to_read / COUNTED_IN_A_SECOND)
    base = screen.source.base_tokenizer()
    stepper = new_stepper(screen.source.corpus, screen.config, _until(patience), base=base)
    deadline = time.monotonic() + seconds
    made = 0
    for forced in screen.forced_merges:
        if not _train_to(stepper, forced.rank, deadline):
            break
        stepper.step((forced.left, forced.right))
        made += 1
    forced_left = len(screen.forced_merges) - made
    if not forced_left and stepper.position < screen.position:
        _train_to(stepper, screen.position, deadline)
    stepper.goto(min(screen.position, stepper.position))
    training = Training(screen.source, stepper)
    if not forced_left:
        training.look_ahead()
    return Retrained(training, forced_left)


def _until(seconds: float) -> OnProgress:
    """Ends a count that takes longer than this, at its next report."""
    deadline = time.monotonic() + seconds

    def report(progress: Progress) -> None:
        if progress.share != 1 and time.monotonic() >= deadline:
            raise LinkError(f"holds a corpus whose words take more than {seconds:g} seconds to count.")

    return report


def _train_to(stepper: BPEStepper, target: int, deadline: float) -> bool:
    """Train to a position; False if the time was up. Raises `PositionError` if training ends before it."""
    if time.monotonic() >= deadline:
        return False
    run_for(stepper, deadline - time.monotonic(), target)
    if stepper.position < target and stepper.is_done:
        stepper.goto(target)  # which says where training ends
    return stepper.position == target
