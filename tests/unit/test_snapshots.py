"""Snapshots: what there is to see at each position of a window, and words through the whole history."""

from dataclasses import replace

import pytest

from bpe_core import EXAMPLES, TIE_BREAKS, BPEConfig, BPEStepper, Corpus
from bpe_core.errors import ConfigError, CorpusError, PositionError
from tests.unit.steppers import hug, stepper_of, told

PLAIN = BPEConfig()


def test_the_rows_of_a_snapshot_say_where_each_count_comes_from() -> None:
    [snapshot] = hug(None).history.snapshots(0, 0)
    expected = "ug 20 3, pu 17 2, un 16 2, hu 15 2, gs 5 1, bu 4 1"
    assert told(snapshot.rows, "token", "count", "words") == expected
    shares = snapshot.rows[1].shares
    assert told(shares, "word", "word_count", "times") == "pun 12 1, pug 5 1"
    assert snapshot.rows[0].ids == (6, 1)  # b g h n p s u


def test_a_row_names_the_four_words_that_add_most_and_counts_the_others() -> None:
    stepper = stepper_of({"ab": 1, "abc": 3, "xab": 2, "abab": 2, "aby": 2})
    [snapshot] = stepper.history.snapshots(0, 0, rows=1)
    assert told(snapshot.rows, "token", "count", "words") == "ab 12 5"
    assert [(share.word, share.contribution) for share in snapshot.rows[0].shares] == [
        ("abab", 4),
        ("abc", 3),
        ("xab", 2),
        ("aby", 2),
    ]


@pytest.mark.parametrize(("overlaps", "count", "times"), [(True, 6, 2), (False, 3, 1)])
def test_a_row_says_how_often_a_pair_that_overlaps_itself_would_really_be_merged(
    overlaps: bool, count: int, times: int
) -> None:
    [snapshot] = stepper_of({"aaa": 3, "bc": 4}, count_overlaps=overlaps).history.snapshots(0, 0)
    facts = next(row for row in snapshot.rows if row.pair == ("a", "a"))
    assert (facts.count, facts.merged, facts.shares[0].times) == (count, 3, times)
    assert next(row for row in snapshot.rows if row.pair == ("b", "c")).merged == 4


def test_a_window_shows_the_histories_positions_and_leaves_the_stepper_where_it_is() -> None:
    stepper = hug(None)
    stepper.goto(2)
    snapshots = stepper.history.snapshots(0, 7, rows=2)
    assert stepper.position == 2
    assert [snapshot.position for snapshot in snapshots] == list(range(8))
    decided = [snapshot.decision.token for snapshot in snapshots if snapshot.decision]
    assert decided == ["ug", "un", "hug", "pun", "pug", "hugs", "bun"]
    assert [snapshot.tied for snapshot in snapshots] == [1, 1, 1, 1, 2, 1, 1, 0]
    assert [snapshot.statistics.ties for snapshot in snapshots] == [0, 0, 0, 0, 0, 1, 1, 1]
    assert [snapshot.statistics.symbols for snapshot in snapshots] == [113, 93, 77, 62, 50, 45, 40, 36]
    assert [snapshot.stop_reason for snapshot in snapshots] == [None] * 7 + ["no pairs left"]


def test_facts_and_changes_of_a_branch_that_was_left_are_forgotten() -> None:
    # Both branches bring l + m from 3 to 2 by one merge, in other words of the corpus.
    stepper = stepper_of({"lm": 1, "xlm": 1, "lmy": 1})
    for forced, lost, words in ((("x", "l"), "xlm", ["lm", "lmy"]), (("m", "y"), "lmy", ["lm", "xlm"])):
        stepper.goto(0)
        stepper.step(forced)
        [snapshot] = stepper.history.snapshots(1, 1)
        facts = next(row for row in snapshot.rows if row.pair == ("l", "m"))
        change = next(change for change in snapshot.changes if change.pair == ("l", "m"))
        assert [share.word for share in facts.shares] == words
        assert (change.before, change.after, [each.word for each in change.words]) == (3, 2, [lost])


