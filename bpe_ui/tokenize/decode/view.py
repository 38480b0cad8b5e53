"""The view Decode ids: ids in a box, their tokens and text, and the round trip."""

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from bpe_core import BPEError, Tokenizer
from bpe_core.studies.round_trip import (
    NO_ID,
    DecodedToken,
    RoundTrip,
    decoded_tokens,
    read_ids,
    round_trip,
    written_ids,
)
from bpe_ui.html import chips, decoded, markup
from bpe_ui.text.sentences import say_plainly
from bpe_ui.tokenize.decode import sentences
from bpe_ui.tokenize.settings import typing
from bpe_ui.tokenize.settings.request import Request
from bpe_ui.tokenize.settings.state import Tokenize
from bpe_ui.visit.session import session
from bpe_ui.widgets.display import show, show_note

IDS_FILLED_IN = 2_000
"""How many ids of the text are filled in at most."""


class _Decoded(NamedTuple):
    """Ids, and what they are decoded to."""

    tokens: Sequence[DecodedToken]
    text: str


def draw(request: Request) -> None:
    """The ids next to their tokens and, below, whether the text comes back."""
    trip = round_trip(request.tokenizer, request.text, request.algorithm)
    ids = request.encoding().ids
    with st.container(key="decode"):
        left, right = st.columns([5, 7], gap="small")
        with left:
            show(chips.panel_title(say_plainly("Ids"), terms=["token", "vocabulary"]))
            own = written_ids(ids[:IDS_FILLED_IN])
            typing.draw_ids(own)
            typed = session().of(Tokenize).ids
            decoded_ids = _decoded(request.tokenizer, own if typed is None else typed)
            _say_whose(typed, ids)
        if decoded_ids is not None:
            with right, st.container(key="decoded"):
                _show(decoded_ids)
        with right, st.container(key="round_trip"):
            _round_trip(trip)


def _say_whose(typed: str | None, ids: Sequence[int | None]) -> None:
    """Whether the ids are those of the text, and a button to go back to those."""
    if typed is not None:
        take_own = session().of(Tokenize).take_own_ids
        st.button(
            say_plainly("Back to the ids of the text"),
            key="own_ids",
            icon=":material/undo:",
            on_click=take_own,
        )
    elif len(ids) > IDS_FILLED_IN:
        show_note("The first {shown:,} of the {ids:,} ids of the text.", shown=IDS_FILLED_IN, ids=len(ids))
    else:
        show_note("These are the ids of the text. Change them, or paste others.")
    if None in ids:
        show_note("{mark} stands for a token without an id.", mark=NO_ID)


def _decoded(tokenizer: Tokenizer, typed: str) -> _Decoded | None:
    """What ids are decoded to; None if something is wrong with them, which the page says."""
    try:
        ids = read_ids(typed)
        return _Decoded(decoded_tokens(tokenizer, ids), tokenizer.decode(ids))
    except BPEError as error:
        show(chips.message(str(error), "error"))
        return None


def _show(decoded_ids: _Decoded) -> None:
    length = "{ids:,} {ids:id|ids}, {characters:,} {characters:character|characters}"
    count = say_plainly(length, ids=len(decoded_ids.tokens), characters=len(decoded_ids.text))
    show(chips.panel_title(say_plainly("The text of these ids"), count))
    show(decoded.text(decoded_ids.text))
    show(decoded.tokens(decoded_ids.tokens))
    for sentence in sentences.shared_characters(decoded_ids.tokens):
        show(markup.quiet_line(sentence))


def _round_trip(trip: RoundTrip) -> None:
    show(
        chips.panel_title(
            say_plainly("Does the text come back?"), terms=["normalizer", "unknown", "byte fallback"]
        )
    )
    show(markup.line(sentences.verdict(trip)))
    if trip.losses:
        show(markup.lines(map(sentences.lost, trip.losses)))
