"""Tokenize in present mode: one word in large type, and its rules firing one after another.

In: the words of a text with their rules. Out: one of them after some of its rules, and the way to the next.
"""

from collections.abc import Hashable, Sequence

import streamlit as st

from bpe_ui.html import chips, markup
from bpe_ui.html.display import show
from bpe_ui.session import session, set_widget, the_only_run, widget
from bpe_ui.share import share_panel
from bpe_ui.text.sentences import Sentence, Token, plural, the_pair
from bpe_ui.tokenize.rows import TraceRow

PLACE = "tokenize_presented"
"""Under this name the session keeps what is presented, and where in it."""


@st.fragment
def draw(rows: Sequence[TraceRow], shown: Hashable) -> None:
    """Right and Left go through the rules of a word, then to the next word; `shown` says of which text."""
    if not session().present:
        st.rerun()  # all of the page, not this part alone
    with the_only_run():
        places = [(word, steps) for word, row in enumerate(rows) for steps in range(len(row.steps) + 1)]
        known, here = widget(PLACE) or (shown, 0)
        here = here if known == shown else 0
        word, steps = places[here] if places else (0, 0)
        with st.container(key="presented", horizontal=True, vertical_alignment="center"):
            _go_button("Back", "Left", (shown, here - 1), is_off=here == 0)
            _go_button("Next rule", "Right", (shown, here + 1), is_off=here + 1 >= len(places))
            if places:
                show(chips.stop(f"word {word + 1} of {len(rows)}", rows[word].word), width="content")
            share_panel.exit_button()
        if places:
            show(markup.headline(what_happened(rows[word], steps)))
            show(chips.fired(rows[word], steps))
        else:
            show(markup.headline(("There is no word here: leave this view and type a text.",)))


def what_happened(row: TraceRow, steps: int) -> Sentence:
    """What a word's rule number `steps` did, and why no more follow where it was the last."""
    if steps < len(row.steps):
        end = ""
    elif row.steps_not_shown:
        end = f" {row.steps_not_shown:,} more rules fire, which are not shown."
    else:
        end = " No pair left has a rule."
    if not steps:
        symbols = len(row.symbols)
        return Token(row.word), f" is cut into {symbols:,} {plural('symbol', symbols)}.{end}"
    step = row.steps[steps - 1]
    number = step.merge_number
    return (
        *the_pair(step.pair),
        " becomes ",
        Token(step.token),
        f" by merge {number:,} (rank {number - 1:,}).{end}",
    )


def _go_button(label: str, key: str, place: tuple[Hashable, int], *, is_off: bool) -> None:
    st.button(
        label,
        key=f"presented_{label}",
        shortcut=key,
        disabled=is_off,
        on_click=set_widget,
        args=(PLACE, place),
    )
