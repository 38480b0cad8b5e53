"""Keeps the address of the page right while it is open.

Its front end is in `bpe_ui/stage/component/address`; views report their own steps.
"""

import hashlib
from collections.abc import Mapping
from functools import partial

import streamlit as st

from bpe_ui.frame.address import navigation, stored_corpus
from bpe_ui.frame.address.address import KEPT, MOST_CHARACTERS, NOT_KEPT, parameters
from bpe_ui.frame.address.state import AddressState
from bpe_ui.stage.component import ADDRESS_JS
from bpe_ui.visit.registry.pages import pages
from bpe_ui.visit.session import said, session

KEY = "address"

_component = st.components.v2.component("bpe_stepper.address", js=ADDRESS_JS)


def write_address(page: str) -> None:
    """Put what is on screen into the address."""
    current = session()
    query = parameters(page)
    to_keep = current.state(AddressState).kept if query.get(KEPT) == NOT_KEPT else None
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
            "moved": f"{page}/{place}/{moving.history_id}/{moving.jump}" if moving else f"{page}/{place}",
            "keep": {"key": to_keep.key, "content": to_keep.content} if to_keep and to_keep.content else None,
            "wanted": current.state(AddressState).wanted.get(KEPT, ""),
        },
        on_kept_change=_note_that_it_is_kept,
        on_found_change=partial(_bring_back, page),
    )


def _note_that_it_is_kept() -> None:
    state = session().state(AddressState)
    if state.kept is not None and said(KEY, "kept") == state.kept.key:
        state.kept = state.kept._replace(content="", is_stored=True)


def _bring_back(page: str) -> None:
    key, sent = session().state(AddressState).wanted.get(KEPT, ""), said(KEY, "found")
    source = stored_corpus.read(key, sent.get("content")) if isinstance(sent, Mapping) else None
    navigation.bring_back(page, source)
