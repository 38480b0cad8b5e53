"""Trainer mistakes: what can be wrong in the code of a trainer, each a subclass that overrides one method.

The sentence of a class is what is done wrong. A new mistake is one more class here.

>>> trainer = LastPairNotCounted({"hug": 1})
>>> trainer.train(2)
[(('h', 'u'), 1)]
>>> sentence_of(LastPairNotCounted)
'the last pair of each word is never counted'
>>> print(code_of_trainer(LastPairNotCounted))
  def pairs(self, word):
-     pairs = pairwise(word[:-1])
+     pairs = pairwise(word)
      return filter(self.fits, pairs if self.count_overlaps else without_overlaps(pairs))
"""

import inspect
import string
from collections import Counter
from collections.abc import Iterator
from functools import cache
from heapq import heappop
from itertools import pairwise

from bpe_core.queue_trainer import NO_PAIR, CountChange, LinkedWord, QueueTrainer
from bpe_core.queue_trainer import Pair as Ids
from bpe_core.reference import Pair, Trainer, without_overlaps
from bpe_core.studies.mistakes import code_of

TrainerMistake = type[Trainer] | type[QueueTrainer]

# ---- which pairs count


class LastPairNotCounted(Trainer):
    """The last pair of each word is never counted."""

    def pairs(self, word: list[str]) -> Iterator[Pair]:
        pairs = pairwise(word[:-1])
        return filter(self.fits, pairs if self.count_overlaps else without_overlaps(pairs))


class FirstPairNotCounted(Trainer):
    """The first pair of each word is never counted."""

    def pairs(self, word: list[str]) -> Iterator[Pair]:
        pairs = pairwise(word[1:])
        return filter(self.fits, pairs if self.count_overlaps else without_overlaps(pairs))


class EveryOtherPair(Trainer):
    """Only every other pair of a word is counted."""

    def pairs(self, word: list[str]) -> Iterator[Pair]:
        pairs = zip(word[::2], word[1::2], strict=False)
        return filter(self.fits, pairs if self.count_overlaps else without_overlaps(pairs))


class EachPairOnce(Trainer):
    """A pair that a word holds several times counts once."""

    def pairs(self, word: list[str]) -> Iterator[Pair]:
        pairs = iter(dict.fromkeys(pairwise(word)))
        return filter(self.fits, pairs if self.count_overlaps else without_overlaps(pairs))


class EqualSymbolsForbidden(Trainer):
    """A pair of two equal symbols is never merged."""

    def fits(self, pair: Pair) -> bool:
        return pair[0] != pair[1]


class LengthenedOnTheRight(Trainer):
    """No token is merged as a right symbol: tokens only grow by one character on their right."""

    def fits(self, pair: Pair) -> bool:
        return pair[1] not in self.lengths


class LengthenedOnTheLeft(Trainer):
    """No token is merged as a left symbol: tokens only grow by one character on their left."""

    def fits(self, pair: Pair) -> bool:
        return pair[0] not in self.lengths


class OnlyBaseSymbols(Trainer):
    """No token is merged again: only pairs of base symbols are taken."""

    def fits(self, pair: Pair) -> bool:
        return pair[0] not in self.lengths and pair[1] not in self.lengths


class LastWordCounts(Trainer):
    """A pair's count is overwritten by each word that has it, and not added up."""

    def count(self) -> None:
        self.pair_counts = {}
        for word, word_count in zip(self.words, self.counts, strict=True):
            for pair in self.pairs(word):
                self.pair_counts[pair] = word_count


class CountsNeverCleared(Trainer):
    """Counts are never cleared: what is counted before each merge is added to all counts before."""

    def count(self) -> None:
        for word, word_count in zip(self.words, self.counts, strict=True):
            for pair in self.pairs(word):
                self.pair_counts[pair] = self.pair_counts.get(pair, 0) + word_count


class OnlyMergedCleared(Trainer):
    """Only the count of the merged pair is cleared: what is counted is added to all other counts before."""

    def count(self) -> None:
        if self.merges:
            del self.pair_counts[self.merges[-1][0]]
        for word, word_count in zip(self.words, self.counts, strict=True):
            for pair in self.pairs(word):
                self.pair_counts[pair] = self.pair_counts.get(pair, 0) + word_count


class CountedOnce(Trainer):
    """Pairs are counted once, before the first merge, and never again."""

    def count(self) -> None:
        if self.merges:
            del self.pair_counts[self.merges[-1][0]]
        else:
            super().count()


class SeveralMerges(Trainer):
    """Pairs are counted once for {number} merges, the most frequent ones."""

    number = 2

    def count(self) -> None:
        if len(self.merges) % self.number:
            del self.pair_counts[self.merges[-1][0]]
        else:
            super().count()


