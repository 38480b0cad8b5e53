"""Snapshots: the state at each position of a window, and words through the whole history."""

import pytest

from bpe_core import TIE_BREAKS, BPEConfig, Corpus
from tests.unit.steppers import hug, stepper_of, told


def test_facts_changes_and_ties_of_a_branch_that_was_left_are_forgotten():
    # Both branches bring l + m from 3 to 2 by one merge, in other words of the corpus; a + b is met between.
    stepper = stepper_of({"xlm": 1, "ab": 2, "lm": 1, "lmy": 1})
    for forced, lost, words, tied in (
        (("x", "l"), "xlm", ["lm", "lmy"], (("a", "b"), ("l", "m"))),
        (("m", "y"), "lmy", ["xlm", "lm"], (("l", "m"), ("a", "b"))),
    ):
        stepper.goto(0)
        stepper.step(forced)
        [snapshot] = stepper.history.snapshots(1, 1)
        [facts] = [row for row in snapshot.rows if row.token == "lm"]
        [change] = [change for change in snapshot.changes if change.token == "lm"]
        assert ([share.word for share in facts.shares], stepper.tied_pairs()) == (words, tied)
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
