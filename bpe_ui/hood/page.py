"""The page Under the hood: how a trainer works inside, and what the fast one saves.

In: the training on Train, and what was set. Out: one view at a time.
"""

from collections.abc import Callable

import streamlit as st

from bpe_core import EXAMPLES
from bpe_core.studies.trainer_work import MergeWork, work_of_merges
from bpe_ui.charts.charts import Look
from bpe_ui.fields import Tab, shown_in, tab_buttons
from bpe_ui.hood import charts, component, sentences
from bpe_ui.hood.encoding import encoding
from bpe_ui.hood.state import MAX_WORD
from bpe_ui.hood.timeline import timeline
from bpe_ui.hood.trainers import two_trainers
from bpe_ui.hood.words import choose_words
from bpe_ui.html import chips, markup
from bpe_ui.html.display import ink, show
from bpe_ui.session import session
from bpe_ui.share import share_panel
from bpe_ui.training.training import Training

MOST_WORDS, MOST_SYMBOLS, MOST_MERGES = 30, 250, 40
"""So much of a corpus is trained sub-step by sub-step: small enough to be read ..."""
WORDS_WEIGHED, SYMBOLS_WEIGHED, MERGES_WEIGHED = 2_000, 15_000, 300
"""... so much is measured ..."""
BOUNDARIES_SHOWN = 22
"""... and so many boundaries fit side by side."""
NO_WORDS = f"Every word of this corpus has more than {BOUNDARIES_SHOWN:,} symbols, too many to be read here."
NO_WORD = "Type a word: its symbols are merged here."
HEIGHT, PRESENT_HEIGHT = 470, 430


def draw() -> None:
    """The buttons for the views, and the one on screen; in present mode a stage has the page for itself."""
    view = session().hood.view
    if not session().present or view == "work":
        with st.container(key="hood_views", horizontal=True, vertical_alignment="center"):
            tab_buttons("What to look at", VIEWS, "view", of="hood")
            if view == "encoding":
                _word_field()
            if said := _limits(session().training):
                show(chips.note(said), width="stretch")
            share_panel.exit_button()
    VIEWS[view].draw(session().training)


def _merges(training: Training, most: int) -> int:
    """How many merges are looked at: no more than the rules allow, or than a person who predicts has seen."""
    limits = [most, training.furthest(), training.stepper.position if session().predicting else None]
    return min(limit for limit in limits if limit is not None)


def _trainers(training: Training) -> None:
    chosen = choose_words(training.stepper, MOST_WORDS, MOST_SYMBOLS)
    if not chosen.words:
        show(chips.message(NO_WORDS, "notice"))
        return
    merges, minimum = _merges(training, MOST_MERGES), training.config.min_frequency
    component.draw(
        "trainers",
        (training.serial, merges, minimum),
        lambda: two_trainers(chosen.words, merges, minimum),
    )


def _timeline(training: Training) -> None:
    chosen = choose_words(training.stepper, BOUNDARIES_SHOWN, BOUNDARIES_SHOWN)
    if not chosen.words:
        show(chips.message(NO_WORDS, "notice"))
        return
    merges = min(_merges(training, MOST_MERGES), training.stepper.known_merges)
    component.draw(
        "timeline",
        (training.history_id, merges),
        lambda: timeline(training.stepper, chosen.names, merges),
    )


def _encoding(training: Training) -> None:
    merges = min(_merges(training, MERGES_WEIGHED), training.stepper.known_merges)
    typed = _word(training)
    picture = encoding(training, typed, merges) if typed.strip() else None
    if picture is None:
        show(chips.note(NO_WORD))
        return
    component.draw("encoding", (training.history_id, merges, typed), lambda: picture)


def _word(training: Training) -> str:
    """The word that is encoded: as typed, or the longest new one for an example, or the corpus's first."""
    typed = session().hood.word
    if typed is not None:
        return typed
    source = training.source
    texts = EXAMPLES[source.name].probes if source.kind == "example" else [training.stepper.words[0].word]
    return max(" ".join(texts).split() or texts, key=len)[:MAX_WORD]


def _word_field() -> None:
    training = session().training
    st.text_input(
        "Word to encode",
        max_chars=MAX_WORD,
        label_visibility="collapsed",
        width=220,
        **shown_in("word", of="hood", to_widget=lambda word: _word(training)),
    )


def _work(training: Training) -> None:
    chosen = choose_words(training.stepper, WORDS_WEIGHED, SYMBOLS_WEIGHED)
    merges, minimum = _merges(training, MERGES_WEIGHED), training.config.min_frequency
    of = training.serial, merges, minimum
    work = session().hood.work_of(of, lambda: work_of_merges(chosen.words, merges, min_frequency=minimum))
    said = sentences.saved(work, chosen)
    show(markup.headline(said))
    show(chips.note(sentences.WHAT_TO_LOOK_AT))
    pairs, symbols, growth = st.columns(3, gap="medium")
    with pairs:
        _draw_work(work, "Pairs counted or updated", "pairs_recounted", "pairs_updated")
    with symbols:
        _draw_work(work, "Symbols looked at", "symbols_read", "symbols_visited")
    with growth:
        chart = charts.growth_chart(look=_look())
        st.altair_chart(
            chart, key="hood_growth", alt="Seconds over the size of the corpus, for four trainers."
        )
    show(chips.note(sentences.WHAT_GROWS))


def _draw_work(work: list[MergeWork], title: str, slow: str, fast: str) -> None:
    chart = charts.work_chart(charts.work_frame(work, slow, fast), title, look=_look())
    st.altair_chart(chart, key=f"hood_{slow}", alt=f"{title} for each merge, by both trainers.")


def _look() -> Look:
    is_large = session().present
    return Look(ink(), PRESENT_HEIGHT if is_large else HEIGHT, 20 if is_large else 13)


def _limits(training: Training) -> str:
    """What the view on screen leaves out, or does otherwise than Train."""
    view = session().hood.view
    most = {"trainers": (MOST_WORDS, MOST_SYMBOLS), "work": (WORDS_WEIGHED, SYMBOLS_WEIGHED)}.get(view)
    if most is None:
        return ""
    merges = _merges(training, MOST_MERGES if view == "trainers" else MERGES_WEIGHED)
    chosen = choose_words(training.stepper, *most)
    return sentences.limits(chosen, merges, training, is_predicting=session().predicting)


VIEWS: dict[str, Tab[Callable[[Training], None]]] = {
    "trainers": Tab("Two trainers", _trainers),
    "work": Tab("What it saves", _work),
    "timeline": Tab("Going back", _timeline),
    "encoding": Tab("Encode a word", _encoding),
}
"""The views, in the order of their buttons."""
