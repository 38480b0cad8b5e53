"""A page with a mistake at work: its own lines run, and ask which of the tied pairs is merged.

`reference` recounts for every merge and every list that is tried. Here it is given a memory: a `count_pairs`
that counts again only the words which a merge has changed, and a `merge` that passes by the words without the
pair. What is left is what the page does itself. The tests hold this against the page without any memory. The
page with a heap has its own.

>>> from bpe_core.config import BPEConfig
>>> words = TrainerWords({"hug": 10, "pug": 5, "hugs": 5}, BPEConfig())
>>> seen = []
>>> def take(run):
...     seen.append((run.highest, run.tied))
...     return run.tied[0]
>>> run = train(words, None, take, max_merges=2)
>>> seen
[(20, [('u', 'g')]), (15, [('h', 'ug')])]
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cmp_to_key
from itertools import pairwise
from typing import Any

from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.mistakes.mistake import Mistake, module_with, taking
from bpe_core.studies.diagnosis.mistakes.trainer_words import PAUSE, TrainerWords, Word

AGAIN = "\u2063"
"""What a token has at its end that is made again and gets a number of its own; a list does not show it."""

ORDERS = ("met", "sorted", "most frequent", "inserted", "deleted")
"""In which order tied pairs may stand: as they are met in the words; in the words sorted, or with the most
frequent first; as a pair first got a count, or got one after its count was deleted at 0."""


MANY = sys.maxsize
"""The count of a pair where a page does not say it."""


class Over(BaseException):
    """Ends a run, as `Stop` ends a study: no more merges are asked for."""


class Run:
    """A trainer with a mistake that is at a merge."""

    def __init__(
        self, start: TrainerWords, mistake: Mistake | None, take: "Callable[[Run], Pair]", again: bool
    ) -> None:
        """Count nothing yet."""
        self.symbols = start.symbols.copy()
        """All symbols so far."""
        self.highest = 0
        """The highest count of a pair."""
        self.tied: list[Pair] = []
        """The pairs that have it."""
        self.has_made_again = False
        """Whether a merge has made a token that was there already."""
        self.numbers_again = again
        """Whether a token that is made again gets a number of its own, as where tokens are numbers."""
        self._start, self._mistake, self._take = start, mistake, take
        self._token = ""  # of the merge that is being made
        self._inserted: dict[Pair, int] = {}  # the place at which each pair first got a count
        self._places: dict[int, dict[Pair, int]] = {}  # of the pairs of each word that was looked into

    def count_of(self, pair: Pair) -> int:
        """How often a pair is counted."""
        raise NotImplementedError

    def in_order(self, order: str = "met") -> list[Pair]:
        """The tied pairs in one of the `ORDERS`."""
        if len(self.tied) < 2 or order == "deleted":
            return self.tied
        if order == "inserted":
            return sorted(self.tied, key=self._inserted.__getitem__)
        places = self._start.places[order]
        return sorted(self.tied, key=lambda pair: self._first_place(pair, places))

    def written(self, pair: Pair) -> Pair:
        """A pair as a list has it."""
        return (pair[0].replace(AGAIN, ""), pair[1].replace(AGAIN, "")) if self.numbers_again else pair

    def _first_place(self, pair: Pair, places: Sequence[int]) -> tuple[int, int]:
        """The place of the first word that holds a pair, and where in it."""
        for number in sorted(self._numbers_with(pair), key=places.__getitem__):
            if number not in self._places:
                self._places[number] = {each: place for place, each in enumerate(self._pairs_of(number))}
            if pair in self._places[number]:
                return places[number], self._places[number][pair]
        return len(places), 0  # a count that was not lowered

    def _next(self, tied: list[Pair], highest: int) -> Pair:
        """Ask which pair is merged, and number its token."""
        self.highest, self.tied = highest, tied
        left, right = self._take(self)
        token = left + right
        while self.numbers_again and token in self.symbols.raw:
            token += AGAIN
        self.has_made_again = self.has_made_again or token in self.symbols.raw
        self.symbols.add(left, right, token)
        self._token = token
        self._start.tick()
        return left, right

    def _pairs_of(self, number: int) -> Iterable[Pair]:
        """The pairs of a word, each once, in the order in which they are met."""
        raise NotImplementedError

    def _numbers_with(self, pair: Pair) -> Iterable[int]:
        """The words with a pair, and some that had it."""
        raise NotImplementedError


class _Reference(Run):
    """The page that recounts. It is given all words as one, which it hands to its `merge` and `count_pairs`
    alone: these remember what they counted, and look at the words that a merge changes."""

    def go(self, max_merges: int) -> None:
        """Learn so many merges."""
        names = module_with("reference", self._mistake)
        self._count_pairs, self._merge = names["count_pairs"], names["merge"]
        self._overlaps = self._start.config.count_overlaps
        self._everywhere = self._mistake is not None and self._mistake.everywhere
        self._words = list(self._start.lists)
        self._counts = list(self._start.words.values())
        self._pair_counts = dict(self._start.pair_counts(self._count_pairs)[0])
        self._inserted = {pair: place for place, pair in enumerate(self._pair_counts)}
        self._new_words_with: defaultdict[Pair, list[int]] = defaultdict(list)
        self._made = 0  # merges, in the words

        def choose(tied: list[Pair]) -> Pair:
            self._pair = self._next(tied, self.count_of(tied[0]))
            return self._pair

        def merge(all_words: list[int], *merged: str) -> list[int]:
            return [all_words[0] + 1]  # the merge is made once the words are counted

        names.update(count_pairs=self._pairs_after, merge=merge)
        all_words: dict[tuple[Any, ...], int] = {(0,): 1}
        names["learn"](all_words, max_merges, count_overlaps=self._overlaps, choose=choose)

    def count_of(self, pair: Pair) -> int:
        return self._pair_counts.get(pair, 0)

    def _pairs_after(self, splits: list[list[int]], counts: list[int], *, overlaps: bool) -> dict[Pair, int]:
        """All pairs after so many merges."""
        [[made]] = splits
        pair_counts, inserted = self._pair_counts, self._inserted
        if made == self._made:
            return pair_counts
        self._made = made
        changed = self._merge_words()
        old, new, times = (list(each) for each in zip(*changed, strict=True)) if changed else ([], [], [])
        lowered = self._count_pairs(old, times, overlaps=self._overlaps)
        for pair, count in lowered.items():
            pair_counts[pair] = pair_counts.get(pair, 0) - count
        for pair, count in self._count_pairs(new, times, overlaps=self._overlaps).items():
            inserted.setdefault(pair, len(inserted))
            pair_counts[pair] = pair_counts.get(pair, 0) + count
        for pair in lowered:
            if pair_counts[pair] <= 0:
                del pair_counts[pair]
        return pair_counts

    def _merge_words(self) -> list[tuple[Word, Word, int]]:
        """Make a merge in the words: each that changes, before and after, with its count."""
        words, (left, right), token, everywhere = self._words, self._pair, self._token, self._everywhere
        changed = []
        numbers = range(len(words)) if everywhere else sorted({*self._numbers_with(self._pair)})
        for number in numbers:
            if number % PAUSE == 0:
                self._start.tick()
            old = words[number]
            if left not in old and not everywhere:
                continue
            new = self._merge(old, left, right, token)
            if new == old:
                continue
            words[number] = new
            self._places.pop(number, None)
            if everywhere:
                self.symbols.add_written(new)
            for pair in pairwise(new):
                if token in pair or everywhere:
                    self._new_words_with[pair].append(number)
            changed.append((old, new, self._counts[number]))
        return changed

    def _pairs_of(self, number: int) -> Iterable[Pair]:
        pairs: dict[Pair, int] = self._count_pairs([self._words[number]], [1], overlaps=self._overlaps)
        return pairs

    def _numbers_with(self, pair: Pair) -> list[int]:
        return [*self._start.words_with.get(pair, ()), *self._new_words_with.get(pair, ())]


class _OtherChoice(Run):
    """The page that recounts, as it is: what it counts need not be what it compares."""

    def go(self, max_merges: int) -> None:
        """Learn so many merges."""
        learn = module_with("reference", self._mistake)["learn"]
        learn(self._start.words, max_merges, choose=lambda tied: self._next(tied, MANY))

    def in_order(self, order: str = "met") -> list[Pair]:
        return self.tied


def train(
    start: TrainerWords,
    mistake: Mistake | None,
    take: Callable[[Run], Pair],
    max_merges: int,
    *,
    again: bool = False,
) -> Run:
    """Let a trainer with a mistake learn until it has so many merges, or `take` raises `Over`."""
    is_other = mistake is not None and mistake.is_other_choice
    run = (_OtherChoice if is_other else _Reference)(start, mistake, take, again)
    with suppress(Over):
        run.go(max_merges)
    return run


def merges_of_heap(start: TrainerWords, mistake: Mistake | None, line: str) -> Iterator[tuple[Pair, int]]:
    """The merges of the page with a heap, and their counts; `line` takes one of tied pairs, as they
    first got a count. The page is given what symbols stand for: bytes, where they do."""
    symbols, take = start.symbols.copy(), taking(line)
    inserted: dict[Pair, int] = {}
    printed = {raw: symbol for symbol, raw in symbols.raw.items()}

    def compared(one: Pair, other: Pair) -> int:
        if take(sorted((one, other), key=inserted.__getitem__), symbols) == one:
            return -1
        return 1

    def place_of(raw: Pair) -> Any:
        pair = printed[raw[0]], printed[raw[1]]
        inserted.setdefault(pair, len(inserted))
        return place(pair)

    place = cmp_to_key(compared)
    words = {tuple(map(symbols.raw.__getitem__, word)): count for word, count in start.words.items()}
    for (left, right), count in module_with("heap_trainer", mistake)["learn"](words, place_of):
        pair = printed[left], printed[right]
        printed[left + right] = pair[0] + pair[1]
        symbols.add(*pair, pair[0] + pair[1])
        start.tick()
        yield pair, count
