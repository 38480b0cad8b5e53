"""A text in the tokens of every column, with the differences marked."""

import streamlit as st

from bpe_core import BPEError
from bpe_core.studies.comparison import MAX_TEXT, ColumnTokens, Comparison
from bpe_ui.frame.widgets.display import show, show_note
from bpe_ui.frame.widgets.fields import LINE_ENDS, shown_in
from bpe_ui.stage.html import chips, markup
from bpe_ui.stage.html.chips import Html
from bpe_ui.stage.text.sentences import say_plainly, tokens_counted, words_listed
from bpe_ui.stage.text.visible import visible_text
from bpe_ui.visit.session import session
from bpe_ui.visit.training.beginning import first_words

MOST_NAMED = 8
"""How many unknown symbols are named at most."""
TOKENS_SHOWN = 300
"""How many tokens of one column are shown."""


def draw_texts(comparison: Comparison) -> None:
    """The text box, and a card for each column."""
    first = first_words(session().training.source.corpus)
    text: str = st.text_area(
        say_plainly("Your text, up to {most:,} characters, after all merges", most=MAX_TEXT),
        height=76,
        help=LINE_ENDS,
        **shown_in("text", of="compare", to_widget=lambda typed: first if typed is None else typed),
    )
    if not text:
        show_note("Type a text to see it in the tokens of every column.")
        return
    try:
        encoded = comparison.encode(text)
    except BPEError as error:
        show(chips.message(str(error), "error"))
        return
    titles = [column.title for column in comparison.columns]
    cards = []
    for number, (title, tokens) in enumerate(zip(titles, encoded, strict=True)):
        base = (titles[0], len(encoded[0].tokens)) if number else None
        card = _card(title, tokens, base, text)
        cards.append(chips.tokens_of(f"column/{number}", card))
    show(markup.cards(cards))


def note(column: ColumnTokens, base: tuple[str, int] | None) -> str:
    """How many tokens a column makes of the text, and how many are different from those of the base.

    That is its title and how many tokens it makes; None for the base itself.
    """
    count, differing = len(column.tokens), sum(token.differs for token in column.tokens)
    if base is None:
        return tokens_counted(count)
    against, there = base
    if differing:
        differs = "{n:,} {n:token|tokens}, {differing:,} split differently from {against}"
        return say_plainly(differs, n=count, differing=differing, against=against)
    if count != there:
        same = "{n:,} {n:token|tokens}, and {against} {there:,}: split alike, but for the markers"
        return say_plainly(same, n=count, against=against, there=there)
    return say_plainly("{n:,} {n:token|tokens}, the same as {against}", n=count, against=against)


def _card(title: str, column: ColumnTokens, base: tuple[str, int] | None, text: str) -> Html:
    unknown = [text[token.start : token.end] for token in column.tokens if not token.known]
    parts = [markup.text_tokens(column.tokens, TOKENS_SHOWN)]
    if unknown:
        named = ["the space" if each == " " else visible_text(each) for each in dict.fromkeys(unknown)]
        said = "{n:,} unknown {n:token|tokens}, dashed: {what}."
        what = words_listed(named[:MOST_NAMED])
        parts.append(chips.note(say_plainly(said, n=len(unknown), what=what)))
    return markup.card(title, chips.join(parts), note(column, base))
