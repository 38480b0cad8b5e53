"""What each rule changes on the way from one column's rules to another's, and the merges that it moves.

>>> from bpe_core.studies.causes import RuleChange
>>> from bpe_ui.stage.text.sentences import plain_text
>>> plain_text(change(RuleChange("tie_break", "first_seen", "smallest_ids")))
'Tie rule: First seen, now Smallest ids.'
"""

from typing import Any

import streamlit as st

from bpe_core.config import RULES, Choice, Flag, Integer, Several
from bpe_core.studies.causes import CauseStep, CauseWalk, RuleChange, walk_causes
from bpe_core.studies.comparison import Comparison
from bpe_ui.frame.long_work.study import Call, draw_study
from bpe_ui.frame.widgets.display import show
from bpe_ui.pages.compare.settings.state import is_small
from bpe_ui.stage.html import chips, markup
from bpe_ui.stage.html.chips import Html
from bpe_ui.stage.text.sentences import Number, Sentence, Token, joined, say

PAIRS_SHOWN = 6
"""How many merges, gone or new, are named on a card at most."""


def draw_causes(comparison: Comparison, here: int, there: int) -> None:
    """A card for each cause, in the order in which a text meets them; of a large corpus on request."""
    start, end = comparison.columns[here], comparison.columns[there]

    def begins() -> bool:
        return is_small(comparison.corpus) or st.button("Which merges does each rule move?", key="why_causes")

    def answer(walk: CauseWalk) -> None:
        way = say("From {start.title} to {end.title}, one rule after the other:", start=start, end=end)
        show(markup.line(way))
        show(markup.cards(map(_card, range(1, len(walk.path) + 1), walk.steps())))

    question = Call(walk_causes, (comparison.corpus, start.config, end.config), {"merges": comparison.length})
    draw_study("causes", question, answer, begins=begins)


def _card(number: int, step: CauseStep) -> Html:
    parts = [markup.quiet_line(change(changed)) for changed in step.changes]
    parts.append(markup.line(effect(step)))
    for label, pairs in (("Gone:", step.effect.gone), ("New:", step.effect.new)):
        if pairs:
            shown = pairs[:PAIRS_SHOWN]
            parts.append(markup.labelled(label, markup.pair_chips(shown, len(pairs) - len(shown))))
    mark = "differs" if step.effect.first_difference is not None else ""
    return markup.card(f"{number}. {step.cause.title}", chips.join(parts), mark=mark)


def change(changed: RuleChange) -> Sentence:
    """A field with its old and its new value."""
    before, after = (_value(changed.field, value) for value in (changed.before, changed.after))
    name = RULES[changed.field].name
    return say("{rule}: {before}, now {after}.", rule=name, before=before, after=after)


def effect(step: CauseStep) -> Sentence:
    """What happened to the merges."""
    done = step.effect
    if done.first_difference is not None:
        return say(
            "The first difference is merge {first}."
            " {done.same} {done.same:merge stays at its|merges stay at their} step,"
            " {done.moved} {done.moved:moves|move}, {gone} {gone:is|are} gone, {new} {new:is|are} new.",
            first=done.first_difference + 1,
            done=done,
            gone=len(done.gone),
            new=len(done.new),
        )
    if not step.merges:
        return say("No pair is merged, before or after.")
    return say("No merge changes: all {merges} stay where they are.", merges=step.merges)


def _value(field: str, value: Any) -> Sentence:
    if value is None or value == ():
        return ("none",)
    rule = RULES[field]
    if isinstance(rule, Several):
        return (", ".join(rule.options[name].title for name in value),)
    if isinstance(rule, Choice):
        return (rule.options[value].title,)
    if isinstance(rule, Flag):
        return ("yes" if value else "no",)
    if isinstance(rule, Integer):
        return (Number(value),)
    typed = [value] if isinstance(value, str) else value
    return joined([(Token(text),) for text in typed])
