"""The one module that builds HTML: symbols as chips, tokens with their ids, traces, notes.

In: rows of `tokenize.rows`, and texts. Out: `Html`, to be shown with `st.html`. Text enters HTML through
`_text` and `_attribute` alone, which escape it, so that a corpus may hold any text at all.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import NewType

from bpe_ui.text.visible import SPACE, glyphs, reads_right_to_left, visible_text
from bpe_ui.text.word_rows import Chip
from bpe_ui.tokenize.rows import StepRow, TokenRow, TraceRow

Html = NewType("Html", str)
"""Markup in which all text is escaped."""

TOKEN_LENGTH_SHOWN = 24
"""Longer tokens are cut with an ellipsis; the whole token is in the title."""
TITLE_LENGTH_SHOWN = 500
CHIPS_IN_A_COLUMN = 8
"""A word of more symbols than these has the whole width of the page."""

_ARROW = Html('<span class="quiet" role="img" aria-label="becomes">→</span>')
_PLUS = Html('<span class="quiet">+</span>')


def join(parts: Iterable[Html]) -> Html:
    """Several pieces of markup, one after the other."""
    return Html("".join(parts))


def token(text: str, *, longest: int = TOKEN_LENGTH_SHOWN) -> Html:
    """Corpus text as a person can read it: isolated, invisible characters named, long text cut."""
    cut = text[:longest]
    shown = "".join(_glyph(glyph.text, glyph.is_name) for glyph in glyphs(cut))
    more = "…" if len(text) > longest else ""
    title = f' title="{_attribute(visible_text(text[:TITLE_LENGTH_SHOWN]))}"' if more else ""
    return Html(f'<bdi class="token"{title}>{shown}{more}</bdi>')


def escaped(text: str) -> Html:
    """A sentence of the core's, which may quote corpus text: escaped, spaces as they are, the rest named."""
    return Html(f"<bdi>{' '.join(map(_escaped_word, text.split(' ')))}</bdi>")


def name(text: str) -> Html:
    """The product's name in the header."""
    return Html(f'<span class="name">{_text(text)}</span>')


def setting(text: str) -> Html:
    """What is chosen in the panel whose button follows."""
    return Html(f'<span class="setting" title="{_attribute(text)}">{_text(text)}</span>')


def panel_title(title: str, note: str = "") -> Html:
    """A panel's heading in the product's own words, with a quiet remark at its right."""
    remark = f'<span class="panel-note">{_text(note)}</span>' if note else ""
    return Html(f'<h2 class="panel-title"><span>{_text(title)}</span>{remark}</h2>')


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
    return Html(f'<p class="stop" role="status"><b>{_text(number)}</b> {escaped(title)}</p>')


def explanations(items: Iterable[tuple[str, str]]) -> Html:
    """Titles, each with its explanation."""
    shown = (Html(f"<li><b>{_text(title)}</b> {escaped(text)}</li>") for title, text in items)
    return Html(f'<ul class="explanations">{join(shown)}</ul>')


def token_ids(rows: Iterable[TokenRow], text: str) -> Html:
    """The tokens of a text with their ids; a gap stands before a new word."""
    return Html(f'<ol class="token-ids">{join(_token_row(row, text) for row in rows)}</ol>')


def unknown(symbols: Sequence[str]) -> Html:
    """Which symbols of a text are not in the vocabulary."""
    different = list(dict.fromkeys(symbols))
    if not different:
        return note("Every symbol of the text is in the vocabulary.")
    shown = join(Html(f" {_chip(Chip(symbol, None, is_unknown=True))}") for symbol in different[:40])
    more = f" and {len(different) - 40:,} more" if len(different) > 40 else ""
    return Html(f'<p class="note unknown-symbols">Not in the vocabulary:{shown}{more}</p>')


def decoded(text: str, original: str) -> Html:
    """What the ids decode to, and whether that is the text."""
    if text == original:
        return note("Decoding the ids gives the text back, character for character.")
    return Html(f'<p class="note decoded">Decoding the ids gives: {token(text, longest=1_000)}</p>')


def traces(rows: Iterable[TraceRow]) -> Html:
    """One card a word: its symbols, and each rule that fired with the symbols after it."""
    return Html(f'<div class="traces">{join(map(_trace, rows))}</div>')


