"""Kept texts: how long texts are in characters, bytes, words and tokens, side by side.

In: the request of the page. Out: a table with the text on screen and those that were kept.
"""

import streamlit as st

from bpe_core.studies.text_counts import text_counts
from bpe_ui.html import chips, cuts
from bpe_ui.html.chips import Html
from bpe_ui.html.display import show
from bpe_ui.session import session
from bpe_ui.tokenize.request import Request
from bpe_ui.tokenize.state import MAX_KEPT_TEXTS, KeptText
from bpe_ui.tokenize.tokenizer_panel import name_of

HEADS = "", "Text", "Tokenizer", "Bytes", "Characters", "Tokens", "Words", "Tokens per word"

TEXT_SHOWN = 60
"""How many characters of each text are shown."""


def draw(request: Request) -> None:
    """The table, and the buttons that keep and remove."""
    current = session()
    kept = current.tokenize.kept
    here = KeptText(request.text, name_of(current), text_counts(request.tokenizer, request.text))
    rows = [_row("Now", here), *(_row(f"{number}", text) for number, text in enumerate(kept, start=1))]
    show(cuts.table("Texts side by side", HEADS, rows))
    show(
        chips.note(
            "Cut as bytes, as characters or as words, a text would have as many tokens as these columns say."
            " Words are what the pre-tokenizer of the text's tokenizer cuts."
        )
    )
    with st.container(key="kept_buttons", horizontal=True, gap="small"):
        st.button(
            "Keep this text",
            key="keep_text",
            type="primary",
            disabled=len(kept) >= MAX_KEPT_TEXTS or here in kept,
            on_click=_keep,
            args=(here,),
        )
        for number, text in enumerate(kept, start=1):
            st.button(f"Remove {number}", key=f"remove_text_{number}", on_click=_remove, args=(text,))
    if len(kept) >= MAX_KEPT_TEXTS:
        show(chips.note(f"{MAX_KEPT_TEXTS} texts are kept, the most that fit; remove one to keep another."))


def _row(name: str, kept: KeptText) -> list[Html]:
    counts = kept.counts
    numbers = [f"{n:,}" for n in (counts.bytes, counts.characters, counts.tokens, counts.words)]
    texts = [kept.tokenizer, *numbers, f"{counts.tokens_per_word:.2f}"]
    return [cuts.label(name), chips.token(kept.text, longest=TEXT_SHOWN), *map(chips.escaped, texts)]


def _keep(text: KeptText) -> None:
    session().tokenize.kept += (text,)


def _remove(text: KeptText) -> None:
    tokenize = session().tokenize
    tokenize.kept = tuple(each for each in tokenize.kept if each != text)
