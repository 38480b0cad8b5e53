"""Predictions: what a pick is worth, and the mistake that leads to it."""

import pytest

from bpe_core import EXAMPLES
from bpe_core.errors import NothingToMergeError, PairNotFoundError
from tests.unit.steppers import hug, stepper_of, told


def test_the_pair_that_the_rule_picks_is_right():
    verdict = hug().view.judge(("u", "g"))
    assert (verdict.kind, verdict.score, verdict.count, verdict.winner) == ("right", 1.0, 20, ("u", "g"))


def test_a_tied_pair_is_half_right_and_the_rule_says_why():
    verdict = hug(4).view.judge(("hug", "s"))
    assert (verdict.kind, verdict.score, verdict.count, verdict.winner_count) == ("tied", 0.5, 5, 5)
    reason = "First seen decides: p + ug is met first, in word 2 (pug); hug + s is met in word 5 (hugs)."
    assert verdict.reason == reason


def test_the_reason_of_a_tie_is_about_the_pick_not_about_the_runner_up():
    stepper = stepper_of({"ab": 2, "cd": 2, "ef": 2})
    assert stepper.view.judge(("e", "f")).reason.endswith("e + f is met in word 3 (ef).")


@pytest.mark.parametrize("pair", [("h", "p"), ("u", "h"), ("zz", "q"), ("h", "ug"), ("", "")])
def test_symbols_that_stand_side_by_side_nowhere_are_not_there(pair):
    verdict = hug().view.judge(pair)
    assert (verdict.kind, verdict.score, verdict.count, verdict.words) == ("not_there", 0.0, 0, 0)
    assert (verdict.winner, verdict.winner_count, verdict.border) == (("u", "g"), 20, None)


@pytest.mark.parametrize(
    ("position", "pair", "border"),
    [
        (0, ("g", "p"), ("hug", "pug")),
        (1, ("ug", "p"), ("hug", "pug")),
        (0, ("s", "b"), ("hugs", "bun")),  # no neighbours: the first words that could meet
    ],
)
def test_two_symbols_that_end_one_word_and_begin_another_cross_a_border(position, pair, border):
    verdict = hug(position).view.judge(pair)
    assert (verdict.kind, verdict.score, verdict.border) == ("crosses_border", 0.0, border)
    assert hug(1).view.judge(("g", "p")).kind == "not_there"


@pytest.mark.parametrize(
    ("counts", "facts"),
    [
        ({"ab": 10, "cd": 1, "cde": 1, "xcd": 1}, {"words": 3, "winner_words": 1, "count": 3}),
        ({"ab": 10, "cdcdcd": 1}, {"words": 1, "winner_words": 1, "occurrences": 3, "winner_occurrences": 1}),
    ],
)
def test_a_pair_in_most_words_or_most_often_in_distinct_words_comes_of_counting_words(counts, facts):
    verdict = stepper_of(counts).view.judge(("c", "d"))
    assert (verdict.kind, verdict.score, verdict.winner_count) == ("counted_words", 0.0, 10)
    assert {name: getattr(verdict, name) for name in facts} == facts


BYTES = {"alphabet": "bytes", "pre_tokenizer": "none"}


@pytest.mark.parametrize(
    ("counts", "rules", "pair", "kind"),
    [
        # Another pair is in more words; the winner is in as many.
        ({"ab": 10, "cd": 1, "cde": 1, "fg": 1, "xfg": 1, "fgy": 1}, {}, ("c", "d"), "other"),
        ({"ab": 10, "abx": 1, "cd": 1, "cde": 1}, {}, ("c", "d"), "other"),
        # Close is up to a tenth less, and the runner-up alone.
        ({"ab": 10, "cd": 9, "ef": 1, "aa": 1}, {}, ("c", "d"), "close"),
        ({"ab": 10, "cd": 8, "ef": 1, "aa": 1}, {}, ("c", "d"), "other"),
        ({"ab": 20, "cd": 19, "ef": 18, "aa": 1}, {}, ("e", "f"), "other"),
        # Of two pairs neither length nor order is evidence.
        ({"cd": 9, "ab": 2}, {}, ("a", "b"), "other"),
        ({"ab": 9, "ccd": 2}, {}, ("c", "d"), "other"),
        # A space is byte 32 but printed as a later character than any letter.
        ({"bc": 9, " z": 2, "ab": 3}, BYTES, ("Ġ", "z"), "alphabetical"),
        ({"bc": 9, " z": 2, "ab": 3}, BYTES, ("a", "b"), "other"),
    ],
)
def test_a_mistake_is_named_where_there_is_evidence_for_it(counts, rules, pair, kind):
    assert stepper_of(counts, **rules).view.judge(pair).kind == kind


@pytest.mark.parametrize(
    ("pair", "kind"), [(("b", "u"), "alphabetical"), (("g", "s"), "other"), (("p", "u"), "other")]
)
def test_where_all_tokens_are_equally_long_the_first_pair_in_character_order_is_named(pair, kind):
    assert hug().view.judge(pair).kind == kind


def test_the_longest_token_is_named_where_the_winners_is_shorter():
    verdict = hug(3).view.judge(("hug", "s"))
    assert (verdict.kind, verdict.length, verdict.winner_length) == ("longest", 4, 3)
    assert (verdict.count, verdict.winner_count) == (5, 12)


def test_a_boundary_marker_adds_nothing_to_a_tokens_length():
    example = EXAMPLES["low_lower"]
    verdict = stepper_of(example.corpus, word_boundary="end_symbol").view.judge(("t", "</w>"))
    assert (verdict.winner, verdict.kind) == (("l", "o"), "other")
    assert (verdict.length, verdict.winner_length) == (1, 2)


def test_a_runner_up_that_falls_short_by_little_is_close():
    # 15 against 16, though it would also make the longest token.
    verdict = hug(1).view.judge(("h", "ug"))
    assert (verdict.kind, verdict.score, verdict.count, verdict.winner_count) == ("close", 0.0, 15, 16)
    assert told(verdict.shares, "word", "contribution") == "hug 10, hugs 5"
    assert told(verdict.winner_shares, "word", "contribution") == "pun 12, bun 4"


def test_a_merge_forced_later_on_does_not_change_who_wins():
    stepper = hug()
    stepper.step(("b", "u"))
    stepper.undo()
    assert stepper.view.judge(("b", "u")).winner == ("u", "g")


def test_there_is_nothing_to_predict_when_training_is_over():
    stepper = hug(None)
    with pytest.raises(NothingToMergeError, match="nothing to predict: no pairs left"):
        stepper.view.judge(("u", "g"))


@pytest.mark.parametrize("pair", ["ug", ("u",), ("u", 1), None])
def test_what_is_no_pair_of_texts_is_refused(pair):
    with pytest.raises(PairNotFoundError, match="must be a pair of texts"):
        hug().view.judge(pair)
