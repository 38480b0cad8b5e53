"""A mistake in code that explains a person's merges: its lines, and the smallest corpus that shows it."""

import streamlit as st

from bpe_core.studies.diagnosis import FoundMistake, SmallCorpus, mistake_words, smallest_corpus
from bpe_ui.compare.diagnosis import mistake_sentences
from bpe_ui.compare.settings.choices import without_limits
from bpe_ui.html import chips, markup
from bpe_ui.long_work import view_work
from bpe_ui.text.sentences import say_plainly
from bpe_ui.training.training import Source, start_training
from bpe_ui.visit.session import session
from bpe_ui.widgets.display import show, show_note

SMALLEST = "diagnosis_smallest"
"""The long work that searches for the smallest corpus."""


def draw(mistake: FoundMistake) -> None:
    """The usual lines of the mistake, and those that correct it."""
    if others := mistake_words.as_well(mistake):
        show(chips.note(others))
    show(chips.note(mistake_words.which_one(mistake)))
    for fit in mistake.fits[: mistake_words.MISTAKES_NAMED]:
        st.code("\n".join(fit.code), language=None, wrap_lines=True)


def draw_smallest(mistake: FoundMistake) -> None:
    """The smallest corpus that shows the mistake, to open on Train or to copy as a test."""
    corpus, fit = session().training.source.corpus, mistake.fits[0]
    work = view_work.ask(SMALLEST, smallest_corpus, corpus, fit)
    if work is None:
        return
    small = work.result
    if work.is_done and small is not None:
        show(markup.line(mistake_sentences.small_corpus(small)))
        if st.button(say_plainly("Trace it on Train"), key="diagnosis_trace", icon=":material/open_in_new:"):
            _open_on_train(mistake, small)
        with st.expander(say_plainly("A test for your trainer")):
            show_note("Import your own function in place of my_bpe; pytest fails until it is mended.")
            st.code(small.test(), language="python", wrap_lines=True)
    view_work.go_on(work)


def _open_on_train(mistake: FoundMistake, small: SmallCorpus) -> None:
    """Go to the position before the step that the mistake changes."""
    corpus = small.corpus
    source = Source("word_counts" if corpus.kind == "word_counts" else "text", corpus)
    training = start_training(source, without_limits(mistake.rules.config))
    training.stepper.run(small.rank)
    session().adopt(training, mistake_sentences.traced(small))
    st.switch_page("app.py")
