"""What each rule changes, in words: what changed in the rules, and what that did to the merges.

>>> from bpe_core.studies.causes import RuleChange
>>> from bpe_ui.text.sentences import plain_text
>>> plain_text(change(RuleChange("tie_break", "first_seen", "smallest_ids")))
'Tie rule: First seen, now Smallest ids.'
"""

from collections.abc import Sequence
from typing import Any

from bpe_core.config import RULES, Choice, Flag, Integer, Several
from bpe_core.studies.causes import CauseStep, RuleChange
from bpe_ui.text.sentences import Number, Sentence, Token, joined, say


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


def headline(steps: Sequence[CauseStep]) -> Sentence:
    """The number of steps, and the one that changes the most merges."""
    count = len(steps)
    if not any(step.merges for step in steps):
        return say("This corpus shows no difference: there is no pair to merge.")
    if not makes_a_difference(steps):
        none = "This corpus shows no difference: the {n} {n:cause changes|causes change} no merge."
        return say(none, n=count)
    most = max(steps, key=lambda step: step.effect.moved + len(step.effect.new) + len(step.effect.gone))
    return say(
        "{n} cause. {it.cause.title}: {new} {new:merge|merges} new, {it.effect.moved} moved, {gone} gone."
        if count == 1
        else "{n} causes. {it.cause.title} changes the most: {new} {new:merge|merges} new,"
        " {it.effect.moved} moved, {gone} gone.",
        n=count,
        it=most,
        new=len(most.effect.new),
        gone=len(most.effect.gone),
    )


def makes_a_difference(steps: Sequence[CauseStep]) -> bool:
    """Whether any cause changes a merge."""
    return any(step.effect.first_difference is not None for step in steps)


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
