import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import EXAMPLES
from bpe_ui.charts import frames
from bpe_ui.charts.frames import Chip
from bpe_ui.setup.table_draft import TableDraft
from tests.ui.examples import stepper_of


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_groups_of_a_word_are_what_the_next_merge_makes_of_it(name):
    stepper = stepper_of(name)
    while not stepper.is_done and stepper.position < 12:
        before = {row.word: row for row in frames.word_rows(stepper, stepper.words)}
        stepper.step()
        after = stepper.splits()

        for word, row in before.items():
            if not row.not_shown:
                assert len(row.groups) == len(after[word])


@given(st.lists(st.sampled_from("ab"), max_size=12))
def test_grouping_loses_no_symbol_and_never_overlaps(symbols):
    chips = [Chip(symbol, None) for symbol in symbols]

    groups = frames.group_pairs(chips, ("a", "a"))

    assert [chip for group in groups for chip in group] == chips
    assert all(len(group) == 1 or [chip.token for chip in group] == ["a", "a"] for group in groups)


def test_symbols_know_the_merge_that_made_them():
    rows = frames.word_rows(stepper := stepper_of(position=3), stepper.words)

    hugs, pug = ([chip for group in row.groups for chip in group] for row in (rows[4], rows[1]))
    assert hugs[0] == Chip("hug", 3, is_new=True)
    assert pug == [Chip("p", None), Chip("ug", 1)]


def test_the_chart_marks_the_next_pair_and_those_tied_with_it():
    stepper = stepper_of(position=4)

    frame = frames.pair_frame(stepper.pair_counts(), stepper.view.decision())

    assert frame.to_dict("split")["data"] == [
        ["p + ug", 5, 1, "next"],
        ["hug + s", 5, 1, "tied"],
        ["b + un", 4, 1, ""],
    ]


def test_no_row_is_next_when_training_is_over():
    stepper = stepper_of("highest", None)

    frame = frames.pair_frame(stepper.pair_counts(), stepper.view.decision())

    assert {*frame["state"]} == {""}


def test_the_chart_gets_eight_pairs_with_short_plain_labels():
    stepper = stepper_of("fox")

    frame = frames.pair_frame(stepper.pair_counts(limit=50), stepper.view.decision())

    assert list(frame.columns) == ["pair", "count", "words", "state"]
    assert len(frame) == frames.BARS_SHOWN
    assert frame.iloc[0].to_dict() == {"pair": "e + </w>", "count": 33, "words": 6, "state": "next"}
    assert frames.pair_label(("a" * 50, " ")) == "a" * 15 + "… + ␣"


def test_the_lines_keep_both_ends_and_few_points():
    frame = frames.progress_frame(range(10_000, 4_999, -1), 100)

    assert len(frame) <= frames.POINTS_SHOWN + 1
    assert frame.iloc[0].tolist() == [0, 10_000, 100]
    assert frame.iloc[-1].tolist() == [5_000, 5_000, 5_100]


def test_the_lines_of_a_short_training_keep_every_point():
    frame = frames.progress_frame(stepper_of(position=7).history.symbols(7), 7)

    assert frame["symbols"].tolist() == [113, 93, 77, 62, 50, 45, 40, 36]
    assert frame["vocabulary"].tolist() == list(range(7, 15))


def test_an_edited_table_becomes_entries_and_empty_rows_are_left_out():
    table = pd.DataFrame({"word": ["hug", None, None, "pug"], "count": [10, None, 3, None]})

    assert TableDraft(None, table, table).entries() == [("hug", 10), ("", 3), ("pug", None)]
