"""Changes: what the last merge did to the pair counts, and in which words."""

from tests.unit.steppers import hug, stepper_of, told


def test_nothing_is_changed_at_the_start():
    view = hug().view
    assert (view.changes(), view.changed_words()) == ((), [])


def test_all_pairs_that_a_merge_changed_are_told_largest_change_first():
    stepper = hug(1)
    changes = told(stepper.view.changes(), "token", "before", "after", "kind")
    assert changes == (
        "ug 20 0 gone, hu 15 0 gone, hug 0 15 new, gs 5 0 gone, pu 17 12 fell, pug 0 5 new, ugs 0 5 new"
    )


def test_a_change_says_which_words_made_it_and_by_how_much():
    stepper = hug(1)
    changes = {change.token: change for change in stepper.view.changes()}
    assert told(changes["ug"].words, "word", "delta") == "hug -10, pug -5, hugs -5"
    assert told(changes["hug"].words, "word", "delta") == "hug 10, hugs 5"
    assert told(changes["pu"].words, "word", "delta") == "pug -5"
    assert (changes["ug"].words_total, changes["hug"].ids) == (3, (2, 7))


def test_a_change_names_four_words_and_counts_the_others():
    stepper = stepper_of({"ab": 1, "abc": 3, "xab": 2, "abab": 2, "aby": 2}, 1)
    merged = stepper.view.changes()[0]
    assert (merged.token, merged.before, merged.words_total) == ("ab", 12, 5)
    assert told(merged.words, "word", "delta") == "abab -4, abc -3, xab -2, aby -2"


def test_a_pair_that_one_word_gives_up_and_others_keep_has_fallen_there_alone():
    stepper = stepper_of({"aab": 3, "ab": 9, "aac": 1}, 1)  # a + b
    fell = next(change for change in stepper.view.changes() if change.pair == ("a", "a"))
    assert (fell.before, fell.after, fell.kind) == (4, 1, "fell")
    assert told(fell.words, "word", "delta") == "aab -3"


def test_a_run_that_shortens_without_counting_less_has_not_changed():
    # "aaab" holds one (a, a) without overlaps; once a + b is merged, "aa ab" still holds one.
    stepper = stepper_of({"aaab": 1, "ab": 5}, count_overlaps=False)
    assert stepper.step().pair == ("a", "b")
    assert ("a", "a") not in {change.pair for change in stepper.view.changes()}
    overlapping = stepper_of({"aaab": 1, "ab": 5}, 1)
    fell = next(change for change in overlapping.view.changes() if change.pair == ("a", "a"))
    assert (fell.before, fell.after) == (2, 1)


def test_the_words_that_a_merge_touched_are_those_that_hold_its_token_new():
    stepper = hug()
    touched = []
    while not stepper.is_done:
        stepper.step()
        touched.append(stepper.view.changed_words())
    assert touched == [[0, 1, 4], [2, 3], [0, 4], [2], [1], [4], [3]]


def test_changes_are_those_of_the_merge_before_the_position_also_in_the_middle_of_a_history():
    stepper = hug(None)
    stepper.goto(4)
    assert told(stepper.view.changes(), "token", "kind") == "pun gone"
    assert stepper.view.changed_words() == [2]
    stepper.undo()
    assert {change.token for change in stepper.view.changes()} == {"hug", "ugs", "hugs"}
