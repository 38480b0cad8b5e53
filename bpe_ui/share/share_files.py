"""The files behind the Share panel's buttons."""

from collections.abc import Callable
from typing import NamedTuple

from bpe_core import BPEStepper
from bpe_ui.share import exports
from bpe_ui.share.html_file import html_file
from bpe_ui.share.picture import picture
from bpe_ui.visit.visit import Visit

Make = Callable[[Visit, str], bytes]
"""Makes a file from the visit and the theme of the page."""


class File(NamedTuple):
    """A file to download."""

    label: str
    """What its button says."""

    name: str
    """Its name when it is saved."""

    kind: str
    """Its MIME type."""

    make: Make
    """Makes its content."""

    tells_the_answer: bool = False
    """Whether it cannot be had while predict mode hides which pair is next."""


def hides_the_answer(current: Visit) -> bool:
    """Whether predict mode is on and its answer not yet open."""
    return current.predicting and current.predictions.revealed != current.training.stepper.position


def _of_stepper(export: Callable[[BPEStepper], bytes]) -> Make:
    return lambda current, theme: export(current.training.stepper)


def _picture(current: Visit, theme: str) -> bytes:
    stepper = current.training.stepper
    return picture(stepper, theme, predicting=hides_the_answer(current)).encode()


HTML_FILE = File(
    "One HTML file",
    "training.html",
    "text/html",
    lambda current, theme: html_file(current.training).encode(),
    True,
)
"""The training to take along, where it is small enough."""
FILES = (
    (
        File("History, CSV", "history.csv", "text/csv", _of_stepper(exports.history_csv)),
        File("Pairs, CSV", "pairs.csv", "text/csv", _of_stepper(exports.pairs_csv), True),
        File("Vocabulary, CSV", "vocabulary.csv", "text/csv", _of_stepper(exports.vocabulary_csv)),
    ),
    (
        File("Steps, JSON lines", "steps.jsonl", "application/jsonl", _of_stepper(exports.steps_json_lines)),
        File("Picture, SVG", "picture.svg", "image/svg+xml", _picture),
        HTML_FILE,
    ),
)
"""The files, row by row."""
