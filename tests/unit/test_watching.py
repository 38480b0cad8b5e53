"""What two trainers do: measured while they run, and the lines that are looked for are there."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import queue_trainer, reference
from bpe_core.studies.watching import (
    FAST,
    SLOW,
    source_of,
    symbols_looked_at,
    watch,
    work_of_merges,
)
from tests.property.strategies import daily, word_counts

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


@pytest.mark.parametrize("marks", [SLOW, FAST], ids=["slow", "fast"])
def test_every_line_that_is_looked_for_is_there_once(marks):
    for function, names in marks.items():
        for piece in names:
            assert sum(piece in line for line in source_of(function)) == 1, piece


def test_hug_pug_pun_counted_by_hand():
    work = work_of_merges(HUG, 7)
    # Before u + g the words have 16 symbols in 11 pairs; hug, pug and hugs have 10 of these symbols.
    assert (work[0].symbols_read, work[0].pairs_recounted, work[0].symbols_visited) == (16, 11, 10)
    # u + n is met behind the stale entry of p + u, and only in pun and bun.
    assert work[1].symbols_visited == 6
    assert [merge.pairs_recounted for merge in work] == [11, 8, 6, 4, 3, 2, 1]


@daily(60)
@given(word_counts(), st.integers(1, 12))
def test_the_slow_trainer_really_does_what_is_said_of_it(words, merges):
    seen = []
    watch(
        lambda: reference.learn(words, merges, choose=lambda tied: tied[0]),
        SLOW,
        lambda each: seen.append((each.name, dict(each.ran))),
    )
    learned, _ = reference.learn(words, merges)
    by_queue, _ = queue_trainer.learn(words, merges)
    if learned != by_queue:  # ties decided otherwise lead elsewhere
        return

    counted = [ran.get("pair", 0) for name, ran in seen if name == "count"][: len(learned)]
    read = [ran.get("place", 0) + ran.get("join", 0) for name, ran in seen if name == "merge"]

    work = work_of_merges(words, merges)
    assert [merge.pairs_recounted for merge in work] == counted
    assert [merge.symbols_read for merge in work] == read


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
