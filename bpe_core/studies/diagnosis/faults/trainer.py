"""A trainer made of parts, right ones or wrong ones, that counts again only what a merge changes.

In: words with their counts, how the rules spell them, and `Parts`. Out: the tied pairs before each merge.
Whoever asks says which pair is merged: what a tie rule takes, or the next of somebody's list.

>>> words = SpelledWords({"hug": 10, "pug": 5, "hugs": 5}, BPEConfig())
>>> finish(words.run())
>>> trainer = Trainer(words, Parts())
>>> finish(trainer.count())
>>> trainer.highest, trainer.tied()
(20, [('u', 'g')])
>>> finish(trainer.merge(("u", "g")))
>>> trainer.highest, trainer.tied()
(15, [('h', 'ug')])
"""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.faults.parts import Parts, Symbols, Word, adjacent_pairs, changed_counts
from bpe_core.symbols import SymbolTable, word_codes

_PAUSE = 1_000
"""How many words are looked at between two pauses."""

AGAIN = "\u2063"
"""What a token has at its end that is made again and gets a number of its own; a list does not show it."""

ORDERS = ("met", "sorted", "most frequent", "inserted", "deleted")
"""In which order tied pairs may stand: as they are met in the words; in the words sorted, or with the most
frequent first; as a pair first got a count, or got one after its count was deleted at 0."""


class SpelledWords:
    """Words in base symbols, before the first merge; they stay as they are."""

    def __init__(self, word_counts: Mapping[str, int], config: BPEConfig) -> None:
        """Nothing is spelled yet."""
        self.given = word_counts
        """The words with their counts."""
        self.config = config
        """The rules that they are spelled with."""
        self.words: list[Word] = []
        """Each word."""
        self.counts = list(word_counts.values())
        """How often each word occurs."""
        self.words_with_pair: dict[Pair, list[int]] = {}
        """The numbers of the words with each pair, in the order in which the pairs are met."""
        self.symbols = Symbols()
        """The base symbols."""
        self.places: dict[str, list[int]] = {}
        """For the orders "sorted" and "most frequent", the place of each word."""
        self._counted: dict[tuple[object, object], dict[Pair, int]] = {}
        self._highest: dict[tuple[object, object], int] = {}

    def may_begin_with(self, pair: Pair, parts: Parts) -> Generator[None, None, bool]:
        """Whether no pair occurs more often, as these parts count them; pauses now and then."""
        counts = yield from self.pair_counts(parts)
        return counts.get(pair, 0) == self._highest[parts.pairs, parts.times] > 0

    def pair_counts(self, parts: Parts) -> Generator[None, None, dict[Pair, int]]:
        """All pairs with their counts, as these parts count them; pauses now and then."""
        key = parts.pairs, parts.times
        if key not in self._counted:
            counts: dict[Pair, int] = {}
            for number, (word, count) in enumerate(zip(self.words, self.counts, strict=True)):
                times = parts.times(count)
                for pair in parts.pairs(word):
                    counts[pair] = counts.get(pair, 0) + times
                if number % _PAUSE == 0:
                    yield
            self._counted[key] = counts
            self._highest[key] = max(counts.values(), default=0)
        return self._counted[key]

    def run(self) -> Iterator[None]:
        """Spell them, unless they are; pauses now and then."""
        if self.words:
            return
        spelled = [word_codes(word, self.config) for word in self.given]
        yield
        table = SymbolTable(set(chain.from_iterable(spelled)), self.config)
        texts = {code: table.text(symbol) for code, symbol in table.symbol_of_code.items()}
        yield
        for number, codes in enumerate(spelled):
            self.words.append([texts[code] for code in codes])
            if number % _PAUSE == 0:
                yield
        for code, symbol in table.symbol_of_code.items():
            self.symbols.raw[texts[code]] = str(table.sort_key(symbol))
        self._number(sorted(texts.values()), self.symbols.ids)
        self._number([texts[code] for code in sorted(texts)], self.symbols.value_ids)
        self._number(chain.from_iterable(self.words), self.symbols.seen_ids)

    def look_up_pairs(self) -> Iterator[None]:
        """Find the words of each pair, not needed where the first merge fails; pauses now and then."""
        if self.places:
            return
        self.words_with_pair.clear()
        for number, word in enumerate(self.words):
            for pair in dict.fromkeys(pairwise(word)):
                self.words_with_pair.setdefault(pair, []).append(number)
            if number % _PAUSE == 0:
                yield
        self.places["sorted"] = _places(list(self.given))
        self.places["most frequent"] = _places([-count for count in self.counts])

    def _number(self, symbols: Iterable[str], ids: dict[str, int]) -> None:
        ids.update((symbol, number) for number, symbol in enumerate(dict.fromkeys(symbols)))


def _places(keys: Sequence[Any]) -> list[int]:
    """The place of each key among all of them, sorted."""
    places = [0] * len(keys)
    for place, number in enumerate(sorted(range(len(keys)), key=keys.__getitem__)):
        places[number] = place
    return places


