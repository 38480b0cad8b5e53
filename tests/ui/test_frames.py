import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import EXAMPLES
from bpe_ui.charts import frames
from bpe_ui.drafts.table import TableDraft
from bpe_ui.share.picture_layout import Chip, group_pairs, word_rows
from bpe_ui.text.visible import pair_label
from tests.ui.examples import stepper_of


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_groups_of_a_word_are_what_the_next_merge_makes_of_it(name):
    stepper = stepper_of(name)
    while not stepper.is_done and stepper.position < 12:
        before = {row.word: row for row in word_rows(stepper, stepper.words)}
        stepper.step()
        after = stepper.splits()

        for word, row in before.items():
            if not row.not_shown:
                assert len(row.groups) == len(after[word])


@given(st.lists(st.sampled_from("ab"), max_size=12))
def test_grouping_loses_no_symbol_and_never_overlaps(symbols):
    chips = [Chip(symbol, None) for symbol in symbols]

    groups = group_pairs(chips, ("a", "a"))

    assert [chip for group in groups for chip in group] == chips
    assert all(len(group) == 1 or [chip.token for chip in group] == ["a", "a"] for group in groups)


def test_symbols_know_the_merge_that_made_them():
    rows = word_rows(stepper := stepper_of(position=3), stepper.words)

    hugs, pug = ([chip for group in row.groups for chip in group] for row in (rows[4], rows[1]))
    assert hugs[0] == Chip("hug", 3, is_new=True)
    assert pug == [Chip("p", None), Chip("ug", 1)]


def test_a_pair_on_an_axis_is_short_and_plain():
    assert pair_label(("a" * 50, " ")) == "a" * 15 + "… + ␣"


def rows_of(frame):
    return frame.to_numpy().tolist()


def test_a_line_has_every_position_of_a_short_training_and_marks_the_present_one():
    training = frames.Charted("On Train", stepper_of(position=None), position=1, length=2)

    frame = frames.line_frame([training], [[113, 93, 77]])

    assert rows_of(frame) == [
        ["On Train", 0, 113, "", False, 0],
        ["On Train", 1, 93, "ug", True, 1],
        ["On Train", 2, 77, "un", False, 2],
    ]


def test_a_long_line_has_few_points_among_them_both_ends_and_the_present_position():
    training = frames.Charted("On Train", stepper_of(), position=7_777, length=10_000)

    frame = frames.line_frame([training], [range(10_001)])

    assert len(frame) <= frames.POINTS_SHOWN + 2
    assert {0, 7_777, 10_000} <= {*frame["merges"]}
    assert frame[frame["here"]]["value"].tolist() == [7_777]


def test_a_tie_is_marked_at_its_merge_and_leads_to_the_position_before_it():
    stepper = stepper_of(position=None)  # p + ug and hug + s are tied before the fifth merge
    trainings = [frames.Charted(name, stepper, 4, length) for name, length in (("all", 7), ("past", 4))]

    assert rows_of(frames.tie_frame(trainings)) == [["all", 5, 5, 2, "pug", 4]]


def test_a_mark_for_several_merges_has_the_most_pairs_tied_at_one_of_them(monkeypatch):
    monkeypatch.setattr(frames, "POINTS_SHOWN", 2)
    training = frames.Charted("On Train", stepper_of(position=None), position=0, length=7)

    assert rows_of(frames.tie_frame([training])) == [["On Train", 5, 7, 2, "", 4]]


def test_the_lengths_of_tokens_are_those_at_the_position_and_the_longest_are_put_together():
    hug = frames.Charted("On Train", stepper_of(position=None), position=3, length=7)
    long = frames.Charted("long", stepper_of({"ab" * 16: 1}, position=None), position=5, length=5)

    assert rows_of(frames.length_frame([hug])) == [  # b g h n p s u, ug un, hug
        ["On Train", "1", 7],
        ["On Train", "2", 2],
        ["On Train", "3", 1],
    ]
    assert rows_of(frames.length_frame([long]))[-1] == ["long", "20+", 1]


def test_an_edited_table_becomes_entries_and_empty_rows_are_left_out():
    table = pd.DataFrame({"word": ["hug", None, None, "pug"], "count": [10, None, 3, None]})

    assert TableDraft(None, table, table).entries() == [("hug", 10), ("", 3), ("pug", None)]