class SeveralMergesApart(SeveralMerges):
    """Pairs are counted once for {number} merges, the most frequent ones that share no symbol."""

    def count(self) -> None:
        if len(self.merges) % self.number:
            taken = {*self.merges[-1][0]}
            self.pair_counts = {pair: n for pair, n in self.pair_counts.items() if taken.isdisjoint(pair)}
        else:
            super().count()


# ---- which pair is taken


class LowestCount(Trainer):
    """The least frequent pair is merged, as min() takes it."""

    def most_frequent(self) -> list[Pair]:
        lowest = min(self.pair_counts.values(), default=0)
        return [pair for pair, count in self.pair_counts.items() if count == lowest]


class CountOfBoth(Trainer):
    """A pair's count is divided by how often its left and its right symbol occur, WordPiece's score."""

    def most_frequent(self) -> list[Pair]:
        occurs: Counter[str] = Counter()
        for word, word_count in zip(self.words, self.counts, strict=True):
            for symbol in word:
                occurs[symbol] += word_count
        scores = {pair: n / (occurs[pair[0]] * occurs[pair[1]]) for pair, n in self.pair_counts.items()}
        highest = max(scores.values(), default=0)
        return [pair for pair, score in scores.items() if score == highest]


class CountTimesLength(Trainer):
    """A pair's count is multiplied by the length of its token."""

    def most_frequent(self) -> list[Pair]:
        scores = {pair: n * len("".join(pair)) for pair, n in self.pair_counts.items()}
        highest = max(scores.values(), default=0)
        return [pair for pair, score in scores.items() if score == highest]


# ---- how words are merged


class NotKept(Trainer):
    """Merged words are not kept, so that the same pair is the most frequent one again."""

    def apply(self, pair: Pair) -> None:
        for word in self.words:
            word = self.merge(word, pair)


class AppliedLate(Trainer):
    """Each merge is applied only after the next one was chosen."""

    def apply(self, pair: Pair) -> None:
        if self.merges:
            self.words = [self.merge(word, self.merges[-1][0]) for word in self.words]


class NeverApplied(Trainer):
    """Merge {number} is never applied to the words, and its pair is not taken again."""

    number = 1

    def fits(self, pair: Pair) -> bool:
        return super().fits(pair) and all(pair != merged for merged, _ in self.merges)

    def apply(self, pair: Pair) -> None:
        if len(self.merges) != self.number - 1:
            super().apply(pair)


class OnlyFirstOccurrence(Trainer):
    """Only the first occurrence of the pair in each word is merged."""

    def merge(self, word: list[str], pair: Pair) -> list[str]:
        merged: list[str] = []
        place = 0
        while place < len(word):
            if tuple(word[place : place + 2]) == pair:
                merged.append(word[place] + word[place + 1])
                return [*merged, *word[place + 2 :]]
            else:
                merged.append(word[place])
                place += 1
        return merged


class RightSymbolLeft(Trainer):
    """The right symbol of a merged pair stays in the word."""

    def merge(self, word: list[str], pair: Pair) -> list[str]:
        merged: list[str] = []
        place = 0
        while place < len(word):
            if tuple(word[place : place + 2]) == pair:
                merged.append(word[place] + word[place + 1])
                place += 1
            else:
                merged.append(word[place])
                place += 1
        return merged


class OverlapsMergedTwice(Trainer):
    """Both overlapping pairs of aaa are merged."""

    def merge(self, word: list[str], pair: Pair) -> list[str]:
        merged: list[str] = []
        place = 0
        while place < len(word):
            if tuple(word[place : place + 2]) == pair:
                merged.append(word[place] + word[place + 1])
                place += 1 if tuple(word[place + 1 : place + 3]) == pair else 2
            else:
                merged.append(word[place])
                place += 1
        return merged


class ReplacedInSpacedText(Trainer):
    """str.replace merges in the word joined with spaces, across the ends of other symbols."""

    def merge(self, word: list[str], pair: Pair) -> list[str]:
        return " ".join(word).replace(" ".join(pair), pair[0] + pair[1]).split(" ")


class MergedFromTheRight(Trainer):
    """A word is merged from its end, which leaves the first a of aaa and not the last."""

    def merge(self, word: list[str], pair: Pair) -> list[str]:
        merged = [*word]
        for place in range(len(word) - 2, -1, -1):
            if tuple(merged[place : place + 2]) == pair:
                merged[place : place + 2] = [pair[0] + pair[1]]
        return merged


class StalePlaces(Trainer):
    """The places of a pair in a word are found first, and are stale after one was merged."""

    def merge(self, word: list[str], pair: Pair) -> list[str]:
        merged = [*word]
        for place, both in enumerate(pairwise(word)):
            if both == pair and place + 1 < len(merged):
                merged[place : place + 2] = [pair[0] + pair[1]]
        return merged


