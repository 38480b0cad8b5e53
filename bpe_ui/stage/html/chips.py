"""What all HTML is built of: tokens, titles, notes, messages.

Text enters HTML through `in_html` and `_attribute` alone, which escape it, so that a corpus may hold any text
at all.
"""

from collections.abc import Iterable
from html import escape
from typing import NewType
from urllib.parse import quote

from bpe_ui.stage.text.glossary import MEANINGS
from bpe_ui.stage.text.visible import MOST_SHOWN, SPACE, Glyph, glyphs, reads_right_to_left, visible_text

Html = NewType("Html", str)
"""Markup in which all text is escaped."""

TOKEN_LENGTH_SHOWN = 24
"""Longer tokens are cut with an ellipsis; the whole token is in the title."""
TITLE_LENGTH_SHOWN = 500


_ARROW = Html('<span class="quiet" role="img" aria-label="becomes">→</span>')
_PLUS = Html('<span class="quiet">+</span>')


def join(parts: Iterable[Html]) -> Html:
    """Several pieces of markup, one after the other."""
    return Html("".join(parts))


def token(text: str, *, longest: int = TOKEN_LENGTH_SHOWN) -> Html:
    """Corpus text as a person can read it: isolated, invisible characters named, long text cut."""
    cut = text[:longest]
    shown = "".join(map(_glyph, glyphs(cut)))
    more = "…" if len(text) > longest else ""
    title = f' title="{_attribute(visible_text(text[:TITLE_LENGTH_SHOWN]))}"' if more else ""
    return Html(f'<bdi class="token"{title}{_opening(text)}>{shown}{more}</bdi>')


def tokens_of(source: str, html: Html) -> Html:
    """Markup whose tokens open as those of another source than the page's own: see `ancestry.panel`."""
    return Html(f'<div class="tokens-of" data-tokens="{in_html(source)}">{html}</div>')


def escaped(text: str) -> Html:
    """A sentence of the core's, which may quote corpus text: escaped, spaces as they are, the rest named."""
    return Html(f"<bdi>{' '.join(map(_escaped_word, text.split(' ')))}</bdi>")


def name(text: str) -> Html:
    """The product's name in the header."""
    return Html(f'<span class="name">{in_html(text)}</span>')


def phone_menu() -> Html:
    """The button of the header's menu on a phone; script.html hears it."""
    return Html('<button type="button" class="menu" data-menu aria-label="Menu">Menu</button>')


def setting(text: str) -> Html:
    """What is chosen in the panel in whose button it stands."""
    return Html(f'<span class="setting" title="{_attribute(text)}">{in_html(text)}</span>')


def panel_title(title: str, note: str = "", *, terms: Iterable[str] = ()) -> Html:
    """A panel's heading in the product's own words, which explains terms; a quiet remark at its right."""
    remark = f'<span class="panel-note">{in_html(note)}</span>' if note else ""
    return Html(f'<h2 class="panel-title"><span{explaining(terms)}>{in_html(title)}</span>{remark}</h2>')


def explaining(terms: Iterable[str]) -> Html:
    """The attributes of an element that explains these words of the glossary; see component/terms.js."""
    listed = ",".join(term for term in terms if MEANINGS[term])
    return Html(f' data-terms="{listed}" tabindex="0"' if listed else "")


def message(text: str, kind: str) -> Html:
    """A line that says what went wrong ("error") or what was done ("notice"); spoken by screen readers."""
    role = "alert" if kind == "error" else "status"
    return Html(f'<p class="message {kind}" role="{role}">{escaped(text)}</p>')


def note(text: str) -> Html:
    """A quiet line of explanation."""
    return Html(f'<p class="note">{escaped(text)}</p>')


def lines(text: str) -> Html:
    """A text with its line ends, each line one of explanation."""
    return join(map(note, text.splitlines()))


def stop(number: str, title: str) -> Html:
    """Where one is in a row of things: the number of one, and its title."""
    return Html(f'<p class="stop" role="status"><b>{in_html(number)}</b> {escaped(title)}</p>')


def explanations(items: Iterable[tuple[str, str]]) -> Html:
    """Titles, each with its explanation."""
    shown = (Html(f"<li><b>{in_html(title)}</b> {escaped(text)}</li>") for title, text in items)
    return Html(f'<ul class="explanations">{join(shown)}</ul>')


def pair_and_token(pair: tuple[str, str], made: str) -> Html:
    """What a rule merges, and what becomes of it."""
    left, right = (token(symbol, longest=12) for symbol in pair)
    return Html(f'<span class="pair">{left} {_PLUS} {right} {_ARROW} {token(made, longest=16)}</span>')


def _escaped_word(word: str) -> str:
    shown = "".join(map(_glyph, glyphs(word)))
    # Isolated, so that the two sides of a right-to-left pair do not change places.
    return f"<bdi>{shown}</bdi>" if reads_right_to_left(word) else shown


def _glyph(glyph: Glyph) -> str:
    text, kind = glyph
    if kind == "text":
        return in_html(text)
    if kind == "marker":
        return f'<bdi dir="ltr">{in_html(text)}</bdi>'
    if text == SPACE:
        return '<span class="space" role="img" aria-label="space"></span>'
    return f'<span class="named">{in_html(text)}</span>'


def in_html(text: str) -> Html:
    """Text as HTML, escaped."""
    return Html(escape(text, quote=True))


def _opening(text: str) -> str:
    """The attribute by which a token opens, where it is no longer than a token is shown anywhere."""
    try:
        return f' data-text="{quote(text)}"' if len(text) <= MOST_SHOWN else ""
    except UnicodeEncodeError:  # half a character
        return ""


def _attribute(text: str) -> str:
    more = "…" if len(text) > TITLE_LENGTH_SHOWN else ""
    return escape(text[:TITLE_LENGTH_SHOWN] + more, quote=True)
