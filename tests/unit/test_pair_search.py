"""Pair search: which pairs a text is found in, and in which order."""

import pytest

from tests.unit.steppers import hug, stepper_of


def found(stepper, text, limit: int = 10):
    return ["+".join(row.pair) for row in stepper.view.find_pairs(text, limit)]


def test_a_pair_comes_before_its_symbols_and_these_before_longer_tokens():
    stepper = stepper_of({"aba": 2, "xabab": 5, "aab": 9}, 1)
    assert stepper.merges[0].token == "ab"
    # Nothing is the pair a + b any more; "ab" is a symbol of all these, the most frequent first, then by id.
    assert found(stepper, "ab") == ["a+ab", "x+ab", "ab+ab", "ab+a"]
    assert found(stepper, "a+ab")[0] == found(stepper, "aab")[0] == "a+ab"
    assert found(stepper, "ba") == ["ab+ab", "ab+a"]
    assert found(stepper, "a") == ["a+ab", "ab+a", "x+ab", "ab+ab"]
    stepper.undo()
    assert found(stepper, "ab")[0] == "a+b"


@pytest.mark.parametrize("text", ["", "hugs and pugs and many other animals" * 1_000, "\ud800"])
def test_what_is_in_no_pair_is_not_found(text):
    assert found(hug(), text) == found(hug(alphabet="bytes"), text) == []


def test_symbols_that_hold_a_plus_or_a_space_are_no_obstacle():
    stepper = stepper_of({"a +": 3, "++": 2}, pre_tokenizer="none")
    assert found(stepper, "+ + +")[0] == "+++"
    assert found(stepper, "  +")[0] == " ++"