@pytest.mark.parametrize(
    ("rule", "counts", "branches"),
    [
        (
            "first_seen",  # l + m at 2 stands in words 1 and 3, then in words 3 and 4
            {"xlm": 1, "qr": 2, "lm": 1, "lmy": 1},
            {("m", "y"): ["lm", "qr"], ("x", "l"): ["qr", "lm"]},
        ),
        (
            "smallest_pair",  # the first new token is "ac", then "ny"
            {"acz": 1, "nyz": 1, "mo": 1},
            {("a", "c"): ["acz", "mo", "ny", "yz"], ("n", "y"): ["ac", "cz", "mo", "nyz"]},
        ),
    ],
)
def test_the_order_in_a_branch_that_was_left_is_forgotten(
    rule: str, counts: dict[str, int], branches: dict[tuple[str, str], list[str]]
) -> None:
    stepper = stepper_of(counts, tie_break=rule)
    for forced, tokens in branches.items():
        stepper.goto(0)
        stepper.step(forced)
        [snapshot] = stepper.history.snapshots(1, 1, rows=len(tokens))
        assert [row.token for row in snapshot.rows] == tokens


def test_a_snapshot_tells_the_changes_of_its_rows_and_what_is_gone_from_the_rows_before() -> None:
    start, after_ug = hug(None).history.snapshots(0, 1)
    assert start.changes == ()
    expected = (
        "hug 0 15 new, pu 17 12 fell, pug 0 5 new, ugs 0 5 new, ug 20 0 gone, hu 15 0 gone, gs 5 0 gone"
    )
    assert told(after_ug.changes, "token", "before", "after", "kind") == expected


def test_what_is_gone_from_below_the_rows_is_not_told() -> None:
    [after_ug] = hug(None).history.snapshots(1, 1, rows=2)  # rows: u + n and h + ug; before: u + g and p + u
    assert told(after_ug.changes, "token", "kind") == "hug new, ug gone"


def test_a_snapshot_tells_of_sixty_changes_at_most() -> None:
    letters = [chr(code) for code in range(ord("А"), ord("А") + 70)]
    stepper = stepper_of({f"ab{letter}": 1 for letter in letters}, None)
    [snapshot] = stepper.history.snapshots(1, 1, rows=100)
    assert len(snapshot.rows) == 70
    assert [change.pair for change in snapshot.changes] == [row.pair for row in snapshot.rows[:60]]


def test_in_a_tie_a_snapshot_says_what_every_other_rule_would_take() -> None:
    [snapshot] = hug(None).history.snapshots(4, 4)
    picks = {pick.rule: "+".join(pick.pair) for pick in snapshot.rule_picks}
    drawn = hug(4, tie_break="random")
    assert picks == {
        "last_seen": "hug+s",
        "smallest_ids": "p+ug",
        "smallest_pair": "hug+s",
        "greatest_pair": "p+ug",
        "shortest_token": "p+ug",
        "longest_token": "hug+s",
        "random": "+".join(drawn.next_pair() or ()),
    }


@pytest.mark.parametrize("rule", TIE_BREAKS)
def test_the_pick_of_a_rule_is_what_training_by_it_begins_with(rule: str) -> None:
    example = EXAMPLES["highest"]  # begins with a five-way tie
    other = "first_seen" if rule != "first_seen" else "last_seen"
    picks = BPEStepper(example.corpus, replace(example.config, tie_break=other)).view.rule_picks()
    by_rule = BPEStepper(example.corpus, replace(example.config, tie_break=rule))
    assert {pick.rule: pick.pair for pick in picks}[rule] == by_rule.next_pair()


def test_where_very_many_pairs_are_tied_no_other_picks_are_worked_out() -> None:
    letters = [chr(code) for code in range(0x4E00, 0x4E00 + 501)]
    stepper = stepper_of({f"{letter}x": 1 for letter in letters})
    [snapshot] = stepper.history.snapshots(0, 0)
    assert (snapshot.tied, snapshot.rule_picks, stepper.view.rule_picks()) == (501, (), ())
    fewer = stepper_of({f"{letter}x": 1 for letter in letters[1:]})
    assert len(fewer.view.rule_picks()) == len(TIE_BREAKS) - 1