def fired(row: TraceRow, steps: int) -> Html:
    """A word in large chips after the first `steps` of its rules, which stand below."""
    chips = row.steps[steps - 1].chips if steps else row.symbols
    rules = join(Html(f"<li>{_rule(step)}</li>") for step in row.steps[:steps])
    return Html(f'<div class="fired">{_chip_row(chips)}<ol>{rules}</ol></div>')


def _chip(chip: Chip, *, show_id: bool = False, title: str = "") -> Html:
    classes = "chip"
    number = ""
    if chip.merge_number is not None:
        classes += " learned"
        number = f"<sup>{chip.merge_number:,}</sup>"
    if chip.is_new:
        classes += " new"
    if chip.is_unknown:
        classes += " unknown"
    token_id = f"<sub>{chip.token_id:,}</sub>" if show_id and chip.token_id is not None else ""
    about = _attribute(title or _about(chip))
    return Html(f'<span class="{classes}" title="{about}">{token(chip.token)}{token_id}{number}</span>')


def _about(chip: Chip) -> str:
    made = "base symbol" if chip.merge_number is None else f"made by merge {chip.merge_number:,}"
    return f"{visible_text(chip.token[:TITLE_LENGTH_SHOWN])}  ({made})"


def pair_and_token(pair: tuple[str, str], made: str) -> Html:
    """What a rule merges, and what becomes of it."""
    left, right = (token(symbol, longest=12) for symbol in pair)
    return Html(f'<span class="pair">{left} {_PLUS} {right} {_ARROW} {token(made, longest=16)}</span>')


def _token_row(row: TokenRow, text: str) -> Html:
    start = ' class="word-start"' if row.starts_word else ""
    here = text[row.start : min(row.end, row.start + TITLE_LENGTH_SHOWN)]
    where = f"characters {row.start:,} to {row.end:,}: {visible_text(here)}"
    return Html(f"<li{start}>{_chip(row.chip, show_id=True, title=where)}</li>")


def _trace(row: TraceRow) -> Html:
    times = f' <span class="quiet">{row.times:,} ×</span>' if row.times > 1 else ""
    steps = join(map(_step, row.steps))
    if not row.steps:
        steps = Html('<li class="note">No rule fires.</li>')
    if row.steps_not_shown:
        steps = join([steps, Html(f'<li class="note">and {row.steps_not_shown:,} more rules</li>')])
    wide = " wide" if len(row.symbols) > CHIPS_IN_A_COLUMN else ""
    return Html(
        f'<section class="trace{wide}"><h3>{token(row.word)}{times}</h3><ol>'
        f'<li><span class="rule quiet">symbols</span>{_chip_row(row.symbols)}</li>{steps}</ol></section>'
    )


def _step(row: StepRow) -> Html:
    return Html(f'<li><span class="rule">{_rule(row)}</span>{_chip_row(row.chips)}</li>')


def _rule(row: StepRow) -> Html:
    return Html(f'<span class="rank">{row.merge_number:,}</span> {pair_and_token(row.pair, row.token)}')


def _chip_row(row: Sequence[Chip]) -> Html:
    direction = ' dir="rtl"' if reads_right_to_left("".join(chip.token for chip in row)) else ""
    return Html(f'<span class="symbols"{direction}>{join(map(_chip, row))}</span>')


def _escaped_word(word: str) -> str:
    shown = "".join(_glyph(glyph.text, glyph.is_name) for glyph in glyphs(word))
    # Isolated, so that the two sides of a right-to-left pair do not change places.
    return f"<bdi>{shown}</bdi>" if reads_right_to_left(word) else shown


def _glyph(text: str, is_name: bool) -> str:
    if not is_name:
        return _text(text)
    if text == SPACE:
        return '<span class="space" role="img" aria-label="space"></span>'
    return f'<span class="named">{_text(text)}</span>'


def _text(text: str) -> Html:
    return Html(escape(text, quote=True))


def _attribute(text: str) -> str:
    more = "…" if len(text) > TITLE_LENGTH_SHOWN else ""
    return escape(text[:TITLE_LENGTH_SHOWN] + more, quote=True)
