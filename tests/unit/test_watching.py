"""What two trainers do: measured while they run, and the lines that are looked for are there."""

import sys

import pytest

from bpe_core import reference
from bpe_core.studies.watching import FAST, SLOW, source_of, symbols_looked_at, watch

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


@pytest.mark.parametrize("marks", [SLOW, FAST], ids=["slow", "fast"])
def test_every_line_that_is_looked_for_is_there_once(marks):
    for piece in (*marks.moments, *marks.counted):
        assert sum(piece in line for line in source_of(marks.code)) == 1, piece


def test_what_traced_before_traces_again_afterwards_also_after_an_error():
    def other(frame, event, value):
        return None

    before = sys.gettrace()
    sys.settrace(other)
    try:
        with pytest.raises(ZeroDivisionError):
            watch(lambda: 1 // 0, SLOW, lambda moment: None)
        assert sys.gettrace() is other
    finally:
        sys.settrace(before)


def test_symbols_looked_at_are_those_of_the_words_gone_through():
    looked = []
    watch(lambda: reference.learn(HUG, 1), SLOW, lambda moment: looked.append(symbols_looked_at(moment.ran)))
    assert max(looked) == 16
