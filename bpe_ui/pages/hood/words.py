"""The words of a corpus that are shown under the hood: all of a small one, or the most frequent that fit.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> chosen = choose_words(BPEStepper(example.corpus, example.config), most_words=2, most_symbols=100)
>>> chosen.words, chosen.left_out
({('h', 'u', 'g'): 10, ('p', 'u', 'n'): 12}, 'the 2 most frequent words that fit, of 5')
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bpe_core import BPEStepper
from bpe_core.queue_trainer import NONE, LinkedWord
from bpe_ui.pages.hood.panes import StateTable, TableRow
from bpe_ui.stage.text.sentences import Number, Sentence, Token, joined, say, say_plainly


class ChosenWords(NamedTuple):
    """The words that fit."""

    words: dict[tuple[str, ...], int]
    """Each word as its base symbols, with its count."""

    of: int
    """How many words the corpus has, equal ones once."""

    @property
    def left_out(self) -> str:
        """Which words are used, for people; empty if all are."""
        taken = len(self.words)
        if taken == self.of:
            return ""
        fit = "the most frequent word that fits, of {all:,}"
        if taken > 1:
            fit = "the {taken:,} most frequent words that fit, of {all:,}"
        return say_plainly(fit, taken=taken, all=self.of)


def choose_words(stepper: BPEStepper, most_words: int, most_symbols: int) -> ChosenWords:
    """The most frequent words whose base symbols do not exceed this number in total."""
    rows, start, room = stepper.words[:], stepper.at(0), most_symbols
    taken: dict[int, tuple[str, ...]] = {}
    for index in sorted(range(len(rows)), key=lambda index: -rows[index].count):
        word = rows[index].word
        if len(taken) == most_words or len(word) > room:  # a word has at least as many symbols as characters
            continue
        symbols = start.splits([word])[word]
        if len(symbols) <= room:
            taken[index] = symbols
            room -= len(symbols)
    words: dict[tuple[str, ...], int] = {}
    for index, symbols in sorted(taken.items()):
        words[symbols] = words.get(symbols, 0) + rows[index].count  # some may have become equal
    words.pop((), None)
    return ChosenWords(words, len(rows) - len(taken) + len(words))


MOST_SYMBOLS_IN_A_CELL = 12
"""How many symbols of a word are in one row at most."""
MOST_PLACES = 6
"""For how many places of a word the links are shown at most."""


def word_row(number: int, count: int, symbols: Sequence[str], *, between: str) -> TableRow:
    """A word with its number, its count and its symbols; of a long word only the first ones."""
    shown: list[Sentence] = [(Token(symbol),) for symbol in symbols[:MOST_SYMBOLS_IN_A_CELL]]
    more = len(symbols) - len(shown)
    cell = joined(shown, between=between, last=between)
    if more > 0:
        cell += say(" and {more:,} more", more=more)
    return TableRow(number, ((Number(number),), (f"{count:,}",), cell))


def links_table(title: str, word: LinkedWord, text: Callable[[int], str]) -> StateTable:
    """The places of a word, each with its symbol, the symbol's id, and the places of its neighbours."""
    places = range(min(len(word.symbols), MOST_PLACES))
    gone = [word.symbols[place] == NONE for place in places]

    def row(item: tuple[str, list[Sentence]]) -> TableRow:
        name, cells = item
        return TableRow(
            name, ((name,), *(("",) if is_gone else cell for is_gone, cell in zip(gone, cells, strict=True)))
        )

    def links(linked: list[int]) -> list[Sentence]:
        return [("–" if linked[place] == NONE else f"{linked[place]}",) for place in places]

    items: list[tuple[str, list[Sentence]]] = [
        ("symbol", [(Token(text(word.symbols[place])),) for place in places]),
        ("id", [(str(word.symbols[place]) if word.symbols[place] >= 0 else "?",) for place in places]),
        ("previous", links(word.previous)),
        ("following", links(word.following)),
    ]
    return StateTable.of(title, ("place", *map(str, places)), items, row)
