"""What a sub-step of `queue_trainer.learn` did, in a sentence and tables.

Inside, symbols are ids; shown are the tokens that they stand for.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from bpe_core.queue_trainer import NONE, LinkedWord, Pair
from bpe_core.studies.trainer_work import symbols_looked_at
from bpe_core.studies.watching import Moment
from bpe_ui.hood.panes import Row, StateTable
from bpe_ui.hood.words import links_table, word_row
from bpe_ui.text.sentences import Number, Sentence, Token, joined, plural, the_pair, times

TITLE = "Keep a queue"
PHASES = ("Words to symbols", "Count pairs", "Queue", "Pop, merge, update", "Result")
"""The phases of the code, as its comments number them."""
_PHASE_OF = {"words": 1, "count": 2, "queue": 3, "result": 5}
MOST_NAMED = 3
"""The most pairs or words that are named in a row."""

Values = Mapping[str, Any]


def describe(moment: Moment) -> tuple[Sentence, tuple[StateTable, ...]]:
    """A sub-step."""
    values = moment.values
    tables = [_words(values), _links(values)]
    if "pair_counts" in values:
        tables.append(_pairs(values))
    if "queue" in values:
        tables.append(_queue(values))
    return _SENTENCES[moment.name](moment), tuple(tables)


def phase(name: str) -> int:
    """The number of the phase that a sub-step belongs to, in which the loop is the fourth."""
    return _PHASE_OF.get(name, 4)


# ---- the data


def _words(values: Values) -> StateTable:
    # `counts` is made right after the words.
    rows = zip(values.get("counts", ()), values["words"], strict=False)
    return StateTable.of(
        "words",
        ("word", "count", "linked symbols"),
        [(number, *row) for number, row in enumerate(rows)],
        lambda item: word_row(item[0], item[1], _tokens(values, item[2]), between=" ⇄ "),
    )


def _links(values: Values) -> StateTable:
    """The links of one word: of those that hold the pair, the one with most places."""
    words: list[LinkedWord] = values["words"]
    holding = values["words_with"].get(values["pair"]) if "pair" in values else None
    number = max(holding or range(len(words)), key=lambda at: (len(words[at].symbols), -at))
    return links_table(f"words[{number}]", words[number], lambda symbol: values["vocabulary"][symbol])


def _pairs(values: Values) -> StateTable:
    def row(item: tuple[Pair, int]) -> Row:
        pair, count = item
        words = _listed(sorted(values["words_with"][pair]))
        return Row(pair, (_pair(values, pair), (Number(count),), (words,)))

    present = [(pair, count) for pair, count in values["pair_counts"].items() if count]
    by_count = sorted(present, key=lambda item: -item[1])
    return StateTable.of("pair_counts, words_with", ("pair", "count", "in words"), by_count, row)


def _queue(values: Values) -> StateTable:
    entries = [(pair, -negative_count) for negative_count, pair in sorted(values["queue"])]

    def row(entry: tuple[Pair, int]) -> Row:
        pair, count = entry
        now = values["pair_counts"][pair]
        state = f"stale: {now:,} now" if now != count else ""
        mark = "stale" if state else "next" if entry == entries[0] else ""
        return Row(pair, (_pair(values, pair), (Number(count),), (state,)), mark)

    return StateTable.of("queue", ("pair", "count", "state"), entries, row)


def _tokens(values: Values, symbols: Iterable[int]) -> list[str]:
    return [values["vocabulary"][symbol] for symbol in symbols if symbol != NONE]


def _pair(values: Values, pair: Pair) -> Sentence:
    left, right = _tokens(values, pair)
    return the_pair((left, right))


def _listed(numbers: list[int]) -> str:
    more = len(numbers) - MOST_NAMED
    return ", ".join(map(str, numbers[:MOST_NAMED])) + (f" and {more:,} more" if more > 0 else "")


# ---- the sentences


def _made_words(moment: Moment) -> Sentence:
    words = moment.values["words"]
    symbols = sum(len(word.symbols) for word in words)
    numbers = Number(symbols), f" symbols in {len(words):,} {plural('word', len(words))}"
    return "Words to symbols: ", *numbers, ", each linked with its neighbours."


def _count(moment: Moment) -> Sentence:
    found, pairs = len(moment.values["pair_counts"]), moment.ran["pair"]
    different = f" in all, {found:,} different {plural('one', found)}, and notes in which words each is."
    return "Counts the pairs, this once: ", Number(pairs), different


def _make_queue(moment: Moment) -> Sentence:
    size = len(moment.values["queue"])
    return "Puts the ", Number(size), f" {plural('pair', size)} into a queue, the highest count first."


def _pop(moment: Moment) -> Sentence:
    values = moment.values
    return "Pops the first entry: ", *_of_pair(values), ", ", Number(-values["negative_count"]), "."


def _check(moment: Moment) -> Sentence:
    values = moment.values
    count, said = values["count"], -values["negative_count"]
    if count != said:
        now = f" occurs {count:,} {times(count)} now, not {said:,}: this entry is stale."
        return *_of_pair(values), now
    if count < max(1, values["min_frequency"]):
        return *_of_pair(values), f" occurs {count:,} {times(count)}: too few to go on, so training ends."
    return *_of_pair(values), " still occurs ", Number(count), f" {times(count)}: it is merged."


def _push_back(moment: Moment) -> Sentence:
    values = moment.values
    return "Pushes ", *_of_pair(values), " back with its count of now, ", Number(values["count"]), "."


def _record(moment: Moment) -> Sentence:
    values = moment.values
    pair = the_pair((values["left"], values["right"]))
    made = Token(values["vocabulary"][-1])
    return f"Notes merge {len(values['merges']):,}: ", *pair, " becomes ", made, f", id {values['token']:,}."


def _merge(moment: Moment) -> Sentence:
    words, read = len(moment.values["changes"]), symbols_looked_at(moment.ran)
    looked = f"Looks at the {words:,} {plural('word', words)} with this pair, and at no other: "
    return looked, Number(read), f" {plural('symbol', read)}."


def _update(moment: Moment) -> Sentence:
    changes = moment.ran["update"]
    made = Token(moment.values["vocabulary"][-1])
    return "Updates the counts beside ", made, ": ", Number(changes), f" {plural('change', changes)}."


def _push(moment: Moment) -> Sentence:
    values, pushed = moment.values, moment.ran["push"]
    new = sorted(values["new_pairs"])
    named = joined([_pair(values, pair) for pair in new[:MOST_NAMED]], last=" and ")
    more = f" and {pushed - MOST_NAMED:,} more" if pushed > MOST_NAMED else ""
    return f"Pushes the {plural('pair', pushed)} that came: ", *named, more, "."


def _result(moment: Moment) -> Sentence:
    merges = len(moment.values["merges"])
    return "The result: ", Number(merges), f" {plural('merge', merges)} and the words as they are split."


def _of_pair(values: Values) -> Sentence:
    return _pair(values, values["pair"])


_SENTENCES = {
    "words": _made_words,
    "count": _count,
    "queue": _make_queue,
    "pop": _pop,
    "check": _check,
    "push back": _push_back,
    "record": _record,
    "merge": _merge,
    "update": _update,
    "push": _push,
    "result": _result,
}
