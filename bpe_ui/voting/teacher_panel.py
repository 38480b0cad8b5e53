"""The vote on the teacher's screen: how to join, how many have voted and, once it is shown, the result."""

from urllib.parse import urljoin

import streamlit as st

from bpe_core.merges import Pair
from bpe_ui.address.screen import NOT_FOR_OTHERS, is_of_this_computer, page_address
from bpe_ui.html import chips, markup
from bpe_ui.html.markup import VoteBar
from bpe_ui.html.qr_code import qr_code
from bpe_ui.registry.pages import pages
from bpe_ui.text.sentences import Sentence, say
from bpe_ui.visit.session import session
from bpe_ui.voting.class_vote import ClassVote
from bpe_ui.voting.room import Room
from bpe_ui.voting.rooms import readable
from bpe_ui.voting.student_page import PARAMETER
from bpe_ui.widgets.display import show

LOOK_SECONDS = 1.0
"""How often the numbers are refreshed."""
BARS_SHOWN = 8
STORED = (
    "Votes are kept only in this server's memory, without names, until you press End vote, you leave, or an"
    " hour passes without a vote."
)
_HIDDEN = "Reveal shows the answer and the votes."


def draw() -> None:
    """The panel, if this visit has a room."""
    vote = session().of(ClassVote)
    if vote.room is None:
        return
    if vote.shows_how_to_join:
        _how_to_join(vote.room)
        return
    with st.container(key="vote_panel"):
        show(chips.panel_title("Class vote", readable(vote.room.code), terms=["room", "code", "vote"]))
        _votes()
        st.space("stretch")
        with st.container(horizontal=True, gap="small"):
            st.button("How to join", key="vote_show_join", on_click=_show_how_to_join, args=(True,))
            _end_button()
            if vote.outcomes:
                st.page_link(pages()["results"].path, label="Class results", width="content")


def _end_button() -> None:
    st.button("End vote", key="vote_end", on_click=session().of(ClassVote).close)


def _how_to_join(room: Room) -> None:
    page = urljoin(page_address(), "vote")
    address = f"{page}?{PARAMETER}={room.code}"
    is_for_others = not is_of_this_computer(address)
    with st.container(key="vote_join"):
        code, words = st.columns([5, 6], gap="large", vertical_alignment="center")
        with code:
            if is_for_others:
                st.image(qr_code(address), width="stretch")
            else:
                show(chips.message(NOT_FOR_OTHERS, "error"))
        with words:
            show(markup.way_into_a_room(page, readable(room.code), has_qr_code=is_for_others))
            _people()
            with st.container(horizontal=True, gap="small"):
                st.button(
                    "Show the question",
                    key="vote_begin",
                    type="primary",
                    on_click=_show_how_to_join,
                    args=(False,),
                )
                _end_button()
            show(chips.note(STORED))


def _show_how_to_join(shows: bool) -> None:
    session().of(ClassVote).shows_how_to_join = shows


@st.fragment(run_every=LOOK_SECONDS)
def _people() -> None:
    room = _room()
    if room is not None:
        show(markup.line(say("{n} {n:person has joined|people have joined}", n=room.people)))


@st.fragment(run_every=LOOK_SECONDS)
def _votes() -> None:
    room = _room()
    if room is None:
        return
    if room.answer is None:
        show(markup.line(say("{it.votes} of {it.people} {it.votes:has|have} voted", it=room)))
        show(chips.note(_HIDDEN if session().predicting else "Turn on Predict to ask the class."))
        return
    tally, total = room.tally(), room.votes
    show(markup.line(outcome(tally.get(room.answer.winner, 0), total, room.answer.winner)))
    bars = [VoteBar(pair, votes, votes / total, room.answer.mark(pair)) for pair, votes in tally.items()]
    show(markup.vote_bars(bars[:BARS_SHOWN], len(bars) - BARS_SHOWN))


def _room() -> Room | None:
    current = session()
    vote = current.of(ClassVote)
    if vote.room is not None and vote.room.is_over:
        vote.close()
        current.notice = "The class vote ended, because nobody had used it for an hour."
        st.rerun()
    return vote.room


def outcome(right: int, votes: int, winner: Pair) -> Sentence:
    """How many chose the right pair."""
    if not votes:
        return say("Nobody voted; {winner:pair} is next.", winner=winner)
    return say("{right} of {votes} chose {winner:pair}.", right=right, votes=votes, winner=winner)
