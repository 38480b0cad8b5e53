"""What each rule changes: from one set of rules to another, change by change."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from bpe_core import EXAMPLES, BPEConfig
from bpe_core.studies.causes import CAUSES, CauseStep, causes_between, example_of_difference, walk_causes
from bpe_core.studies.comparison import MAX_COLUMNS
from bpe_ui.compare.causes import sentences
from bpe_ui.compare.settings.choices import PROFILE_CHOICES, TIE_CHOICES, TRAIN, ColumnChoice, choice_of
from bpe_ui.compare.settings.limits import number_or_usual
from bpe_ui.compare.settings.state import Compare, usual_merges
from bpe_ui.html import chips, markup
from bpe_ui.html.chips import Html
from bpe_ui.long_work import view_work
from bpe_ui.text.sentences import say_plainly, words_listed
from bpe_ui.training.training import Source
from bpe_ui.visit.session import session
from bpe_ui.widgets.choosing import choose_from_list, choose_several
from bpe_ui.widgets.display import show
from bpe_ui.widgets.fields import shown_in

VIEW, EXAMPLE = "causes", "causes_example"
"""The two pieces of long work: the causes, and the search for an example on which they change something."""
PAIRS_SHOWN = 6
"""How many merges, gone or new, are named on a card at most."""
TRAIN_TITLE = "The rules on Train"
_STOP_RULE = CAUSES["stop_rule"]
_MOST_BETWEEN = MAX_COLUMNS - 2


def draw() -> None:
    """The choices, and the result."""
    titles = {TRAIN: TRAIN_TITLE} | {choice.key: choice.label for choice in (*PROFILE_CHOICES, *TIE_CHOICES)}
    start, end = map(_rules, _chosen())
    names = [cause.name for cause in causes_between(start, end)]
    with st.container(key="causes_setup", horizontal=True, vertical_alignment="bottom", gap="small"):
        for label, field in (("From", "cause_from"), ("To", "cause_to")):
            choose_from_list(label, titles, width=270, **shown_in(field, of="compare"))
        choose_several(
            "Change first",
            {name: CAUSES[name].title for name in names},
            placeholder="in the order in which a text meets them",
            **shown_in(
                "cause_order",
                of="compare",
                to_widget=lambda order: [name for name in order if name in names],
                from_widget=tuple,
            ),
        )
        number_or_usual("cause_merges", "Merges", width=180)
    order = tuple(name for name in session().of(Compare).cause_order if name in names)
    work = view_work.ask(VIEW, walk_causes, session().training.source.corpus, start, end, order=order)
    if work.result is not None and (work.is_done or work.result.length):
        _answer(work.result.steps())
    view_work.go_on(work)


def rules_of(key: str, base: BPEConfig, merges: int | None, usual: int) -> BPEConfig:
    """The rules with this key; `base` are those on Train, the only ones with limits of their own.

    With `merges` all rules make that many; without, they end at their limits or at the usual number.
    """
    rules = base if key == TRAIN else choice_of(key).rules(base)
    if merges is not None:
        return replace(rules, max_merges=merges, vocab_size=None)
    return replace(rules, max_merges=usual if rules.max_merges is None else min(rules.max_merges, usual))


def columns(keys: tuple[str, str], base: BPEConfig, steps: Sequence[CauseStep]) -> tuple[ColumnChoice, ...]:
    """The rules at the start, after each cause, and at the end, as columns; at most `MAX_COLUMNS`."""
    ends = [ColumnChoice("own", TRAIN_TITLE, base) if key == TRAIN else choice_of(key) for key in keys]
    between = [
        ColumnChoice("own", f"{number}. {step.cause.title}", step.config) for number, step in _between(steps)
    ]
    return (ends[0], *between[:_MOST_BETWEEN], ends[1])


def about_columns(steps: Sequence[CauseStep]) -> str:
    """What the button under the chart does, and which rules on the way get no column."""
    note = "Puts the rules before, between and after side by side, step by step."
    without = [number for number, _ in _between(steps)[_MOST_BETWEEN:]]
    if without:
        left_out = " {most:d} columns fit, so those after {count:step|steps} {steps} are left out."
        after = words_listed([*map(str, without)])
        note += say_plainly(left_out, most=MAX_COLUMNS, count=len(without), steps=after)
    if any(step.cause is _STOP_RULE for step in steps):
        note += " All columns train equally far, so the stop rule is not among them."
    return note


def _between(steps: Sequence[CauseStep]) -> list[tuple[int, CauseStep]]:
    """The numbered steps that have rules of their own: neither a change of limits nor the last one."""
    numbered = enumerate(steps, start=1)
    return [(number, step) for number, step in numbered if step.cause is not _STOP_RULE][:-1]


def _rules(key: str) -> BPEConfig:
    training, merges = session().training, session().of(Compare).cause_merges
    return rules_of(key, training.config, merges, usual_merges(training.source.corpus))


def _chosen() -> tuple[str, str]:
    compare = session().of(Compare)
    return compare.cause_from, compare.cause_to


def _answer(steps: Sequence[CauseStep]) -> None:
    show(markup.headline(sentences.headline(steps), terms=["cause", "merge"]))
    left, right = st.columns([7.5, 4.5], gap="small")
    cards = markup.cards(_card(number, step) for number, step in enumerate(steps, start=1))
    with left:
        show(markup.scrolling("The causes, step by step", cards))
    with right, st.container(key="compare_panel"):
        if sentences.makes_a_difference(steps):
            heads = "Merges that it", "moves", "adds", "removes"
            rows = [
                (f"{number}. {step.cause.title}", done.moved, len(done.new), len(done.gone))
                for number, (step, done) in enumerate(((step, step.effect) for step in steps), start=1)
            ]
            show(markup.table("The merges that each cause changes", heads, rows))
        else:
            rules = [replace(_rules(key), max_merges=None, vocab_size=None) for key in _chosen()]
            work = view_work.ask(EXAMPLE, example_of_difference, *rules)
            if work.result:
                title = EXAMPLES[work.result].title
                st.button(
                    f"Show them on {title}", key="causes_example", on_click=_take_example, args=(work.result,)
                )
        st.button(
            "Show these as columns",
            key="causes_as_columns",
            icon=":material/view_column:",
            on_click=_show_columns,
            args=(tuple(steps),),
        )
        show(chips.note(about_columns(steps)))


def _show_columns(steps: tuple[CauseStep, ...]) -> None:
    current = session()
    compare = current.of(Compare)
    compare.show_columns(columns(_chosen(), current.training.config, steps))
    compare.until = "usual"  # as far as the causes went: see rules_of
    if compare.cause_merges is not None:
        compare.until, compare.merges = "merges", compare.cause_merges
    compare.view = "columns"


def _take_example(name: str) -> None:
    session().take_corpus(Source.from_example(name), "example")


def _card(number: int, step: CauseStep) -> Html:
    parts = [markup.quiet_line(sentences.change(changed)) for changed in step.changes]
    parts.append(markup.line(sentences.effect(step)))
    for label, pairs in (("Gone:", step.effect.gone), ("New:", step.effect.new)):
        if pairs:
            shown = pairs[:PAIRS_SHOWN]
            parts.append(markup.labelled(label, markup.pair_chips(shown, len(pairs) - len(shown))))
    mark = "differs" if step.effect.first_difference is not None else ""
    return markup.card(f"{number}. {step.cause.title}", chips.join(parts), mark=mark)
