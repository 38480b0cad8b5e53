"""A class on the teacher's screen: the button in the header, the way in, what phones are sent, the votes."""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

import streamlit as st

from bpe_core.merges import Pair
from bpe_ui.classroom.voting.class_vote import ClassVote
from bpe_ui.classroom.voting.handout import Handout
from bpe_ui.classroom.voting.phones import PARAMETER, student_pages
from bpe_ui.classroom.voting.room import Room, VoteError
from bpe_ui.classroom.voting.rooms import CODE_LENGTH, readable, rooms
from bpe_ui.classroom.voting.way_in import WayIn, open_way_in, serves_the_network
from bpe_ui.frame.address.address import CLASS
from bpe_ui.frame.address.page_address import show_qr_code
from bpe_ui.frame.address.state import AddressState
from bpe_ui.frame.widgets.display import show, show_error, show_note
from bpe_ui.frame.widgets.present import exit_button, one_at_a_time
from bpe_ui.stage.html import chips, markup
from bpe_ui.stage.text.sentences import Sentence, say, say_plainly
from bpe_ui.visit.registry.pages import pages
from bpe_ui.visit.session import is_here, session

FOLLOWED = "train"
"""The page whose stage the class sees."""
PLACE = "class"
"""The session's key for the reason why no class could begin."""
LOOK_SECONDS = 1.0
"""How often the numbers are refreshed."""
BARS_SHOWN = 8
STORED = (
    "Votes and quiz sheets are kept only in this server's memory, with only the names that students type."
    " They are deleted when you press Forget on Class results, begin another class, or leave."
)
ENDS = (
    "The class ends when you press End class, when your browser has been away for a minute, or after an hour"
    " without a step, a vote or an answer."
)
DOOR = "The address opens only the students' page, and is closed when the class ends."
HELP = (
    "Is the phone in the same network as this computer? Mobile data, another Wi-Fi and most guest networks do"
    " not lead here; a guest network often keeps devices apart as well. If nothing else helps, turn on a"
    " phone's hotspot, and join it with this computer too.\n"
    "Does a firewall ask whether Python may accept connections? Allow it for the network that you are in.\n"
    "Does the phone change http into https? Type the address with http://."
)
LOST = (
    "The class {code} is gone, with its votes and sheets: the server was started again. Start a class, and"
    " the phones join it by themselves."
)
ENDED = "The class has ended, because your browser was away for a minute, or nobody took a step for an hour."
OPENED = "A device has opened the page, so the address is right."
NOT_OPENED = "No other device has opened the address yet."
ASKED_FIRST = (
    "On Train the class is asked before it reads what comes next: Predict is on there. P turns it off."
)


def way_in_button() -> None:
    """In the header and in Present, while there is a class: its code, which shows the way in."""
    room = _room()
    if room is not None:
        label = say_plainly("Class {code}", code=readable(room.code))
        st.button(label, key="class_button", on_click=start)


def say_where(name: str) -> None:
    """Let the class know that its teacher is on this page; they see the stage of Train.

    Before the first merge they would read there which pair is next, so Predict asks them first.
    """
    vote, address = session().state(ClassVote), session().state(AddressState)
    if vote.room is None:
        _say_what_is_lost(address)
        return
    address.class_held = f"{vote.room.code}-{vote.room.mark}"
    if name == FOLLOWED and not vote.has_followed:
        if _is_asked_first() and not session().predicting:
            session().predictions.turn(True)
        vote.has_followed = True
    vote.room.go_elsewhere("" if name == FOLLOWED else pages()[name].title)


def _say_what_is_lost(address: AddressState) -> None:
    """After a restart of the server: say that the class in the address is gone, if it was this browser's."""
    code, _, mark = st.query_params.get(CLASS, "").partition("-")
    address.class_held = ""
    if not session().state(ClassVote).has_begun and mark == _mark() and rooms.find(code) is None:
        session().errors[PLACE] = say_plainly(LOST, code=readable(code[:CODE_LENGTH]))


def _mark() -> str:
    """Identifies this browser to phones, without naming it."""
    return hashlib.sha256(session().browser.encode()).hexdigest()[:16]


