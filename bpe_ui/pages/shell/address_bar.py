"""Keeps the address of the page right while it is open.

Its front end is in `bpe_ui/stage/component/address`; views report their own steps.
"""

import hashlib

import streamlit as st

from bpe_ui.frame.address.address import MOST_CHARACTERS, parameters
from bpe_ui.stage.component import ADDRESS_JS
from bpe_ui.visit.registry.pages import pages
from bpe_ui.visit.session import is_back_or_forward, session

KEY = "address"

_component = st.components.v2.component("bpe_stepper.address", js=ADDRESS_JS)


def write_address(page: str) -> None:
    """Put what is on screen into the address."""
    current = session()
    query = parameters(page)
    place, moving = pages()[page].on_page(current)
    training = current.training
    source, corpus = training.source, training.source.corpus
    is_small = corpus.characters_to_read <= MOST_CHARACTERS
    content = (corpus.documents, corpus.entries) if is_small else corpus.characters_to_read
    # Identifies the corpus and the rules, for the browser's Back and Forward.
    about = hashlib.sha256(repr((source.kind, content, training.config)).encode()).hexdigest()[:16]
    _component(
        key=KEY,
        data={
            "query": query,
            "about": f"{about} {place}",
            "opened": st.query_params.to_dict() if is_back_or_forward() else None,
            "moved": f"{page}/{place}/{moving.history_id}/{moving.jump}" if moving else f"{page}/{place}",
        },
    )
