"""How a notebook shows merges, tokenizers and traces: symbols as chips, in the colours of the app's stage.

In: symbols and numbers. Out: HTML for `_repr_html_`, in which every text is escaped. All style is in the
markup itself, and its colours are see-through, so that it reads well on light and on dark pages. A small
training is the app's stage itself, where the app is installed.

>>> note("3 < 4")
'<div style="opacity: 0.75">3 &lt; 4</div>'
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from bpe_core.errors import BPEError

LONGEST = 40
"""Characters shown of one symbol."""
MOST_CHIPS = 60
"""Chips shown in a row."""
MOST_ROWS = 12
"""Rows shown of a table."""

_LEARNED, _NEXT, _QUIET = "13, 148, 136", "217, 119, 6", "128, 128, 128"  # teal, amber, grey
_CHIP = (
    "display: inline-block; margin: 0.1em 0.15em; padding: 0.1em 0.45em; border-radius: 0.4em;"
    " font-family: monospace; white-space: pre; background: rgba({colour}, 0.22);"
    " border: 1.5px solid rgba({colour}, {line})"
)
_FRAME = 'title="BPE Stepper" width="100%" height="720" style="border: 0"'
_CELL = "text-align: left; vertical-align: middle; padding: 0.15em 0.6em; background: transparent"


def visible(text: str) -> str:
    """A text with its spaces as ␣ and other invisible characters as their code points, cut where it is long.

    >>> visible("a b\\n")
    'a␣bU+000A'
    """
    shown = (
        each if each.isprintable() else f"U+{ord(each):04X}" for each in text[:LONGEST].replace(" ", "␣")
    )
    return "".join(shown) + "…" * (len(text) > LONGEST)


def chip(symbol: str, *, is_learned: bool = False, is_next: bool = False) -> str:
    """A symbol; teal where a merge made it, amber where it is to be merged next."""
    colour = _NEXT if is_next else _LEARNED if is_learned else _QUIET
    style = _CHIP.format(colour=colour, line=0.9 if is_next else 0)
    return f'<span style="{style}"><bdi>{escape(visible(symbol))}</bdi></span>'


def chips(symbols: Sequence[str], learned: Iterable[str] = ()) -> str:
    """Symbols in a row; those that merges made are teal."""
    learned = set(learned)
    shown = "".join(chip(symbol, is_learned=symbol in learned) for symbol in symbols[:MOST_CHIPS])
    return shown + more(len(symbols) - MOST_CHIPS, "symbols")


def pair(symbols: Sequence[str], *, is_next: bool = False) -> str:
    """`u + g`."""
    return " + ".join(chip(symbol, is_next=is_next) for symbol in symbols)


def merge(symbols: Sequence[str], token: str) -> str:
    """`u + g → ug`."""
    return f"{pair(symbols)} → {chip(token, is_learned=True)}"


def title(text: str) -> str:
    """A line in bold."""
    return f"<div><b>{escape(text)}</b></div>"


def note(text: str) -> str:
    """A line of explanation, quieter."""
    return f'<div style="opacity: 0.75">{escape(text)}</div>' if text else ""


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], what: str = "rows", in_all: int = 0) -> str:
    """Rows of markup below headings; what is not shown of `in_all` is counted."""
    head = "".join(f'<th style="{_CELL}">{escape(text)}</th>' for text in heads)
    cells = ("".join(f'<td style="{_CELL}">{cell}</td>' for cell in row) for row in rows)
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    shown = f'<table style="color: inherit"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    return shown + more(in_all - len(rows), what)


def tokenizer(name: str, merges: Sequence[tuple[str, str]], made: Iterable[str]) -> str:
    """A tokenizer with its first merge rules by rank, and what they make."""
    rules = zip(merges[:MOST_ROWS], made, strict=False)
    rows = [[str(rank), merge(*rule)] for rank, rule in enumerate(rules)]
    return title(name) + table(("rank", "merge"), rows, "merges", len(merges))


def more(count: int, what: str) -> str:
    """How many are not shown; nothing where all are."""
    return note(f"… and {count:,} more {what}") if count > 0 else ""


def page(stepper: Any) -> str:
    """A page that plays a stepper's training; raises `BPEError` where it is too large, or without the app."""
    try:
        # The one place where the core asks for the app: whoever has a stepper should need no other import.
        from bpe_ui.share.html_file import to_html
    except ImportError as error:
        raise BPEError("`to_html` needs the app's package `bpe_ui`, which is not installed.") from error
    return to_html(stepper)


def stage(stepper: Any) -> str:
    """The same in a frame, whose styles and scripts stay inside; empty where there is no such page."""
    if len(stepper.words) > MOST_ROWS:
        return ""
    try:
        shown = escape(page(stepper))
    except BPEError:
        return ""
    return f'<iframe srcdoc="{shown}" sandbox="allow-scripts" {_FRAME}></iframe>'
