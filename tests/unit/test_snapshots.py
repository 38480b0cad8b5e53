"""Snapshots: the state at each position of a window, and words through the whole history."""

import pytest

from bpe_core import TIE_BREAKS, BPEConfig, Corpus
from bpe_core.queries import WordHistory
from tests.unit.steppers import hug, stepper_of, told


@pytest.mark.parametrize(("overlaps", "count", "times"), [(True, 6, 2), (False, 3, 1)])
def test_a_row_says_how_often_a_pair_that_overlaps_itself_would_really_be_merged(overlaps, count, times):
    [snapshot] = stepper_of({"aaa": 3, "bc": 4}, count_overlaps=overlaps).history.snapshots(0, 0)
    rows = {row.token: row for row in snapshot.rows}
    assert (rows["aa"].count, rows["aa"].merged, rows["aa"].shares[0].times) == (count, 3, times)
    assert rows["bc"].merged == 4


def test_facts_and_changes_of_a_branch_that_was_left_are_forgotten():
    # Both branches bring l + m from 3 to 2 by one merge, in other words of the corpus.
    stepper = stepper_of({"lm": 1, "xlm": 1, "lmy": 1})
    for forced, lost, words in ((("x", "l"), "xlm", ["lm", "lmy"]), (("m", "y"), "lmy", ["lm", "xlm"])):
        stepper.goto(0)
        stepper.step(forced)
        [snapshot] = stepper.history.snapshots(1, 1)
        [facts] = [row for row in snapshot.rows if row.token == "lm"]
        [change] = [change for change in snapshot.changes if change.token == "lm"]
        assert [share.word for share in facts.shares] == words
        assert (change.before, change.after, [each.word for each in change.words]) == (3, 2, [lost])


@pytest.mark.parametrize(
    ("rows", "changes"),
    [
        (
            30,
            "hug 0 15 new, pu 17 12 fell, pug 0 5 new, ugs 0 5 new, ug 20 0 gone, hu 15 0 gone, gs 5 0 gone",
        ),
        (2, "hug 0 15 new, ug 20 0 gone"),  # the rows are u + n and h + ug, before them u + g and p + u
    ],
)
def test_a_snapshot_tells_the_changes_of_its_rows_and_what_is_gone_from_the_rows_before(rows, changes):
    start, after_ug = hug(None).history.snapshots(0, 1, rows)
    assert start.changes == ()
    assert told(after_ug.changes, "token", "before", "after", "kind") == changes


def test_where_very_many_pairs_are_tied_no_other_picks_are_worked_out():
    for tied, picks in ((500, len(TIE_BREAKS) - 1), (501, 0)):
        stepper = stepper_of({f"{chr(0x4E00 + number)}x": 1 for number in range(tied)})
        [snapshot] = stepper.history.snapshots(0, 0)
        assert (snapshot.tied, len(snapshot.rule_picks)) == (tied, picks)


def test_where_a_limit_ends_training_the_rows_stay_but_nothing_is_tied_or_next():
    [snapshot] = hug(None, max_merges=4).history.snapshots(4, 4)
    assert told(snapshot.rows, "token") == "pug, hugs, bun"
    assert (snapshot.tied, snapshot.decision, snapshot.rule_picks) == (0, None, ())
    assert snapshot.stop_reason == "merge limit reached"


def test_a_word_history_holds_the_merge_that_removed_each_boundary():
    stepper = hug(None, special_tokens=("[CLS]", "[SEP]"))
    stepper.goto(0)
    assert stepper.history.word_histories(["pun", "hugs"]) == [
        WordHistory(index=2, word="pun", count=12, length=3, ids=(6, 8, 5), merged_at=(3, 1)),
        WordHistory(index=4, word="hugs", count=5, length=4, ids=(4, 8, 3, 7), merged_at=(2, 0, 5)),
    ]
    stepper = hug(word_boundary="end_symbol")
    stepper.step(("u", "g"))
    [word_history] = stepper.history.word_histories(["hug"])
    assert [stepper.base_symbols[symbol] for symbol in word_history.ids] == ["h", "u", "g", "</w>"]
    assert word_history.merged_at == (None, 0, None)  # the others stand at the end of the history


def test_the_same_rules_start_again_without_forced_merges_and_count_no_word_again(monkeypatch):
    stepper = hug()
    stepper.step(("b", "u"))
    stepper.goto(3)
    monkeypatch.setattr(Corpus, "count_words", None)
    by_rule = stepper.with_rules(BPEConfig())
    by_rule.run(3)
    assert told(by_rule.merges, "token") == "ug, un, hug"
    assert (by_rule.words[4].word, by_rule.corpus) == ("hugs", stepper.corpus)
    assert stepper.merges[0].token == "bu"
    assert by_rule.view.statistics().symbols_saved > stepper.view.statistics().symbols_saved
