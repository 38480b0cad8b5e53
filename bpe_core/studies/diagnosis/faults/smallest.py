"""The smallest corpus on which a mistake still shows, to trace by hand and to test one's own trainer with.

In: a corpus, and a mistake under some rules. Out: a `SmallCorpus` with the merges that are right, up to the
first that the mistake changes. Words are taken out, and counts lowered, as long as two trainers still differ.

>>> from bpe_core.profiles import PROFILES
>>> from bpe_core.studies.diagnosis.faults.faults import FAULTS
>>> from bpe_core.studies.diagnosis.segmentation import segmentation_of, tie_rule_of
>>> config = PROFILES["hf_course"].config
>>> rules = segmentation_of(config), tie_rule_of(config)
>>> fit = FaultFit((FAULTS["only_first_occurrence"],), *rules, "hf_course", prefix=4)
>>> search = SmallestCorpus(Corpus.from_word_counts({"mango": 9, "banana": 3, "nab": 4}), fit)
>>> search.advance(60)
True
>>> search.found.corpus.word_counts, search.found.right
({'banana': 1}, (('a', 'n'), ('b', 'an'), ('ban', 'an')))
>>> print(search.found.test())
from my_bpe import train
<BLANKLINE>
<BLANKLINE>
def test_my_trainer():
    merges = train({'banana': 1}, 3)
    assert merges == [('a', 'n'), ('b', 'an'), ('ban', 'an')]
"""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bpe_core.corpus.corpus import Corpus
from bpe_core.merges import Pair
from bpe_core.progress import Progress
from bpe_core.studies.diagnosis.faults.fault import with_fault
from bpe_core.studies.diagnosis.faults.fits import FaultFit
from bpe_core.studies.diagnosis.faults.parts import TIE_RULES, right_parts
from bpe_core.studies.diagnosis.faults.trainer import SpelledWords, Trainer, finish

_MERGES = 40
"""The difference is looked for in the first merges."""

_SIZES = 40, 200
"""How many words are begun with."""

_PLACES = 100
"""In how many places of the corpus a difference is looked for."""

_PIECES = re.compile(r"\s*\S+|\s+")

Piece = tuple[str, int]
"""A word with its count, or a piece of text with 1."""


@dataclass(frozen=True)
class SmallCorpus:
    """A corpus on which right and wrong trainer differ."""

    corpus: Corpus
    """A text, or words with counts."""

    right: tuple[Pair, ...]
    """The merges of the rules, up to the first that the mistake changes."""

    wrong: tuple[Pair, ...]
    """As many merges of the trainer with the mistake, or fewer where it makes no more."""

    @property
    def rank(self) -> int:
        """The rank of the merge that differs."""
        return len(self.right) - 1

    def test(self) -> str:
        """A test for one's own trainer, to be run by pytest; with the mistake it fails."""
        given = self.corpus.word_counts or str(self.corpus.documents[0])
        return (
            "from my_bpe import train\n\n\n"
            "def test_my_trainer():\n"
            f"    merges = train({given!r}, {len(self.right)})\n"
            f"    assert merges == {list(self.right)!r}"
        )


