"""Causes: what lies between two sets of rules, and what each of them does to the merges."""

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from bpe_core import EXAMPLES, PROFILES, BPEConfig, Corpus
from bpe_core.errors import ComparisonError
from bpe_core.studies.causes import CAUSES, CauseWalk, Change, causes_between, path_between

HUG = EXAMPLES["hug_pug_pun"].corpus
PLAIN = BPEConfig()


def between(before: str, after: str) -> list[str]:
    return [cause.name for cause in causes_between(PROFILES[before].config, PROFILES[after].config)]


def test_every_field_of_the_rules_belongs_to_one_cause() -> None:
    named = [field for cause in CAUSES.values() for field in cause.fields]
    assert sorted(named) == sorted(field.name for field in fields(BPEConfig))
    assert {name: cause.name for name, cause in CAUSES.items()} == {name: name for name in CAUSES}


@pytest.mark.parametrize(
    ("before", "after", "causes"),
    [
        ("minbpe_regex", "hf_tokenizers", ["special_tokens", "pre_tokenization", "alphabet", "ties"]),
        ("minbpe_regex", "rustbpe", ["ties"]),
        ("minbpe_basic", "minbpe_regex", ["pre_tokenization"]),
        ("textbook", "textbook_lowercase", ["normalization"]),
        ("textbook", "subword_nmt", ["pre_tokenization", "boundary", "ties", "minimum_frequency"]),
        ("rustbpe", "hf_byte_level", ["pre_tokenization", "alphabet"]),
        ("hf_byte_level", "cs336", ["special_tokens", "ties"]),
        ("cs336", "cs336", []),
    ],
)
def test_the_causes_between_two_libraries_are_those_of_their_rules(
    before: str, after: str, causes: list[str]
) -> None:
    assert between(before, after) == causes
    assert between(after, before) == causes


@pytest.mark.parametrize(
    "changes",
    [
        {"tie_seed": 7},
        {"boundary_marker": "_"},
        {"unk_token": "<unk>", "fuse_unk": True},
        {"min_frequency": 1},
    ],
)
def test_a_field_without_a_say_is_no_cause(changes: dict[str, Any]) -> None:
    assert causes_between(PLAIN, replace(PLAIN, **changes)) == ()


def test_the_usual_marker_is_the_same_whether_or_not_it_is_named() -> None:
    usual = BPEConfig(word_boundary="end_suffix")
    assert causes_between(usual, replace(usual, boundary_marker="</w>")) == ()
    [cause] = causes_between(usual, replace(usual, boundary_marker="_"))
    assert cause.name == "boundary"


def test_a_change_says_what_is_in_force_before_and_after() -> None:
    drawn = BPEConfig(tie_break="random", tie_seed=3, min_frequency=2)
    path = path_between(PLAIN, drawn)
    assert [step.changes for step in path] == [
        (Change("tie_break", "first_seen", "random"), Change("tie_seed", None, 3)),
        (Change("min_frequency", 1, 2),),
    ]
    [step] = path_between(PLAIN, BPEConfig(pre_tokenizer="pattern", pattern="[a-z]+"))
    assert step.changes == (
        Change("pre_tokenizer", "whitespace", "pattern"),
        Change("pattern", None, "[a-z]+"),
    )


def test_a_path_takes_the_causes_in_the_order_wanted() -> None:
    minbpe, hugging_face = PROFILES["minbpe_regex"].config, PROFILES["hf_tokenizers"].config
    usual = path_between(minbpe, hugging_face)
    assert [step.cause.name for step in usual] == ["special_tokens", "pre_tokenization", "alphabet", "ties"]
    other = path_between(minbpe, hugging_face, ["ties", "boundary", "alphabet"])
    assert [step.cause.name for step in other] == ["ties", "alphabet", "special_tokens", "pre_tokenization"]
    assert usual[-1].config == other[-1].config == hugging_face
    assert other[0].config == replace(minbpe, tie_break="smallest_ids")


@pytest.mark.parametrize("order", [["tie"], ["ties", "ties"], [None]])
def test_an_order_of_what_is_no_cause_is_refused(order: list[str]) -> None:
    with pytest.raises(ComparisonError, match=r"allowed are 'normalization'|at most once"):
        path_between(PLAIN, BPEConfig(tie_break="random"), order)


