"""A room counts each student once, and hides the votes until the teacher opens the answer."""

import gc
from types import SimpleNamespace

import pytest

from bpe_ui.classroom.voting import rooms as rooms_module
from bpe_ui.classroom.voting.room import IDLE_SECONDS, MOST_PEOPLE, Connection, Room, VoteError, VoteQuestion
from bpe_ui.classroom.voting.rooms import CODE_CHARACTERS, CODE_LENGTH, Rooms, readable
from bpe_ui.pages.quiz.class_quiz import ClassQuiz
from bpe_ui.pages.quiz.state import QuizSettings

PAIRS = (("h", "u"), ("p", "u"), ("u", "g"))
UG, PU = ("u", "g"), ("p", "u")


def question(about="merge 1"):
    return VoteQuestion(about, (), 0, PAIRS, 0)


def judge(pair):
    return SimpleNamespace(of=pair)


@pytest.fixture
def clock():
    return SimpleNamespace(now=0.0)


@pytest.fixture
def room(clock):
    room = Room("KTM7PX", clock=lambda: clock.now)
    room.ask(question())
    return room


def vote(room, voter, pair):
    assert room.vote(voter, room.ballot(voter).moment, PAIRS.index(pair))


def test_the_last_vote_of_a_student_counts_and_no_other(room):
    vote(room, "Ada", PU)
    vote(room, "Ada", UG)
    vote(room, "Alan", UG)
    vote(room, "Grace", PU)
    assert room.vote("Grace", room.ballot("Grace").moment, -1)  # takes it back
    room.reveal([UG, PU], judge)

    assert room.tally() == {UG: 2}
    assert (room.people, room.votes) == (3, 2)


def test_votes_are_hidden_until_the_answer_is_open_and_students_then_see_their_own(room):
    before = room.ballot("Ada")
    vote(room, "Alan", UG)

    assert room.ballot("Ada") == before
    assert (room.tally(), room.answer, room.votes) == ({}, None, 1)

    room.reveal([UG, PU], judge)
    ballot = room.ballot("Alan")
    assert ballot.vote == UG
    assert {pair: verdict.of for pair, verdict in ballot.answer.verdicts.items()} == {UG: UG}
    assert [ballot.answer.mark(pair) for pair in PAIRS] == ["", "tied", "next"]


@pytest.mark.parametrize("index", [-2, 3, True, 1.0, "1", None, [1]])
def test_only_a_pair_of_the_question_can_be_voted_for(room, index):
    assert not room.vote("Ada", room.ballot("Ada").moment, index)
    assert room.votes == 0


@pytest.mark.parametrize("moment", [0, 2, True, "1", None])
def test_a_vote_on_another_question_than_the_present_one_is_refused(room, moment):
    assert not room.vote("Ada", moment, 1)
    assert room.votes == 0


def test_after_the_answer_nobody_can_vote_or_change_a_vote(room):
    vote(room, "Ada", PU)
    old = room.ballot("Ada").moment
    room.reveal([UG], judge)

    for moment in (old, room.ballot("Ada").moment):
        assert not room.vote("Ada", moment, PAIRS.index(UG))
    assert room.tally() == {PU: 1}


class Browser:
    """A student's browser, which may leave."""

    def __init__(self, room, name, address="10.0.0.1"):
        self.room, self.name, self.connection = room, name, Connection(address)

    def come(self):
        try:
            self.room.ballot(self.name, self.connection)
        except VoteError:
            return False
        return True

    def vote(self):
        return self.room.vote(self.name, self.room._moment, 0, self.connection)

    def leave(self):
        self.connection.is_open = False


def test_who_went_away_is_no_longer_counted_unless_they_voted(room):
    ada, alan = Browser(room, "Ada"), Browser(room, "Alan")
    assert ada.come()
    assert ada.vote()
    assert alan.come()
    assert room.people == 2

    ada.leave()
    alan.leave()
    assert room.people == 1
    room.ask(question("merge 2"))
    assert room.people == 0


