"""Observed: what a merge list does to the words of a corpus, merge by merge, beside all counts of pairs.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.corpus.corpus import Corpus
>>> words = CorpusWords(Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}))
>>> observed = Observed(words, [("u", "g"), ("h", "ug"), ("u", "n")], BPEConfig())
>>> [(step.count, step.highest, step.place) for step in observed.steps]
[(20, 20, 0), (15, 16, 1), (16, 16, 0)]
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bpe_core.corpus.corpus import Corpus
from bpe_core.engine.arrays import unpack_by_age
from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.forced_history import ForcedHistory
from bpe_core.studies.diagnosis.segmentation import CorpusWords, Segmentation
from bpe_core.symbol_texts import BYTE_OF_CHARACTER
from bpe_core.symbols import SymbolPair

MOST_STEPS = 300
"""So many merges of a list are looked at ..."""

_MOST_COUNTS = 20_000_000
"""... as long as the counts looked at are no more than these."""


@dataclass(frozen=True)
class Step:
    """A merge of the list, and what was there to merge."""

    rank: int
    """Its place in the list."""

    pair: Pair
    """Its two symbols, as the alphabet prints them."""

    symbols: SymbolPair | None
    """The same in the history; None where the merge could not be made."""

    position: int
    """How many merges had been made before it."""

    count: int
    """How often the pair occurs; 0 where it does not."""

    highest: int
    """The highest count of all pairs."""

    place: int
    """How many pairs occur more often."""

    best: Pair
    """A pair with the highest count, the list's own where it has it."""


class Observed:
    """A merge list made on the words under some rules, whatever these would pick."""

    def __init__(self, words: CorpusWords, merges: Sequence[Pair], segmentation: Segmentation) -> None:
        """Make all merges that can be made. Raises `EmptyCorpusError`."""
        self.words = words
        """The words that may have been trained on."""
        self.segmentation = segmentation
        """How they are cut and spelled."""
        self.forced = ForcedHistory(words.of(segmentation), segmentation, merges)
        """The merges made on them."""
        while self.forced.extend():
            pass

    @property
    def corpus(self) -> Corpus:
        """Where the words are from."""
        return self.words.corpus

    @cached_property
    def steps(self) -> list[Step]:
        """The first merges of the list, each beside all counts."""
        steps, looked_at = [], 0
        for rank, pair in enumerate(self.forced.merges[:MOST_STEPS]):
            symbols, position = self.forced.symbols[rank], self.forced.positions[rank]
            _, counts = self.forced.history.count_log.counts_at(position)
            looked_at += len(counts)
            if looked_at > _MOST_COUNTS:
                break
            highest = int(counts.max(initial=0))
            count = self.count_at(rank, position)
            best = pair
            if count < highest:
                best = self.forced.history.pair_texts(self.forced.highest_at(position)[1][0])
            place = int(np.count_nonzero(counts > count))
            steps.append(Step(rank, pair, symbols, position, count, highest, place, best))
        return steps

    @cached_property
    def missed(self) -> list[Step]:
        """The merges of a pair that another one outnumbers."""
        return [step for step in self.steps if step.place]

    def count_at(self, rank: int, position: int) -> int:
        """How often the pair of a merge of the list occurred after so many merges; 0 where it did not yet."""
        left, right = map(self.forced.symbols_written, self.forced.merges[rank])
        there = self.forced.history.table.base_size + position
        count_of = self.forced.history.count_log.count_of
        pairs = ((one, other) for one in left for other in right if max(one, other) < there)
        return max((count_of(*pair, position) for pair in pairs), default=0)

    def first_count(self, pair: Pair) -> int:
        """How often a pair occurred when both its symbols were first there, which is the most it ever did."""
        base, count_of = self.forced.history.table.base_size, self.forced.history.count_log.count_of
        left, right = map(self.forced.symbols_written, pair)
        made = ((one, other, max(0, one - base + 1, other - base + 1)) for one in left for other in right)
        return max((int(count_of(*each)) for each in made), default=0)

    def more_frequent(self, step: Step) -> list[Pair]:
        """The pairs that occur more often than that of a merge, at most 1,000 of them."""
        packed, counts = self.forced.history.count_log.counts_at(step.position)
        left, right = unpack_by_age(packed[counts > step.count][:1_000])
        return [
            self.forced.history.pair_texts(pair) for pair in zip(left.tolist(), right.tolist(), strict=True)
        ]

    def best_symbols(self, step: Step) -> SymbolPair:
        """A pair with the highest count at a merge."""
        return self.forced.highest_at(step.position)[1][0]

    def shares(self, symbols: SymbolPair | None, position: int) -> dict[str, int]:
        """Each word that holds a pair, and how often it occurs through that word."""
        if symbols is None:
            return {}
        history = self.forced.history
        places = history.occurrences.of_pair(*symbols, position)
        words, times = np.unique(history.timeline.word_of(places), return_counts=True)
        both = zip(words.tolist(), times.tolist(), strict=True)
        return {history.words[word]: int(history.word_counts[word]) * many for word, many in both}


def raw_text(token: str) -> str:
    """A token as it stands in a text.

    >>> raw_text("Ġthe"), raw_text("the</w>")
    (' the', 'the')
    """
    if not token.isascii() and all(each in BYTE_OF_CHARACTER for each in token):
        return bytes(BYTE_OF_CHARACTER[each] for each in token).decode(errors="ignore")
    return token.removesuffix("</w>")
