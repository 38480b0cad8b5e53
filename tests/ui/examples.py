"""Steppers and trainings for the tests of the pages: an example, or words with their counts."""

from dataclasses import replace
from typing import Any

from bpe_core import EXAMPLES, BPEStepper, Corpus
from bpe_ui.visit.training.training import Source, Training, start_training

CONFIG = EXAMPLES["hug_pug_pun"].config


def stepper_of(
    corpus: str | dict[str, int] = "hug_pug_pun", position: int | None = 0, **rules: Any
) -> BPEStepper:
    """An example with its rules, or words with those of hug, pug, pun; None as position: the end."""
    source, config = _source_and_config(corpus)
    stepper = BPEStepper(source.corpus, replace(config, **rules))
    stepper.run(position)
    return stepper


def training_of(corpus: str | dict[str, int] = "hug_pug_pun", position: int = 0, **rules: Any) -> Training:
    """The same as a training of the Train page."""
    source, config = _source_and_config(corpus)
    training = start_training(source, replace(config, **rules))
    training.step_to(position)
    return training


def _source_and_config(corpus: str | dict[str, int]) -> tuple[Source, Any]:
    if isinstance(corpus, str):
        return Source.from_example(corpus), EXAMPLES[corpus].config
    return Source("text", Corpus.from_word_counts(corpus)), CONFIG
