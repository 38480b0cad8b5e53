"""The questions of a sheet that is printed, or filled in without the app."""

from collections.abc import Iterable

from bpe_ui.stage.html import markup
from bpe_ui.stage.html.chips import Html, in_html, join
from bpe_ui.stage.text.sentences import Sentence


def question(topic: str, asked: Sentence, below: Html) -> Html:
    """A question of a list, and what stands below it: room for the answer, or the answer."""
    return Html(f"<li><h2>{in_html(topic)}</h2>{markup.line(asked)}{below}</li>")


def options(number: int, answers: Iterable[tuple[str, Sentence]]) -> Html:
    """What can be chosen: the values of the answers, and what they say."""
    return join(
        Html(
            f'<label class="option"><input type="radio" name="q{number}" data-at="{number}"'
            f' value="{in_html(value)}"> {markup.sentence(said)}</label>'
        )
        for value, said in answers
    )


def field(number: int, label: str, longest: int) -> Html:
    """Room for an answer that is written."""
    typed = Html(f'<input data-at="{number}" maxlength="{longest}">')
    return Html(f"<label>{in_html(label)} {typed}</label>")


def mark(sign: str, kind: str) -> Html:
    """What an answer was worth: "right" or "wrong"."""
    return Html(f'<span class="{kind}">{in_html(sign)}</span>')
