"""How a notebook shows the records of the core: as HTML, with symbols as chips in the colours of the app.

All text is escaped. All style is in the markup itself, and the colours are translucent, so that it reads well
on light and on dark pages.

The records do not know this module: it gives them the method `_repr_html_`, which a notebook looks for.

>>> note("3 < 4")
'<div style="opacity: 0.75">3 &lt; 4</div>'
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import islice
from typing import Any

from bpe_core.encoding.base_tokenizer import BaseTokenizer
from bpe_core.encoding.tracing import Trace, WordTrace
from bpe_core.merges import Merge
from bpe_core.queries import Column, Statistics, cell, pair_columns
from bpe_core.stepper import BPEStepper

LONGEST = 40
"""Characters shown of one symbol."""
MOST_CHIPS = 60
"""Chips shown in a row."""
MOST_ROWS = 12
"""Rows shown of a table."""
MOST_WORDS = 20
"""Words shown of a trace."""

_LEARNED, _NEXT, _QUIET = "13, 148, 136", "217, 119, 6", "128, 128, 128"  # teal, amber, grey
_CHIP = (
    "display: inline-block; margin: 0.1em 0.15em; padding: 0.1em 0.45em; border-radius: 0.4em;"
    " font-family: monospace; white-space: pre; background: rgba({colour}, 0.22);"
    " border: 1.5px solid rgba({colour}, {line})"
)
_CELL = "text-align: left; vertical-align: middle; padding: 0.15em 0.6em; background: transparent"


def stepper_html(stepper: BPEStepper) -> str:
    """The words as they are split now, and the next pair."""
    shown, next_pair = stepper.words[:MOST_ROWS], stepper.next_pair()
    splits = stepper.splits([row.word for row in shown])
    learned = stepper.history.tokens(0, stepper.position)
    rows = [[f"{row.count:,} ×", _chips(splits[row.word], learned)] for row in shown]
    words = table(("count", "word"), rows, "words", len(stepper.words))
    if next_pair is None:
        said = note(f"Training is over: {stepper.stop_reason}.")
    else:
        said = f"<div>next: {' + '.join(chip(symbol, _NEXT) for symbol in next_pair)}</div>"
    pairs = records(pair_columns(stepper.config), stepper.pair_counts(MOST_ROWS), stepper.statistics())
    return title(repr(stepper)) + words + said + pairs


def merge_html(merge: Merge) -> str:
    """What was merged, how often it occurred, and how it was chosen."""
    tied = f", tied with {merge.tied_count:,} others" if merge.tied_count else ""
    chosen = "" if merge.chosen_by == "rule" else ", chosen by hand"
    said = f"rank {merge.rank:,}, {merge.count:,} times{tied}{chosen}; id {merge.token_id}"
    return _rule(merge.pair, merge.token) + note(said)


def tokenizer_html(tokenizer: BaseTokenizer[Any]) -> str:
    """The first merge rules by rank, and their tokens."""
    made = (tokenizer.token_of[product] for product in tokenizer.id_rules.products)
    rules = islice(zip(tokenizer.merges, made, strict=True), MOST_ROWS)
    rows = [[str(rank), _rule(pair, token)] for rank, (pair, token) in enumerate(rules)]
    return title(repr(tokenizer)) + table(("rank", "merge"), rows, "merges", len(tokenizer.merges))


def trace_html(trace: Trace) -> str:
    """The rules that apply in each word."""
    return "".join(map(word_trace_html, trace[:MOST_WORDS])) + _more(len(trace) - MOST_WORDS, "words")


def word_trace_html(trace: WordTrace) -> str:
    """The rules that apply in one word, and the symbols after each."""
    made = {step.token for step in trace.steps}
    rows = [["", "", _chips(trace.symbols)]]
    rows += [
        [str(step.rank), _rule(step.pair, step.token), _chips(step.symbols, made)]
        for step in trace.steps[:MOST_ROWS]
    ]
    heads = "rank", "merge", visible(trace.word)
    return table(heads, rows, "rules", len(trace.steps) + 1) + note(f"ids: {', '.join(map(str, trace.ids))}")


_SHOWN_BY: dict[type, Callable[[Any], str]] = {
    BPEStepper: stepper_html,
    Merge: merge_html,
    BaseTokenizer: tokenizer_html,
    Trace: trace_html,
    WordTrace: word_trace_html,
}
for _record, _html in _SHOWN_BY.items():
    _record._repr_html_ = _html  # type: ignore[attr-defined]


def visible(text: str) -> str:
    """A text with spaces as ␣ and other invisible characters as code points, shortened if it is long.

    >>> visible("a b\\n")
    'a␣bU+000A'
    """
    shown = (
        each if each.isprintable() else f"U+{ord(each):04X}" for each in text[:LONGEST].replace(" ", "␣")
    )
    return "".join(shown) + "…" * (len(text) > LONGEST)


def chip(symbol: str, colour: str = _QUIET) -> str:
    """A symbol."""
    style = _CHIP.format(colour=colour, line=0.9 if colour == _NEXT else 0)
    return f'<span style="{style}"><bdi>{escape(visible(symbol))}</bdi></span>'


def _chips(symbols: Sequence[str], learned: Iterable[str] = ()) -> str:
    """Symbols in a row; learned tokens are teal."""
    learned = set(learned)
    shown = "".join(
        chip(symbol, _LEARNED if symbol in learned else _QUIET) for symbol in symbols[:MOST_CHIPS]
    )
    return shown + _more(len(symbols) - MOST_CHIPS, "symbols")


def _rule(pair: Sequence[str], token: str) -> str:
    """`u + g → ug`."""
    return f"{' + '.join(map(chip, pair))} → {chip(token, _LEARNED)}"


def records(columns: Sequence[Column], rows: Iterable[Any], now: Statistics) -> str:
    """Records as a table of these columns."""
    heads = [column.title for column in columns]
    shown = [[_CELLS[column.kind](cell(column, row, now)) for column in columns] for row in rows]
    return table(heads, shown, "rows", len(shown)) if shown else ""


_CELLS: dict[str, Callable[[Any], str]] = {
    "pair": lambda pair: " + ".join(map(chip, pair)),
    "token": chip,
    "number": "{:,}".format,
    "share": "{:.1%}".format,
    "text": escape,
}


def title(text: str) -> str:
    """What is shown, in bold."""
    return f"<div><b>{escape(text)}</b></div>"


def note(text: str) -> str:
    """A line of explanation in a quieter colour."""
    return f'<div style="opacity: 0.75">{escape(text)}</div>'


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], what: str, in_all: int) -> str:
    """A table in HTML, with a line about the rows that are not shown of `in_all`."""
    head = "".join(f'<th style="{_CELL}">{escape(text)}</th>' for text in heads)
    cells = ("".join(f'<td style="{_CELL}">{cell}</td>' for cell in row) for row in rows)
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    shown = f'<table style="color: inherit"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    return shown + _more(in_all - len(rows), what)


def _more(count: int, what: str) -> str:
    """A line that says how many are not shown; empty if all are."""
    return note(f"… and {count:,} more {what}") if count > 0 else ""
