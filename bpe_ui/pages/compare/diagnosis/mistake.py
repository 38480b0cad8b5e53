"""What explains a person's merges: its lines beside the right ones, and the smallest corpus that shows it."""

from functools import partial

import streamlit as st

from bpe_core.studies.diagnosis import Findings, SmallCorpus, finding_words, smallest_corpus
from bpe_ui.frame.long_work import Call, draw_study
from bpe_ui.frame.widgets.display import show, show_note
from bpe_ui.pages.compare.settings.choices import without_limits
from bpe_ui.stage.html import markup
from bpe_ui.stage.text.sentences import joined, retold, say, say_plainly
from bpe_ui.visit.session import session
from bpe_ui.visit.training.training import Source, start_training


def draw_causes(findings: Findings) -> None:
    """Each method that is otherwise, with what is wrong after a minus and what is right after a plus."""
    for more in filter(None, (finding_words.what_tells(findings), finding_words.as_well(findings))):
        show(markup.quiet_line(retold(more)))
    shown = finding_words.code_of(findings)
    if shown:
        show(markup.quiet_line(retold(finding_words.ABOUT_CODE)))
    for code in shown:
        st.code(code, language=None, wrap_lines=True)


def draw_smallest(findings: Findings, in_bytes: bool) -> None:
    """The smallest corpus that shows it, to open on Train or to copy as a test."""
    causes = findings.causes[: finding_words.CAUSES_NAMED]
    call = Call(
        smallest_corpus, (session().training.source.corpus, causes, findings.closest.config.min_frequency)
    )
    draw_study("diagnosis_smallest", call, partial(_smallest, findings, in_bytes))


def _smallest(findings: Findings, in_bytes: bool, small: SmallCorpus | None) -> None:
    if small is None:
        return
    words = [
        say("{word:token} {count:,}" if count > 1 else "{word:token}", word=word, count=count)
        for word, count in small.corpus.entries
    ] or [say("{text:token}", text=str(text)) for text in small.corpus.documents]
    values = {"words": joined(words), "rank": len(small.right) - 1}
    if len(small.wrongs) == 1:
        shows = say(
            "The smallest corpus that still shows it: {words}. As merge {rank:rank} yours takes"
            " {yours:pair or none}; right is {right:pair}.",
            yours=next(iter(small.wrongs[0][len(small.right) - 1 :]), None),
            right=small.right[-1],
            **values,
        )
    else:
        right = joined([say("{pair:pair}", pair=pair) for pair in small.right])
        shows = say(
            "The smallest corpus that shows each of them: {words}. Right is {right}; with any of them"
            " yours takes another.",
            right=right,
            **values,
        )
    show(markup.line(shows))
    if st.button("Trace it on Train", key="diagnosis_trace", icon=":material/open_in_new:"):
        kind = "word_counts" if small.corpus.kind == "word_counts" else "text"
        training = start_training(Source(kind, small.corpus), without_limits(findings.closest.config))
        training.stepper.run(small.rank)  # to the position before the step that goes wrong
        traced = "The smallest corpus that shows the mistake; merge {it.rank:rank} is next."
        session().adopt(training, say_plainly(traced, it=small))
        st.switch_page("app.py")
    with st.expander("A test for your trainer"):
        show_note("Import your own function in place of my_bpe; pytest fails until it is mended.")
        st.code(small.test(in_bytes=in_bytes), language="python", wrap_lines=True)