def _is_asked_first() -> bool:
    """Whether Train opens, or is open, in Predict."""
    current = session()
    will_be = not current.state(ClassVote).has_followed and not current.training.stepper.position
    return current.predicting or will_be


def is_over_the_page() -> bool:
    """Whether the way in is shown instead of the page."""
    return session().state(ClassVote).shows_how_to_join


def how_to_join() -> None:
    """The way into the class, as large as the screen."""
    room = session().state(ClassVote).room
    if room is None:
        return
    way = open_way_in()
    with st.container(key="vote_join"):
        code, words = st.columns([6, 5], gap="large", vertical_alignment="center")
        with code:
            _qr_code(way, room)
            if not way.addresses:
                show(chips.message(way.problem, "error"))
        with words:
            if way.addresses:
                show(markup.way_into_a_room(way.addresses[0], readable(room.code)))
            _people(has_address=bool(way.addresses))
            with st.container(horizontal=True, gap="small"):
                st.button("Go on", key="class_go_on", type="primary", on_click=_go_on)
                st.button("Send a quiz", key="class_quiz", on_click=_go_on, args=("quiz",))
                st.button("End class", key="class_end", on_click=_end)
                with st.popover("A phone cannot open it?", width="content"):
                    _help(way)
                with st.popover("What is kept", width="content"):
                    show(
                        chips.lines(
                            "\n".join([STORED, ENDS] if serves_the_network() else [STORED, ENDS, DOOR])
                        )
                    )
            if _is_asked_first():
                show(chips.note(ASKED_FIRST))


def _qr_code(way: WayIn, room: Room) -> None:
    """The code of the students' page, if phones can reach it."""
    if way.addresses:
        show_qr_code(f"{way.addresses[0]}?{PARAMETER}={room.code}", "stretch")


def start() -> None:
    """Open a class, or show the way into the one that is open."""
    current = session()
    current.errors.pop(PLACE, None)
    if current.state(ClassVote).room is None:
        student_pages.was_opened = False
    try:
        current.state(ClassVote).open(is_here(current), _mark())
    except VoteError as error:
        current.errors[PLACE] = str(error)


def _go_on(page: str = "") -> None:
    session().state(ClassVote).shows_how_to_join = False
    session().state(AddressState).wanted_page = page


def _end() -> None:
    current = session()
    current.state(ClassVote).close()
    current.predictions.turn(False)  # it was on to ask the class
    if _has_results():
        current.state(AddressState).wanted_page = "results"


def _has_results() -> bool:
    return bool(session().state(ClassVote).outcomes or session().state(ClassVote).sheets)


# ---- what is sent to the phones


def send_button(
    handout_of: Callable[[Iterable[Handout[Any]]], Handout[Any]], is_it: Callable[[Handout[Any]], bool]
) -> None:
    """While a class is held: put what the page shows on the phones, where it is not there yet.

    `handout_of` gives what to send: one of those that were sent before, or a new one.
    """
    room = session().state(ClassVote).room
    if room is not None and not (room.handout is not None and is_it(room.handout)):
        st.button(
            "Send to the class",
            key="class_send",
            type="primary",
            icon=":material/send_to_mobile:",
            on_click=_send,
            args=(handout_of,),
        )


def _send(handout_of: Callable[[Iterable[Handout[Any]]], Handout[Any]]) -> None:
    room = session().state(ClassVote).room
    if room is not None:
        room.send(handout_of(room.handouts))


def handout_bar() -> None:
    """On every page: what the phones show in place of the stage, and its end; or why there is no class."""
    room = session().state(ClassVote).room
    if room is None and PLACE in session().errors:
        with st.container(key="handout_bar", horizontal=True, vertical_alignment="center"):
            show_error(PLACE)
            st.button("Start a class", key="class_again", on_click=start)
            if _has_results():
                st.page_link(pages()["results"].path, label="Class results", width="content")
    if room is not None and room.handout is not None:
        with st.container(key="handout_bar", horizontal=True, vertical_alignment="center"):
            _progress()
            st.button(room.handout.how_to_end, key="handout_end", on_click=_bring_back)


def is_in_place_of(page: str) -> bool:
    """Whether a class works on what this page has: then the page shows only how far the class is."""
    room = session().state(ClassVote).room
    return room is not None and room.handout is not None and room.handout.page == page