def hand_in(browser):
    said = {"handout": browser.room.handout.number, "hand_in": browser.name}
    return browser.room.take(browser.name, said, browser.connection)


def test_no_script_can_have_a_sheet_forgotten_that_was_handed_in(room):
    room.send(ClassQuiz(QuizSettings(7)))
    class_ = [Browser(room, f"student {each}", f"10.0.0.{each}") for each in range(25)]
    for each in class_:
        assert hand_in(each)
        each.leave()

    script = people_from(room, "10.9.9.9", 320)

    assert len(script) == MOST_PEOPLE - 25
    assert Browser(room, "one more student", "10.0.0.99").come()
    assert room.people == MOST_PEOPLE
    room.send(None)
    assert [sheet.name for sheet in room.sheets] == [each.name for each in class_]


def people_from(room, address, number):
    """Browsers that have come in, of so many at an address."""
    browsers = [Browser(room, f"{address} {each}", address) for each in range(number)]
    return [each for each in browsers if each.come()]


def still_in(browsers):
    return sum(each.name in each.room._places for each in browsers)


def test_a_script_that_takes_every_place_leaves_a_class_behind_another_address_what_it_needs(room):
    script = people_from(room, "10.9.9.9", 400)
    assert len(script) == MOST_PEOPLE
    assert all(each.vote() for each in script)

    class_ = people_from(room, "10.0.0.1", 160)

    assert (still_in(class_), still_in(script)) == (150, 150)
    assert not Browser(room, "one more", "10.9.9.9").come()
    assert room.people == MOST_PEOPLE


def test_a_class_behind_one_address_can_have_every_place_and_somebody_at_home_still_comes_in(room):
    class_ = people_from(room, "10.0.0.1", MOST_PEOPLE)
    assert class_[-1].vote()

    assert Browser(room, "at home", "10.5.5.5").come()
    assert [each.name for each in class_ if each.name not in room._places] == ["10.0.0.1 298"]


def test_addresses_of_one_ipv6_network_are_one_and_an_ipv4_address_is_one_in_either_spelling():
    networks = {Connection(f"2001:db8:0:1::{host:x}").network for host in range(1, 99)}
    assert len(networks) == 1
    assert Connection("2001:db8:0:2::1").network not in networks
    assert Connection("::ffff:10.0.0.1").network == Connection("10.0.0.1").network
    assert Connection("10.0.0.1").network != Connection("10.0.0.2").network
    assert Connection("unknown").network == "unknown"


def test_codes_are_read_aloud_typed_in_any_way_and_open_their_own_room_alone():
    rooms = Rooms()
    one, other = rooms.open(), rooms.open()

    assert len(one.code) == CODE_LENGTH
    assert set(one.code) <= set(CODE_CHARACTERS) - set("0O1IL5S2Z8BG")
    for typed in (one.code, one.code.lower(), readable(one.code), f" {one.code[:2]}-{one.code[2:]}\n"):
        assert rooms.find(typed) is one
    assert rooms.find(other.code) is other
    for wrong in ("", one.code[:-1], one.code + "A", "A" * 10_000, "\0"):
        assert rooms.find(wrong) is None


def test_a_room_is_gone_with_the_visit_that_held_it_when_it_is_closed_and_when_nobody_uses_it(clock):
    rooms = Rooms()
    left, closed, idle = rooms.open(), rooms.open(), rooms.open()
    codes = [each.code for each in (left, closed, idle)]
    assert all(map(rooms.find, codes))

    del left
    gc.collect()
    rooms.close(closed)
    idle.clock = lambda: clock.now
    clock.now = idle._used + IDLE_SECONDS + 1

    assert [rooms.find(code) for code in codes] == [None, None, None]


def test_a_server_has_so_many_rooms_at_a_time(monkeypatch):
    monkeypatch.setattr(rooms_module, "MOST_ROOMS", 2)
    rooms = Rooms()
    first, second = rooms.open(), rooms.open()

    with pytest.raises(VoteError, match="2 classes are held"):
        rooms.open()
    rooms.close(first)
    assert rooms.open().code != second.code
