import pytest

from bpe_ui.stage.text import verdicts
from bpe_ui.stage.text.sentences import plain_text
from bpe_ui.visit.training.predicting import Predicting
from tests.ui.examples import training_of


@pytest.fixture
def training():
    return training_of()


@pytest.fixture
def predicting():
    return Predicting(on=True)


def go(training, predicting, position):
    training.step_to(position)
    predicting.moved_to(position)


def test_right_answers_score_and_wrong_ones_do_not(training, predicting):
    for position, pair in enumerate([("u", "g"), ("u", "n"), ("p", "un")]):
        go(training, predicting, position)
        predicting.commit(training, pair)

    assert (predicting.score, predicting.asked) == (2.0, 3)


def test_a_tied_pair_is_half_right(training, predicting):
    predicting.commit(training, ("u", "g"))
    go(training, predicting, 4)

    predicting.commit(training, ("hug", "s"))

    assert (predicting.score, predicting.asked) == (1.5, 2)
    assert predicting.verdict.kind == "tied"


def test_a_position_counts_once_and_a_later_answer_is_marked_as_counted_already(training, predicting):
    predicting.commit(training, ("b", "u"))
    assert not predicting.counted_before
    go(training, predicting, 1)
    go(training, predicting, 0)

    predicting.commit(training, ("u", "g"))

    assert (predicting.score, predicting.asked) == (0.0, 1)
    assert predicting.verdict.kind == "right"
    assert predicting.counted_before
    go(training, predicting, 1)
    assert not predicting.counted_before


@pytest.mark.parametrize("give_up", [Predicting.reveal, Predicting.skip])
def test_what_was_revealed_or_skipped_is_not_scored_afterwards(training, predicting, give_up):
    give_up(predicting, training)
    predicting.commit(training, ("u", "g"))

    assert (predicting.score, predicting.asked) == (0.0, 0)


def test_an_answer_is_open_at_its_position_alone(training, predicting):
    predicting.reveal(training)
    assert (predicting.revealed, predicting.verdict) == (0, None)

    go(training, predicting, 1)

    assert predicting.revealed is None


def test_what_was_settled_before_a_merge_of_ones_own_stays_settled(training, predicting):
    predicting.commit(training, ("u", "g"))
    go(training, predicting, 2)
    history = training.history_id
    training.merge_instead(("p", "un"))
    predicting.history_changed(history, training.history_id, 2)
    go(training, predicting, 0)

    predicting.commit(training, ("u", "g"))

    assert predicting.asked == 1


@pytest.mark.parametrize(
    ("position", "pick", "sentence", "beneath"),
    [
        (0, ("u", "g"), "Right: u + g is next; it occurs 20 times.", "u + g: hug 10 + pug 5 + hugs 5."),
        (
            4,
            ("hug", "s"),
            "Half right: hug + s and p + ug both occur 5 times; the rules take p + ug.",
            "First seen decides: p + ug is met first, in word 2 (pug); hug + s is met in word 5 (hugs).",
        ),
        (
            0,
            ("h", "p"),
            "Not this one: h + p are not next to each other in any word now.",
            "u + g occurs 20 times, hug 10 + pug 5 + hugs 5.",
        ),
        (
            0,
            ("g", "p"),
            "Not this one: g + p meet only at the border between hug and pug;"
            " pairs are counted inside words.",
            "u + g occurs 20 times, hug 10 + pug 5 + hugs 5.",
        ),
        (
            0,
            ("b", "u"),
            "Not this one: b + u is first in character order, but the count decides first:"
            " it occurs 4 times, u + g 20.",
            "b + u: bun 4. u + g: hug 10 + pug 5 + hugs 5.",
        ),
        (
            0,
            ("p", "u"),
            "Not this one: p + u is second, with 17; u + g occurs 20 times.",
            "p + u: pun 12 + pug 5. u + g: hug 10 + pug 5 + hugs 5.",
        ),
        (
            1,
            ("h", "ug"),
            "Not this one, but close: h + ug occurs 15 times, u + n 16.",
            "h + ug: hug 10 + hugs 5. u + n: pun 12 + bun 4.",
        ),
    ],
)
def test_the_feedback_names_the_mistake_with_its_numbers_above_the_sums_that_decide(
    training, predicting, position, pick, sentence, beneath
):
    go(training, predicting, position)
    predicting.commit(training, pick)

    assert plain_text(verdicts.of_prediction(predicting.verdict)) == sentence
    assert plain_text(verdicts.beneath(predicting.verdict)) == beneath


def test_the_summary_counts_right_ones_and_ties(training, predicting):
    assert verdicts.summary(0, 0, 0) == ()
    for position, pair in [(0, ("u", "g")), (1, ("h", "ug")), (4, ("hug", "s"))]:
        go(training, predicting, position)
        predicting.commit(training, pair)

    said = plain_text(verdicts.summary(predicting.asked, predicting.right, predicting.tied))
    assert said == "You predicted 1 of 3 merges, and 1 tie half right."
