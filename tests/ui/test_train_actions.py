"""Messages from the browser: valid actions take effect, and anything else changes nothing."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_ui.pages.train.component import LISTENER
from bpe_ui.pages.train.state import OnTrain, stage_json, stage_state
from bpe_ui.pages.train.state import stage_of as told_stage
from bpe_ui.visit.messages.message import TrainingStage
from bpe_ui.visit.training.training import LOOK_AHEAD_WORDS
from bpe_ui.visit.visit import Visit
from tests.property.strategies import json_values
from tests.ui.examples import training_of
from tests.ui.stage import ids_of, named, plain_texts


def stage_of(session):
    """The stage's data."""
    return json.loads(stage_json(session)["json"])


@pytest.fixture
def session():
    return Visit(training_of())


@pytest.fixture
def large():
    return Visit(training_of({f"{number:b}": 1 for number in range(1, LOOK_AHEAD_WORDS + 2)}))


def act(session, do, position=None, **fields):
    training = session.training
    here = training.stepper.position if position is None else position
    LISTENER.hear_action(session, {"name": do, "history_id": training.history_id, "position": here, **fields})


def place(session, position, **fields):
    LISTENER.hear_place(session, {"history_id": session.training.history_id, "position": position, **fields})


def state(session):
    """All that an act may change, but the notice."""
    training, predictions = session.training, session.predictions
    return (
        training.history_id,
        training.jump,
        training.stepper.position,
        training.stepper.known_merges,
        session.task,
        (
            session.state(OnTrain).words.sort,
            session.state(OnTrain).words.search,
            session.state(OnTrain).words.page,
        ),
        (predictions.on, predictions.score, predictions.asked, predictions.revealed),
        session.present,
        session.state(OnTrain).found_pairs,
    )


def test_a_jump_is_told_with_the_position_that_it_leads_to(large):
    stage_of(large)
    place(large, 3)
    large.training.run_for(60, 600)  # as long work does, which tells no stage

    data = stage_of(large)

    assert (data["position"], data["jump"]) == (large.training.stepper.position, large.training.jump)
    assert data["first"] <= data["position"] <= data["last"]


def test_a_place_moves_the_training_and_clears_what_was_said(session):
    session.notice = "Started over."

    place(session, 0)  # where the training stands already
    assert session.notice == "Started over."

    place(session, 3)
    assert (session.training.stepper.position, session.notice) == (3, "")


def test_a_pair_that_is_not_there_and_a_token_to_come_are_refused_in_one_line(session):
    before = state(session)

    act(session, "merge_instead", left=0, right=0)
    assert session.notice.startswith("The pair 'b' + 'b' does not occur")

    act(session, "merge_instead", left=2, right=ids_of(session.training)["ug"])
    assert session.notice == "There is no such symbol at this position, so nothing was done."
    assert state(session) == before


NAMES = [*LISTENER.anywhere, *LISTENER.here]
FIELDS = ["position", "left", "right", "to", "sort", "search", "page", "text", "on", "value", "jump"]
SESSION = Visit(training_of())


@given(st.sampled_from(NAMES), st.dictionaries(st.sampled_from(FIELDS), json_values), json_values)
def test_nothing_that_the_browser_sends_raises_or_leaves_the_stage_undrawable(do, fields, anything):
    LISTENER.hear_action(SESSION, {"name": do, "history_id": SESSION.training.history_id, **fields})
    LISTENER.hear_place(SESSION, {"history_id": SESSION.training.history_id, **fields})
    LISTENER.hear_action(SESSION, anything)
    LISTENER.hear_place(SESSION, anything)
    SESSION.task = None

    assert stage_of(SESSION)["history_id"] == SESSION.training.history_id


def test_the_end_of_a_long_training_is_left_to_a_job(large):
    act(large, "to_end")
    assert large.task.work.call.arguments == (large.training.stepper, None)
    large.task = None

    act(large, "go_to", to=500)

    assert large.task.work.call.arguments == (large.training.stepper, 500)


def test_a_position_beyond_the_end_of_a_known_history_is_its_end(session):
    act(session, "go_to", to=100)

    assert session.training.stepper.position == 7
    assert session.notice == "Training ends here, before merge 100."


def test_ties_are_found_among_all_merges_and_where_there_is_none_a_sentence_says_so(session, large):
    act(session, "next_tie")
    assert session.training.stepper.position == 4  # p + ug and hug + s
    act(session, "next_tie")
    assert session.notice == "There is no further tie in the 7 merges made so far."
    act(session, "previous_tie", position=7)
    assert session.training.stepper.position == 4
    act(session, "previous_tie")
    assert session.notice == "No earlier merge was chosen in a tie."

    act(large, "next_tie")
    assert large.notice == "There is no further tie in the 0 merges made so far."


def test_a_search_for_pairs_ends_with_an_empty_text(session):
    act(session, "find_pair", text=" u + g ")
    assert [row.pair for row in session.state(OnTrain).found_pairs.rows][:1] == [("u", "g")]

    act(session, "find_pair", text="")

    assert session.state(OnTrain).found_pairs is None


def test_a_search_that_is_open_goes_along_to_another_position(session):
    act(session, "find_pair", text="u")
    assert stage_of(session)["found_pairs"]["position"] == 0

    act(session, "go_to", to=2)

    data = stage_of(session)
    found, plain = data["found_pairs"], plain_texts(data)
    assert (found["position"], found["text"]) == (2, "u")
    rows = session.training.stepper.view.find_pairs("u", 30)
    assert [row.pair for row in session.state(OnTrain).found_pairs.rows] == [row.pair for row in rows]
    assert [
        ([plain[text] for text in pair["texts"]], pair["times"])
        for pair in (named(data, "pair", data["pairs"][row]) for row in found["rows"])
    ] == [([*row.pair, row.token], row.count) for row in rows]


WAYS = (
    *((name, {}) for name in ("next_tie", "reveal", "to_end")),
    *(("words", {"sort": sort, "search": "", "page": 1}) for sort in ("next", "order", "count")),
    *(("predict", {"on": on}) for on in (True, False, False)),
    *(("find_pair", {"text": text}) for text in ("u", "")),
    ("chart", {"chart": "vocabulary"}),
    ("merge_instead", {"left": 0, "right": 6}),
)


def test_a_stage_at_rest_was_told_what_a_new_message_would_say():
    draw, rested = random.Random(58), 0
    for ways in *((way,) for way in WAYS), (("predict", {"on": True}), ("reveal", {})):
        visit = Visit(training_of({f"{number:b}{number:o}": number for number in range(1, 60)}))
        stage_json(visit)
        for name, fields in ways:
            act(visit, name, **fields)
        told_stage(visit).begin()
        for _ in range(6):
            near = visit.training.stepper.position + draw.randint(-9, 12)
            place(visit, max(0, min(near, visit.training.stepper.known_merges)))
            stage = told_stage(visit)
            if stage.is_at_rest:
                rested += 1
                assert at_start(stage.told) == at_start(fresh(stage, visit)), ways
            else:
                stage_json(visit)
    assert rested > 20


def fresh(stage, visit):
    other = TrainingStage(stage.history_id, stage.last, stage.position, jump=stage.jump)
    return other.message(visit.training, stage_state(visit))


def at_start(told):
    return {**json.loads(told["json"]), "position": 0}
