"""The HTML of Compare and of class votes: sentences, pairs as chips, cards, tables, bars, legends.

Text enters only through `chips.token`, `chips.escaped` or `in_html`, which escape it.
"""

import re
from collections.abc import Iterable, Sequence

from bpe_core.merges import Pair
from bpe_core.studies.comparison import ColumnToken
from bpe_ui.stage.html import chips
from bpe_ui.stage.html.chips import Html, in_html, join
from bpe_ui.stage.text.sentences import Number, Part, Sentence, Token, place_in_text
from bpe_ui.stage.text.visible import visible_text

PAIR_LENGTH_SHOWN = 12
"""How many characters of each symbol of a pair are shown."""


def sentence(parts: Sentence, *, terms: Iterable[str] = ()) -> Html:
    """A sentence inside a line: tokens in their font, and numbers that stand out.

    Each term is explained where it first occurs.
    """
    left = list(terms)
    return join(_explained(part, left) if isinstance(part, str) else _part(part) for part in parts)


def headline(parts: Sentence, *, terms: Iterable[str] = ()) -> Html:
    """The one sentence with a view's result, large enough for the back of a room."""
    return Html(f'<p class="cmp-headline" role="status">{sentence(parts, terms=terms)}</p>')


def line(parts: Sentence, *, terms: Iterable[str] = ()) -> Html:
    """A sentence as a line of its own."""
    return Html(f'<p class="cmp-line">{sentence(parts, terms=terms)}</p>')


def quiet_line(parts: Sentence, *, terms: Iterable[str] = ()) -> Html:
    """A sentence of explanation, in a quieter colour."""
    return Html(f'<p class="note">{sentence(parts, terms=terms)}</p>')


def pair_chip(pair: Pair, *, is_picked: bool = False, is_tied: bool = False) -> Html:
    """A pair as one shape with a seam, as on Train; a tied one is dashed, the picked one is filled."""
    left, right = (chips.token(symbol, longest=PAIR_LENGTH_SHOWN) for symbol in pair)
    state = " picked" if is_picked else " tied" if is_tied else ""
    title = in_html(" + ".join(visible_text(symbol[: chips.TITLE_LENGTH_SHOWN]) for symbol in pair))
    return Html(
        f'<span class="cmp-pair{state}" title="{title}">{left}<span class="seam">+</span>{right}</span>'
    )


def pair_chips(pairs: Iterable[Pair], not_shown: int = 0, *, are_tied: bool = False) -> Html:
    """Several pairs in a row, and the number of those that are not shown."""
    more = Html(f'<span class="quiet">and {not_shown:,} more</span>') if not_shown > 0 else Html("")
    shown = join(pair_chip(pair, is_tied=are_tied) for pair in pairs)
    return Html(f'<span class="cmp-pairs">{shown}{more}</span>')


def pick(pair: Pair, how_often: Sentence, tied: Iterable[Pair], not_shown: int) -> Html:
    """A pair that was picked, with its count and the pairs that were tied with it."""
    picked, chips_of_ties = pair_chip(pair, is_picked=True), pair_chips(tied, not_shown, are_tied=True)
    return Html(f'<p class="cmp-pick">{picked}<span>{sentence(how_often)}</span>{chips_of_ties}</p>')


def labelled(label: str, body: Html) -> Html:
    """Markup with a word before it."""
    return Html(f'<div class="cmp-labelled"><span class="quiet">{in_html(label)}</span>{body}</div>')


def lines(sentences: Iterable[Sentence], kind: str = "lines") -> Html:
    """Sentences, one below another: "lines" or "reasons"."""
    shown = join(Html(f"<li>{sentence(parts)}</li>") for parts in sentences)
    return Html(f'<ul class="cmp-{kind}">{shown}</ul>')


def verdict(parts: Sentence, *, is_right: bool) -> Html:
    """The verdict on an answer; its words, not only its colour, say whether it is right."""
    return Html(f'<p class="cmp-line verdict {"right" if is_right else "wrong"}">{sentence(parts)}</p>')


def card(title: str, body: Html, note: str = "", *, mark: str = "") -> Html:
    """A part of a view under its own heading; `mark` is a class: "picked", "differs" or ""."""
    remark = f'<span class="panel-note">{in_html(note)}</span>' if note else ""
    heading = f"<h3><span>{chips.escaped(title)}</span>{remark}</h3>"
    return Html(f'<section class="cmp-card {in_html(mark)}">{heading}{body}</section>')


def cards(items: Iterable[Html]) -> Html:
    """Cards, one below another."""
    return Html(f'<div class="cmp-cards">{join(items)}</div>')


def way_into_a_room(address: str, code: str) -> Html:
    """What people type who cannot scan or see the QR code."""
    return Html(
        f'<p class="cmp-headline">Scan the QR code, or open</p><p class="room-address">{in_html(address)}</p>'
        f'<p class="cmp-headline">and enter</p><p class="room-code">{in_html(code)}</p>'
    )


def tally(rows: Iterable[tuple[Pair, Sentence, float, str]]) -> Html:
    """A bar for each pair that was voted for: the pair, what is said of its votes, their share, its mark."""
    bars = (
        f'<li class="{mark}">{pair_chip(pair)}<b>{sentence(said)}</b><i style="width: {share:.1%}"></i></li>'
        for pair, said, share, mark in rows
    )
    return Html(f'<ul class="tally" aria-label="Votes">{"".join(bars)}</ul>')


def text_tokens(tokens: Sequence[ColumnToken], longest: int) -> Html:
    """A text in the tokens of one column, at most `longest`; differences are marked in words too."""
    not_shown = len(tokens) - longest
    more = f'<span class="quiet">and {not_shown:,} more</span>' if not_shown > 0 else ""
    return Html(f'<p class="cmp-text">{join(map(_text_token, tokens[:longest]))}{more}</p>')


def _text_token(token: ColumnToken) -> Html:
    classes = "cmp-token" + " differs" * token.differs + " unknown" * (not token.known)
    classes += " word-start" * token.starts_word
    number = "no id" if token.id is None else f"id {token.id}"
    facts = number, place_in_text(token.start, token.end), "" if token.known else "unknown"
    about = ", ".join(filter(None, facts))
    note = '<span class="unseen"> (split differently)</span>' if token.differs else ""
    return Html(f'<span class="{classes}" title="{about}">{chips.token(token.token)}{note}</span> ')


def _explained(words: str, left: list[str]) -> Html:
    """Words in which each remaining term is explained once, and then removed from `left`."""
    searched = (re.search(rf"\b{term}s?\b", words, re.IGNORECASE) for term in left)
    match = next(filter(None, searched), None)
    if match is None:
        return in_html(words)
    term = next(term for term in left if match[0].lower().startswith(term.lower()))
    left.remove(term)
    before, after = (_explained(part, left) for part in (words[: match.start()], words[match.end() :]))
    return Html(f"{before}<span{chips.explaining([term])}>{in_html(match[0])}</span>{after}")


def _part(part: Part) -> Html:
    if isinstance(part, Token):
        return chips.token(part.text)
    if isinstance(part, Number):
        return Html(f"<b>{part.value:,}</b>")
    return in_html(part)
