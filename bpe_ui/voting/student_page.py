"""A student's page: the code of the room, then the ballot, which follows the teacher's screen."""

from functools import partial

import streamlit as st

from bpe_ui.component import BALLOT_CSS, BALLOT_JS
from bpe_ui.html import chips, markup
from bpe_ui.visit.session import is_still_open, network_address, session, widget
from bpe_ui.voting.ballot import message_json
from bpe_ui.voting.class_vote import ClassVote
from bpe_ui.voting.room import Connection, VoteError
from bpe_ui.voting.rooms import CODE_LENGTH, code_in, readable, rooms
from bpe_ui.widgets.display import show

PARAMETER = "room"
"""The parameter of the address with the code."""
LOOK_SECONDS = 2.0
"""How often a phone asks for news."""
_KEY = "ballot"
_CODE_KEY = "room_code"

_ballot = st.components.v2.component("bpe_stepper.ballot", css=BALLOT_CSS, js=BALLOT_JS)


def draw() -> None:
    """The ballot, or the field for the code of a room."""
    code = code_in(st.query_params.get(PARAMETER, ""))
    if rooms.find(code) is None:
        _ask_for_code(code)
    else:
        session().of(ClassVote).joined = code
        _draw_ballot(code)


# A fragment, so that a waiting phone costs little: see benchmarks/voting.py.
@st.fragment(run_every=LOOK_SECONDS)
def _draw_ballot(code: str) -> None:
    room = rooms.find(code)
    if room is None:
        st.rerun()
    try:
        ballot = room.ballot(session().browser, _connection())
    except VoteError as error:
        show(chips.message(str(error), "error"))
        return
    # The code, not the room, because Streamlit keeps what a page passes to it.
    _ballot(key=_KEY, data={"json": message_json(ballot)}, on_vote_change=partial(_vote, code))


def _ask_for_code(code: str) -> None:
    has_ended = code != "" and code == session().of(ClassVote).joined
    with st.form("room"):
        show(markup.headline(("The vote has ended." if has_ended else "Join a class vote",)))
        label = f"Code: {CODE_LENGTH} letters and digits on your teacher's screen"
        st.text_input(label, key=_CODE_KEY, max_chars=20)
        st.form_submit_button("Join", type="primary", on_click=_join)
    if code and not has_ended:
        sentence = f"No vote is open with the code {readable(code[:20])}."
        show(chips.message(f"{sentence} It has ended, or the code is mistyped.", "error"))


def _join() -> None:
    st.query_params[PARAMETER] = code_in(widget(_CODE_KEY, ""))


def _vote(code: str) -> None:
    room, vote = rooms.find(code), (widget(_KEY) or {}).get("vote")
    if room is not None and isinstance(vote, dict):
        room.vote(
            session().browser,
            vote.get("moment"),
            vote.get("pair"),
            _connection(),
        )


def _connection() -> Connection:
    return Connection(network_address(), is_still_open())
