"""The page Under the hood: how two trainers work inside.

The front end of its stage is in `bpe_ui/stage/component/hood`.
"""

from collections.abc import Hashable
from functools import partial

import streamlit as st

from bpe_core import TIE_BREAKS
from bpe_ui.frame.widgets.display import show
from bpe_ui.frame.widgets.present import exit_button
from bpe_ui.frame.widgets.stage import draw_stage
from bpe_ui.pages.hood.state import Hood
from bpe_ui.pages.hood.trainers import two_trainers
from bpe_ui.pages.hood.words import ChosenWords
from bpe_ui.stage.component import HOOD_CSS, HOOD_JS
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.messages.stage import Listener
from bpe_ui.visit.session import session, visit_lock
from bpe_ui.visit.training.training import Training
from bpe_ui.visit.visit import Visit, leave_present

MOST_WORDS, MOST_SYMBOLS, MOST_MERGES = 8, 80, 30
"""How much of the training is used: little enough to read."""
KEY = "hood_stage"
TIE_RULE = "smallest_ids"
"""The tie rule of both trainers: that of Hugging Face, which works with a queue."""
WITHOUT_PREFIX = (
    "Both trainers here let the count decide and write no ## before a symbol. Choose other rules on Train,"
    " such as the course's for BPE, to look inside."
)
WHILE_PREDICTING = "While you predict, the counts are hidden here too. Stop predicting to look inside."

_stage = st.components.v2.component("bpe_stepper.hood", css=HOOD_CSS, js=HOOD_JS)


def make_recording() -> None:
    """Make the recording, which decides its position; or say why there is none."""
    current, hood = session(), session().state(Hood)
    hood.why_none = ""
    if current.predicting:
        hood.why_none = WHILE_PREDICTING
    elif current.training.config.word_boundary == "inside_prefix":
        hood.why_none = WITHOUT_PREFIX
    elif not _looked_at(current.training)[0].words:
        too_long = "Every word of this corpus has more than {most:,} symbols, too many to be read here."
        hood.why_none = say_plainly(too_long, most=MOST_SYMBOLS)
    else:
        chosen, merges, minimum, key = _looked_at(current.training)
        longest = current.training.config.longest_token
        watch = partial(two_trainers, chosen.words, merges, minimum, longest)
        hood.step = hood.stage.show(key, watch, hood.step)


def draw_hood() -> None:
    """The stage, with its limits above it; in present mode only the stage."""
    hood, training = session().state(Hood), session().training
    if hood.why_none:
        if session().present:
            exit_button()
        show(chips.message(hood.why_none, "notice"))
        if session().predicting:
            turn_off = session().predictions.turn
            st.button("Stop predicting", key="hood_stop_predicting", on_click=turn_off, args=(False,))
        return
    if not session().present:
        chosen, merges, _, _ = _looked_at(training)
        if limits := differences(chosen, merges, training):
            with st.container(key="hood_limits"):
                show(chips.note(limits))
    draw_trainers()


def _looked_at(training: Training) -> tuple[ChosenWords, int, int, Hashable]:
    """The words, the number of merges and the minimum frequency, and what identifies all three."""
    chosen = session().state(Hood).words_of(training, MOST_WORDS, MOST_SYMBOLS)
    furthest, minimum = training.furthest(), training.config.min_frequency
    merges = MOST_MERGES if furthest is None else min(MOST_MERGES, furthest)
    return chosen, merges, minimum, (training.history_id, merges, minimum)


def differences(chosen: ChosenWords, merges: int, training: Training) -> str:
    """How this differs from the training on Train, of which the trainers have another tie rule; empty if it
    does not."""
    config = training.config
    parts = [chosen.left_out] if chosen.left_out else []
    if training.stepper.base is not None:
        parts.append("from nothing (on Train: after the merges that are given)")
    if training.stepper.known_merges > merges:
        parts.append(say_plainly("the first {merges:,} {merges:merge|merges}", merges=merges))
    if config.tie_break != TIE_RULE:
        rule, usual = (TIE_BREAKS[name].title.lower() for name in (TIE_RULE, config.tie_break))
        parts.append(say_plainly("the tie rule “{rule}” (on Train: “{usual}”)", rule=rule, usual=usual))
    if not config.count_overlaps:
        parts.append("overlaps counted")
    return say_plainly("Here: {differences}.", differences="; ".join(parts)) if parts else ""


@st.fragment
def draw_trainers() -> None:
    """Draw the recording on the stage, and listen to it."""
    with visit_lock():
        visit, stage = session(), session().state(Hood).stage
        draw_stage(_stage, KEY, visit, partial(stage.message, present=visit.present), LISTENER)


def _stand(visit: Visit, step: int) -> None:
    visit.state(Hood).step = step


LISTENER = Listener[Visit](
    lambda visit: visit.state(Hood).stage, _stand, anywhere={"leave_present": leave_present}
)
"""The actions of the page."""
