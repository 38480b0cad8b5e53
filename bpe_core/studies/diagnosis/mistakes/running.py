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

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.mistakes.mistake import Mistake, module_with, placing
from bpe_core.studies.diagnosis.mistakes.trainer_words import TrainerWords, Word

AGAIN = "\u2063"
"""What a token has at its end that is made again and gets a number of its own; a list does not show it."""


class EndRun(BaseException):
    """Ends a run, as `Stop` ends a study: no more merges are asked for."""


class Run:
    """The page that recounts, with a mistake, at a merge."""

    def __init__(
        self, start: TrainerWords, mistake: Mistake | None, take: "Callable[[Run], Pair]", again: bool
    ) -> None:
        """Count nothing yet."""
        self.symbols = start.symbols.copy()
        """All symbols so far."""
        self.highest = 0
        """The highest count of a pair."""
        self.tied: list[Pair] = []
        """The pairs that have it, as they are met in the words."""
        self.has_made_again = False
        """Whether a merge has made a token that was there already."""
        self._start, self._take = start, take
        self._again, self._token = again, ""  # whether such a token gets a number of its own; that of a merge
        self._everywhere = mistake is not None and mistake.everywhere
        self._recounts = mistake is not None and mistake.is_other_choice
        self._page = module_with("reference", mistake)
        self._count, self._merge_word = self._page["count_pairs"], self._page["merge"]
        self._words: list[Word] = []  # that were counted last
        self._pair_counts: dict[Pair, int] = {}
        self._inserted: dict[Pair, int] = {}  # the place at which each pair first got a count

    def go(self, max_merges: int) -> None:
        """Learn so many merges."""
        self._page.update(count_pairs=self._count_pairs, merge=self._merge)
        overlaps = self._start.config.count_overlaps
        self._page["learn"](self._start.words, max_merges, count_overlaps=overlaps, choose=self._choose)

    def _choose(self, tied: list[Pair]) -> Pair:
        """Ask which pair is merged, and number its token."""
        self.highest, self.tied = self._pair_counts.get(tied[0], 0), tied
        if len(tied) > 1 and not self._recounts:
            self.symbols.first_counted = self._inserted
            self.symbols.last_counted = {pair: place for place, pair in enumerate(tied)}
            self.tied = self._as_met(tied)
        left, right = self._take(self)
        self._token = left + right
        self.has_made_again = self.has_made_again or self._token in self.symbols.raw
        while self._again and self._token in self.symbols.raw:
            self._token += AGAIN
        self.symbols.add(left, right, self._token)
        self._start.tick()
        return left, right

    def _as_met(self, tied: list[Pair]) -> list[Pair]:
        """Pairs in the order in which they are met in the words."""
        waiting, lefts = set(tied), {left for left, _ in tied}
        met: dict[Pair, int] = {}
        for word in self._words:
            if not lefts.isdisjoint(word):
                pairs = self._count([word], [1], overlaps=self._start.config.count_overlaps)
                for pair in filter(waiting.__contains__, pairs):
                    met.setdefault(pair, len(met))
                if len(met) == len(waiting):
                    break
        return sorted(tied, key=lambda pair: met.get(pair, len(met)))  # last a count that did not fall

    def _merge(self, word: Word, left: str, right: str, token: str) -> Word:
        if left not in word and not self._everywhere:
            return word
        merged: Word = self._merge_word(word, left, right, self._token if self._again else token)
        if self._everywhere:
            self.symbols.add_written(merged)
        return word if merged == word else merged

    def _count_pairs(self, splits: list[Word], counts: list[int], *, overlaps: bool) -> dict[Pair, int]:
        if not self._words:
            self._pair_counts = dict(self._start.pair_counts(self._count))
            self._inserted = {pair: place for place, pair in enumerate(self._pair_counts)}
        elif self._recounts:
            self._pair_counts = self._count(splits, counts, overlaps=overlaps)
        else:
            words = zip(self._words, splits, counts, strict=True)
            changed = [(old, new, count) for old, new, count in words if old is not new]
            old, new, times = map(list, zip(*changed, strict=True)) if changed else ([], [], [])
            lowered = self._count(old, times, overlaps=overlaps)
            for pair, count in lowered.items():
                self._pair_counts[pair] = self._pair_counts.get(pair, 0) - count
            for pair, count in self._count(new, times, overlaps=overlaps).items():
                self._inserted.setdefault(pair, len(self._inserted))
                self._pair_counts[pair] = self._pair_counts.get(pair, 0) + count
            for pair in lowered:
                if self._pair_counts[pair] <= 0:
                    del self._pair_counts[pair]
        self._words = splits
        return dict(self._pair_counts)


def train(
    start: TrainerWords,
    mistake: Mistake | None,
    take: Callable[[Run], Pair],
    max_merges: int,
    *,
    again: bool = False,
) -> Run:
    """Let a trainer with a mistake learn so many merges, or until `take` raises `EndRun`; with `again`,
    a token that is made again gets a number of its own, as where tokens are numbers."""
    run = Run(start, mistake, take, again)
    with suppress(EndRun):
        run.go(max_merges)
    return run


def written(pair: Pair) -> Pair:
    """A pair as a list has it."""
    return pair[0].replace(AGAIN, ""), pair[1].replace(AGAIN, "")


class _Index(dict[Pair, set[int]]):
    """The words that hold each pair; a set is copied once it is asked for: few are in a run."""

    def __init__(self, kept: dict[Pair, set[int]]) -> None:
        self._kept = kept

    def __missing__(self, pair: Pair) -> set[int]:
        self[pair] = set(self._kept.get(pair, ()))
        return self[pair]

    def pop(self, pair: Pair, *_: Any) -> set[int]:
        there, self[pair] = self[pair], set()
        return there


def merges_of_heap(start: TrainerWords, mistake: Mistake | None, line: str) -> Iterator[tuple[Pair, int]]:
    """The merges of the page with a heap, and their counts; `line` takes one of tied pairs, as they
    first got a count. The page is given what symbols stand for: bytes, where they do. What it begins with is
    kept, as it is the same with most mistakes."""
    symbols = start.symbols.copy()
    place = placing(line, symbols)
    inserted: dict[Pair, int] = {}
    printed = {raw: symbol for symbol, raw in symbols.raw.items()}

    def place_of(raw: Pair) -> Any:
        pair = printed[raw[0]], printed[raw[1]]
        return place(pair, inserted.setdefault(pair, len(inserted)))

    page = module_with("heap_trainer", mistake)
    key = line, page["begin"].__code__, page["entry"].__code__
    if key not in start.begun:
        raw = {tuple(map(symbols.raw.__getitem__, word)): count for word, count in start.words.items()}
        start.begun[key] = *page["begin"](raw, place_of), inserted.copy()
    words, counts, pair_counts, words_with, heap, numbers = start.begun[key]
    inserted |= numbers
    index = _Index(words_with)
    page["begin"] = lambda *_: ([*map(list, words)], counts, pair_counts.copy(), index, heap.copy())
    for (left, right), count in page["learn"]({}, place_of):
        pair = printed[left], printed[right]
        printed[left + right] = pair[0] + pair[1]
        symbols.add(*pair, pair[0] + pair[1])
        start.tick()
        yield pair, count
