"""How one word is encoded: linked symbols, and a queue of the places where a rule may apply.

>>> from bpe_core import EXAMPLES
>>> from bpe_ui.training.training import Source, start_training
>>> training = start_training(Source.from_example("hug_bug"), EXAMPLES["hug_bug"].config)
>>> from bpe_ui.text.sentences import plain_text
>>> plain_text(encoding(training, "gug", merges=3).headlines[0][0])
'gug becomes g ug: the ids 3 5 3 become 3 6.'
"""

from collections.abc import Mapping
from typing import Any

from bpe_core import queue_trainer
from bpe_core.queue_trainer import NONE
from bpe_core.studies.watching import ENCODING, Moment, source_of, watch
from bpe_ui.hood.panes import Pane, Recording, StateTable, SubStep, TableRow, with_changes
from bpe_ui.hood.words import links_table
from bpe_ui.text.sentences import Token, say
from bpe_ui.training.training import Training

TITLE = "Encode a word"
UNKNOWN = -2
"""Stands for a symbol without an id, which no rule knows."""

Values = Mapping[str, Any]


def encoding(training: Training, typed: str, merges: int) -> Recording | None:
    """How the first word of a typed text is encoded with the first merges of a training."""
    tokenizer = training.tokenizer(merges)
    trace = tokenizer.trace_at(typed, 0)
    if trace is None or trace.is_added:
        return None
    ids = [UNKNOWN if (token_id := tokenizer.id_of(symbol)) is None else token_id for symbol in trace.symbols]
    texts = dict(tokenizer.token_of) | {UNKNOWN: "[unknown]", NONE: ""}
    made = training.stepper.history[:merges]
    id_of = {text: training.first_base_id + at for at, text in enumerate(training.base_symbols)}
    id_of |= {merge.token: merge.token_id for merge in made}
    tokens = {(id_of[merge.pair[0]], id_of[merge.pair[1]]): merge.token_id for merge in made}
    look = _Look(texts)
    seen = watch(lambda: queue_trainer.encode(ids, tokens), ENCODING, look.look)
    encoded = queue_trainer.encode(ids, tokens)
    became = "{word:token} becomes {tokens:tokens}: the ids {ids} become {encoded}."
    written = [texts[token] for token in encoded]
    headline = (
        say(became, word=trace.word, tokens=written, ids=_listed(ids), encoded=_listed(encoded)),
        say("Tokens are numbered as they were learned, so the queue gives the earliest merge first."),
    )
    [function] = ENCODING
    pane = Pane(TITLE, tuple(source_of(function)), with_changes(seen))
    return Recording((pane,), (headline,) * (look.part + 1), tokenizer.vocab)


def _listed(ids: list[int]) -> str:
    return " ".join("?" if each == UNKNOWN else str(each) for each in ids)


class _Look:
    """What is seen of `encode`; a new part begins with every entry that is popped."""

    def __init__(self, texts: Mapping[int, str]) -> None:
        self.part = 0
        self._texts = texts

    def look(self, moment: Moment) -> SubStep:
        self.part += moment.name in ("pop", "result")
        values, name = moment.values, moment.name
        tables = [links_table("word", values["word"], self._text)]
        if "queue" in values:
            tables.append(self._queue(values))
        word, place, token = values["word"], values.get("place"), values.get("token")
        if name == "check" and values["tokens"].get(word.pair_at(place)) != token:
            name = "stale"
        sentence = say(
            _TEMPLATES[name],
            symbols=len(word.symbols),
            left=len([*word]),
            queued=len(values.get("queue", ())),
            place=place,
            made="" if token is None else self._text(token),
            ran=moment.ran,
        )
        return SubStep(moment.name, moment.line, sentence, tuple(tables), self.part)

    def _queue(self, values: Values) -> StateTable:
        def row(entry: tuple[tuple[int, int], bool]) -> TableRow:
            (token, place), is_stale = entry
            cells = (f"place {place}",), (f"id {token}",), (Token(self._text(token)),)
            return TableRow(
                (token, place), (*cells, ("stale" if is_stale else "",)), "stale" if is_stale else ""
            )

        word, tokens = values["word"], values["tokens"]
        entries = [
            (entry, tokens.get(word.pair_at(entry[1])) != entry[0]) for entry in sorted(values["queue"])
        ]
        return StateTable.of("queue", ("where", "token", "text", "state"), entries, row)

    def _text(self, symbol: int) -> str:
        return self._texts[symbol]


_TEMPLATES = {
    "links": "The word is {symbols} linked symbols.",
    "queue": "{queued} {queued:pair has|pairs have} a rule: the queue gets the token and the place of each.",
    "pop": "Pops {made:token} at place {place:,}.",
    "check": "The pair that makes {made:token} still stands at place {place:,}.",
    "stale": "What stands at place {place:,} does not make {made:token} any more: this entry is stale.",
    "merge": "{made:token} stands at place {place:,} now, and the links lead around the place behind it.",
    "push": "Beside {made:token}, {ran[push]} new {ran[push]:pair|pairs} with a rule: pushed.",
    "result": "The queue is empty: {left} {left:token|tokens}.",
}
"""The sentence about each sub-step."""