class Trainer:
    """A training that somebody else chooses the merges of."""

    def __init__(self, start: SpelledWords, parts: Parts) -> None:
        """Nothing is counted yet."""
        self.symbols = start.symbols.copy()
        """All symbols so far."""
        self.has_made_again = False
        """Whether a merge has made a token that was there already."""
        self.parts = parts
        self._start = start
        self._words = list(start.words)
        self._times = [parts.times(count) for count in start.counts]
        self._pair_counts: dict[Pair, int] = {}
        self._inserted: dict[Pair, int] = {}
        self._new_words_with_pair: dict[Pair, list[int]] = {}

    def count(self) -> Iterator[None]:
        """Count all pairs; pauses now and then."""
        self._pair_counts = dict((yield from self._start.pair_counts(self.parts)))
        self._inserted = {pair: place for place, pair in enumerate(self._pair_counts)}

    @property
    def highest(self) -> int:
        """The highest count of a pair; 0 where none is left."""
        return max(self._pair_counts.values(), default=0)

    def count_of(self, pair: Pair) -> int:
        """How often a pair is counted."""
        return self._pair_counts.get(pair, 0)

    def tied(self) -> list[Pair]:
        """The pairs with the highest count."""
        highest = self.highest
        return [pair for pair, count in self._pair_counts.items() if count == highest]

    def look_up_pairs(self) -> Iterator[None]:
        """Find the words of each pair, before any are put in order; pauses now and then."""
        yield from self._start.look_up_pairs()

    def in_order(self, tied: list[Pair], order: str = "met") -> list[Pair]:
        """Tied pairs in one of the `ORDERS`."""
        if len(tied) < 2 or order == "deleted":
            return tied
        if order == "inserted":
            return sorted(tied, key=self._inserted.__getitem__)
        places = self._start.places.get(order, range(len(self._words)))
        return sorted(tied, key=lambda pair: self._first_place(pair, places))

    def written(self, pair: Pair) -> Pair:
        """A pair as a list has it."""
        return (pair[0].replace(AGAIN, ""), pair[1].replace(AGAIN, "")) if self.parts.numbers_again else pair

    def merge(self, pair: Pair) -> Iterator[None]:
        """Merge a pair in all words; pauses now and then."""
        yield from self._start.look_up_pairs()
        left, right = pair
        token = left + right
        while token in self.symbols.raw and self.parts.numbers_again:
            token += AGAIN
        self.has_made_again = self.has_made_again or token in self.symbols.raw
        self.symbols.add(left, right, token)
        for done, number in enumerate(self._words_to_merge(pair), start=1):
            word = self._words[number]
            if left in word or self.parts.looks_at_text or self.parts.changes_all_words:
                merged = self.parts.merge(word, left, right, token)
                if merged != word:
                    self._put(number, merged, pair, token)
            if done % _PAUSE == 0:
                yield
        if self.parts.changed is not changed_counts:  # who lowers counts one by one deletes this one
            self._pair_counts.pop(pair, None)
        for each in [each for each, count in self._pair_counts.items() if count <= 0]:
            del self._pair_counts[each]

    def _put(self, number: int, word: Word, merged: Pair, token: str) -> None:
        """Put a word in place of the one before the merge, and count its pairs again."""
        counts, times = self._pair_counts, 1 if self.parts.changes_by_one else self._times[number]
        old, new = self._words[number], word
        if self.parts.pairs is adjacent_pairs and self.parts.changed is changed_counts:
            old, new = _around_the_change(old, new)
        before, after = self.parts.pairs(old), self.parts.pairs(new)
        lowered, raised = self.parts.changed(before, after, merged, token)
        for pair in lowered:
            counts[pair] = counts.get(pair, 0) - times
        for pair in raised:
            if pair not in self._inserted:
                self._inserted[pair] = len(self._inserted)
            counts[pair] = counts.get(pair, 0) + times
        for pair in () if self.parts.forgets_new_words else pairwise(new):
            if token in pair or self.parts.looks_at_text:
                self._new_words_with_pair.setdefault(pair, []).append(number)
        self._words[number] = word
        if self.parts.looks_at_text:
            self.symbols.add_written(word)

    def _words_with_pair(self, pair: Pair) -> set[int]:
        """The words with a pair, and some that had it."""
        return {*self._start.words_with_pair.get(pair, ()), *self._new_words_with_pair.get(pair, ())}

    def _words_to_merge(self, pair: Pair) -> Sequence[int]:
        """In the order of the corpus; more than that where the merge does not look for the pair."""
        if self.parts.changes_all_words:
            return range(len(self._words))
        if self.parts.looks_at_text:
            token = "".join(pair)
            return [number for number, word in enumerate(self._words) if token in "".join(word)]
        return sorted(self._words_with_pair(pair))

    def _first_place(self, pair: Pair, places: Sequence[int]) -> tuple[int, int]:
        """The place of the first word that holds a pair, and where in it."""
        left, right = pair
        for number in sorted(self._words_with_pair(pair), key=places.__getitem__):
            word = self._words[number]
            if left in word and right in word and pair in (pairs := self.parts.pairs(word)):
                return places[number], pairs.index(pair)
        return len(self._words), 0  # a count that was not lowered


def _around_the_change(before: Word, after: Word) -> tuple[Word, Word]:
    """The symbols of a word that a merge has changed, with a neighbor on each side: other pairs stay."""
    shorter, start, end = min(len(before), len(after)), 0, 0
    while start < shorter and before[start] == after[start]:
        start += 1
    while end < shorter - start and before[-1 - end] == after[-1 - end]:
        end += 1
    first = max(0, start - 1)
    return before[first : len(before) - end + 1], after[first : len(after) - end + 1]


def finish(work: Iterator[None]) -> Any:
    """Do all of some work at once, and return what it returns."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value
