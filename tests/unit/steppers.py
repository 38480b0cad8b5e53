"""Steppers for the unit tests: the hug / pug / pun corpus, or other words, at a position."""

from collections.abc import Iterable
from typing import Any

from bpe_core import BPEConfig, BPEStepper, Corpus

HUG = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
"""Its merges: ug, un, hug, pun, pug (tied with hug + s), hugs, bun."""


def hug(position: int | None = 0, **rules: Any) -> BPEStepper:
    """The hug corpus at a position, or at the end of the training."""
    return stepper_of(HUG, position, **rules)


def stepper_of(corpus: Corpus | dict[str, int], position: int | None = 0, **rules: Any) -> BPEStepper:
    """Words with their counts at a position, or at the end of the training."""
    if isinstance(corpus, dict):
        corpus = Corpus.from_word_counts(corpus)
    stepper = BPEStepper(corpus, BPEConfig(**rules))
    stepper.run(position)
    return stepper


def told(records: Iterable[object], *names: str) -> str:
    """Some fields of each record in a line: `ug 20, pu 17`."""
    return ", ".join(" ".join(str(getattr(record, name)) for name in names) for record in records)
