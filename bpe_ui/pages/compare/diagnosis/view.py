"""Why does mine differ? A person's own merges, and the first step that no known rules make."""

from collections.abc import Iterator
from functools import partial
from itertools import groupby

import streamlit as st

from bpe_core import BPEStepper
from bpe_core.studies.diagnosis import (
    DEVIATION_KINDS,
    Deviation,
    Findings,
    RuleFit,
    SmallCorpus,
    diagnose,
    finding_sentences,
    smallest_corpus,
)
from bpe_ui.frame.long_work import Call, draw_study
from bpe_ui.frame.widgets.choosing import choose_from_list
from bpe_ui.frame.widgets.display import show, show_note
from bpe_ui.frame.widgets.fields import shown_in
from bpe_ui.pages.compare.columns import setup
from bpe_ui.pages.compare.diagnosis import actions, sentences, user_input
from bpe_ui.pages.compare.diagnosis.user_input import Brought
from bpe_ui.pages.compare.settings.choices import without_limits
from bpe_ui.pages.compare.settings.state import Compare, is_small
from bpe_ui.stage.html import chips, cuts, markup, tables
from bpe_ui.stage.text.sentences import joined, retold, say, say_plainly
from bpe_ui.visit.session import session
from bpe_ui.visit.training.training import Source, Training, start_training

VIEW, OPENED = "diagnosis", "diagnosis_opened"
"""The two pieces of long work: finding the difference, and training up to a step."""
_WHAT_TO_DO = (
    ("1.", "Choose the corpus that your merges were learned from. Now it is “{corpus}”."),
    ("2.", "Paste your merges or upload a file: one merge a line, a printed list, or a tokenizer's file."),
    ("3.", "You see which rules make the same merges, the first step that differs, and why."),
)


def draw_diagnosis() -> None:
    """The inputs and, to their right, the answer; on the wall, once there is an answer, only that."""
    left, right = st.columns([5.5, 6.5], gap="medium")
    with left:
        brought, begins = user_input.draw_user_input()
    with right:
        if brought is None:
            corpus = session().training.source.title
            title = "Where does your BPE diverge?"
            show(chips.panel_title(title, terms=["your merges", "deviation", "mistake"]))
            show(chips.explanations((number, text.format(corpus=corpus)) for number, text in _WHAT_TO_DO))
        else:
            with st.container(key=user_input.ANSWER):
                _answer(brought, begins)


# ---- the answer


def _answer(brought: Brought, begins: bool) -> None:
    given, corpus = brought.given, session().training.source.corpus
    read = "{n:,} {n:merge|merges}, read as: {given.kind}. Corpus: {source.title}."
    show_note(read, n=len(given.pairs), given=given, source=session().training.source)

    def begin() -> bool:
        if not (begins or is_small(corpus)):
            show_note("On a corpus of this size the search takes a while; press Find the difference.")
            return False
        if VIEW in session().works:
            session().state(Compare).diagnosis_step = 0  # the one chosen before belongs to other merges
        return True

    question = Call(diagnose, (corpus, given.pairs, brought.expected, given.counts, given.words))
    draw_study(VIEW, question, partial(_findings, brought), begins=begin)


def _findings(brought: Brought, findings: Findings) -> None:
    if absent := sentences.absent(findings, session().training.source.title):
        show(markup.line(absent))
    if findings.causes:
        show(markup.headline(retold(finding_sentences.cause(findings))))
        if not brought.title and findings.closest.profile:
            show(chips.note(sentences.rules_in_words(findings)))
        draw_causes(findings)
    else:
        corpus, config = session().training.source.corpus, findings.closest.config
        does = () if brought.title else retold(finding_sentences.noticeable(config, corpus))
        show(markup.headline(sentences.headline(findings, brought.title, does)))
        told = sentences.rules_in_words(findings), sentences.ending(findings, brought.allowed)
        for words in filter(None, told if not sentences.is_too_few(findings, brought.title) else ()):
            show(chips.note(words))
        if not brought.title and (mark := finding_sentences.end_mark(findings)):
            show(markup.quiet_line(retold(mark)))
    for shown in findings.evidence:
        show(markup.line(retold(shown.sentence)))
    deviation = _step(findings)
    if deviation is not None:
        _evidence(deviation, sentences.step_title(deviation))
    with st.container(key="diagnosis_actions", horizontal=True, gap="small"):
        if deviation is not None:
            _open_on_train(brought, findings.closest, deviation)
        if actions.columns(findings, deviation, session().training.config):
            st.button(
                "Show the rules side by side",
                key="diagnosis_columns",
                icon=":material/view_column:",
                on_click=_show_columns,
                args=(findings, deviation),
            )
    smallest = st.container()
    _say_what_else_is_known(findings, deviation)
    if findings.causes and not findings.causes[0].is_spelling:
        with smallest:  # filled last, because nothing else is drawn while it is searched for
            draw_smallest(findings, brought.given.in_bytes)


