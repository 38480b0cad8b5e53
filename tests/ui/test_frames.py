import pandas as pd

from bpe_ui.stage.text.visible import pair_label
from bpe_ui.visit.drafts.table import TableDraft


def test_a_pair_on_an_axis_is_short_and_plain():
    assert pair_label(("a" * 50, " ")) == "a" * 15 + "… + ␣"


def test_an_edited_table_becomes_entries_and_empty_rows_are_left_out():
    table = pd.DataFrame({"word": ["hug", None, None, "pug"], "count": [10, None, 3, None]})

    assert TableDraft(None, table, table).entries() == [("hug", 10), ("", 3), ("pug", None)]
