import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import EXAMPLES
from bpe_ui.frame.share.picture_layout import Chip, group_pairs, word_rows
from bpe_ui.stage.text.visible import pair_label
from bpe_ui.visit.drafts.table import TableDraft
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


def test_an_edited_table_becomes_entries_and_empty_rows_are_left_out():
    table = pd.DataFrame({"word": ["hug", None, None, "pug"], "count": [10, None, 3, None]})

    assert TableDraft(None, table, table).entries() == [("hug", 10), ("", 3), ("pug", None)]