def _say_what_else_is_known(findings: Findings, deviation: Deviation | None) -> None:
    if deviation is not None and not findings.is_named:
        show(markup.quiet_line(sentences.agreement(findings)))
    if ruled_out := finding_sentences.ruled_out(findings):
        show(markup.quiet_line(retold(ruled_out)))
    if findings.closest.deviating > 1 and not findings.is_named:
        deviations, total = findings.closest.deviations, findings.closest.deviating
        title = say_plainly("All {total:,} merges that differ, as a table", total=total)
        if total > len(deviations):
            some = "The first {shown:,} of {total:,} merges that differ, as a table"
            title = say_plainly(some, shown=len(deviations), total=total)
        with st.expander(title):
            heads = ("Merge", "Yours", "Occurs", "It was", "The rules take", "Occurs")
            alike = (list(each) for _, each in groupby(deviations, key=lambda it: it.best))
            show(tables.table("The merges that differ", heads, map(_deviation_row, alike)))


def _deviation_row(alike: list[Deviation]) -> list[chips.Html]:
    """Merges in place of which the rules take one and the same pair, by the first of them."""
    it, more = alike[0], len(alike) - 1
    number = say_plainly("{it.rank:rank} and {more:,} more" if more else "{it.rank:rank}", it=it, more=more)
    best = markup.pair_chip(it.best) if it.best else cuts.label("nothing")
    counts = [cuts.label(f"{count:,}") for count in (it.count, it.best_count)]
    why = cuts.label(DEVIATION_KINDS[it.kind].title)
    return [cuts.label(number), markup.pair_chip(it.pair), counts[0], why, best, counts[1]]


def _step(findings: Findings) -> Deviation | None:
    """The step to look at: the first that differs, or another one that the person chose."""
    deviations = findings.closest.deviations
    if findings.causes and findings.causes[0].is_spelling:
        return None
    if len(deviations) < 2 or findings.is_named:  # the later ones follow from it
        return deviations[0] if deviations else None
    titles = dict(enumerate(map(sentences.step_title, deviations)))
    step = min(session().state(Compare).diagnosis_step, len(deviations) - 1)
    label = say_plainly("Steps that differ: {n:,}", n=findings.closest.deviating)
    choose_from_list(label, titles, **shown_in("diagnosis_step", of="compare", to_widget=lambda chosen: step))
    return deviations[step]


def _evidence_rows(deviation: Deviation) -> Iterator[list[chips.Html]]:
    """Whose each pair is, how often it occurs, and whether the rules merge it."""
    for whose, pair, found, is_taken in sentences.evidence(deviation):
        yield [chips.in_html(whose), markup.pair_chip(pair, is_picked=is_taken), markup.sentence(found)]


def _evidence(deviation: Deviation, title: str) -> None:
    parts = [
        tables.table("Evidence", (), _evidence_rows(deviation), "evidence"),
        markup.quiet_line(retold(deviation.sentence)),
    ]
    tied = [pair for pair in deviation.tied if pair not in (deviation.pair, deviation.best)]
    if deviation.kind == "tied" and tied:
        not_shown = deviation.tied_total - len(deviation.tied)
        parts += [chips.note("Also tied:"), markup.pair_chips(tied, not_shown, are_tied=True)]
    show(markup.card(title, chips.join(parts), mark="differs"))


# ---- actions


def _show_columns(findings: Findings, deviation: Deviation | None) -> None:
    compare = session().state(Compare)
    compare.show_columns(actions.columns(findings, deviation, session().training.config))
    rank = findings.closest.prefix if deviation is None else deviation.rank
    compare.stand_before(rank, session().training.source.corpus)
    compare.view = setup.VIEW


def _open_on_train(brought: Brought, fit: RuleFit, deviation: Deviation) -> None:
    """The button; once pressed, trains up to the step, and then goes to Train."""
    source = session().training.source
    pressed = st.button(
        "Open the step on Train",
        key="diagnosis_open",
        type="primary",
        icon=":material/open_in_new:",
    )

    def adopt(trained: tuple[BPEStepper, int]) -> None:
        stepper, skipped = trained
        del session().works[OPENED]
        notice = sentences.opened(deviation, skipped, asks=session().predicting)
        training = Training(source, stepper)
        training.look_ahead()
        training.origin = "Your list" if session().state(Compare).diagnosis_data is None else "Your file"
        session().adopt(training, notice)
        st.switch_page("app.py")

    question = actions.question(fit, deviation.rank, source.corpus)
    draw_study(OPENED, question, adopt, begins=lambda: pressed)


def draw_causes(findings: Findings) -> None:
    """Each method that is otherwise, with what is wrong after a minus and what is right after a plus."""
    for more in filter(None, (finding_sentences.what_tells(findings), finding_sentences.as_well(findings))):
        show(markup.quiet_line(retold(more)))
    shown = finding_sentences.code_of(findings)
    if shown:
        show(markup.quiet_line(retold(finding_sentences.ABOUT_CODE)))
    for code in shown:
        st.code(code, language=None, wrap_lines=True)


def draw_smallest(findings: Findings, in_bytes: bool) -> None:
    """The smallest corpus that shows it, to open on Train or to copy as a test."""
    causes = findings.causes[: finding_sentences.CAUSES_NAMED]
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
