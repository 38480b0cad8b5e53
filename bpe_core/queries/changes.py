"""Changes: what one merge did to the pair counts, and in which words.

In: a film and a position. Out: a `PairChange` for each pair whose count the merge before it changed, with the
words in which it did.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.goto(3)
>>> stepper.step().pair
('p', 'un')
>>> [(change.pair, change.before, change.after, change.kind) for change in stepper.changes()]
[(('p', 'un'), 12, 0, 'gone')]
>>> [stepper.words[index].word for index in stepper.changed_words()]
['pun']
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from bpe_core.engine.merge_history import MergeHistory
from bpe_core.merges import Pair
from bpe_core.queries.pair_facts import MOST_WORDS, token_ids
from bpe_core.queries.words_with_pair import Holders, largest_first
from bpe_core.symbols import Int32Array, Int64Array


@dataclass(frozen=True)
class WordChange:
    """How one word changed a pair's count."""

    word: str
    """The word, as the pre-tokenizer cut it."""

    delta: int
    """What it adds to the count now, less what it added before."""


@dataclass(frozen=True)
class PairChange:
    """How one merge changed a pair's count."""

    pair: Pair
    """The two symbols as they are printed."""

    ids: tuple[int, int]
    """Their ids in the vocabulary."""

    token: str
    """What the pair would become."""

    before: int
    """Its count before the merge; 0 if it did not occur."""

    after: int
    """Its count after the merge; 0 if it no longer occurs."""

    words: tuple[WordChange, ...]
    """The at most four words that changed it most, largest change first."""

    words_total: int
    """How many distinct words changed it."""

    @property
    def kind(self) -> Literal["new", "fell", "gone"]:
        """What became of the pair. No count ever rises: what a merge did not bring about only loses by it."""
        if not self.before:
            return "new"
        return "fell" if self.after else "gone"


def make_change(
    film: MergeHistory, left: int, right: int, before: int, after: int, held: Holders, holds: Holders
) -> PairChange:
    """The change of a pair's count from `before`, with the words `held`, to `after`, with those it
    `holds`."""
    words, deltas = _differences(film, held, holds)
    chosen = largest_first(abs(deltas), MOST_WORDS)
    largest = zip(words[chosen].tolist(), deltas[chosen].tolist(), strict=True)
    return PairChange(
        pair=film.pair_texts((left, right)),
        ids=token_ids(film, left, right),
        token=film.table.joined_text(left, right),
        before=before,
        after=after,
        words=tuple(WordChange(film.words[word], delta) for word, delta in largest),
        words_total=len(words),
    )


def changed_words(film: MergeHistory, position: int) -> list[int]:
    """The indexes of the words that the merge before a position touched, ascending."""
    if not position:
        return []
    places = film.merge_log.places(position - 1).astype(np.int64)
    words: list[int] = np.unique(film.timeline.word_of(places)).tolist()
    return words


def _differences(film: MergeHistory, held: Holders, holds: Holders) -> tuple[Int32Array, Int64Array]:
    """The words in which two lots of holders differ, and by how much in units of the pair's count."""
    # A pair is new, with no words before, or it only loses words: one lot has all the words of both.
    words = (held if len(held.words) else holds).words
    times = np.zeros(len(words), dtype=np.int64)
    times[np.searchsorted(words, holds.words)] += holds.times
    times[np.searchsorted(words, held.words)] -= held.times
    differ = np.flatnonzero(times)
    return words[differ], times[differ] * film.word_counts[words[differ]]
