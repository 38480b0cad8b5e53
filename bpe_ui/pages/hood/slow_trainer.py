"""Describes a sub-step of `reference.Trainer`, in a sentence and tables."""

from bpe_core.studies.watching import Moment, symbols_looked_at
from bpe_ui.pages.hood.panes import StateTable, TableRow
from bpe_ui.pages.hood.words import word_row
from bpe_ui.stage.text.sentences import Number, Sentence, say, the_pair

TITLE = "Recount everything"


def describe(moment: Moment) -> tuple[Sentence, tuple[StateTable, ...]]:
    """A sub-step."""
    values = moment.values
    counts = values.get("counts", ())  # they are made after the words
    rows = zip(counts, values["words"], strict=False)
    words = StateTable.of(
        "words",
        ("word", "count", "symbols"),
        [(number, *row) for number, row in enumerate(rows)],
        lambda item: word_row(*item, between=" "),
    )
    chosen = values.get("pair") if moment.name in ("choose", "merge", "record") else None
    pairs = StateTable.of(
        "pair_counts",
        ("pair", "count"),
        sorted(values.get("pair_counts", {}).items(), key=lambda item: -item[1]),
        lambda item: TableRow(
            item[0], (the_pair(item[0]), (Number(item[1]),)), "next" if item[0] == chosen else ""
        ),
    )
    # The sentence is filled with the trainer's own variables; a list or a table counts by its size.
    name = moment.name
    facts = {**values, "pair": chosen, "ran": moment.ran, "read": symbols_looked_at(moment.ran)}
    facts |= {name: len(value) for name, value in values.items() if isinstance(value, list | dict)}
    facts["pair"] = chosen
    facts["highest"] = max(values["pair_counts"].values(), default=0) if "pair_counts" in values else 0
    facts["symbols"] = sum(map(len, values["words"]))
    if name == "count" and values["merges"]:
        name = "recount"
    if name in ("count", "recount") and not values["pair_counts"]:
        name = "none left"
    if name == "choose":
        facts["tied"] = len(values["tied"])
        name = "choose" if facts["tied"] == 1 else "tie"
    return say(_TEMPLATES[name], **facts), (words, pairs)


_TEMPLATES = {
    "words": "Cuts each word into a list of symbols: {symbols} symbols in {words:,} {words:word|words}.",
    "count": "Counts the pairs of all words:"
    " {ran[pair]} in all, {pair_counts:,} different {pair_counts:one|ones}.",
    "recount": "Counts the pairs of all words again:"
    " {ran[pair]} in all, {pair_counts:,} different {pair_counts:one|ones}.",
    "none left": "Counts the pairs of all words: none is left, so training ends.",
    "choose": "{pair:pair} has the highest count, {highest}.",
    "tie": "{pair:pair} has the highest count, {highest}."
    " {tied:,} pairs share it, and the smallest ids decide.",
    "merge": "Looks at all {words:,} {words:word|words}, {read} {read:symbol|symbols}, to merge {pair:pair}.",
    "record": "Notes merge {merges:,}: {pair:pair}. The counts are out of date now.",
    "result": "Returns {merges} {merges:merge|merges} and the words as they are split.",
}
"""The sentence about each sub-step."""
