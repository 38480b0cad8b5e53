"""What the columns say of each step, in words: for the line above them and for a screen reader.

In: a rank in all columns. Out: two sentences as parts, as `bpe_ui.text.sentences` makes them.

>>> from bpe_core import BPEConfig, EXAMPLES
>>> from bpe_core.studies.comparison import Comparison, Column
>>> sides = [Column("Seen", BPEConfig()), Column("Small", BPEConfig(tie_break="smallest_pair"))]
>>> comparison = Comparison(EXAMPLES["hug_pug_pun"].corpus, sides)
>>> comparison.advance(10)
True
>>> from bpe_ui.text.sentences import plain_text
>>> first, second = comparison.rows(3, 5)
>>> plain_text(step(first, comparison).sentence)
'Merge 4: all columns take p + un, which occurs 12 times.'
>>> said = step(second, comparison)
>>> plain_text(said.sentence), plain_text(said.aside)
('Merge 5: the first difference.', 'Seen takes p + ug; Small takes hug + s.')
"""

from typing import NamedTuple

from bpe_core.merges import Pair
from bpe_core.studies.comparison import AlignedStep, Comparison
from bpe_ui.compare.titles import fitting_titles, titles_listed
from bpe_ui.text.sentences import Number, Part, Sentence, plural, the_pair, times


class Said(NamedTuple):
    """What is said at one position."""

    sentence: Sentence
    """What happened."""

    aside: Sentence
    """The small line under it."""


def start(comparison: Comparison) -> Said:
    """At the start, before any merge."""
    length, columns = comparison.length, len(comparison.columns)
    sentence: Sentence = (
        f"Nothing is merged yet: {columns} columns, up to ",
        Number(length),
        f" {plural('merge', length)}.",
    )
    if comparison.first_divergence is not None:
        return Said(sentence, (f"{_comes_at(comparison.first_divergence)} Press D to go there.",))
    if not length:
        return Said(sentence, ("No column finds a pair to merge.",))
    so_far = "" if comparison.is_done else " so far"
    return Said(sentence, (f"All columns make the same merges{so_far}.",))


def step(row: AlignedStep, comparison: Comparison) -> Said:
    """After the merge with the row's rank."""
    head = f"Merge {row.rank + 1:,}: "
    if row.agree:
        return Said((head, *_all_take(row)), _of_agreement(row.rank, comparison))
    groups: dict[Pair | None, list[str]] = {}
    titles = fitting_titles([side.title for side in comparison.columns])
    for title, cell in zip(titles, row.cells, strict=True):
        groups.setdefault(None if cell is None else cell.pair, []).append(title)
    what = "the columns differ."
    if row.rank == comparison.first_divergence:
        what = "the first difference."
    elif None in groups and len(groups) == 2:
        what = "not all columns go on."
    return Said((head, what), _groups(groups))


def _all_take(row: AlignedStep) -> Sentence:
    cells = [cell for cell in row.cells if cell is not None]
    counts = {cell.count for cell in cells}
    occurs: Sentence = ()
    if len(counts) == 1:
        occurs = ", which occurs ", Number(cells[0].count), f" {times(cells[0].count)}"
    return "all columns take ", *the_pair(cells[0].pair), *occurs, "."


def _of_agreement(rank: int, comparison: Comparison) -> Sentence:
    divergence, length = comparison.first_divergence, comparison.length
    if divergence is not None:
        again = "Here all columns make the same merge again."
        return (_comes_at(divergence) if rank < divergence else again,)
    if not comparison.is_done:
        return ("No difference so far.",)
    return (
        f"The columns do not differ in {'this' if length == 1 else 'these'} ",
        Number(length),
        f" {plural('merge', length)}.",
    )


def _comes_at(divergence: int) -> str:
    return f"The first difference comes at merge {divergence + 1:,}."


def _groups(groups: dict[Pair | None, list[str]]) -> Sentence:
    """`A and B take p + ug; C takes hug + s; D has ended.`"""
    ended = groups.get(None, [])
    parts: list[Part] = []
    for pair, titles in groups.items():
        if pair is not None:
            parts += [
                *titles_listed(titles),
                " takes " if len(titles) == 1 else " take ",
                *the_pair(pair),
                "; ",
            ]
    if ended:
        parts += [*titles_listed(ended), " has ended" if len(ended) == 1 else " have ended", "; "]
    return *parts[:-1], "."