def class_at_work() -> None:
    """How far the class is with what was sent, what it is asked, and the way to join it."""
    room = session().state(ClassVote).room
    if room is None or room.handout is None:
        return
    asked, way = room.handout.asked(), open_way_in()
    with st.container(key="class_at_work"):
        join, work = st.columns([4, 8], gap="large")
        with join:
            _qr_code(way, room)
            show(markup.way_into_a_room((*way.addresses, "")[0], readable(room.code)))
        with work:
            with st.container(key="class_progress"):
                _progress()
            with st.container(key="class_asked_ways", horizontal=True):
                at = one_at_a_time("class_asked", len(asked))
            show(asked[at])
    exit_button()


@st.fragment(run_every=LOOK_SECONDS)
def _progress() -> None:
    room = _room()
    if room is not None and room.handout is not None:
        show(markup.line(room.handout.progress(room.people)))


def _bring_back() -> None:
    current = session()
    room = current.state(ClassVote).room
    if room is None or room.handout is None:
        return
    if room.handout.page_after:
        current.state(AddressState).wanted_page = room.handout.page_after
    room.send(None)


# ---- the way in


def _help(way: WayIn) -> None:
    if len(way.addresses) > 1:
        show(chips.lines("This computer is in several networks. Its other addresses:"))
        show(chips.lines("\n".join(way.addresses[1:])))
    show(chips.lines(HELP))


@st.fragment(run_every=LOOK_SECONDS)
def _people(*, has_address: bool) -> None:
    room = _room()
    if room is None:
        return
    show(markup.line(say("{n} {n:person has joined|people have joined}", n=room.people)))
    if has_address and not room.people:
        show(chips.note(say_plainly(OPENED if student_pages.was_opened else NOT_OPENED)))


def votes_panel() -> None:
    """On Train: how many have voted and, once it is shown, the result."""
    room, training = session().state(ClassVote).room, session().training
    if room is None or room.handout is not None or not session().predicting or training.next_is_given:
        return
    with st.container(key="vote_panel"):
        show(chips.panel_title("Class vote", readable(room.code), terms=["room", "code", "vote"]))
        _votes()
        if room.answer is None:
            way = open_way_in()
            _qr_code(way, room)
            show(chips.note((*way.addresses, way.problem)[0]))
        if session().predictions.revealed is None and not session().present:
            turn_off = session().predictions.turn
            st.button("Cancel the vote", key="class_cancel_vote", on_click=turn_off, args=(False,))
        elif session().predictions.revealed is not None and session().state(ClassVote).outcomes:
            st.page_link(pages()["results"].path, label="Class results", width="content")


@st.fragment(run_every=LOOK_SECONDS)
def _votes() -> None:
    room = _room()
    if room is None:
        return
    if room.answer is None:
        show(markup.line(say("Vote on your phone: {it.votes} of {it.people}", it=room)))
        st.progress(min(room.votes / max(room.people, 1), 1.0))
        return
    tally = room.tally()
    tally.setdefault(room.answer.winner, 0)  # the right pair has a bar, also where nobody chose it
    show(markup.line(outcome(tally[room.answer.winner], room.votes, room.answer.winner)))
    bars = []
    for pair, votes in tally.items():
        mark = room.answer.mark(pair)
        said = say("{votes:,}, {mark}", votes=votes, mark=mark) if mark else say("{votes:,}", votes=votes)
        bars.append((pair, said, votes / max(room.votes, 1), mark))
    show(markup.tally(bars[:BARS_SHOWN]))
    if len(bars) > BARS_SHOWN:
        show_note("And {more:,} more {more:pair|pairs}.", more=len(bars) - BARS_SHOWN)


def _room() -> Room | None:
    """The room, if its class has not ended by itself."""
    current = session()
    vote = current.state(ClassVote)
    if vote.room is not None and vote.room.is_over:
        vote.close()
        current.errors[PLACE] = ENDED
        st.rerun()
    return vote.room


def outcome(right: int, votes: int, winner: Pair) -> Sentence:
    """How many chose the right pair."""
    if not votes:
        return say("Nobody voted; {winner:pair} is next.", winner=winner)
    return say("{right} of {votes} chose {winner:pair}.", right=right, votes=votes, winner=winner)
