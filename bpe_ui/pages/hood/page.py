"""The page Under the hood: how two trainers work inside."""

from collections.abc import Hashable
from functools import partial

import streamlit as st

from bpe_ui.frame.widgets.display import show
from bpe_ui.frame.widgets.present import exit_button
from bpe_ui.pages.hood import component, sentences
from bpe_ui.pages.hood.state import Hood
from bpe_ui.pages.hood.trainers import two_trainers
from bpe_ui.pages.hood.words import ChosenWords
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.session import is_embedded, session
from bpe_ui.visit.training.training import Training

MOST_WORDS, MOST_SYMBOLS, MOST_MERGES = 8, 80, 30
"""How much of the training is used: little enough to read."""


def make_recording() -> None:
    """Make the recording, which decides its position; or say why there is none."""
    current, hood = session(), session().state(Hood)
    hood.why_none = ""
    if current.predicting:
        hood.why_none = sentences.WHILE_PREDICTING
    elif current.training.config.word_boundary == "inside_prefix":
        hood.why_none = sentences.WITHOUT_PREFIX
    elif not _looked_at(current.training)[0].words:
        too_long = "Every word of this corpus has more than {most:,} symbols, too many to be read here."
        hood.why_none = say_plainly(too_long, most=MOST_SYMBOLS)
    else:
        chosen, merges, minimum, key = _looked_at(current.training)
        longest = current.training.config.longest_token
        watch = partial(two_trainers, chosen.words, merges, minimum, longest)
        hood.step = hood.stage.show(key, watch, hood.step)


def draw_hood() -> None:
    """The stage, with its limits above it; embedded and in present mode only the stage."""
    hood, training = session().state(Hood), session().training
    if hood.why_none:
        if session().present:
            exit_button()
        show(chips.message(hood.why_none, "notice"))
        return
    if not (session().present or is_embedded()):
        chosen, merges, _, _ = _looked_at(training)
        if limits := sentences.limits(chosen, merges, training):
            with st.container(key="hood_limits"):
                show(chips.note(limits))
    component.draw_trainers()


def _looked_at(training: Training) -> tuple[ChosenWords, int, int, Hashable]:
    """The words, the number of merges and the minimum frequency, and what identifies all three."""
    chosen = session().state(Hood).words_of(training, MOST_WORDS, MOST_SYMBOLS)
    furthest, minimum = training.furthest(), training.config.min_frequency
    merges = MOST_MERGES if furthest is None else min(MOST_MERGES, furthest)
    return chosen, merges, minimum, (training.history_id, merges, minimum)
