from dataclasses import replace

import pytest

from bpe_core import EXAMPLES, Corpus
from bpe_ui.training import LOOK_AHEAD_WORDS, Source, start_training

HUG = EXAMPLES["hug_pug_pun"]


def training_of(**rules):
    return start_training(Source.from_example("hug_pug_pun"), replace(HUG.config, **rules))


def large_training():
    words = {
        f"{number:b}".replace("0", "a").replace("1", "b"): 1 for number in range(1, LOOK_AHEAD_WORDS + 2)
    }
    return start_training(Source("text", Corpus.from_word_counts(words)), HUG.config)


def test_a_small_corpus_stands_at_0_with_its_whole_film_known():
    training = training_of()

    assert training.stepper.position == 0
    assert training.stepper.film_length == 7
    assert training.film_is_whole


def test_a_large_corpus_is_not_trained_ahead():
    training = large_training()

    assert training.stepper.film_length == 0
    assert not training.film_is_whole


def test_what_a_page_asks_is_asked_again_after_a_move():
    training = training_of()
    before = training.choice, training.figures, training.pairs, training.shares

    training.merge()

    assert [fact.pair for fact in (before[0], training.choice)] == [("u", "g"), ("u", "n")]
    assert training.figures.position == 1
    assert training.pairs[0].pair == ("u", "n")
    assert training.shares.pair == ("u", "n")


def test_what_a_page_asks_twice_at_a_position_is_worked_out_once():
    training = training_of()

    assert training.choice is training.choice
    assert training.pairs is training.pairs


def test_another_merge_than_the_rules_begins_another_film():
    training = training_of()

    training.merge_instead(("p", "u"))

    assert training.stepper.position == 1
    assert training.stepper.film[0].chosen_by == "user"
    assert training.film_is_whole
    # h + u and u + g then both occur 15 times, and h + u is met first.
    assert [merge.pair for merge in training.stepper.film[:2]] == [("p", "u"), ("h", "u")]


def test_merging_by_the_rule_after_going_back_replaces_a_merge_of_ones_own():
    training = training_of()
    training.merge_instead(("p", "u"))
    training.go_to(0)

    training.merge()

    assert training.stepper.merges[0].pair == ("u", "g")
    assert training.film_is_whole


def test_long_training_is_done_in_slices_that_add_up_to_the_whole():
    training = large_training()
    whole = large_training()
    whole.stepper.run()

    slices = 0
    while not training.run_for(0.0):
        slices += 1

    assert training.stepper.merges == whole.stepper.merges
    assert training.stepper.is_done


def test_a_slice_stops_at_its_target():
    training = large_training()

    assert training.run_for(60.0, 5)
    assert training.stepper.position == 5


def test_a_tokenizer_with_all_merges_leaves_the_position_alone():
    training = training_of()
    training.go_to(2)

    assert len(training.tokenizer(7).merges) == 7
    assert training.stepper.position == 2


@pytest.mark.parametrize(
    ("rules", "furthest"),
    [
        ({}, None),
        ({"max_merges": 3}, 3),
        ({"vocab_size": 9}, 2),
        ({"vocab_size": 5}, 0),
        ({"max_merges": 3, "vocab_size": 9}, 2),
    ],
)
def test_the_furthest_position_follows_from_the_limits(rules, furthest):
    training = training_of(**rules)

    assert training.furthest() == furthest
    assert training.stepper.film_length <= (7 if furthest is None else furthest)
