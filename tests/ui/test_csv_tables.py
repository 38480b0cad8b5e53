"""Exported files: their content, and that they can be read back; that none is a formula is a property."""

import csv
import io
import re

from hypothesis import given
from hypothesis import strategies as st

from bpe_ui.frame.share import csv_tables
from tests.ui.examples import stepper_of


def rows_of(file):
    return list(csv.reader(io.StringIO(file.decode(), newline="")))


def text_of(cell):
    """The way back, as docs/formats.md says it."""
    return re.sub(r"""((?:\A|[,;\t\r\n])[" ]*)'""", r"\1", cell)


def test_the_history_has_every_merge_up_to_the_position():
    assert csv_tables.history_csv(stepper_of(position=5)).decode().splitlines() == [
        "number,left,right,token,id,count,tied_with,chosen_by",
        "1,u,g,ug,7,20,0,rule",
        "2,u,n,un,8,16,0,rule",
        "3,h,ug,hug,9,15,0,rule",
        "4,p,un,pun,10,12,0,rule",
        "5,p,ug,pug,11,5,1,rule",
    ]


def test_the_history_marks_merges_chosen_by_hand():
    stepper = stepper_of()
    stepper.step(("p", "u"))

    assert rows_of(csv_tables.history_csv(stepper))[1] == ["1", "p", "u", "pu", "7", "17", "0", "user"]


def test_the_pair_table_has_every_pair_with_its_words():
    assert csv_tables.pairs_csv(stepper_of(position=4)).decode().splitlines() == [
        "left,right,token,count,words,share",
        "p,ug,pug,5,1,0.357143",  # of 14 pairs
        "hug,s,hugs,5,1,0.357143",
        "b,un,bun,4,1,0.285714",
    ]
    assert (
        len(rows_of(csv_tables.pairs_csv(stepper_of("fox"))))
        == 1 + stepper_of("fox").view.statistics().distinct_pairs
    )


def test_the_vocabulary_is_in_id_order():
    assert rows_of(csv_tables.vocabulary_csv(stepper_of(position=1))) == [
        ["id", "token"],
        *([str(token_id), token] for token_id, token in enumerate(["b", "g", "h", "n", "p", "s", "u", "ug"])),
    ]


@given(
    st.text(
        st.characters(exclude_categories=["Cs"]) | st.sampled_from(",;='\" \t\n＝"), min_size=1, max_size=12
    )
)
def test_every_token_can_be_read_back_from_a_table(word):
    stepper = stepper_of({word: 2, f"={word}": 1}, None)

    assert [text_of(row[1]) for row in rows_of(csv_tables.vocabulary_csv(stepper))[1:]] == list(
        stepper.view.vocabulary()
    )
    merges = [(text_of(row[1]), text_of(row[2])) for row in rows_of(csv_tables.history_csv(stepper))[1:]]
    assert merges == [merge.pair for merge in stepper.merges]
