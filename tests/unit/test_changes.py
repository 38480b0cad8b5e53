"""Changes: what the last merge did to the pair counts, and in which words."""

from bpe_core import BPEConfig
from tests.unit.steppers import hug, stepper_of, told

PLAIN = BPEConfig()


def test_nothing_is_changed_at_the_start() -> None:
    stepper = hug()
    assert stepper.view.changes() == ()
    assert stepper.view.changed_words() == []


def test_all_pairs_that_a_merge_changed_are_told_largest_change_first() -> None:
    stepper = hug(1)
    changes = {change.token: (change.before, change.after, change.kind) for change in stepper.view.changes()}
    assert changes == {
        "ug": (20, 0, "gone"),
        "hu": (15, 0, "gone"),
        "hug": (0, 15, "new"),
        "pu": (17, 12, "fell"),
        "pug": (0, 5, "new"),
        "gs": (5, 0, "gone"),
        "ugs": (0, 5, "new"),
    }
    sizes = [abs(change.after - change.before) for change in stepper.view.changes()]
    assert sizes == [20, 15, 15, 5, 5, 5, 5]


def test_a_change_says_which_words_made_it_and_by_how_much() -> None:
    stepper = hug(1)
    changes = {change.token: change for change in stepper.view.changes()}
    assert [(each.word, each.delta) for each in changes["ug"].words] == [
        ("hug", -10),
        ("pug", -5),
        ("hugs", -5),
    ]
    assert [(each.word, each.delta) for each in changes["hug"].words] == [("hug", 10), ("hugs", 5)]
    assert [(each.word, each.delta) for each in changes["pu"].words] == [("pug", -5)]
    assert changes["ug"].words_total == 3
    assert changes["hug"].ids == (2, 7)


def test_a_change_names_four_words_and_counts_the_others() -> None:
    stepper = stepper_of({"ab": 1, "abc": 3, "xab": 2, "abab": 2, "aby": 2})
    stepper.step()
    merged = stepper.view.changes()[0]
    assert (merged.token, merged.before, merged.words_total) == ("ab", 12, 5)
    assert told(merged.words, "word", "delta") == "abab -4, abc -3, xab -2, aby -2"


def test_a_pair_that_one_word_gives_up_and_others_keep_has_fallen_there_alone() -> None:
    stepper = stepper_of({"aab": 3, "ab": 9, "aac": 1})
    stepper.step()  # a + b
    fell = next(change for change in stepper.view.changes() if change.pair == ("a", "a"))
    assert (fell.before, fell.after, fell.kind) == (4, 1, "fell")
    assert told(fell.words, "word", "delta") == "aab -3"


def test_a_run_that_shortens_without_counting_less_has_not_changed() -> None:
    # "aaab" holds one (a, a) without overlaps; once a + b is merged, "aa ab" still holds one.
    stepper = stepper_of({"aaab": 1, "ab": 5}, count_overlaps=False)
    assert stepper.step().pair == ("a", "b")
    assert ("a", "a") not in {change.pair for change in stepper.view.changes()}
    overlapping = stepper_of({"aaab": 1, "ab": 5})
    overlapping.step()
    fell = next(change for change in overlapping.view.changes() if change.pair == ("a", "a"))
    assert (fell.before, fell.after) == (2, 1)


def test_the_words_that_a_merge_touched_are_those_that_hold_its_token_new() -> None:
    stepper = hug()
    touched = []
    while not stepper.is_done:
        stepper.step()
        touched.append(stepper.view.changed_words())
    assert touched == [[0, 1, 4], [2, 3], [0, 4], [2], [1], [4], [3]]


def test_changes_are_those_of_the_merge_before_the_position_also_in_the_middle_of_a_history() -> None:
    stepper = hug(None)
    stepper.goto(4)
    assert told(stepper.view.changes(), "token", "kind") == "pun gone"
    assert stepper.view.changed_words() == [2]
    stepper.undo()
    assert {change.token for change in stepper.view.changes()} == {"hug", "ugs", "hugs"}
