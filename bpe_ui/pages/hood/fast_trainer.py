"""Describes a sub-step of `queue_trainer.QueueTrainer`, in a sentence and tables.

The trainer's symbols are ids; the page shows the tokens that they stand for.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from bpe_core.queue_trainer import NONE, LinkedWord, Pair
from bpe_core.studies.watching import Moment, symbols_looked_at
from bpe_ui.pages.hood.panes import StateTable, TableRow
from bpe_ui.pages.hood.words import links_table, word_row
from bpe_ui.stage.text.sentences import Number, Sentence, joined, say, say_plainly, the_pair

TITLE = "Keep a queue"
PHASES = ("Words to symbols", "Count pairs", "Queue", "Pop, merge, update", "Result")
"""The phases of the code, in the order of its comments."""
_PHASE_OF = {"words": 1, "count": 2, "queue": 3, "result": 5}
MOST_NAMED = 3
"""How many pairs or words are named in a row at most."""

Values = Mapping[str, Any]


def describe(moment: Moment) -> tuple[Sentence, tuple[StateTable, ...]]:
    """A sub-step."""
    values = moment.values
    # `counts` is made right after the words.
    rows = zip(values.get("counts", ()), values["words"], strict=False)
    tables = [
        StateTable.of(
            "words",
            ("word", "count", "linked symbols"),
            [(number, *row) for number, row in enumerate(rows)],
            lambda item: word_row(item[0], item[1], _tokens(values, item[2]), between=" ⇄ "),
        ),
        _links(values),
    ]
    if values.get("pair_counts"):
        tables.append(_pairs(values))
    if values["queue"]:
        tables.append(_queue(values))
    return _said(moment), tuple(tables)


def phase(name: str) -> int:
    """The number of the phase that a sub-step belongs to; the loop is the fourth."""
    return _PHASE_OF.get(name, 4)


# ---- the data


def _links(values: Values) -> StateTable:
    """The links of one word: of those with the pair, the one with the most places."""
    words: list[LinkedWord] = values["words"]
    holding = values["words_with"].get(values["pair"]) if "pair" in values else None
    number = max(holding or range(len(words)), key=lambda at: (len(words[at].symbols), -at))
    return links_table(f"words[{number}]", words[number], lambda symbol: values["vocabulary"][symbol])


def _pairs(values: Values) -> StateTable:
    def row(item: tuple[Pair, int]) -> TableRow:
        pair, count = item
        words = _listed(sorted(values["words_with"][pair]))
        return TableRow(pair, (_pair(values, pair), (Number(count),), (words,)))

    present = [(pair, count) for pair, count in values["pair_counts"].items() if count]
    by_count = sorted(present, key=lambda item: -item[1])
    return StateTable.of("pair_counts, words_with", ("pair", "count", "in words"), by_count, row)


def _queue(values: Values) -> StateTable:
    entries = [(pair, -negative_count) for negative_count, pair in sorted(values["queue"])]

    def row(entry: tuple[Pair, int]) -> TableRow:
        pair, count = entry
        now = values["pair_counts"][pair]
        state = f"stale: {now:,} now" if now != count else ""
        mark = "stale" if state else "next" if entry == entries[0] else ""
        return TableRow(pair, (_pair(values, pair), (Number(count),), (state,)), mark)

    return StateTable.of("queue", ("pair", "count", "state"), entries, row)


def _tokens(values: Values, symbols: Iterable[int]) -> list[str]:
    return [values["vocabulary"][symbol] for symbol in symbols if symbol != NONE]


def _pair(values: Values, pair: Pair) -> Sentence:
    left, right = _tokens(values, pair)
    return the_pair((left, right))


def _listed(numbers: list[int]) -> str:
    listed = ", ".join(map(str, numbers[:MOST_NAMED]))
    if (more := len(numbers) - MOST_NAMED) > 0:
        return say_plainly("{listed} and {more:,} more", listed=listed, more=more)
    return listed


# ---- the sentences


def _said(moment: Moment) -> Sentence:
    """The sentence, filled with the trainer's own variables; a list or a table counts by its size."""
    values, name = moment.values, moment.name
    facts = {**values, "ran": moment.ran, "read": symbols_looked_at(moment.ran)}
    facts["symbols"] = sum(len(word.symbols) for word in values["words"])
    facts |= {name: len(value) for name, value in values.items() if isinstance(value, list | dict)}
    if "pair" in values:
        facts["pair"] = _tokens(values, values["pair"])
    facts["popped"] = -values.get("negative_count", 0)
    facts["made"] = values["vocabulary"][-1]
    if name == "push":
        new = sorted(values["new_pairs"])
        named = joined([_pair(values, pair) for pair in new[:MOST_NAMED]], last=" and ")
        more = moment.ran["push"] - MOST_NAMED
        facts["new"] = named + say(" and {more:,} more", more=more) if more > 0 else named
    if name == "check" and values["count"] != facts["popped"]:
        name = "stale"
    elif name == "check" and values["count"] < max(1, values["min_frequency"]):
        name = "too few"
    return say(_TEMPLATES[name], **facts)


_TEMPLATES = {
    "words": "Words to symbols: {symbols} symbols in {words:,} {words:word|words}, each linked with its"
    " neighbours.",
    "count": "Counts the pairs, this once: {ran[pair]} in all, {pair_counts:,} different"
    " {pair_counts:one|ones}, and notes in which words each is.",
    "queue": "Puts the {queue} {queue:pair|pairs} into a queue, the highest count first.",
    "pop": "Pops the first entry: {pair:pair}, {popped}.",
    "check": "{pair:pair} still occurs {count} {count:time|times}: it is merged.",
    "stale": "{pair:pair} occurs {count:,} {count:time|times} now, not {popped:,}: this entry is stale.",
    "too few": "{pair:pair} occurs {count:,} {count:time|times}: too few to go on, so training ends.",
    "push back": "Pushes {pair:pair} back with its count of now, {count}.",
    "record": "Notes merge {merges:,}: {pair:pair} becomes {made:token}, id {token:,}.",
    "merge": "Looks at the {changes:,} {changes:word|words} with this pair, and at no other:"
    " {read} {read:symbol|symbols}.",
    "update": "Updates the counts beside {made:token}: {ran[update]} {ran[update]:change|changes}.",
    "push": "Pushes the {ran[push]:pair|pairs} that came: {new}.",
    "result": "The result: {merges} {merges:merge|merges} and the words as they are split.",
}
"""The sentence about each sub-step."""
