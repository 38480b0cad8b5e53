"""Compare texts: two texts, such as a sentence in two languages, in the tokens of the page's tokenizer.

Below them are their lengths in bytes, characters, tokens and words, and other texts that were kept.
"""

from collections.abc import Sequence

import streamlit as st

from bpe_core.encoding import Encoding
from bpe_core.studies.text_counts import TextCounts, text_counts
from bpe_ui.html import chips, cuts, markup
from bpe_ui.html.chips import Html
from bpe_ui.text.sentences import Sentence, say, tokens_counted
from bpe_ui.tokenize.settings import typing
from bpe_ui.tokenize.settings.kept_texts import MAX_KEPT_TEXTS, KeptText
from bpe_ui.tokenize.settings.request import Request
from bpe_ui.tokenize.settings.state import Tokenize
from bpe_ui.tokenize.settings.tokenizer_panel import name_of
from bpe_ui.visit.session import session
from bpe_ui.widgets.display import show, show_note

NAMES = "First text", "Second text"
HEADS = "", "Text", "Tokenizer", "Bytes", "Characters", "Tokens", "Words", "Tokens per word"
TEXT_SHOWN = 60
"""How many characters of each text the table shows."""
TYPE_TWO = "Type two texts, such as a sentence in two languages, to see which one takes more tokens."
WHAT_IT_SAYS = (
    "Cut as bytes, as characters or as words, a text would have as many tokens as these columns say. Words"
    " are what the pre-tokenizer of the text's tokenizer cuts."
)


def draw(request: Request) -> None:
    """The two boxes, the texts in tokens, the numbers, and the buttons to keep and remove texts."""
    current = session()
    kept = current.of(Tokenize).kept
    left, right = st.columns(2, gap="small")
    with left:
        typing.draw(current)
    with right:
        typing.draw_second(current)
    requests = [request, request._replace(text=current.of(Tokenize).second_text)]
    here = [
        KeptText(each.text, name_of(current), text_counts(request.tokenizer, each.text)) for each in requests
    ]
    show(markup.headline(compared([text.counts for text in here]), terms=["token"]))
    with st.container(key="texts"):
        encodings = [each.encoding() if each.text else None for each in requests]
        show(cuts.columns(map(_card, NAMES, encodings)))
    unknown = sum(len(encoding.unknown) for encoding in encodings if encoding)
    if unknown:
        say_little = (
            "{n} {n:symbol is|symbols are} unknown to this tokenizer, so the numbers say little. Train on a"
            " longer text in both languages, or open a real tokenizer under Tokenizer."
        )
        show(markup.quiet_line(say(say_little, n=unknown), terms=["symbol", "unknown"]))
    rows = [_row(name, text) for name, text in zip(NAMES, here, strict=True) if text.text]
    rows += [_row(f"Kept {number}", text) for number, text in enumerate(kept, start=1)]
    if rows:
        show(cuts.table("Texts side by side", HEADS, rows))
        show(chips.note(WHAT_IT_SAYS))
    new = tuple(text for text in here if text.text and text not in kept)[: MAX_KEPT_TEXTS - len(kept)]
    with st.container(key="kept_buttons", horizontal=True, gap="small"):
        st.button("Keep these texts", key="keep_texts", disabled=not new, on_click=_keep, args=(new,))
        for number, text in enumerate(kept, start=1):
            st.button(f"Remove {number}", key=f"remove_text_{number}", on_click=_remove, args=(text,))
    if len(kept) >= MAX_KEPT_TEXTS:
        show_note(
            "{most} texts are kept, the most that fit; remove one to keep another.", most=MAX_KEPT_TEXTS
        )


def compared(counts: Sequence[TextCounts]) -> Sentence:
    """Which of two texts takes more tokens, and how many times as many.

    >>> from bpe_ui.text.sentences import plain_text
    >>> plain_text(compared([TextCounts(16, 16, 4, 10), TextCounts(12, 20, 3, 15)]))
    'The first text takes 10 tokens, the second 15: 1.50 times as many.'
    """
    first, second = (each.tokens for each in counts)
    if not first or not second:
        return say(TYPE_TWO)
    if first == second:
        return say("Both texts take {first} {first:token|tokens}.", first=first)
    fewer, more = sorted((first, second))
    return say(
        "The first text takes {fewer:,} {fewer:token|tokens}, the second {more}: {ratio:.2f} times as many."
        if first < second
        else "The second text takes {fewer:,} {fewer:token|tokens}, the first {more}:"
        " {ratio:.2f} times as many.",
        fewer=fewer,
        more=more,
        ratio=more / fewer,
    )


def _card(name: str, encoding: Encoding | None) -> Html:
    tokens = encoding.tokens if encoding else ()
    return markup.card(name, cuts.cut(tokens), tokens_counted(len(tokens)))


# ---- the numbers, and texts that are kept


def _row(name: str, kept: KeptText) -> list[Html]:
    counts = kept.counts
    numbers = [f"{n:,}" for n in (counts.bytes, counts.characters, counts.tokens, counts.words)]
    texts = [kept.tokenizer, *numbers, f"{counts.tokens_per_word:.2f}"]
    return [cuts.label(name), chips.token(kept.text, longest=TEXT_SHOWN), *map(chips.escaped, texts)]


def _keep(texts: tuple[KeptText, ...]) -> None:
    session().of(Tokenize).kept += texts


def _remove(text: KeptText) -> None:
    tokenize = session().of(Tokenize)
    tokenize.kept = tuple(each for each in tokenize.kept if each != text)
