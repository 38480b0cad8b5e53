"""The columns side by side: the browser gets what the core says, and its requests are checked."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import EXAMPLES, BPEConfig, Corpus
from bpe_ui.frame.address.state import AddressState
from bpe_ui.pages.compare.columns import sentences as columns_sentences
from bpe_ui.pages.compare.columns.component import LISTENER
from bpe_ui.pages.compare.columns.message import (
    Columns,
    ColumnsOnScreen,
    columns_around,
)
from bpe_ui.pages.compare.settings.state import Compare
from bpe_ui.stage.component import COLUMNS_JS
from bpe_ui.stage.text.sentences import plain_text
from bpe_ui.visit.training.training import Source, start_training
from bpe_ui.visit.visit import Visit
from tests.property.strategies import json_values
from tests.ui.comparisons import compared
from tests.ui.stage import plain_texts

HUG = EXAMPLES["hug_pug_pun"]
TIES = ("first_seen", "smallest_ids", "smallest_pair", "greatest_pair")
TEXTS = Path(__file__).parents[1] / "golden/texts"


def english():
    return Corpus.from_text((TEXTS / "english.txt").read_text(encoding="utf-8"))


def drawn(comparison, position=0):
    """The window around a position, as the browser gets it."""
    data = columns_around(comparison, position)
    data = json.loads(json.dumps(data, allow_nan=False))
    return {**data, "plain": plain_texts(data)}


def cells_of(data, rank):
    """For each column the pair and its class at a rank, or None where the column has ended."""
    [row] = [row for row in data["rows"] if row["rank"] == rank]
    return [
        cell and (data["plain"][cell[0]], data["plain"][cell[1]], cell[4], cell[7], cell[8])
        for cell in row["cells"]
    ]


# ---- rows


def test_a_column_that_has_ended_has_no_cell_and_says_why_and_whether_no_pair_is_left():
    data = drawn(compared({"A": replace(HUG.config, max_merges=5), "B": HUG.config}))
    assert cells_of(data, 5) == [None, ("hug", "s", 5, "only_here", None)]
    ends = [(column["merges"], column["stop"], column["over"]) for column in data["columns"]]
    assert ends == [(5, "merge limit reached", False), (7, "no pairs left", True)]

    configs = {"A": HUG.config, "B": replace(HUG.config, min_frequency=16)}
    for limits, over in (({}, [True, True]), ({"merges": 5}, [False, True])):
        assert [column["over"] for column in drawn(compared(configs, **limits))["columns"]] == over


# ---- sentences


def said(comparison, rank):
    [row] = comparison.rows(rank, rank + 1)
    return tuple(map(plain_text, columns_sentences.step(row, comparison)))


def test_a_step_says_who_takes_what_and_where_the_first_difference_is():
    comparison = compared(TIES)

    assert said(comparison, 0) == (
        "Merge 1: all columns take u + g, which occurs 20 times.",
        "The first difference comes at merge 5.",
    )
    assert said(comparison, 4) == (
        "Merge 5: the first difference.",
        "first_seen, smallest_ids and greatest_pair take p + ug; smallest_pair takes hug + s.",
    )
    assert said(comparison, 6) == (
        "Merge 7: all columns take b + un, which occurs 4 times.",
        "Here all columns make the same merge again.",
    )


# ---- what the browser is told


def new_visit(comparison, config=HUG.config, corpus=HUG.corpus):
    visit = Visit(start_training(Source("word_counts", corpus), config))
    visit.state(ColumnsOnScreen).columns = Columns(comparison)
    return visit


@pytest.fixture
def visit():
    return new_visit(compared(TIES))


# ---- what the browser asks for


def act(visit, do, **fields):
    columns = visit.state(ColumnsOnScreen).columns
    LISTENER.hear_action(
        visit, {"name": do, "history_id": columns.history_id, "position": columns.position, **fields}
    )


def test_train_goes_on_with_a_columns_rules_beyond_the_comparison_which_is_not_moved():
    comparison = compared(TIES, merges=5)
    visit = new_visit(comparison)

    act(visit, "train", position=4, column=2)

    training = visit.training
    assert training.config == BPEConfig(tie_break="smallest_pair")
    assert [training.stepper.history[rank].token for rank in range(4, 7)] == ["hugs", "pug", "bun"]
    assert (training.stepper.position, training.stepper.known_merges) == (4, 7)
    assert visit.notice == "Opened from Compare after 4 merges: smallest_pair."
    assert (visit.state(AddressState).wanted_page, visit.task) == ("train", None)
    assert {(stepper.position, stepper.known_merges) for stepper in comparison.steppers} == {(5, 5)}


def test_train_gets_the_source_of_the_corpus_that_was_compared(visit):
    source = visit.training.source
    act(visit, "train", column=0)
    assert visit.training.source is source

    other = new_visit(compared(TIES, Corpus.from_text("ab ab")))
    act(other, "train", column=0)
    assert other.training.source.corpus == Corpus.from_text("ab ab")


FIELDS = ["position", "to", "column", "jump", "history_id", "name"]
VISIT = new_visit(compared(TIES))


@given(st.sampled_from([*LISTENER.here]), st.dictionaries(st.sampled_from(FIELDS), json_values), json_values)
def test_nothing_that_the_browser_sends_raises_or_leaves_the_columns_undrawable(do, fields, anything):
    history = VISIT.state(ColumnsOnScreen).columns.history_id
    LISTENER.hear_action(VISIT, {"name": do, "history_id": history, **fields})
    LISTENER.hear_place(VISIT, {"history_id": history, **fields})
    LISTENER.hear_action(VISIT, anything)
    LISTENER.hear_place(VISIT, anything)

    message = json.loads(VISIT.state(ColumnsOnScreen).columns.message()["json"])
    assert message["first"] <= VISIT.state(Compare).position <= message["last"]


# ---- the front end


def test_the_columns_ask_only_for_what_is_known():
    asked = set(re.findall(r"""\.ask(?:Once)?\("(\w+)\"""", COLUMNS_JS))
    assert asked - {"leave_present"} == set(LISTENER.here)  # they have no button for that