class LastSymbolLost(Trainer):
    """The last symbol of a word is lost where it is not merged."""

    def merge(self, word: list[str], pair: Pair) -> list[str]:
        merged: list[str] = []
        place = 0
        while place < len(word) - 1:
            if tuple(word[place : place + 2]) == pair:
                merged.append(word[place] + word[place + 1])
                place += 2
            else:
                merged.append(word[place])
                place += 1
        return merged


class LastPairNotMerged(Trainer):
    """The last pair of each word is never merged."""

    def merge(self, word: list[str], pair: Pair) -> list[str]:
        merged: list[str] = []
        place = 0
        while place < len(word):
            if place < len(word) - 2 and tuple(word[place : place + 2]) == pair:
                merged.append(word[place] + word[place + 1])
                place += 2
            else:
                merged.append(word[place])
                place += 1
        return merged


# ---- how counts are kept up to date


class StaleEntriesDropped(QueueTrainer):
    """An entry of the queue whose count is stale is dropped for good, and not pushed again."""

    def pop(self) -> tuple[Ids, int]:
        while self.queue:
            negative_count, pair = heappop(self.queue)
            if self.pair_counts[pair] == -negative_count:
                return pair, -negative_count
        return NO_PAIR, 0


class StaleEntriesBelieved(QueueTrainer):
    """An entry of the queue is believed though its pair has lost occurrences since it was pushed."""

    def pop(self) -> tuple[Ids, int]:
        while self.queue:
            negative_count, pair = heappop(self.queue)
            if self.pair_counts[pair] > 0:
                return pair, -negative_count
        return NO_PAIR, 0


class NeighboursNotLowered(QueueTrainer):
    """The counts of the neighbours' old pairs are not lowered after a merge."""

    def changes(self, word: LinkedWord, place: int, token: int) -> list[CountChange]:
        merged, *beside = super().changes(word, place, token)
        return [merged, *((pair, change) for pair, change in beside if change > 0)]


class LeftNotLowered(QueueTrainer):
    """The count of the old pair before a merged one is not lowered."""

    def changes_before(self, before: int, left: int, token: int) -> list[CountChange]:
        return [((before, token), +1)]


class LeftNotRaised(QueueTrainer):
    """The new pair before a token is not counted."""

    def changes_before(self, before: int, left: int, token: int) -> list[CountChange]:
        return [((before, left), -1)]


class LeftForgotten(QueueTrainer):
    """The pairs before a merged one are forgotten: the old one is not lowered, the new one not counted."""

    def changes_before(self, before: int, left: int, token: int) -> list[CountChange]:
        return []


class RightNotLowered(QueueTrainer):
    """The count of the old pair after a merged one is not lowered."""

    def changes_after(self, right: int, after: int, token: int) -> list[CountChange]:
        return [((token, after), +1)]


class RightNotRaised(QueueTrainer):
    """The new pair after a token is not counted."""

    def changes_after(self, right: int, after: int, token: int) -> list[CountChange]:
        return [((right, after), -1)]


class RightForgotten(QueueTrainer):
    """The pairs after a merged one are forgotten: the old one is not lowered, the new one not counted."""

    def changes_after(self, right: int, after: int, token: int) -> list[CountChange]:
        return []


class OldNeighboursCounted(QueueTrainer):
    """Neighbours are looked up in the word as it was before the merge, where no new token is one."""

    def merge_word(self, word: LinkedWord, pair: Ids, token: int) -> list[CountChange]:
        changes: list[CountChange] = []
        symbols, place = [*word], 0
        while place < len(symbols) - 1:
            if (symbols[place], symbols[place + 1]) == pair:
                around = LinkedWord(symbols[max(0, place - 1) : place + 3])
                changes += self.changes(around, min(place, 1), token)
                place += 1
            place += 1
        super().merge_word(word, pair, token)
        return changes


class CountedInNewWord(QueueTrainer):
    """The pairs beside new tokens in a merged word are counted, but its old pairs are not lowered."""

    def merge_word(self, word: LinkedWord, pair: Ids, token: int) -> list[CountChange]:
        merged = [each for each in super().merge_word(word, pair, token) if each[0] == pair]
        return [*merged, *((new, +1) for new in pairwise(word) if token in new)]


class FirstOccurrenceCounted(QueueTrainer):
    """Counts are updated for the first occurrence of the pair in a word only."""

    def merge_word(self, word: LinkedWord, pair: Ids, token: int) -> list[CountChange]:
        changes: list[CountChange] = []
        for place in word.places():
            if word.pair_at(place) == pair:
                changes = changes or self.changes(word, place, token)
                word.join(place, token)
        self.pair_counts[pair] = 0
        return changes[1:]


