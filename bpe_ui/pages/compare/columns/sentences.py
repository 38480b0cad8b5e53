"""The sentences above the columns: what each step does, on screen and for a screen reader.

>>> from bpe_core import BPEConfig, EXAMPLES
>>> from bpe_core.studies.comparison import ColumnRules, compare
>>> sides = [ColumnRules("Seen", BPEConfig()), ColumnRules("Small", BPEConfig(tie_break="smallest_pair"))]
>>> comparison = compare(EXAMPLES["hug_pug_pun"].corpus, sides)
>>> from bpe_ui.stage.text.sentences import plain_text
>>> first, second = comparison.rows(3, 5)
>>> plain_text(step(first, comparison)[0])
'Merge 4: all columns take p + un, which occurs 12 times.'
>>> tuple(map(plain_text, step(second, comparison)))
('Merge 5: the first difference.', 'Seen takes p + ug; Small takes hug + s.')
"""

from bpe_core.merges import Pair
from bpe_core.studies.comparison import AlignedStep, Comparison
from bpe_ui.pages.compare.settings.titles import fitting_titles, titles_listed
from bpe_ui.stage.text.sentences import Sentence, joined, say


def no_merge() -> Sentence:
    """That there is nothing to merge."""
    return say("No column has a pair to merge.")


def start(comparison: Comparison) -> tuple[Sentence, Sentence]:
    """At the start, before any merge: the sentence, and the small line under it."""
    length, first = comparison.length, comparison.first_divergence
    if first is not None:
        tokens = comparison.tokens()
        unshared = sum(not token.shared for token in tokens)
        moved = sum(token.shared and len({*token.ranks}) > 1 for token in tokens)
        shared = "{n} {n:token is|tokens are} not shared; " if unshared else "All tokens are shared; "
        differ = "{n} of {length} {length:step|steps} {n:differs|differ}{most}."
        most = ", only moved" if moved and not unshared else ", most only moved" if moved > unshared else ""
        steps = say(differ, n=comparison.differing, length=length, most=most)
        sentence = say(shared, n=unshared) + steps
    elif not length:
        sentence = no_merge()
    elif comparison.is_done:
        sentence = say("All columns make the same merges.")
    else:
        sentence = say("All columns make the same merges so far.")
    nothing = "Nothing is merged yet: {columns:d} columns, up to {merges} {merges:merge|merges}."
    return sentence, say(nothing, columns=len(comparison.columns), merges=length)


def step(row: AlignedStep, comparison: Comparison) -> tuple[Sentence, Sentence]:
    """After the merge with the row's rank: the same two."""
    if row.agree:
        first, *others = [cell for cell in row.cells if cell is not None]
        take = "Merge {rank:rank}: all columns take {it.pair:pair}."
        if all(cell.count == first.count for cell in others):
            take = (
                "Merge {rank:rank}: all columns take {it.pair:pair}, which occurs {it.count}"
                " {it.count:time|times}."
            )
        return say(take, rank=row.rank, it=first), _of_agreement(row.rank, comparison)
    groups: dict[Pair | None, list[str]] = {}
    titles = fitting_titles([column.title for column in comparison.columns])
    for title, cell in zip(titles, row.cells, strict=True):
        groups.setdefault(None if cell is None else cell.pair, []).append(title)
    what = "Merge {rank:rank}: the columns differ."
    if row.rank == comparison.first_divergence:
        what = "Merge {rank:rank}: the first difference."
    elif None in groups and len(groups) == 2:
        what = "Merge {rank:rank}: some columns have ended."
    # `A and B take p + ug; C takes hug + s; D has ended.`
    listed: list[Sentence] = []
    for pair, who in sorted(groups.items(), key=lambda group: group[0] is None):
        takes = "{who} {n:has|have} ended" if pair is None else "{who} {n:takes|take} {pair:pair}"
        listed.append(say(takes, who=titles_listed(who), n=len(who), pair=pair))
    return say(what, rank=row.rank), say("{groups}.", groups=joined(listed, between="; ", last="; "))


def _of_agreement(rank: int, comparison: Comparison) -> Sentence:
    divergence, length = comparison.first_divergence, comparison.length
    if divergence is not None and rank < divergence:
        return _comes_at(divergence)
    if divergence is not None:
        return say("Here all columns make the same merge again.")
    if not comparison.is_done:
        return say("No difference so far.")
    return say("The columns do not differ in {n:this|these} {n} {n:merge|merges}.", n=length)


def _comes_at(divergence: int) -> Sentence:
    return say("The first difference comes at merge {rank:rank}.", rank=divergence)