def test_where_a_limit_ends_training_the_rows_stay_but_nothing_is_tied_or_next() -> None:
    [snapshot] = hug(None, max_merges=4).history.snapshots(4, 4)
    assert [row.token for row in snapshot.rows] == ["pug", "hugs", "bun"]
    assert (snapshot.tied, snapshot.decision, snapshot.rule_picks) == (0, None, ())
    assert snapshot.stop_reason == "merge limit reached"


def test_after_a_merge_forced_below_the_minimum_the_snapshot_before_it_is_still_an_end() -> None:
    stepper = hug(None, min_frequency=6)
    assert stepper.position == 4
    stepper.step(("b", "un"))
    before, after = stepper.history.snapshots(4, 5)
    assert (before.stop_reason, after.stop_reason) == ("below the minimum frequency",) * 2
    assert [change.token for change in after.changes] == ["bun"]


def test_a_position_with_fewer_frequent_pairs_than_the_end_of_the_window_still_shows_all_its_rows() -> None:
    # Merging a + b splits x + a (12) and b + y (12) into four pairs of 6; before, five pairs reach 6.
    counts = {"xab": 6, "aby": 6, "ab": 8, "xac": 6, "zby": 6, "qr": 2}
    stepper = stepper_of(counts, 1)
    before, after = stepper.history.snapshots(0, 1, rows=6)
    assert told(before.rows, "token", "count") == "ab 20, xa 12, by 12, ac 6, zb 6, qr 2"
    assert {row.count for row in after.rows} == {6}


@pytest.mark.parametrize(("first", "last"), [(2, 1), (0, 8), (-1, 3), (0.5, 3), ("0", 3), (True, 3)])
def test_snapshots_outside_of_the_history_are_refused(first: int, last: int) -> None:
    with pytest.raises(PositionError):
        hug(None).history.snapshots(first, last)


def test_rows_that_are_no_number_are_refused_and_none_may_be_wanted() -> None:
    stepper = hug(None)
    with pytest.raises(ConfigError, match="`rows` must be an integer >= 0, got -1"):
        stepper.history.snapshots(0, 1, rows=-1)
    assert stepper.history.snapshots(0, 1, rows=0)[1].rows == ()


def test_a_word_history_holds_the_merge_that_removed_each_boundary() -> None:
    stepper = hug(None, special_tokens=("[CLS]", "[SEP]"))
    stepper.goto(0)
    pun, hugs = stepper.history.word_histories(["pun", "hugs"])
    assert (pun.index, pun.word, pun.count, pun.ids, pun.merged_at) == (2, "pun", 12, (6, 8, 5), (3, 1))
    assert (hugs.index, hugs.ids, hugs.merged_at) == (4, (4, 8, 3, 7), (2, 0, 5))


def test_a_boundary_that_stands_at_the_histories_end_has_no_merge() -> None:
    stepper = hug(word_boundary="end_symbol")
    stepper.step(("u", "g"))
    [word_history] = stepper.history.word_histories(["hug"])
    assert [stepper.base_symbols[symbol] for symbol in word_history.ids] == ["h", "u", "g", "</w>"]
    assert word_history.merged_at == (None, 0, None)


@pytest.mark.parametrize("words", [["hug", "mug"], "hug", None, [1]])
def test_only_words_of_the_corpus_have_history(words: list[str]) -> None:
    with pytest.raises(CorpusError):
        hug(None).history.word_histories(words)


def test_the_same_rules_on_the_same_words_start_again_without_forced_merges_and_count_no_word_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stepper = hug()
    stepper.step(("b", "u"))
    stepper.goto(3)
    monkeypatch.setattr(Corpus, "count_words", None)
    by_rule = stepper.with_rules(PLAIN)
    by_rule.run(3)
    assert [merge.token for merge in by_rule.merges] == ["ug", "un", "hug"]
    assert (by_rule.words[4].word, by_rule.corpus) == ("hugs", stepper.corpus)
    assert stepper.merges[0].token == "bu"
    assert by_rule.view.statistics().symbols_saved > stepper.view.statistics().symbols_saved
