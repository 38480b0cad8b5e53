import pytest

from bpe_core.errors import PairNotFoundError
from bpe_ui.stage.text import headline
from bpe_ui.stage.text.sentences import (
    announcement,
    next_announcement,
    next_merge,
    overlap,
    plain_text,
    subtitle,
    the_end,
    your_merge,
)
from tests.ui.examples import stepper_of
from tests.unit.steppers import hug


def snapshot_of(stepper):
    [snapshot] = stepper.history.snapshots(stepper.position, stepper.position)
    return snapshot


def big_sentence(stepper):
    snapshot = snapshot_of(stepper)
    return plain_text(next_merge(snapshot.decision, snapshot.rows[0], stepper.config.tie_break))


def small_sentence(stepper):
    return plain_text(subtitle(stepper.view.decision(), stepper.merges[-1] if stepper.position else None))


def end_sentence(stepper):
    statistics = stepper.view.statistics()
    config = stepper.config
    return plain_text(
        the_end(stepper.stop_reason, statistics.position, statistics.vocabulary_size, config.min_frequency)
    )


def test_a_pair_that_is_not_merged_for_its_length_is_named_where_it_would_be_next():
    def said(position):
        stepper = hug(position, max_token_length=2)
        return plain_text(headline.subtitle(snapshot_of(stepper), None, None, stepper.config))

    assert "not merged" not in said(1)  # u + n occurs more often
    assert said(2).startswith("h + ug (15) is not merged: longer than 2. ")
    with pytest.raises(PairNotFoundError, match="makes a token of more than 2 base symbols"):
        hug(2, max_token_length=2).step(("h", "ug"))


@pytest.mark.parametrize(
    ("position", "big", "small"),
    [
        (
            0,
            "u + g is next: it occurs 20 times, hug 10 + pug 5 + hugs 5.",
            "Each step merges the pair that occurs most often into one symbol, everywhere."
            " Runner-up: p + u with 17, 3 fewer.",
        ),
        (
            2,
            "h + ug is next: it occurs 15 times, hug 10 + hugs 5.",
            "Runner-up: p + un with 12, 3 fewer. Last merge: u + n became un; it occurred 16 times.",
        ),
        (
            4,
            "A tie: p + ug and hug + s both occur 5 times. The tie rule “first seen” takes p + ug.",
            "Last merge: p + un became pun; it occurred 12 times.",
        ),
        (
            6,
            "b + un is next: it occurs 4 times, all in bun.",
            "No other pair is left. Last merge: hug + s became hugs; it occurred 5 times.",
        ),
    ],
)
def test_the_sentences_of_hug_pug_pun_give_the_numbers_that_decide(position, big, small):
    stepper = stepper_of(position=position)

    assert big_sentence(stepper) == big
    assert small_sentence(stepper) == small


def test_a_sum_adds_up_with_what_the_words_that_it_does_not_name_add():
    said = big_sentence(stepper_of({"ab": 5, "abc": 4, "abd": 3, "abab": 2, "abe": 1}))

    assert said.endswith("occurs 17 times, ab 5 + abc 4 + abab 2 × 2 + 4 in 2 more words.")


def test_another_tie_rule_takes_the_other_pair_in_the_sentence():
    stepper = stepper_of(position=4, tie_break="smallest_pair")

    expected = "A tie: hug + s and p + ug both occur 5 times. The tie rule “smallest pair” takes hug + s."
    assert big_sentence(stepper) == expected


def test_a_merge_of_ones_own_is_named_as_such():
    stepper = stepper_of()
    stepper.step(("p", "u"))

    assert small_sentence(stepper).endswith("p + u became pu; it occurred 17 times. The choice was yours.")


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({}, "The end: every word is one symbol, so no pairs are left."),
        ({"max_merges": 3}, "The end: the rules allow 3 merges, and all are made."),
        ({"max_merges": 1}, "The end: the rules allow 1 merge, and all are made."),
        ({"vocab_size": 9}, "The end: the vocabulary has the 9 tokens that the rules allow."),
        (
            {"min_frequency": 6},
            "The end: no pair is left that occurs at least 6 times, the minimum frequency of the rules.",
        ),
    ],
)
def test_the_end_says_in_plain_words_why_training_stops(rules, expected):
    assert end_sentence(stepper_of(position=None, **rules)) == expected


def test_a_choice_of_ones_own_that_comes_again_names_the_rules_pick_and_the_way_back_to_it():
    stepper = stepper_of()
    merge = stepper.step(("p", "u"))
    stepper.undo()

    expected = "Your choice p + u is next; it occurs 17 times. The rules take u + g, 20."
    assert plain_text(your_merge(merge, stepper.view.decision())) == expected
    assert plain_text(subtitle(stepper.view.decision(), None, merge)) == (
        "Merge goes on with it; pick u + g to follow the rules instead."
    )
    assert (
        plain_text(next_announcement(stepper.view.decision(), (), merge))
        == "Next: p + u, your choice, 17 times."
    )


def test_the_last_merge_tells_both_numbers_where_occurrences_overlap():
    # Each of the two words "aaaa" holds three a + a, of which two can be merged.
    assert small_sentence(stepper_of({"aaaa": 2}, 1)).endswith(
        "a + a became aa; found 6 times, merged 4 times, because the occurrences overlap."
    )


def test_an_overlap_is_told_with_both_numbers_and_a_word():
    # a + a stands twice in each of the three words "aaa", and each word merges it once.
    assert plain_text(overlap(snapshot_of(stepper_of({"aaa": 3, "bc": 4})).rows[0])) == (
        "a + a is counted 6 times but merged only 3 times. In aaa two of them overlap:"
        " they share a symbol, which can be merged only once."
    )
    assert overlap(snapshot_of(stepper_of()).rows[0]) == ()


def test_a_screen_reader_hears_the_last_merge_and_the_next_one():
    stepper = stepper_of(position=4)
    assert plain_text(announcement(None)) == "The start: no merge has been made."

    assert plain_text(announcement(stepper.merges[-1])) == "Merge 4: p + un became pun; it occurred 12 times."
    assert (
        plain_text(next_announcement(stepper.view.decision(), ()))
        == "Next: p + ug, 5 times, tied with 1 other."
    )
    assert next_announcement(None, ("The end.",)) == ("The end.",)
