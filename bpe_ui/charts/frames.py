"""The data of the charts, as data frames.

None is larger than one screen can show, whatever the size of the corpus.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from bpe_core.stepper import BPEStepper
from bpe_ui.text.visible import beginning

POINTS_SHOWN = 400
"""About how many points a line has, or how many marks a training has."""
LENGTHS_SHOWN = 20
"""Tokens of this many base symbols or more are counted together."""


@dataclass(frozen=True)
class Charted:
    """A training as a chart shows it."""

    title: str
    """Its name next to another training."""

    stepper: BPEStepper
    """The training itself, which must not be moved."""

    position: int
    """The position that is marked."""

    length: int
    """The last position that is shown; in predict mode the marked one."""


def line_frame(trainings: Sequence[Charted], values: Sequence[Sequence[float]]) -> pd.DataFrame:
    """A line over the merges for each training: training, merges, value, made, here, place.

    `values` has the numbers of each training, one for each position; `made` is the token of the last merge
    before it. The first, the last and the marked one (`here`) are always shown; a click leads to `place`.
    """
    rows = []
    for training, line in zip(trainings, values, strict=True):
        step = -(-len(line) // POINTS_SHOWN)
        for merges in sorted({*range(0, len(line), step), training.position, len(line) - 1}):
            made = _made(training, merges - 1) if merges else ""
            rows.append((training.title, merges, line[merges], made, merges == training.position, merges))
    return pd.DataFrame(rows, columns=["training", "merges", "value", "made", "here", "place"])


def tie_frame(trainings: Sequence[Charted]) -> pd.DataFrame:
    """Merges chosen among tied pairs: training, first and last merge (from 1), tied, made, place before it.

    A mark that stands for several merges has the largest number of pairs that were tied at one of them, and
    names no token.
    """
    step = -(-max(training.length for training in trainings) // POINTS_SHOWN) or 1
    rows = []
    for training in trainings:
        others = training.stepper.history.tied(training.length)
        for first in range(0, len(others), step):
            part = others[first : first + step]
            if max(part):
                made = _made(training, first) if len(part) == 1 else ""
                rows.append((training.title, first + 1, first + len(part), max(part) + 1, made, first))
    return pd.DataFrame(rows, columns=["training", "first", "last", "tied", "made", "place"])


def _made(training: Charted, rank: int) -> str:
    """The token of a merge, as a tooltip shows it."""
    return beginning("".join(training.stepper.history.tokens(rank, rank + 1)))


def length_frame(trainings: Sequence[Charted]) -> pd.DataFrame:
    """How many tokens have which length at the marked position: training, length, tokens.

    Every length up to the longest has a row, even if no token has it.
    """
    counted = {
        training.title: Counter(
            min(length, LENGTHS_SHOWN) for length in training.stepper.at(training.position).token_lengths()
        )
        for training in trainings
    }
    longest = max(map(max, counted.values()))
    rows = [
        (title, f"{length}" if length < LENGTHS_SHOWN else f"{length}+", tokens[length])
        for length in range(1, longest + 1)
        for title, tokens in counted.items()
    ]
    return pd.DataFrame(rows, columns=["training", "length", "tokens"])


def tokens_by_length(training: Charted) -> list[tuple[int, list[str]]]:
    """The tokens at the marked position by length, longest first."""
    stepper = training.stepper
    tokens = [*stepper.base_symbols, *stepper.history.tokens(0, training.position)]
    lengths = stepper.at(training.position).token_lengths()
    by_length = defaultdict(list)
    for token, length in zip(tokens, lengths, strict=True):
        by_length[length].append(token)
    return sorted(by_length.items(), reverse=True)
