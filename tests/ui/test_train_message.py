"""The data of the stage as values: the browser gets what the core says, complete and only once."""

import json
import random

from bpe_ui.visit.messages import message
from bpe_ui.visit.messages.message import StageState
from bpe_ui.visit.training.predicting import Predicting
from bpe_ui.visit.training.window import SNAPSHOTS_AHEAD, SNAPSHOTS_BACK
from bpe_ui.visit.training.words_view import WordsView
from tests.ui.examples import training_of
from tests.ui.stage import named, plain_texts, said


def data_of(training, **view):
    view = {"words": WordsView(), "predicting": Predicting(), **view}
    drawing = message.drawing_of(training, training.window())
    # As the browser gets it.
    data = json.loads(json.dumps(message.message(training, drawing, StageState(**view)), allow_nan=False))
    return {**data, "plain": plain_texts(data)}


def test_a_table_that_leaves_pairs_out_says_so():
    letters = "abcdefghijklmnopqrstuvwxyzäöüßé"

    assert data_of(training_of({letters[:-1]: 1}))["table_limit"] == ""  # 29 pairs
    assert data_of(training_of({letters: 1}))["table_limit"] == ""
    assert data_of(training_of({letters + "!": 1}))["table_limit"].startswith("The table shows the 30 ")


def test_words_name_the_characters_that_they_lost():
    words = {"hug": 3, "quiz": 1, "zq": 1, "x": 1}
    data = data_of(training_of(words, limit_alphabet=3))

    assert said(data, data["words"]["left_out"]) == "4 characters are left out: q, z, i and x."
    assert [(len(word["ids"]), said(data, word["note"])) for word in data["words"]["items"]] == [
        *((3, ""), (1, "without q, i and z"), (0, "without z and q"), (0, "without x"))
    ]


def test_hug_pug_pun_at_its_tie():
    data = data_of(training_of(position=4))
    snapshot = data["snapshots"][4]

    assert (data["first"], data["last"], data["known"], data["whole"]) == (0, 7, 7, True)
    assert snapshot["tied"] == 2
    assert said(data, snapshot["sentence"]) == (
        "A tie: p + ug and hug + s both occur 5 times. The tie rule “first seen” takes p + ug."
    )
    assert said(data, snapshot["reason"]) == (
        "First seen decides: p + ug is met first, in word 2 (pug); hug + s is met in word 5 (hugs)."
    )
    plain = data["plain"]
    picks = {rule: f"{plain[left]} + {plain[right]}" for rule, left, right, *_ in snapshot["picks"]}
    assert (picks["Smallest pair"], picks["Greatest pair"]) == ("hug + s", "p + ug")
    assert data["snapshots"][2]["statistics"] == [
        ["Vocabulary", "9", ""],
        ["Symbols in the corpus", "77", "down from 113 (1.47× compression)"],
        ["Distinct pairs", "5", ""],
        ["Ties (=) decided", "0", ""],
    ]
    assert snapshot["announcement"] == "Merge 4: p + un became pun; it occurred 12 times."
    assert snapshot["next"] == "Next: p + ug, 5 times, tied with 1 other."
    assert (snapshot["overlap"], snapshot["stop"]) == ([], None)


def test_a_pair_explains_its_count():
    data = data_of(training_of())
    pair = named(data, "pair", data["pairs"][data["snapshots"][0]["rows"][0]])

    assert pair["ids"] == [6, 1]
    assert [data["plain"][text] for text in pair["texts"]] == ["u", "g", "ug"]
    assert (pair["times"], pair["merged"]) == (20, 20)
    assert [(data["plain"][word], added) for word, added in pair["sum"]] == [
        ("hug", "10"),
        ("pug", "5"),
        ("hugs", "5"),
    ]


def test_the_pair_table_has_the_columns_of_the_core_with_the_wholes_of_their_shares():
    data = data_of(training_of())
    [share] = [each for each in data["columns"] if each["kind"] == "share"]
    at = data["columns"].index(share)

    # 113 symbols in 36 words are 77 pairs; u + g is 20 of them, and once it is merged there are 57.
    assert share["title"] == "Share of all pairs"
    assert [snapshot["wholes"][at] for snapshot in data["snapshots"][:2]] == [77, 57]
    assert named(data, "pair", data["pairs"][data["snapshots"][0]["rows"][0]])["cells"][at] == 20


def test_the_history_says_what_was_tied_and_who_chose():
    training = training_of(position=4)
    training.merge_instead(("b", "un"))
    data = data_of(training)

    merges = [
        (*(data["plain"][text] for text in each["texts"]), each["times"], each["tied_with"], each["by_user"])
        for each in (named(data, "merge", row) for row in data["merges"])
    ]

    assert merges[3:6] == [
        ("p", "un", "pun", 12, 0, False),
        ("b", "un", "bun", 4, 0, True),
        ("p", "ug", "pug", 5, 1, False),
    ]
    assert [named(data, "merge", row)["rank"] for row in data["merges"]] == list(range(7))


def test_the_vocabulary_is_in_id_order_special_tokens_first():
    data = data_of(training_of("hug_bug"))

    special = [(token_id, data["plain"][text]) for token_id, text in data["vocabulary"]["special"]]
    assert special == [(0, "[CLS]"), (1, "[SEP]")]
    assert data["vocabulary"]["base"] == [2, 3, 4, 5]
    assert [data["plain"][data["base"][str(token_id)]] for token_id in (2, 3, 4, 5)] == ["b", "g", "h", "u"]
    assert data["vocabulary"]["not_shown"] == 0


def test_a_megabyte_of_text_at_step_500_is_a_message_of_less_than_150_kilobytes():
    draw = random.Random(1)
    syllables = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
    words = ["".join(draw.choices(syllables, k=draw.randint(2, 6))) for _ in range(27_000)]
    counts = {word: 1 + 60_000 // rank for rank, word in enumerate(dict.fromkeys(words), start=1)}
    training = training_of(counts)
    training.stepper.goto(500)

    data = data_of(training)

    assert (data["first"], data["last"]) == (500 - SNAPSHOTS_BACK, 500 + SNAPSHOTS_AHEAD)
    assert len(json.dumps(data)) < 150_000


def test_the_state_of_the_visit_is_part_of_the_message():
    training = training_of()
    predicting = Predicting(on=True)
    predicting.commit(training, ("u", "g"))
    data = data_of(training, predicting=predicting, notice="Done.", present=True, busy=True)

    assert (data["predict"]["score"], data["predict"]["verdict"]["kind"]) == (1.0, "right")
    assert (data["notice"], data["present"], data["busy"]) == ("Done.", True, True)
