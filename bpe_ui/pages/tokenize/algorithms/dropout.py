"""BPE-dropout: the text cut several times at random."""

import streamlit as st

from bpe_core.studies.algorithms import DropoutDraw, dropout_draws
from bpe_ui.frame.widgets.display import show, show_note
from bpe_ui.frame.widgets.fields import entered_in
from bpe_ui.pages.tokenize.algorithms import sentences
from bpe_ui.pages.tokenize.algorithms.longest_match import beginning_of
from bpe_ui.pages.tokenize.settings.state import MAX_SEED, Tokenize
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput
from bpe_ui.stage.html import cuts, markup, tables
from bpe_ui.stage.html.chips import Html
from bpe_ui.visit.session import session

DRAWS = 8
"""How many draws are shown at a time."""


def draw_dropout(request: TokenizeInput) -> None:
    """The settings, and the draws."""
    tokenize = session().state(Tokenize)
    left, right = st.columns([7, 5], vertical_alignment="center")
    with left, st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        percent = "Probability in percent"
        st.number_input(percent, step=5, width=200, **entered_in("dropout", of="tokenize"))
        st.number_input("First seed", step=1, width=150, **entered_in("seed", of="tokenize"))
        st.button("Sample again", key="dropout_again", icon=":material/casino:", on_click=_draw_again)
    with right:
        show(markup.quiet_line((sentences.DROPOUT,), terms=["BPE-dropout", "merge"]))
    text = beginning_of(request.text)
    usual, *drawn = (
        *dropout_draws(request.tokenizer, text, 0, seed=0, draws=1),
        *dropout_draws(request.tokenizer, text, tokenize.dropout / 100, seed=tokenize.seed, draws=DRAWS),
    )
    if not usual.words:
        show_note("Type a text to see how it is cut.")
        return
    show(markup.line(sentences.draws(drawn), terms=["draw"]))
    rows = [_row("without dropout", usual), *(_row(f"seed {each.seed:,}", each) for each in drawn)]
    show(tables.table("The draws", ("Draw", "Tokens", "Words cut as without"), rows))


def _row(name: str, draw: DropoutDraw) -> list[Html]:
    same = cuts.label(f"{sum(draw.unchanged):,} of {len(draw.unchanged):,}")
    return [cuts.label(name), cuts.words(draw.words, draw.unchanged), same]


def _draw_again() -> None:
    tokenize = session().state(Tokenize)
    tokenize.seed = min(tokenize.seed + DRAWS, MAX_SEED)
    st.rerun()
