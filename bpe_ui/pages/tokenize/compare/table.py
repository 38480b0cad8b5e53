"""The table of Several: which tokenizers and texts it has, its numbers, and its markup. No Streamlit here."""

from collections.abc import Sequence
from typing import NamedTuple

from bpe_core import Tokenizer
from bpe_core.studies.text_counts import TextCounts
from bpe_ui.pages.tokenize.settings.beside import MOST, KeptTokenizer
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput
from bpe_ui.stage.html import chips, cuts, tables
from bpe_ui.stage.html.chips import Html
from bpe_ui.stage.text.sentences import plain_text, say
from bpe_ui.visit.training.beginning import LONGEST_TEXT
from bpe_ui.visit.visit import Visit

TEXT_SHOWN = 40
"""How many characters of each text the table shows."""


class Compared(NamedTuple):
    """A tokenizer of the table."""

    kept: KeptTokenizer
    """Its name, and what it learned from."""

    tokenizer: Tokenizer
    """The tokenizer itself."""


def columns(visit: Visit, request: TokenizeInput) -> list[Compared]:
    """The page's own tokenizer, if it has a column, then those that are kept, each once; at most `MOST`.

    Raises a `BPEError` as opening does.
    """
    tokenize = visit.state(Tokenize)
    own = tokenize.own(visit.training, request.tokenizer)
    first = [Compared(own, request.tokenizer)] if tokenize.has_own_column else []
    others = [each for each in tokenize.beside if each != own or not first]
    return [*first, *(Compared(each, each.tokenizer()) for each in others[: MOST - len(first)])]


def texts(visit: Visit, request: TokenizeInput, compared: Sequence[Compared]) -> tuple[str, ...]:
    """The texts that a person typed; else what the tokenizers learned from, or the page's own text."""
    typed = visit.state(Tokenize).texts
    if typed is not None:
        return typed
    learned = dict.fromkeys(column.kept.text for column in compared if column.kept.text)
    return tuple(learned) or (request.text[:LONGEST_TEXT],)


def picked(cells: Sequence[int], counts: Sequence[Sequence[TextCounts]]) -> list[tuple[int, int]]:
    """The cells whose tokens are shown, as text and tokenizer; none until one is clicked."""
    known = [divmod(cell - 1, MOST) for cell in cells]
    return [(row, at) for row, at in known if row < len(counts) and at < len(counts[row])]


def turned(cells: Sequence[tuple[int, int]], cell: int) -> tuple[int, ...]:
    """The cells after a click on one: it joins the last, or leaves."""
    numbers = [row * MOST + at + 1 for row, at in cells]
    return tuple(each for each in numbers if each != cell) if cell in numbers else (*numbers[-1:], cell)


def markup_of(
    heads: Sequence[str],
    rows: Sequence[str],
    counts: Sequence[Sequence[TextCounts]],
    shown: Sequence[tuple[int, int]],
) -> Html:
    """The table; each cell is a button."""
    body = [
        [
            chips.token(text, longest=TEXT_SHOWN),
            *(
                _cell(found, row * MOST + at + 1, (row, at) in shown, found.tokens == _fewest(counts[row]))
                for at, found in enumerate(counts[row])
            ),
        ]
        for row, text in enumerate(rows)
    ]
    return tables.table("Texts by tokenizers", ("", *heads), body)


def _fewest(found: Sequence[TextCounts]) -> int:
    """The fewest tokens of a text; -1 if all tokenizers make as many."""
    tokens = {each.tokens for each in found}
    return min(tokens) if len(tokens) > 1 else -1


def _cell(found: TextCounts, number: int, is_picked: bool, is_fewest: bool) -> Html:
    units = [
        say(
            "{n:,} {n:token|tokens}, fewest" if is_fewest else "{n:,} {n:token|tokens}",
            n=found.tokens,
        ),
        say("{n:.2f} characters per token", n=found.characters_per_token),
    ]
    if found.unknown:
        units.append(say("{n:,} unknown", n=found.unknown))
    # Negative, because the numbers from 1 are those of the differences below.
    return cuts.cell(-number, list(map(plain_text, units)), is_pressed=is_picked)
