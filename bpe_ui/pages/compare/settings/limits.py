"""What the size of the corpus allows: whether other rules are trained on it too, and up to which merge."""

import streamlit as st

from bpe_ui.frame.widgets.display import show
from bpe_ui.frame.widgets.fields import entered_in
from bpe_ui.pages.compare.settings.state import MAX_CHARACTERS, MAX_MERGES, usual_merges
from bpe_ui.stage.html import chips
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.session import session


def can_be_compared() -> bool:
    """Whether the corpus is small enough to be trained with other rules; if not, the page says so."""
    characters = session().training.source.corpus.characters_to_read
    if characters > MAX_CHARACTERS:
        too_large = say_plainly(
            "This corpus has {characters:,} characters; up to {most:,} are compared. Choose a smaller one"
            " under Corpus.",
            characters=characters,
            most=MAX_CHARACTERS,
        )
        show(chips.message(too_large, "error"))
    return characters <= MAX_CHARACTERS


def number_or_usual(field: str, label: str, *, width: int, usual: str = "") -> None:
    """A number of merges that may be left empty; then the field is None, for the usual number."""
    number = usual_merges(session().training.source.corpus)
    st.number_input(
        label,
        value=None,
        step=1,
        width=width,
        placeholder=f"{number:,}" if number < MAX_MERGES else usual or "to the end",
        **entered_in(field, of="compare", may_be_empty=True),
    )
