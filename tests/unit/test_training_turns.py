"""What trainings in turns rest on: steppers on the same words with other rules."""

from unittest.mock import patch

from bpe_core import EXAMPLES, BPEConfig, BPEStepper
from bpe_core.studies.comparison import train_in_turns
from tests.stops import in_parts

FOX = EXAMPLES["fox"].corpus
PLAIN = BPEConfig()


def test_a_stepper_with_other_rules_trains_as_one_made_for_them() -> None:
    first = BPEStepper(FOX, PLAIN)
    first.run(20)
    rules = BPEConfig(tie_break="greatest_pair", word_boundary="end_suffix", alphabet="bytes", max_merges=30)
    other, fresh = first.with_rules(rules), BPEStepper(FOX, rules)
    assert (other.position, other.corpus, other.config) == (0, FOX, rules)
    for stepper in (other, fresh):
        stepper.run()
    assert other.merges == fresh.merges
    assert list(other.words) == list(fresh.words)
    assert first.position == 20


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
