"""The records that queries answer with: frozen facts about words, pairs and positions.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> BPEStepper(example.corpus, example.config).pair_counts(limit=1)
[PairCount(pair=('u', 'g'), token='ug', count=20, words=3, parts=None)]
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from bpe_core.merges import Pair


@dataclass(frozen=True)
class WordCount:
    """A distinct word of the corpus."""

    word: str
    """The word as the pre-tokenizer cut it."""

    count: int
    """How often it occurs."""


@dataclass(frozen=True)
class WordShare:
    """What one word adds to a pair's count."""

    word: str
    """The word as the pre-tokenizer cut it."""

    word_count: int
    """How often the word occurs in the corpus."""

    times: int
    """How often the pair counts in the word."""

    contribution: int
    """`word_count` times `times`."""


def score_text(score: Fraction) -> str:
    """A score to three digits, as people read and compare it.

    >>> score_text(Fraction(5, 20 * 5)), score_text(Fraction(20, 36 * 20))
    ('0.05', '0.0278')
    """
    return f"{float(score):.3g}"


@dataclass(frozen=True)
class PairCount:
    """A row of the pair-frequency table."""

    pair: Pair
    """The two symbols as printed."""

    token: str
    """The token that the pair would become."""

    count: int
    """How often it occurs: the sum over all words of word count times occurrences."""

    words: int
    """How many distinct words contain it."""

    parts: tuple[int, int] | None = field(default=None, kw_only=True)
    """How often each of its symbols occurs, where scores decide; None where the count alone does."""

    @property
    def score(self) -> Fraction | None:
        """The count divided by the product of those of its symbols; None where the count alone decides."""
        return None if self.parts is None else Fraction(self.count, self.parts[0] * self.parts[1])


@dataclass(frozen=True)
class PairFacts(PairCount):
    """One pair at one count."""

    ids: tuple[int, int]
    """The ids of the two symbols in the vocabulary."""

    merged: int
    """How often it would really be merged: less than `count` if "aaa" counts twice and merges once."""

    shares: tuple[WordShare, ...]
    """The words that add most to the count, at most four, largest contribution first."""


@dataclass(frozen=True)
class WordChange:
    """How one word changed a pair's count."""

    word: str
    """The word as the pre-tokenizer cut it."""

    delta: int
    """What it adds to the count now, minus what it added before."""


@dataclass(frozen=True)
class PairChange:
    """How one merge changed a pair's count."""

    pair: Pair
    """The two symbols as printed."""

    ids: tuple[int, int]
    """Their ids in the vocabulary."""

    token: str
    """The token that the pair would become."""

    before: int
    """Its count before the merge; 0 if it did not occur."""

    after: int
    """Its count after the merge; 0 if it no longer occurs."""

    words: tuple[WordChange, ...]
    """The words that changed it most, at most four, largest change first."""

    words_total: int
    """How many distinct words changed it."""

    @property
    def kind(self) -> Literal["new", "fell", "gone"]:
        """What became of the pair. No count rises: a merge only takes from pairs it did not create."""
        if not self.before:
            return "new"
        return "fell" if self.after else "gone"


@dataclass(frozen=True)
class Statistics:
    """The training in numbers, at one position."""

    position: int
    """How many merges have been made."""

    vocabulary_size: int
    """Special tokens, base symbols and merges."""

    symbols: int
    """How many symbols the corpus has now; each word counts as often as it occurs."""

    symbols_at_start: int
    """How many symbols it had before the first merge."""

    symbols_saved: int
    """`symbols_at_start` minus `symbols`."""

    compression: float
    """`symbols_at_start` divided by `symbols`."""

    pairs: int
    """How many pairs of neighbours the corpus has now; each word counts as often as it occurs."""

    distinct_pairs: int
    """How many different pairs occur now."""

    ties: int
    """How many merges so far were chosen from several pairs with the same count."""


@dataclass(frozen=True, repr=False)
class WholeWords:
    """How many words are one token, at each position."""

    whole: list[int]
    """How many words are one token, at each position from 0 on."""

    words: int
    """How many words there are."""

    @property
    def shares(self) -> list[float]:
        """The share of words that are one token, 0 to 1, at each position."""
        return [whole / self.words for whole in self.whole]

    def __repr__(self) -> str:
        return f"<WholeWords: {self.whole[0]:,} to {self.whole[-1]:,} of {self.words:,}>"


@dataclass(frozen=True)
class RulePick:
    """Which of the tied pairs a rule would take."""

    rule: str
    """The rule's name in `TIE_BREAKS`."""

    pair: Pair
    """The two symbols as printed."""

    ids: tuple[int, int]
    """Their ids in the vocabulary."""


@dataclass(frozen=True)
class Decision:
    """Which pair is next, and why."""

    pair: Pair
    """The pair that the rule picks."""

    token: str
    """The token that it becomes."""

    count: int
    """How often it occurs: the highest count of all pairs."""

    tied: Sequence[Pair]
    """The other pairs with that count, in the tie rule's order; computed when needed."""

    runner_up: PairCount | None
    """The next row of the pair table; None if this is the only pair."""

    runner_ups: int
    """How many pairs have the runner-up's count; 0 if there is none."""

    lead: int | None
    """By how much the pair's count exceeds the runner-up's; 0 in a tie; where scores decide, perhaps less."""

    most_frequent: PairCount | None
    """Where scores decide, the first of the pairs that occur most often, unless it is the picked one."""

    reason: str
    """How the tie was decided, in one sentence; empty if nothing is tied."""
