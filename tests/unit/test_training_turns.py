"""Trainings in turns."""

from unittest.mock import patch

from bpe_core import EXAMPLES, BPEConfig
from bpe_core.studies.comparison import train_in_turns
from tests.stops import in_parts

FOX = EXAMPLES["fox"].corpus
PLAIN = BPEConfig()


def test_no_stepper_is_more_than_a_round_ahead() -> None:
    titled = [("this", PLAIN), ("that", BPEConfig(tie_break="last_seen"))]
    with (
        patch("bpe_core.stepper._PROGRESS_SECONDS", 0),
        patch("bpe_core.studies.comparison.trainings.ROUND", 7),
    ):
        for trainings in in_parts(train_in_turns, FOX, titled):
            positions = [stepper.position for stepper in trainings.steppers]
            assert max(positions) - min(positions) <= 7
            assert trainings.length == (max(positions) if trainings.is_done else min(positions))