class FirstOccurrenceMerged(QueueTrainer):
    """Only the first occurrence of the pair in a word is merged, and then the pair is forgotten."""

    def merge_word(self, word: LinkedWord, pair: Ids, token: int) -> list[CountChange]:
        self.pair_counts[pair] = 0
        for place in word.places():
            if word.pair_at(place) == pair:
                changes = self.changes(word, place, token)
                word.join(place, token)
                return changes[1:]
        return []


class PlacesGoStale(QueueTrainer):
    """The places of a pair in a word are found first, and are stale after one was merged there."""

    def merge_word(self, word: LinkedWord, pair: Ids, token: int) -> list[CountChange]:
        symbols, changes = [*word], []
        for place in [place for place, both in enumerate(pairwise(word)) if both == pair]:
            if place + 1 < len(symbols):
                if place > 0:
                    changes += self.changes_before(symbols[place - 1], pair[0], token)
                if place + 2 < len(symbols):
                    changes += self.changes_after(pair[1], symbols[place + 2], token)
                symbols[place : place + 2] = [token]
        vars(word).update(vars(LinkedWord(symbols)))
        self.pair_counts[pair] = 0
        return changes


class ChangedByOne(QueueTrainer):
    """After a merge counts change by 1, and not by how often the word occurs."""

    def update(self, changes: list[tuple[int, list[CountChange]]]) -> set[Ids]:
        self.counts = [1] * len(self.counts)
        return super().update(changes)


class RaisedByOne(QueueTrainer):
    """After a merge new pairs' counts rise by 1, and not by how often the word occurs."""

    def update(self, changes: list[tuple[int, list[CountChange]]]) -> set[Ids]:
        new_pairs = super().update(changes)
        for number, changed in changes:
            for pair, change in changed:
                if change > 0:
                    self.pair_counts[pair] += 1 - self.counts[number]
        return new_pairs


class NewPairsNotLookedUp(QueueTrainer):
    """New pairs are missing from the index of words, so that no word is found in which to merge them."""

    def update(self, changes: list[tuple[int, list[CountChange]]]) -> set[Ids]:
        new_pairs = super().update(changes)
        for pair in new_pairs:
            self.words_with[pair].clear()
        return new_pairs


CHANGE_OTHER_WORDS: set[type] = {LastSymbolLost, ReplacedInSpacedText, AppliedLate}
"""These change words that do not hold the pair."""

_TIMES = 2, 3, 4, 5, 8, 10, 20
_NUMBERED = {SeveralMerges: _TIMES, SeveralMergesApart: _TIMES, NeverApplied: ()}
"""The usual numbers of those that have one."""


@cache
def with_number(mistake: TrainerMistake, number: int) -> TrainerMistake:
    """A mistake with a number in it: one class for each number."""
    return type(f"{mistake.__name__}{number}", (mistake,), {"number": number, "__doc__": mistake.__doc__})


def mistake_of(name: str) -> TrainerMistake | None:
    """A mistake by its name, perhaps with a number; None for no name."""
    if not name or name in TRAINER_MISTAKES:
        return TRAINER_MISTAKES.get(name)
    plain = name.rstrip(string.digits)
    return with_number(globals()[plain], int(name.removeprefix(plain)))


_CLASSES = [each for each in globals().values() if inspect.isclass(each) and each.__module__ == __name__]
TRAINER_MISTAKES: dict[str, TrainerMistake] = {
    each.__name__: each  # type: ignore[misc]
    for each in _CLASSES
    if each not in _NUMBERED
}
TRAINER_MISTAKES |= {
    f"{kind.__name__}{number}": with_number(kind, number)
    for kind, numbers in _NUMBERED.items()
    for number in numbers
}
"""Every class above by its name; those with a number with the usual ones."""


def sentence_of(mistake: TrainerMistake) -> str:
    """What is done wrong, as it follows "in your trainer"."""
    said = (mistake.__doc__ or "").format(number=getattr(mistake, "number", 0))
    return said[0].lower() + said[1:-1]


@cache
def code_of_trainer(mistake: TrainerMistake) -> str:
    """Each method that is overridden: its own lines after a minus, the right ones after a plus."""
    wrong = next(each for each in mistake.__mro__ if each.__module__ == __name__ and _methods(each))
    right = next(each for each in wrong.__mro__[1:] if each.__module__ != __name__)
    return "\n".join(code_of(name, getattr(wrong, name), getattr(right, name)) for name in _methods(wrong))


def _methods(mistake: type) -> list[str]:
    return [name for name, value in vars(mistake).items() if inspect.isfunction(value)]
