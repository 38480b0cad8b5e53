import pytest

from bpe_core.queries import HistoryView
from bpe_ui.visit.training import training as training_module
from bpe_ui.visit.training.training import LOOK_AHEAD_WORDS, Cost
from bpe_ui.visit.training.window import MARGIN, SNAPSHOTS_AHEAD
from tests.ui.examples import stepper_of, training_of


def large_training():
    numbers = (f"{number:b}" for number in range(1, LOOK_AHEAD_WORDS + 2))
    return training_of(dict.fromkeys(numbers, 1))


def test_a_small_corpus_is_known_to_its_end_and_a_large_one_is_not_trained_ahead():
    small, large = training_of(), large_training()

    assert (small.stepper.position, small.stepper.known_merges, small.history_is_whole) == (0, 7, True)
    assert (large.stepper.position, large.stepper.known_merges, large.history_is_whole) == (0, 0, False)


@pytest.fixture
def calls(monkeypatch):
    """Which positions the core is asked about, call by call."""
    calls, ask = [], HistoryView.snapshots

    def snapshots(history, first, last, rows):
        calls.append((first, last))
        return ask(history, first, last, rows=rows)

    monkeypatch.setattr(HistoryView, "snapshots", snapshots)
    return calls


def test_the_window_of_a_small_history_is_all_of_it():
    window = training_of().window()

    assert [snapshot.position for snapshot in window.snapshots] == [*range(window.first, window.last + 1)]
    assert (window.first, window.last) == (0, 7)


def test_the_window_of_a_large_corpus_is_trained_as_far_as_it_reaches_and_moves_no_more_than_it_must(calls):
    training = large_training()
    before = training.window()
    assert (before.first, before.last, training.stepper.position) == (0, SNAPSHOTS_AHEAD, 0)
    calls.clear()

    training.step_to(SNAPSHOTS_AHEAD - MARGIN)
    assert training.window() is before
    assert calls == []

    training.step_to(SNAPSHOTS_AHEAD - MARGIN + 1)
    after = training.window()

    assert (after.first, after.last) == (21, SNAPSHOTS_AHEAD - MARGIN + 1 + SNAPSHOTS_AHEAD)
    assert calls == [(SNAPSHOTS_AHEAD + 1, after.last)]
    assert after.snapshots[0] is before.snapshots[21]


def test_a_snapshot_is_what_the_core_says_of_its_position():
    training = training_of(position=2)

    assert training.snapshot == training.stepper.history.snapshots(2, 2)[0]
    assert training.snapshot.decision.pair == ("h", "ug")
    assert training.stepper.position == 2


def test_a_jump_is_counted_and_a_step_of_the_stage_is_not():
    training = training_of()

    training.step_to(3)
    assert training.jump == 0
    training.go_to(1)
    training.merge_instead(("p", "u"))
    training.run_for(60.0)

    assert training.jump == 3


def test_another_merge_than_the_rules_begins_another_history():
    training = training_of()
    history = training.history_id
    training.window()
    training.go_to(7)
    training.step_to(0)
    assert training.history_id == history  # moving is no other one

    training.merge_instead(("p", "u"))

    assert training.history_id != history
    assert training.stepper.position == 1
    assert training.stepper.history[0].chosen_by == "user"
    assert training.history_is_whole
    # h + u and u + g then both occur 15 times, and h + u is met first.
    assert [merge.pair for merge in training.stepper.history[:2]] == [("p", "u"), ("h", "u")]
    assert training.window().snapshots[1].decision.pair == ("h", "u")


def test_the_rules_own_pick_replaces_a_merge_of_ones_own_and_is_the_rules():
    training = training_of()
    training.merge_instead(("p", "u"))
    training.go_to(0)
    history = training.history_id

    training.merge_instead(("u", "g"))

    [merge] = training.stepper.merges
    assert training.history_id != history
    assert (merge.pair, merge.chosen_by) == (("u", "g"), "rule")
    assert training.history_is_whole


def test_the_cost_is_told_at_every_position_after_a_choice():
    training = training_of()
    training.step_to(7)
    assert training.cost() is None
    training.step_to(0)
    training.merge_instead(("p", "u"))

    # p + u saves 17 symbols, u + g would have saved 20; then h + u saves 15, u + n would have saved 16.
    assert training.cost() == Cost(17, 20)
    training.step_to(2)
    assert training.cost() == Cost(32, 36)
    training.step_to(0)
    assert training.cost() is None


def test_long_training_is_done_in_slices_that_add_up_to_the_whole_and_stop_at_their_target(monkeypatch):
    monkeypatch.setattr(training_module, "LOOK_AHEAD_WORDS", 0)
    monkeypatch.setattr("bpe_core.stepper._PROGRESS_SECONDS", 0.0)
    words = {f"{number:b}": 1 for number in range(1, 300)}
    training, whole = training_of(words), stepper_of(words, None)
    assert training.run_for(60.0, 5)
    assert training.stepper.position == 5

    slices = 0
    while not training.run_for(0.0):
        slices += 1

    assert slices > 2
    assert training.stepper.merges == whole.merges
    assert training.stepper.is_done


@pytest.mark.parametrize(
    ("rules", "furthest"),
    [
        ({}, None),
        ({"max_merges": 3}, 3),
        ({"vocab_size": 9}, 2),
        ({"vocab_size": 5}, 0),
        ({"max_merges": 3, "vocab_size": 9}, 2),
    ],
)
def test_the_furthest_position_follows_from_the_limits(rules, furthest):
    training = training_of(**rules)

    assert training.furthest() == furthest
    assert training.stepper.known_merges <= (7 if furthest is None else furthest)


def test_following_the_rule_forgets_the_own_merges_ahead_and_stays_in_place():
    training = training_of()
    training.merge_instead(("p", "u"))
    training.go_to(0)
    history, jump = training.history_id, training.jump

    assert training.follow_the_rule().pair == ("p", "u")

    assert training.stepper.position == 0
    assert training.stepper.history == training_of().stepper.history
    assert training.history_id != history
    assert training.jump == jump + 1
    assert training.follow_the_rule() is None
    # Merges already made stay.
    training.merge_instead(("p", "u"))
    assert training.follow_the_rule() is None
    assert training.stepper.history[0].chosen_by == "user"
