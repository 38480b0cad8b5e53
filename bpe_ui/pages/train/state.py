"""What a visit keeps of the Train page: its searches, and what its stage was sent."""

from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Literal

import pandas as pd

from bpe_core import BPEConfig
from bpe_core.encoding import printed_word
from bpe_ui.charts.training import frame_of_training
from bpe_ui.classroom.voting.class_vote import ClassVote
from bpe_ui.visit.messages.message import FoundPairs, StageState, TrainingStage
from bpe_ui.visit.registry.page_state import PageSettings, PageState
from bpe_ui.visit.registry.schema import one_of
from bpe_ui.visit.training.training import Training
from bpe_ui.visit.training.window import ROWS_SHOWN
from bpe_ui.visit.training.words_view import WordsView
from bpe_ui.visit.visit import Visit

Figure = Literal["", "vocabulary", "symbols", "pairs"]
"""A figure below the stage whose charts are open; empty: none."""
FIGURES: tuple[Figure, ...] = ("vocabulary", "symbols", "pairs")
"""The figures with charts."""


@dataclass
class TrainSettings(PageSettings):
    """All settings of the page, as a link holds them."""

    chart: Annotated[Figure, one_of(("", *FIGURES), "an empty text, vocabulary, symbols or pairs")] = ""
    """The figure whose charts stand beside the stage; empty: none."""


MAX_PAIRS_FOUND = 1_000
"""A search for pairs counts at most this many matches."""


@dataclass
class OnTrain(PageState):
    """The stage of a training in one person's visit."""

    words: WordsView = field(default_factory=WordsView)
    """Which words the stage shows."""

    found_pairs: FoundPairs | None = None
    """The last search for a pair."""

    stage: TrainingStage = field(default_factory=TrainingStage)
    """The stage: its position, and what the browser was last told."""

    _frame: tuple[object, pd.DataFrame] | None = field(default=None, repr=False)

    def frame(self, training: Training) -> pd.DataFrame:
        """What the core counts over the merges, for the charts; made again when the history changed."""
        known = training.history_id, training.stepper.known_merges
        if self._frame is None or self._frame[0] != known:
            self._frame = known, frame_of_training(training.stepper)
        return self._frame[1]

    def training_changed(self, *, is_other_corpus: bool) -> None:
        """Forget the search in the old training."""
        self.found_pairs = self._frame = None
        self.words.begin_again()

    def find_pairs(self, training: Training, text: str) -> None:
        """Search for pairs at the position; an empty text ends the search."""
        self.found_pairs = None
        if text:
            find = partial(training.stepper.view.find_pairs, limit=MAX_PAIRS_FOUND)
            found_pairs = find(text) or find(_as_printed(text, training.config))
            rows = tuple(training.stepper.view.pair_facts(row.pair) for row in found_pairs[:ROWS_SHOWN])
            here = training.history_id, training.stepper.position
            self.found_pairs = FoundPairs(*here, text, rows, len(found_pairs))


def _as_printed(text: str, config: BPEConfig) -> str:
    """The symbols that a person reads in a search, as they are printed.

    >>> _as_printed("␣n + é", BPEConfig(alphabet="bytes"))
    'Ġn + Ã©'
    """
    return " + ".join(printed_word(part.replace("␣", " "), config) for part in text.split(" + "))


def stage_state(visit: Visit) -> StageState:
    """What a visit adds to the training on the stage; a search at another position is repeated."""
    busy, on_train = visit.task is not None, visit.state(OnTrain)
    found_pairs = on_train.found_pairs
    if found_pairs is not None and not busy and not found_pairs.is_here(visit.training):
        on_train.find_pairs(visit.training, found_pairs.text)
    return StageState(
        on_train.words,
        visit.predictions,
        on_train.found_pairs,
        visit.notice,
        visit.present,
        voting=visit.state(ClassVote).room is not None,
        busy=busy,
        rules_before=visit.title_of_rules_before,
        in_lesson=bool(visit.in_lesson),
        chart=figure_open(visit),
        is_new=visit.is_new and not visit.in_lesson,
    )


def figure_open(visit: Visit) -> Figure | None:
    """The figure whose charts are open: none while predicting, and no choice beside a lesson (None)."""
    if visit.in_lesson:
        return None
    return "" if visit.predicting else visit.state(TrainSettings).chart


def stage_of(visit: Visit) -> TrainingStage:
    """The stage of a visit, at its training's position."""
    stage, training = visit.state(OnTrain).stage, visit.training
    stepper = training.stepper
    stage.follow(training.history_id, training.jump, stepper.position, stepper.known_merges)
    return stage


def stage_json(visit: Visit) -> dict[str, str]:
    """The message to the stage, as one text."""
    stage = stage_of(visit)
    return stage.message(visit.training, stage_state(visit))