def test_a_walk_says_which_cause_moved_which_merges() -> None:
    # Words without spaces in ASCII: neither the cut nor the alphabet does anything. With the marker come
    # un+</w> 16 before h+ug 15, pun</w>, hug</w>, pug</w>, hugs</w> and bun</w>: 11 merges for 7.
    walk = CauseWalk(HUG, PROFILES["minbpe_regex"].config, PROFILES["textbook"].config)
    assert walk.advance(60)
    cut, alphabet, boundary = walk.steps()
    for step in (cut, alphabet):
        assert (step.effect.first_difference, step.effect.same, step.merges) == (None, 7, 7)
        assert (step.effect.gone, step.effect.new, step.effect.moved) == ((), (), 0)
    assert (boundary.effect.first_difference, boundary.merges) == (2, 11)
    assert boundary.effect.gone == (("p", "un"), ("b", "un"))
    assert boundary.effect.same == 2  # u+g and u+n; h+ug, p+ug and hug+s come later
    assert boundary.effect.moved == 3
    assert boundary.effect.new[0] == ("un", "</w>")
    assert [stepper.known_merges for stepper in walk.steppers] == [7, 7, 7, 11]


def test_ties_alone_move_the_two_merges_that_are_tied() -> None:
    walk = CauseWalk(HUG, PLAIN, BPEConfig(tie_break="smallest_pair"))
    walk.advance(60)
    [step] = walk.steps()
    assert (step.effect.first_difference, step.effect.same, step.effect.moved) == (4, 5, 2)
    walk = CauseWalk(HUG, PLAIN, BPEConfig(tie_break="smallest_pair"), merges=5)
    walk.advance(60)
    [step] = walk.steps()
    assert (step.effect.gone, step.effect.new) == ((("p", "ug"),), (("hug", "s"),))


def test_the_alphabet_moves_no_merge_of_plain_letters_and_spaces() -> None:
    spaced = BPEConfig(pre_tokenizer="gpt2")
    walk = CauseWalk(Corpus.from_text("the cat the hat the mat"), spaced, replace(spaced, alphabet="bytes"))
    walk.advance(60)
    [step] = walk.steps()
    assert (step.cause.name, step.effect.first_difference) == ("alphabet", None)
    assert step.effect.same == step.merges > 5


def test_with_a_number_of_merges_the_stop_rule_is_no_cause() -> None:
    end = BPEConfig(tie_break="last_seen", vocab_size=9)
    assert [step.cause.name for step in CauseWalk(HUG, PLAIN, end).path] == ["ties", "stop_rule"]
    walk = CauseWalk(HUG, PLAIN, end, merges=3)
    assert [step.cause.name for step in walk.path] == ["ties"]
    assert walk.advance(60)
    assert [step.merges for step in walk.steps()] == [3]
    assert CauseWalk(HUG, PLAIN, end, merges=np.int64(3)).path == walk.path  # type: ignore[arg-type]


def test_a_walk_between_rules_that_do_the_same_is_refused() -> None:
    with pytest.raises(ComparisonError, match="do the same"):
        CauseWalk(HUG, PLAIN, replace(PLAIN, tie_seed=5))
    with pytest.raises(ComparisonError, match="do the same"):
        CauseWalk(HUG, PLAIN, replace(PLAIN, max_merges=2), merges=5)
    with pytest.raises(ComparisonError, match="must be an integer >= 1, got"):
        CauseWalk(HUG, PLAIN, BPEConfig(tie_break="random"), merges=0)


def test_before_the_work_is_done_a_walk_tells_of_what_all_have_made() -> None:
    walk = CauseWalk(EXAMPLES["fox"].corpus, PLAIN, BPEConfig(tie_break="random"))
    assert walk.steps() == []
    lengths = []
    while not walk.advance(0):
        lengths += [step.merges for step in walk.steps()]
    assert lengths == sorted(lengths)
    assert walk.steps()[0].merges == walk.steppers[1].known_merges
    assert walk.is_done
    assert walk.progress.share == 1.0


def test_a_corpus_that_rules_on_the_way_leave_nothing_of_is_named_with_the_cause() -> None:
    walk = CauseWalk(Corpus.from_text("123"), PLAIN, BPEConfig(pre_tokenizer="pattern", pattern="[a-z]+"))
    with pytest.raises(ComparisonError, match=r"^After pre-tokenization: The corpus has no words"):
        walk.advance(60)
