"""The class is asked what predict mode asks, and each student reads what predict mode says."""

import json

import pytest

from bpe_core import EXAMPLES
from bpe_ui.classroom.voting.asking import tell_class, tell_position
from bpe_ui.classroom.voting.ballot import message_json
from bpe_ui.classroom.voting.class_vote import ClassVote
from bpe_ui.visit.training.training import Source, start_training
from bpe_ui.visit.visit import Visit

HUG = EXAMPLES["hug_pug_pun"]


def class_of(corpus=HUG.corpus, config=HUG.config):
    visit = Visit(start_training(Source("text", corpus), config))
    visit.predictions.turn(True)
    visit.state(ClassVote).open()
    tell_class(visit)
    return visit


@pytest.fixture
def teacher():
    return class_of()


def seen(teacher, voter):
    """What a student's page shows: the data, with its texts in their places."""
    data = json.loads(message_json(teacher.state(ClassVote).room.ballot(voter)))

    def text(index):
        return "".join(run if isinstance(run, str) else f"[{run['name']}]" for run in data["texts"][index])

    def sentence(parts):
        return "".join(
            part if isinstance(part, str) else str(part.get("n", "")) or text(part["t"]) for part in parts
        )

    return {
        "sentence": sentence(data["sentence"]),
        "subtitle": sentence(data["subtitle"]),
        "words": [("|".join(map(text, word["symbols"])), word["count"]) for word in data["words"]],
        "pairs": [" + ".join(map(text, pair)) for pair in data["pairs"]],
        "vote": data["vote"],
        "marks": data["marks"],
        "note": sentence(data["note"]),
    }


def vote(teacher, voter, pair):
    room = teacher.state(ClassVote).room
    room.vote(voter, room.ballot(voter).moment, seen(teacher, voter)["pairs"].index(pair))


def test_students_see_the_split_words_and_all_pairs_in_an_order_that_does_not_tell_the_answer(teacher):
    assert seen(teacher, "Ada") == {
        "sentence": "Which pair is merged next?",
        "subtitle": "Tap it. You can change your vote until the answer is shown.",
        "words": [("h|u|g", 10), ("p|u|g", 5), ("p|u|n", 12), ("b|u|n", 4), ("h|u|g|s", 5)],
        "pairs": ["b + u", "g + s", "h + u", "p + u", "u + g", "u + n"],
        "vote": None,
        "marks": None,
        "note": "",
    }


def test_each_student_reads_the_verdict_on_their_own_vote(teacher):
    vote(teacher, "Ada", "u + g")
    vote(teacher, "Alan", "p + u")
    assert seen(teacher, "Alan")["sentence"] == "Your vote: p + u."
    teacher.reveal()
    tell_class(teacher)

    ada, alan, grace = (seen(teacher, name) for name in ("Ada", "Alan", "Grace"))
    assert ada["sentence"] == "Right: u + g is next; it occurs 20 times."
    assert alan["sentence"] == "Not this one: p + u is second, with 17; u + g occurs 20 times."
    assert alan["subtitle"] == "p + u: pun 12 + pug 5. u + g: hug 10 + pug 5 + hugs 5."
    assert grace["sentence"] == "u + g is next: it occurs 20 times."
    assert grace["subtitle"] == "You did not vote on this one. u + g: hug 10 + pug 5 + hugs 5."
    assert alan["marks"] == ["", "", "", "", "next", ""]


def test_the_next_merge_asks_anew_and_a_step_within_the_same_question_keeps_the_votes(teacher):
    vote(teacher, "Ada", "u + g")
    tell_class(teacher)
    assert teacher.state(ClassVote).room.votes == 1

    teacher.reveal()
    tell_class(teacher)
    teacher.step_to(1)
    tell_class(teacher)
    ada = seen(teacher, "Ada")
    assert (ada["sentence"], ada["vote"]) == ("Which pair is merged next?", None)
    assert ("h|ug|s", 5) in ada["words"]


def test_nothing_is_asked_at_the_end_outside_predict_mode_or_while_training_goes_on(teacher):
    assert seen(teacher, "Ada")["pairs"]
    teacher.train_to(None)
    tell_class(teacher)
    assert seen(teacher, "Ada")["sentence"] == "You are in."

    teacher.task = None
    teacher.move(7)
    tell_class(teacher)
    assert not seen(teacher, "Ada")["pairs"]
    teacher.move(0)
    teacher.predictions.turn(False)
    tell_class(teacher)
    assert not seen(teacher, "Ada")["pairs"]


def test_a_merge_that_is_given_is_never_asked_for(teacher):
    teacher.move(2)
    teacher.begin_with(teacher.on_page("tokenize").base("made", teacher.training), "base")
    for position, pairs in ((1, []), (2, ["b + un", "h + ug", "p + ug", "p + un", "ug + s"])):
        teacher.move(position)
        tell_class(teacher)
        assert seen(teacher, "Ada")["pairs"] == pairs
        assert teacher.predictions.hides(teacher.training) == bool(pairs)


def test_a_vote_is_closed_while_the_teacher_is_on_another_page_and_goes_on_with_its_votes(teacher):
    room = teacher.state(ClassVote).room
    vote(teacher, "Ada", "u + g")
    room.go_elsewhere("Tokenize")

    ada, alan = seen(teacher, "Ada"), seen(teacher, "Alan")
    again = "It opens again when your teacher comes back to it."
    assert (ada["sentence"], ada["subtitle"]) == ("The vote is closed.", f"Your vote: u + g. {again}")
    assert (alan["sentence"], alan["subtitle"], alan["marks"]) == ("The vote is closed.", again, [""] * 6)
    vote(teacher, "Alan", "u + g")
    assert room.votes == 1

    room.go_elsewhere("")
    vote(teacher, "Alan", "u + g")  # what Train shows now is not known yet
    assert (seen(teacher, "Alan")["sentence"], room.votes) == ("The vote is closed.", 1)
    tell_class(teacher)
    vote(teacher, "Alan", "u + g")
    assert (seen(teacher, "Ada")["sentence"], room.votes) == ("Your vote: u + g.", 2)

    room.go_elsewhere("Tokenize")
    room.go_elsewhere("")
    teacher.predictions.turn(False)
    tell_class(teacher)
    assert seen(teacher, "Ada")["sentence"] == "You are in."


def test_the_class_is_shown_the_stage_unless_the_teacher_predicts_when_it_has_the_answer(teacher):
    room = teacher.state(ClassVote).room
    tell_class(teacher, "{}")
    assert room.stage is None

    teacher.predictions.turn(False)
    teacher.step_to(2)
    tell_class(teacher, "{}")
    assert (room.stage.message, room.stage.position) == ("{}", 2)

    teacher.step_to(4)
    tell_position(room, teacher)
    assert (room.stage.message, room.stage.position) == ("{}", 4)
    teacher.merge_instead(("b", "un"))
    tell_position(room, teacher)  # of another history: its window is still to come
    assert room.stage.position == 4
    tell_class(teacher, "[]")
    assert (room.stage.message, room.stage.position) == ("[]", 5)
    teacher.predictions.turn(True)
    teacher.step_to(1)
    tell_position(room, teacher)
    assert room.stage.position == 5
    teacher.predictions.turn(True)
    teacher.train_to(None)  # nothing is asked meanwhile
    tell_class(teacher, "{}")
    assert room.stage is None
