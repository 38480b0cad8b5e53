import pytest

from bpe_core import EXAMPLES, Corpus
from bpe_core.errors import NothingToMergeError
from bpe_ui import verdicts
from bpe_ui.predicting import Predicting
from bpe_ui.sentences import plain_text
from bpe_ui.training import Source, start_training

HUG = EXAMPLES["hug_pug_pun"]


@pytest.fixture
def training():
    return start_training(Source.from_example("hug_pug_pun"), HUG.config)


@pytest.fixture
def predicting():
    return Predicting(on=True)


def go(training, predicting, position):
    training.step_to(position)
    predicting.moved_to(position)


def test_right_answers_make_a_streak_that_a_wrong_one_ends(training, predicting):
    for position, pair in enumerate([("u", "g"), ("u", "n"), ("p", "un")]):
        go(training, predicting, position)
        predicting.commit(training, pair)

    assert (predicting.score, predicting.asked) == (2.0, 3)
    assert (predicting.streak, predicting.best_streak) == (0, 2)


def test_a_tied_pair_is_half_right_and_neither_adds_to_a_streak_nor_ends_it(training, predicting):
    predicting.commit(training, ("u", "g"))
    go(training, predicting, 4)

    predicting.commit(training, ("hug", "s"))

    assert (predicting.score, predicting.asked, predicting.streak) == (1.5, 2, 1)
    assert predicting.verdict.kind == "tied"


def test_a_position_counts_once(training, predicting):
    predicting.commit(training, ("b", "u"))
    go(training, predicting, 1)
    go(training, predicting, 0)

    predicting.commit(training, ("u", "g"))

    assert (predicting.score, predicting.asked) == (0.0, 1)
    assert predicting.verdict.kind == "right"


@pytest.mark.parametrize("give_up", [Predicting.reveal, Predicting.skip])
def test_what_was_revealed_or_skipped_is_not_scored_afterwards(training, predicting, give_up):
    give_up(predicting, training)
    predicting.commit(training, ("u", "g"))

    assert (predicting.score, predicting.asked, predicting.streak) == (0.0, 0, 0)


def test_an_answer_is_open_at_its_position_alone(training, predicting):
    predicting.reveal(training)
    assert (predicting.revealed, predicting.verdict) == (0, None)

    go(training, predicting, 1)

    assert predicting.revealed is None


def test_what_was_settled_before_a_merge_of_ones_own_stays_settled(training, predicting):
    predicting.commit(training, ("u", "g"))
    go(training, predicting, 2)
    film = training.film
    training.merge_instead(("p", "un"))
    predicting.film_changed(film, training.film, 2)
    go(training, predicting, 0)

    predicting.commit(training, ("u", "g"))

    assert predicting.asked == 1


def test_the_score_stays_when_predict_mode_is_left(training, predicting):
    predicting.commit(training, ("u", "g"))

    predicting.turn(False)
    predicting.turn(True)

    assert (predicting.score, predicting.revealed) == (1.0, None)


def test_there_is_nothing_to_predict_at_the_end(training, predicting):
    training.step_to(7)

    with pytest.raises(NothingToMergeError):
        predicting.commit(training, ("u", "g"))

    assert (predicting.asked, predicting.revealed) == (0, None)


def test_a_new_count_is_asked_for_the_pair_that_changes_most(training, predicting):
    predicting.counts = True
    go(training, predicting, 1)
    predicting.commit(training, ("u", "n"))

    # u + n makes p + un (12) and b + un (4); nothing falls.
    question = predicting.question
    assert (question.pair, question.before, question.after, question.given) == (("p", "un"), 0, 12, None)
    predicting.give_count(11)
    predicting.give_count(12)  # the first answer stands
    assert predicting.question.given == 11


def test_no_count_is_asked_where_the_merge_leaves_no_such_pair(training, predicting):
    predicting.counts = True
    go(training, predicting, 3)

    predicting.commit(training, ("p", "un"))  # makes pun a whole word

    assert predicting.question is None


@pytest.mark.parametrize(
    ("position", "pick", "sentence"),
    [
        (0, ("u", "g"), "Right: u + g is next; it occurs 20 times."),
        (
            4,
            ("hug", "s"),
            "Half right: hug + s occurs 5 times, and so does p + ug, which the tie rule takes.",
        ),
        (0, ("h", "p"), "h + p do not stand side by side inside any word now. u + g is next, with 20."),
        (
            0,
            ("g", "p"),
            "g + p meet only across the border of hug and pug; pairs are counted inside words."
            " u + g is next, with 20.",
        ),
        (
            0,
            ("b", "u"),
            "b + u is the first in character order, but frequency decides: it occurs 4 times, u + g 20.",
        ),
        (0, ("p", "u"), "p + u occurs 17 times. u + g is next, with 20."),
    ],
)
def test_the_feedback_names_the_mistake_with_its_numbers(training, predicting, position, pick, sentence):
    go(training, predicting, position)
    predicting.commit(training, pick)

    assert plain_text(verdicts.of_prediction(predicting.verdict)) == sentence


@pytest.mark.parametrize(
    ("words", "pick", "sentence"),
    [
        # a + b is in three words, c + d in one that occurs ten times.
        (
            {"ab": 1, "abx": 1, "aby": 1, "cd": 10},
            ("a", "b"),
            "a + b stands in 3 different words, c + d in 1."
            " But every word counts as often as the text has it: 10 against 3.",
        ),
        # a + b is in one word, but three times; c + d once in each of two.
        (
            {"abxabyab": 1, "cd": 10},
            ("a", "b"),
            "a + b occurs 3 times if every word is taken once, c + d 1."
            " But every word counts as often as the text has it: 10 against 3.",
        ),
    ],
)
def test_counting_words_instead_of_occurrences_is_recognized(predicting, words, pick, sentence):
    training = start_training(Source("text", Corpus.from_word_counts(words)), HUG.config)

    predicting.commit(training, pick)

    assert predicting.verdict.kind == "counted_words"
    assert plain_text(verdicts.of_prediction(predicting.verdict)) == sentence


def test_taking_the_longest_is_recognized(predicting):
    # a + b (5) comes first; then d + e (4) is next, and ab + c (3) would make the longest token.
    words = {"abc": 3, "de": 4, "ab": 2}
    training = start_training(Source("text", Corpus.from_word_counts(words)), HUG.config)
    training.step_to(1)

    predicting.commit(training, ("ab", "c"))

    assert plain_text(verdicts.of_prediction(predicting.verdict)) == (
        "ab + c makes the longest token, but length does not count: it occurs 3 times, d + e 4."
    )


@pytest.mark.parametrize(
    ("before", "after", "given", "sentence"),
    [
        (17, 12, 12, "Right: p + u then occurs 12 times, 5 fewer than before."),
        (17, 12, 17, "Not quite: p + u then occurs 12 times, 5 fewer than before; you said 17."),
        (0, 1, 2, "Not quite: p + u then occurs 1 time; you said 2."),
    ],
)
def test_the_count_that_was_given_is_judged(before, after, given, sentence):
    assert plain_text(verdicts.count_answer(("p", "u"), before, after, given)) == sentence