class SmallestCorpus:
    """Looks for it, slice by slice."""

    def __init__(self, corpus: Corpus, fit: FaultFit) -> None:
        """The mistake may be two."""
        self._corpus = corpus
        self._fit = fit
        cuts = any(fault.part == "words" for fault in fit.faults)
        self._cuts_text = cuts and corpus.kind != "word_counts"
        self.found: SmallCorpus | None = None
        """What was found; None where a small corpus shows nothing."""
        self.is_done = False
        """Whether all is done."""
        self._tried = 0
        self._smallest: list[Piece] = []
        self._work: Iterator[None] | None = None

    def __getstate__(self) -> dict[str, Any]:
        # The work cannot be pickled; begun again, it goes on with the smallest corpus so far.
        return {**vars(self), "_work": None}

    @property
    def progress(self) -> Progress:
        """How many corpora were tried."""
        return Progress(self._tried, None, "small corpora")

    def advance(self, seconds: float) -> bool:
        """Work for about this many seconds; True when finished."""
        until = time.monotonic() + seconds
        if self._work is None:
            self._work = self._run()
        while not self.is_done and time.monotonic() < until:
            self.is_done = next(self._work, self) is self
        return self.is_done

    def _run(self) -> Iterator[None]:
        if self._fit.is_without_order:
            return
        for pieces in [self._smallest] if self._smallest else self._beginnings():
            yield
            if self._shows(pieces):
                yield from self._reduce(pieces)
                return

    def _beginnings(self) -> Iterator[list[Piece]]:
        """Parts of the corpus: its most frequent words, then some from everywhere."""
        counts = self._corpus.count_words(self._fit.segmentation)
        pieces = list(counts.items())
        if self._cuts_text:
            texts = map(str, self._corpus.documents)
            pieces = [(piece, 1) for text in texts for piece in _PIECES.findall(text)]
        else:
            frequent = set(sorted(counts, key=lambda word: -counts[word])[: _SIZES[0]])
            yield [(word, count) for word, count in pieces if word in frequent]
        for size in _SIZES:
            for start in range(0, len(pieces), max(size, len(pieces) // _PLACES)):
                yield pieces[start : start + size]

    def _reduce(self, pieces: list[Piece]) -> Iterator[None]:
        """Take out ever smaller parts, then lower the counts, as long as a difference stays."""
        size = len(pieces)
        while size:
            start = 0
            while start < len(pieces):
                fewer = pieces[:start] + pieces[start + size :]
                yield
                if self._shows(fewer):
                    pieces = fewer
                else:
                    start += size
            size = min(size, len(pieces)) // 2
        places = {count: place for place, count in enumerate(sorted({count for _, count in pieces}), start=1)}
        by_place = [(piece, places[count]) for piece, count in pieces]  # counts of 3, 7, 7 become 1, 2, 2
        pieces = by_place if self._shows(by_place) else pieces
        for place, (piece, count) in enumerate(pieces):
            for lower in sorted({1, 2, 3, count // 4, count // 2, count - 1} & set(range(1, count))):
                yield
                lowered = [*pieces[:place], (piece, lower), *pieces[place + 1 :]]
                if self._shows(lowered):
                    pieces = lowered
                    break

    def _shows(self, pieces: list[Piece]) -> bool:
        """Whether right and wrong trainer differ on these pieces; if so, they are the smallest so far."""
        self._tried += 1
        if not pieces:
            return False
        text = "".join(piece for piece, _ in pieces)
        corpus = Corpus.from_text(text) if self._cuts_text else Corpus.from_word_counts(pieces)
        right, wrong = learn(corpus, self._fit, wrongly=False), learn(corpus, self._fit, wrongly=True)
        differing = (rank for rank, pair in enumerate(right) if wrong[rank : rank + 1] != [pair])
        rank = next(differing, None)
        if rank is None:
            return False
        self._smallest = pieces
        self.found = SmallCorpus(corpus, tuple(right[: rank + 1]), tuple(wrong[: rank + 1]))
        return True


def learn(corpus: Corpus, fit: FaultFit, *, wrongly: bool, merges: int = _MERGES) -> list[Pair]:
    """The first merges that some rules learn, rightly or with their mistakes."""
    rules, faults = fit.segmentation, fit.faults if wrongly else ()
    parts = right_parts(rules)
    word_counts, choose, order, spelling = corpus.count_words(rules), TIE_RULES[fit.rule], "met", rules
    for fault in faults:
        parts = with_fault(parts, fault)
        if fault.part == "words":
            word_counts, spelling = fault.wrong(corpus, rules), fault.spelling(rules)
        elif fault.part == "choose":
            choose = fault.wrong
        elif fault.part == "order":
            order = fault.wrong
    words = SpelledWords(word_counts, spelling)
    finish(words.run())
    trainer = Trainer(words, parts)
    finish(trainer.count())
    learned: list[Pair] = []
    while len(learned) < merges and trainer.highest > 0:
        finish(trainer.look_up_pairs())
        pair = choose(trainer.in_order(trainer.tied(), order), trainer.symbols)
        learned.append(trainer.written(pair))
        finish(trainer.merge(pair))
    return learned
