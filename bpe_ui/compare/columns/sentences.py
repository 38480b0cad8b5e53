"""The sentences above the columns: what each step does, on screen and for a screen reader.

>>> from bpe_core import BPEConfig, EXAMPLES
>>> from bpe_core.studies.comparison import Column, compare
>>> sides = [Column("Seen", BPEConfig()), Column("Small", BPEConfig(tie_break="smallest_pair"))]
>>> comparison = compare(EXAMPLES["hug_pug_pun"].corpus, sides)
>>> from bpe_ui.text.sentences import plain_text
>>> first, second = comparison.rows(3, 5)
>>> plain_text(step(first, comparison).sentence)
'Merge 4: all columns take p + un, which occurs 12 times.'
>>> said = step(second, comparison)
>>> plain_text(said.sentence), plain_text(said.subtitle)
('Merge 5: the first difference.', 'Seen takes p + ug; Small takes hug + s.')
"""

from typing import NamedTuple

from bpe_core.merges import Pair
from bpe_core.studies.comparison import AlignedStep, Comparison
from bpe_ui.compare.settings.titles import fitting_titles, titles_listed
from bpe_ui.text.sentences import Number, Sentence, joined, plural, the_pair, times

NO_MERGE = "No column has a pair to merge."


class Caption(NamedTuple):
    """What is said above the columns at one position."""

    sentence: Sentence
    """What happened."""

    subtitle: Sentence
    """The small line under it."""


def start(comparison: Comparison) -> Caption:
    """At the start, before any merge."""
    length = comparison.length
    columns = f"Nothing is merged yet: {len(comparison.columns)} columns, up to "
    sentence: Sentence = columns, Number(length), f" {plural('merge', length)}."
    if comparison.first_divergence is not None:
        subtitle = _comes_at(comparison.first_divergence)
    elif length:
        subtitle = f"All columns make the same merges{'' if comparison.is_done else ' so far'}."
    else:
        subtitle = NO_MERGE
    return Caption(sentence, (subtitle,))


def step(row: AlignedStep, comparison: Comparison) -> Caption:
    """After the merge with the row's rank."""
    head = f"Merge {row.rank + 1:,}: "
    if row.agree:
        return Caption((head, *_all_take(row)), _of_agreement(row.rank, comparison))
    groups: dict[Pair | None, list[str]] = {}
    titles = fitting_titles([column.title for column in comparison.columns])
    for title, cell in zip(titles, row.cells, strict=True):
        groups.setdefault(None if cell is None else cell.pair, []).append(title)
    what = "the columns differ."
    if row.rank == comparison.first_divergence:
        what = "the first difference."
    elif None in groups and len(groups) == 2:
        what = "some columns have ended."
    return Caption((head, what), _groups(groups))


def _all_take(row: AlignedStep) -> Sentence:
    cells = [cell for cell in row.cells if cell is not None]
    count = cells[0].count
    occurs: Sentence = ()
    if all(cell.count == count for cell in cells):
        occurs = ", which occurs ", Number(count), f" {times(count)}"
    return "all columns take ", *the_pair(cells[0].pair), *occurs, "."


def _of_agreement(rank: int, comparison: Comparison) -> Sentence:
    divergence, length = comparison.first_divergence, comparison.length
    if divergence is not None:
        again = "Here all columns make the same merge again."
        return (_comes_at(divergence) if rank < divergence else again,)
    if not comparison.is_done:
        return ("No difference so far.",)
    these = f"The columns do not differ in {'this' if length == 1 else 'these'} "
    return these, Number(length), f" {plural('merge', length)}."


def _comes_at(divergence: int) -> str:
    return f"The first difference comes at merge {divergence + 1:,}."


def _groups(groups: dict[Pair | None, list[str]]) -> Sentence:
    """`A and B take p + ug; C takes hug + s; D has ended.`"""
    found: list[Sentence] = []
    for pair, titles in sorted(groups.items(), key=lambda group: group[0] is None):
        one = len(titles) == 1
        if pair is None:
            what: Sentence = (" has ended" if one else " have ended",)
        else:
            what = " takes " if one else " take ", *the_pair(pair)
        found.append((*titles_listed(titles), *what))
    return *joined(found, between="; ", last="; "), "."
