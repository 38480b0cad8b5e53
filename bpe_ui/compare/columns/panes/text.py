"""A text of one's own in the tokens of every column, what is cut otherwise marked.

In: a comparison and a text. Out: a card for each column.
"""

import streamlit as st

from bpe_core import BPEError, Corpus
from bpe_core.corpus import Document
from bpe_core.studies.comparison import MAX_TEXT, ColumnTokens, Comparison
from bpe_ui.compare.fields import shown_in
from bpe_ui.html import chips, markup
from bpe_ui.html.chips import Html
from bpe_ui.html.display import show
from bpe_ui.session import session
from bpe_ui.text.sentences import plural

TOKENS_SHOWN = 300
"""Tokens of one column."""
FIRST_TEXT = 80
"""Characters of the corpus that stand in the box until a person types."""


def draw(comparison: Comparison) -> None:
    """The text box, and a card for each column."""
    compare = session().compare
    first = text_to_begin(session().training.source.corpus)
    text: str = st.text_area(
        f"Your text, up to {MAX_TEXT:,} characters",
        height=76,
        **shown_in("text", to_widget=lambda typed: first if typed is None else typed),
    )
    if not text:
        show(chips.note("Type a text to see it in the tokens of every column."))
        return
    try:
        sides = comparison.encode(text, compare.against)
    except BPEError as error:
        show(chips.message(str(error), "error"))
        return
    titles = [side.title for side in comparison.columns]
    shown = [
        _card(title, side, "" if number == compare.against else titles[compare.against])
        for number, (title, side) in enumerate(zip(titles, sides, strict=True))
    ]
    show(markup.cards(shown))


def text_to_begin(corpus: Corpus) -> str:
    """The first words of the corpus, of its first line that is not blank.

    >>> text_to_begin(Corpus.from_word_counts({"hug": 10, "pug": 5}))
    'hug pug'
    >>> text_to_begin(Corpus.from_text("hug pug\\npun"))
    'hug pug'
    """
    if corpus.entries:
        start = " ".join(_beginning(word) for word, _ in corpus.entries[:FIRST_TEXT])
    else:
        start = " ".join(map(_beginning, corpus.documents[:4]))
    start = next((line for line in start.splitlines() if line.strip()), "")
    if len(start) <= FIRST_TEXT:
        return start
    return start[:FIRST_TEXT].rpartition(" ")[0] or start[:FIRST_TEXT]


def _beginning(document: Document) -> str:
    """A little more of it than fits; a long file's first block, which does not take all of it to be read."""
    start = document if isinstance(document, str) else next(document.blocks(), "")
    return start[: FIRST_TEXT + 1]


def note(side: ColumnTokens, against: str) -> str:
    """How many tokens a column makes of the text, and how many of them are cut otherwise."""
    count, differing = len(side.tokens), sum(token.differs for token in side.tokens)
    said = f"{count:,} {plural('token', count)}"
    if not against:
        return said
    if not differing:
        return f"{said}, cut as by {against}"
    return f"{said}, {differing:,} cut otherwise than by {against}"


def _card(title: str, side: ColumnTokens, against: str) -> Html:
    unknown = sum(not token.known for token in side.tokens)
    parts = [markup.text_tokens(side.tokens, TOKENS_SHOWN)]
    if unknown:
        parts.append(chips.note(f"{unknown:,} unknown: dashed."))
    return markup.card(title, chips.join(parts), note(side, against))
