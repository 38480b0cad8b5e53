"""The view Decode ids: ids in a box, their tokens and text, and the round trip."""

import streamlit as st

from bpe_core import BPEError
from bpe_core.studies.round_trip import NO_ID, RoundTrip, decoded_tokens, read_ids, round_trip, written_ids
from bpe_ui.html import chips, cuts, markup
from bpe_ui.text.sentences import say_plainly
from bpe_ui.tokenize.decode import sentences
from bpe_ui.tokenize.settings import typing
from bpe_ui.tokenize.settings.request import Request
from bpe_ui.tokenize.settings.state import Tokenize
from bpe_ui.visit.session import session
from bpe_ui.widgets.display import show, show_note

IDS_FILLED_IN = 2_000
"""How many ids of the text are filled in at most."""


def draw(request: Request) -> None:
    """The ids next to their tokens and, below, whether the text comes back."""
    trip = round_trip(request.tokenizer, request.text, request.algorithm)
    ids = request.encoding().ids
    with st.container(key="decode"):
        left, right = st.columns([5, 7], gap="small")
        with left:
            show(chips.panel_title("Ids", terms=["token", "vocabulary"]))
            own = written_ids(ids[:IDS_FILLED_IN])
            typing.draw_ids(own)
            typed = session().of(Tokenize).ids
            try:
                read, error = read_ids(own if typed is None else typed), None
                tokens, text = decoded_tokens(request.tokenizer, read), request.tokenizer.decode(read)
            except BPEError as refused:
                error = str(refused)
                show(chips.message(error, "error"))
            if typed is not None:
                take_own = session().of(Tokenize).take_own_ids
                st.button(
                    "Back to the ids of the text",
                    key="own_ids",
                    icon=":material/undo:",
                    on_click=take_own,
                )
            elif len(ids) > IDS_FILLED_IN:
                show_note(
                    "The first {shown:,} of the {ids:,} ids of the text.", shown=IDS_FILLED_IN, ids=len(ids)
                )
            else:
                show_note("These are the ids of the text. Change them, or paste others.")
            if None in ids:
                show_note("{mark} stands for a token without an id.", mark=NO_ID)
        if error is None:
            with right, st.container(key="decoded"):
                length = "{ids:,} {ids:id|ids}, {characters:,} {characters:character|characters}"
                count = say_plainly(length, ids=len(tokens), characters=len(text))
                show(chips.panel_title("The text of these ids", count))
                show(cuts.decoded_text(text))
                show(cuts.decoded_tokens(tokens))
                for sentence in sentences.shared_characters(tokens):
                    show(markup.quiet_line(sentence))
        with right, st.container(key="round_trip"):
            _round_trip(trip)


def _round_trip(trip: RoundTrip) -> None:
    title = "Does the text come back?"
    show(chips.panel_title(title, terms=["normalizer", "unknown", "byte fallback"]))
    show(markup.line(sentences.verdict(trip)))
    if trip.losses:
        show(markup.lines(map(sentences.lost, trip.losses)))
