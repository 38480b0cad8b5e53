"""Rule by rule, in words: what changed in the rules, and what that did to the merges.

>>> from bpe_core.studies.causes import RuleChange
>>> from bpe_ui.text.sentences import plain_text
>>> plain_text(change(RuleChange("tie_break", "first_seen", "smallest_ids")))
'Tie rule: First seen, now Smallest ids.'
"""

from collections.abc import Sequence
from typing import Any

from bpe_core.config import RULES, Choice, Flag, Integer, Several
from bpe_core.studies.causes import CauseStep, RuleChange
from bpe_ui.text.sentences import Number, Sentence, Token, joined, plural


def change(changed: RuleChange) -> Sentence:
    """A field with what it was and what it is now."""
    before, after = (_value(changed.field, value) for value in (changed.before, changed.after))
    return f"{RULES[changed.field].name}: ", *before, ", now ", *after, "."


def effect(step: CauseStep) -> Sentence:
    """What became of the merges."""
    done = step.effect
    if done.first_difference is None:
        if not step.merges:
            return ("No pair is merged, before or after.",)
        return "No merge changes: all ", Number(step.merges), " stay where they are."
    return (
        "The first difference is merge ",
        Number(done.first_difference + 1),
        ". ",
        Number(done.same),
        " merge stays at its step, " if done.same == 1 else " merges stay at their step, ",
        Number(done.moved),
        f" {'moves' if done.moved == 1 else 'move'}, ",
        Number(len(done.gone)),
        f" {'is' if len(done.gone) == 1 else 'are'} gone, ",
        Number(len(done.new)),
        f" {'is' if len(done.new) == 1 else 'are'} new.",
    )


def headline(steps: Sequence[CauseStep]) -> Sentence:
    """In how many steps, and which of them changes the most merges."""
    count = len(steps)
    causes: Sentence = Number(count), f" {plural('cause', count)}"
    if not makes_a_difference(steps):
        none: Sentence = ("there is no pair to merge.",)
        if any(step.merges for step in steps):
            none = "the ", *causes, f" change{'s' if count == 1 else ''} no merge."
        return "This corpus shows no difference: ", *none
    most = max(steps, key=_changed)
    return (
        *causes,
        ". ",
        f"{most.cause.title}: " if count == 1 else f"{most.cause.title} changes the most: ",
        Number(len(most.effect.new)),
        f" {plural('merge', len(most.effect.new))} new, ",
        Number(most.effect.moved),
        " moved, ",
        Number(len(most.effect.gone)),
        " gone.",
    )


def makes_a_difference(steps: Sequence[CauseStep]) -> bool:
    """Whether any cause changes a merge."""
    return any(step.effect.first_difference is not None for step in steps)


def _changed(step: CauseStep) -> int:
    return step.effect.moved + len(step.effect.new) + len(step.effect.gone)


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
