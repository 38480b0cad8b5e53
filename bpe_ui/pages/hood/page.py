"""The page Under the hood: how a trainer works inside, and what the fast one saves."""

from collections.abc import Callable, Hashable

import streamlit as st

from bpe_core.studies.watching import MergeWork, work_of_merges
from bpe_ui.frame.widgets.display import ink, show
from bpe_ui.frame.widgets.fields import Tab, tab_buttons
from bpe_ui.frame.widgets.present import exit_button
from bpe_ui.pages.hood import charts, component, sentences
from bpe_ui.pages.hood.state import Hood
from bpe_ui.pages.hood.trainers import two_trainers
from bpe_ui.pages.hood.words import ChosenWords
from bpe_ui.stage.html import chips, markup
from bpe_ui.stage.plots.charts import Look
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.session import is_embedded, session
from bpe_ui.visit.training.training import Training

MOST = {"trainers": (8, 80, 30), "work": (2_000, 15_000, 300)}
"""How many words, symbols and merges each view uses: few enough to read, and to measure in a moment."""
HEIGHT, PRESENT_HEIGHT = 470, 430


def make_recording() -> None:
    """Make the recording of the view on screen, which decides its position; or say why there is none."""
    current, hood = session(), session().state(Hood)
    hood.why_none = ""
    if current.predicting:
        hood.why_none = sentences.WHILE_PREDICTING
    elif not _looked_at(current.training)[0].words:
        too_long = "Every word of this corpus has more than {most:,} symbols, too many to be read here."
        hood.why_none = say_plainly(too_long, most=MOST[hood.view][1])
    elif hood.view == "trainers":
        chosen, merges, minimum, key = _looked_at(current.training)
        hood.step = hood.stage.show(key, lambda: two_trainers(chosen.words, merges, minimum), hood.step)


def draw_hood() -> None:
    """The buttons for the views, and the view on screen; embedded and in present mode only the view."""
    hood, training = session().state(Hood), session().training
    if session().predicting:
        _say_instead(hood.why_none)
        return
    if not (session().present or is_embedded()):
        with st.container(key="hood_views", horizontal=True, vertical_alignment="center"):
            tab_buttons("What to look at", VIEWS, "view", of="hood")
            if not hood.why_none:
                chosen, merges, _, _ = _looked_at(training)
                if limits := sentences.limits(chosen, merges, training):
                    show(chips.note(limits))
    if hood.why_none:
        _say_instead(hood.why_none)
    else:
        VIEWS[hood.view].draw(training)


def _say_instead(sentence: str) -> None:
    """A line if there is no recording."""
    _exit_row()
    show(chips.message(sentence, "notice"))


def _exit_row() -> None:
    """The way back from present mode, if no stage has it."""
    if session().present:
        with st.container(horizontal=True):
            exit_button()


def _merges(training: Training, most: int) -> int:
    """How many merges are used: not more than the rules allow."""
    furthest = training.furthest()
    return most if furthest is None else min(most, furthest)


def _looked_at(training: Training) -> tuple[ChosenWords, int, int, Hashable]:
    """The words, the number of merges and the minimum frequency of a view, and what identifies all three."""
    most_words, most_symbols, most_merges = MOST[session().state(Hood).view]
    chosen = session().state(Hood).words_of(training, most_words, most_symbols)
    merges, minimum = _merges(training, most_merges), training.config.min_frequency
    return chosen, merges, minimum, (training.history_id, merges, minimum)


def _work(training: Training) -> None:
    chosen, merges, minimum, key = _looked_at(training)
    hood = session().state(Hood)
    work = hood.work_of(key, lambda: work_of_merges(chosen.words, merges, min_frequency=minimum))
    _exit_row()
    show(markup.headline(sentences.saved(work, chosen)))
    show(chips.note(sentences.WHAT_TO_LOOK_AT))
    pairs, symbols = st.columns(2, gap="medium")
    with pairs:
        _draw_work(work, "Pairs counted or updated", "pairs_recounted", "pairs_updated")
    with symbols:
        _draw_work(work, "Symbols looked at", "symbols_read", "symbols_visited")


def _draw_work(work: list[MergeWork], title: str, slow: str, fast: str) -> None:
    chart = charts.work_chart(charts.work_frame(work, slow, fast), title, look=_look())
    alt = say_plainly("{title} for each merge, by both trainers.", title=title)
    st.altair_chart(chart, key=f"hood_{slow}", alt=alt)


def _look() -> Look:
    is_large = session().present
    return Look(ink(), PRESENT_HEIGHT if is_large else HEIGHT, 20 if is_large else 13)


VIEWS: dict[str, Tab[Callable[[Training], None]]] = {
    "trainers": Tab("Two trainers", lambda training: component.draw_trainers()),
    "work": Tab("What a queue saves", _work),
}
"""The views, in the order of their buttons."""
