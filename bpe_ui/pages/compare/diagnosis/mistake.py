"""A mistake in code that explains a person's merges: its lines, and the smallest corpus that shows it."""

from functools import partial

import streamlit as st

from bpe_core.studies.diagnosis import FoundMistake, SmallCorpus, finding_words, smallest_corpus
from bpe_ui.frame.long_work.study import Call, draw_study
from bpe_ui.frame.widgets.display import show, show_note
from bpe_ui.pages.compare.settings.choices import without_limits
from bpe_ui.stage.html import markup
from bpe_ui.stage.text.sentences import joined, retold, say, say_plainly
from bpe_ui.visit.session import session
from bpe_ui.visit.training.training import Source, start_training


def draw_mistake(mistake: FoundMistake) -> None:
    """The usual lines of the mistake, and those that correct it."""
    if others := finding_words.as_well(mistake):
        show(markup.quiet_line(retold(others)))
    show(markup.quiet_line(retold(finding_words.which_one(mistake))))
    for fit in mistake.fits[: finding_words.MISTAKES_NAMED]:
        st.code(fit.code, language=None, wrap_lines=True)


def draw_smallest(mistake: FoundMistake, in_bytes: bool) -> None:
    """The smallest corpus that shows the mistake, to open on Train or to copy as a test."""
    corpus = session().training.source.corpus
    least = mistake.rules.config.min_frequency
    question = Call(smallest_corpus, (corpus, mistake.fits, least))
    draw_study("diagnosis_smallest", question, partial(_smallest, mistake, in_bytes))


def _smallest(mistake: FoundMistake, in_bytes: bool, small: SmallCorpus) -> None:
    words = [
        say("{word:token} {count:,}" if count > 1 else "{word:token}", word=word, count=count)
        for word, count in small.corpus.entries
    ] or [say("{text:token}", text=str(text)) for text in small.corpus.documents]
    if len(mistake.fits) == 1:
        [wrong], last = small.wrongs, len(small.right) - 1
        shows = say(
            "The smallest corpus that still shows it: {words}. As merge {rank:rank} yours takes"
            " {yours:pair or none}; right is {right:pair}.",
            words=joined(words),
            rank=last,
            yours=next(iter(wrong[last:]), None),
            right=small.right[last],
        )
    else:
        shows = say(
            "The smallest corpus that shows each of them: {words}. Right is {right}; with any of them"
            " yours takes another.",
            words=joined(words),
            right=joined([say("{pair:pair}", pair=pair) for pair in small.right]),
        )
    show(markup.line(shows))
    if st.button("Trace it on Train", key="diagnosis_trace", icon=":material/open_in_new:"):
        kind = "word_counts" if small.corpus.kind == "word_counts" else "text"
        training = start_training(Source(kind, small.corpus), without_limits(mistake.rules.config))
        training.stepper.run(small.rank)  # to the position before the step that the mistake changes
        traced = "The smallest corpus that shows the mistake; merge {it.rank:rank} is next."
        session().adopt(training, say_plainly(traced, it=small))
        st.switch_page("app.py")
    draw_test(small, in_bytes)


def draw_test(small: SmallCorpus, in_bytes: bool) -> None:
    """A test to copy."""
    with st.expander("A test for your trainer"):
        show_note("Import your own function in place of my_bpe; pytest fails until it is mended.")
        st.code(small.test(in_bytes=in_bytes), language="python", wrap_lines=True)
