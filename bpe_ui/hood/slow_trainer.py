"""What a sub-step of `reference.learn` did, in a sentence and tables."""

from bpe_core.studies.trainer_work import symbols_looked_at
from bpe_core.studies.watching import Moment
from bpe_ui.hood.panes import Row, StateTable
from bpe_ui.hood.words import word_row
from bpe_ui.text.sentences import Number, Sentence, plural, the_pair

TITLE = "Recount everything"


def describe(moment: Moment) -> tuple[Sentence, tuple[StateTable, ...]]:
    """A sub-step."""
    values = moment.values
    counts = values.get("counts", ())  # they are made after the words
    rows = zip(counts, values["splits"], strict=False)
    words = StateTable.of(
        "splits",
        ("word", "count", "symbols"),
        [(number, *row) for number, row in enumerate(rows)],
        lambda item: word_row(*item, between=" "),
    )
    chosen = (values["left"], values["right"]) if moment.name in ("choose", "merge", "record") else None
    pairs = StateTable.of(
        "pair_counts",
        ("pair", "count"),
        sorted(values.get("pair_counts", {}).items(), key=lambda item: -item[1]),
        lambda item: Row(
            item[0], (the_pair(item[0]), (Number(item[1]),)), "next" if item[0] == chosen else ""
        ),
    )
    return _SENTENCES[moment.name](moment), (words, pairs)


def _words(moment: Moment) -> Sentence:
    splits = moment.values["splits"]
    symbols = sum(map(len, splits))
    return "Makes a list of symbols of each word: ", Number(symbols), f" symbols in {_of_words(len(splits))}."


def _count(moment: Moment) -> Sentence:
    pair_counts, pairs = moment.values["pair_counts"], moment.ran["pair"]
    if not pair_counts:
        return ("Counts the pairs of all words: none is left, so training ends.",)
    return (
        "Counts the pairs of all words",
        " again" if moment.values["merges"] else "",
        ": ",
        Number(pairs),
        f" in all, {len(pair_counts):,} different {plural('one', len(pair_counts))}.",
    )


def _choose(moment: Moment) -> Sentence:
    values = moment.values
    highest = values["highest"]
    tied = sum(count == highest for count in values["pair_counts"].values())
    tie = f" {tied:,} pairs share it, and the smallest ids decide." if tied > 1 else ""
    return *_chosen(moment), " has the highest count, ", Number(highest), ".", tie


def _merge(moment: Moment) -> Sentence:
    words, read = len(moment.values["splits"]), symbols_looked_at(moment.ran)
    looked = f"Looks at all {_of_words(words)}, ", Number(read), f" {plural('symbol', read)}, to merge "
    return *looked, *_chosen(moment), "."


def _record(moment: Moment) -> Sentence:
    number = len(moment.values["merges"])
    return f"Notes merge {number:,}: ", *_chosen(moment), ". The counts are out of date now."


def _result(moment: Moment) -> Sentence:
    merges = len(moment.values["merges"])
    return "Returns ", Number(merges), f" {plural('merge', merges)} and the words as they are split."


def _chosen(moment: Moment) -> Sentence:
    return the_pair((moment.values["left"], moment.values["right"]))


def _of_words(words: int) -> str:
    return f"{words:,} {plural('word', words)}"


_SENTENCES = {
    "words": _words,
    "count": _count,
    "choose": _choose,
    "merge": _merge,
    "record": _record,
    "result": _result,
}
