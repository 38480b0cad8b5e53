"""The answers of a class to a question, as bars one below another, with what each shows."""

from collections.abc import Iterable
from typing import NamedTuple

from bpe_ui.stage.html import markup
from bpe_ui.stage.html.chips import Html, in_html, join
from bpe_ui.stage.text.sentences import Sentence


class AnswerBar(NamedTuple):
    """An answer."""

    answer: Sentence

    given: str
    """How many gave it, such as `4 of 12`."""

    share: float
    """Their part of all, from 0 to 1."""

    is_right: bool

    shows: Sentence
    """The mistake that leads to it; empty for none."""

    who: str = ""
    """The names of those who gave it; empty where they are not shown."""


def answer_bars(rows: Iterable[AnswerBar]) -> Html:
    """The answers; the right one is marked by a word, not only by its colour."""
    return Html(f'<ol class="vote-bars answer-bars">{join(map(_bar, rows))}</ol>')


def grid(cards: Iterable[Html]) -> Html:
    """Questions side by side, as many as fit."""
    return Html(f'<div class="answer-cards">{join(cards)}</div>')


def _bar(row: AnswerBar) -> Html:
    state = '<span class="state">right</span>' if row.is_right else ""
    below = join(
        Html(f'<span class="{kind}">{text}</span>')
        for kind, text in (("shows", markup.sentence(row.shows)), ("who", in_html(row.who)))
        if text
    )
    return Html(
        f'<li class="{"right" * row.is_right}"><span class="votes"><span>{markup.sentence(row.answer)}</span>'
        f"{state}<b>{in_html(row.given)}</b></span>"
        f'<span class="bar" style="width: {row.share:.1%}"></span>{below}</li>'
    )
