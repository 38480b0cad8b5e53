"""Predictions: what a pick is worth, and the mistake that leads to it."""

import pytest

from tests.unit.steppers import hug, stepper_of


def test_a_tied_pair_is_half_right_and_the_rule_says_why():
    verdict = hug(4).view.judge(("hug", "s"))
    assert (verdict.kind, verdict.score, verdict.pick.count, verdict.winner.count) == ("tied", 0.5, 5, 5)
    reason = "First seen decides: p + ug is met first, in word 2 (pug); hug + s is met in word 5 (hugs)."
    assert verdict.reason == reason
    # The reason is about the pick, which need not be the runner-up.
    reason = stepper_of({"ab": 2, "cd": 2, "ef": 2}).view.judge(("e", "f")).reason
    assert reason.endswith("e + f is met in word 3 (ef).")


BYTES = {"alphabet": "bytes", "pre_tokenizer": "none"}
HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


@pytest.mark.parametrize(
    ("counts", "rules", "pair", "kind"),
    [
        # Another pair is in more words; the winner is in as many.
        ({"ab": 10, "cd": 1, "cde": 1, "fg": 1, "xfg": 1, "fgy": 1}, {}, "cd", "other"),
        ({"ab": 10, "abx": 1, "cd": 1, "cde": 1}, {}, "cd", "second"),
        # Close is up to a tenth less, and the runner-up alone.
        ({"ab": 10, "cd": 9, "ef": 1, "aa": 1}, {}, "cd", "close"),
        ({"ab": 10, "cd": 8, "ef": 1, "aa": 1}, {}, "cd", "second"),
        ({"ab": 20, "cd": 19, "ef": 18, "aa": 1}, {}, "ef", "other"),
        # Of two pairs neither length nor order is evidence.
        ({"cd": 9, "ab": 2}, {}, "ab", "other"),
        ({"ab": 9, "ccd": 2}, {}, "cd", "other"),
        # A space is byte 32 but printed as a later character than any letter.
        ({"bc": 9, " z": 2, "ab": 3}, BYTES, "Ġz", "alphabetical"),
        ({"bc": 9, " z": 2, "ab": 3}, BYTES, "ab", "second"),
        # All tokens are equally long: only the first in character order is named.
        (HUG, {}, "bu", "alphabetical"),
        (HUG, {}, "gs", "other"),
        (HUG, {}, "pu", "second"),
    ],
)
def test_a_mistake_is_named_where_there_is_evidence_for_it(counts, rules, pair, kind):
    assert stepper_of(counts, **rules).view.judge(tuple(pair)).kind == kind


def test_the_longest_token_is_named_where_the_winners_is_shorter():
    assert hug(3).view.judge(("hug", "s")).kind == "longest"  # 4 characters, and 3 of pun


def test_a_pair_that_was_ahead_before_the_last_merge_was_not_counted_again():
    # p + u occurred 17 times, more than u + n with 16; u + g took the u of pug.
    verdict = hug(1).view.judge(("p", "u"))
    assert (verdict.kind, verdict.before, verdict.pick.count, verdict.score) == ("not_updated", 17, 12, 0.0)
    assert hug(0).view.judge(("p", "u")).before == 0  # at the start nothing was merged
