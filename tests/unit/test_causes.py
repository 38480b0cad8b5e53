"""Causes: the differences between two sets of rules, and the effect of each on the merges."""

from dataclasses import fields

import pytest

from bpe_core import EXAMPLES, PROFILES, BPEConfig, Corpus
from bpe_core.progress import Stop
from bpe_core.studies.causes import (
    CAUSES,
    CauseStep,
    Effect,
    RuleChange,
    changing_causes,
    path_between,
    walk_causes,
)
from tests.stops import stop_after_merges

HUG = EXAMPLES["hug_pug_pun"].corpus
PLAIN = BPEConfig()


def walked(
    before: BPEConfig, after: BPEConfig, corpus: Corpus = HUG, *, merges: int | None = None
) -> list[CauseStep]:
    walk = walk_causes(corpus, before, after, merges=merges)
    assert [stepper.known_merges for stepper in walk.steppers[1:]] == [step.merges for step in walk.steps()]
    return walk.steps()


def test_every_field_of_the_rules_belongs_to_one_cause() -> None:
    named = [field for cause in CAUSES.values() for field in cause.fields]
    assert sorted(named) == sorted(field.name for field in fields(BPEConfig))
    assert {name: cause.name for name, cause in CAUSES.items()} == {name: name for name in CAUSES}


def test_a_change_says_what_is_in_force_before_and_after() -> None:
    drawn = BPEConfig(tie_break="random", tie_seed=3, min_frequency=2)
    path = path_between(PLAIN, drawn)
    assert [step.changes for step in path] == [
        (RuleChange("tie_break", "first_seen", "random"), RuleChange("tie_seed", None, 3)),
        (RuleChange("min_frequency", 1, 2),),
    ]
    [step] = path_between(PLAIN, BPEConfig(pre_tokenizer="pattern", pattern="[a-z]+"))
    assert step.changes == (
        RuleChange("pre_tokenizer", "whitespace", "pattern"),
        RuleChange("pattern", None, "[a-z]+"),
    )


def test_a_path_takes_the_causes_in_their_order() -> None:
    minbpe, hugging_face = PROFILES["minbpe_regex"].config, PROFILES["hf_tokenizers"].config
    path = path_between(minbpe, hugging_face)
    assert [step.cause.name for step in path] == ["special_tokens", "pre_tokenization", "alphabet", "ties"]
    assert path[-1].config == hugging_face


def test_a_walk_says_which_cause_moved_which_merges() -> None:
    # Words without spaces in ASCII: neither the cut nor the alphabet does anything. With the marker come
    # un+</w> 16 before h+ug 15, pun</w>, hug</w>, pug</w>, hugs</w> and bun</w>: 11 merges for 7.
    steps = walked(PROFILES["minbpe_regex"].config, PROFILES["textbook"].config)
    assert [step.cause.name for step in steps] == ["pre_tokenization", "alphabet", "boundary"]
    assert [step.merges for step in steps] == [7, 7, 11]
    assert [step.effect for step in steps[:2]] == [Effect(None, same=7, moved=0, gone=(), new=())] * 2
    effect = steps[2].effect
    # u+g and u+n are the same; h+ug, p+ug and hug+s come later.
    assert (effect.first_difference, effect.same, effect.moved) == (2, 2, 3)
    assert effect.gone == (("p", "un"), ("b", "un"))
    assert effect.new[0] == ("un", "</w>")


def test_causes_that_change_something_are_not_told_before_all_is_known() -> None:
    with pytest.raises(Stop):
        changing_causes(HUG, [(PLAIN, BPEConfig(tie_break="last_seen"))], tell=stop_after_merges(1))
    assert [cause.name for cause in changing_causes(HUG, [(PLAIN, BPEConfig(tie_break="last_seen"))])] == [
        "ties"
    ]
