"""How this app steps back: the array with which the engine shows any position, and how it is compared."""

from itertools import chain
from typing import Any

from bpe_core import BPEStepper
from bpe_core.studies.watching import CUT, Moment, source_of, watch
from bpe_ui.hood.panes import Pane, Recording, StateTable, SubStep, TableRow
from bpe_ui.text.sentences import Sentence, Token, after_merges, say

TITLE = "Timeline"


def timeline(stepper: BPEStepper, words: list[str], merges: int) -> Recording:
    """The positions up to this many merges."""
    [cut] = CUT
    base = [*chain.from_iterable(stepper.at(0).splits(words).values())]
    sub_steps = [_sub_step(stepper, words, base, position) for position in range(merges + 1)]
    is_cut = "{when}: a boundary is cut where merged_at is {position:,} or more."
    beneath = say(
        "Merges are numbered from 0 here. Going back undoes nothing: it compares with a smaller number."
    )
    headlines = [
        (say(is_cut, when=after_merges(position), position=position), beneath)
        for position in range(merges + 1)
    ]
    pane = Pane(TITLE, tuple(source_of(cut)), tuple(sub_steps))
    return Recording((pane,), tuple(headlines), stepper.at(merges).vocabulary())


def _sub_step(stepper: BPEStepper, words: list[str], base: list[str], position: int) -> SubStep:
    splits = stepper.at(position).splits(words)

    def look(moment: Moment) -> SubStep:
        tables = (_timeline(moment.values, base, [*chain.from_iterable(splits.values())]),)
        gone = int(moment.values["gone"].sum())
        below = "{gone} of {all:,} boundaries have a number below {position:,}: they are gone."
        sentence = say(below, gone=gone, all=len(base), position=position)
        return SubStep(moment.name, moment.line, sentence, tables, position)

    [sub_step] = watch(lambda: stepper.at(position).splits(words), CUT, look)
    return sub_step


def _timeline(values: Any, base: list[str], tokens: list[str]) -> StateTable:
    """The variables, with a column for each base symbol."""
    position, merged_at = values["position"], values["merged_at"].tolist()
    never = max(merged_at)  # the first boundary of a word never vanishes
    token_at = dict(zip(values["starts"].tolist(), tokens, strict=True))
    rows: list[tuple[str, list[Sentence]]] = [
        ("base", [(Token(symbol),) for symbol in base]),
        ("merged_at", [("never" if rank == never else f"{rank:,}",) for rank in merged_at]),
        (f"cut: {position:,} or more", [("" if rank < position else "|",) for rank in merged_at]),
        ("tokens", [(Token(token_at[at]),) if at in token_at else ("",) for at in range(len(base))]),
    ]
    heads = ("boundary before place", *(f"{at}" for at in range(len(base))))
    return StateTable.of("merged_at", heads, rows, lambda item: TableRow(item[0], ((item[0],), *item[1])))
