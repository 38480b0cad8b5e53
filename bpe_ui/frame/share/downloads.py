"""The files behind the buttons of the Share panel."""

from collections.abc import Callable
from typing import NamedTuple

from bpe_core import BPEStepper
from bpe_ui.frame.share import csv_tables
from bpe_ui.frame.share.html_file import html_file
from bpe_ui.visit.visit import Visit

Make = Callable[[Visit], bytes]
"""Makes a file for the visit."""


class File(NamedTuple):
    """A file to download."""

    label: str
    """The text of its button."""

    name: str
    """Its name when saved."""

    make: Make
    """Makes its content."""

    tells_the_answer: bool = False
    """Whether it is not offered while predict mode hides the next pair."""


def hides_the_answer(current: Visit) -> bool:
    """Whether predict mode is on and its answer is not shown yet."""
    return current.predictions.hides(current.training)


def _of_stepper(export: Callable[[BPEStepper], bytes]) -> Make:
    return lambda current: export(current.training.stepper)


HTML_FILE = File(
    "One HTML file",
    "training.html",
    lambda current: html_file(current.training).encode(),
    True,
)
"""The training as a file, if it is small enough."""
FILES = (
    (
        File("History, CSV", "history.csv", _of_stepper(csv_tables.history_csv)),
        File("Pairs, CSV", "pairs.csv", _of_stepper(csv_tables.pairs_csv), True),
        File("Vocabulary, CSV", "vocabulary.csv", _of_stepper(csv_tables.vocabulary_csv)),
    ),
    (HTML_FILE,),
)
"""The files, row by row."""
