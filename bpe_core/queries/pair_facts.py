"""Pair facts: where a pair's count comes from, worked out once for every count that the pair has.

In: a film, a pair with its count, and a position at which it has that count. Out: a frozen `PairFacts` with
the words that add most, and the `Holders`: all words that hold the pair.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> facts = stepper.scenes(0, 0)[0].rows[0]
>>> facts.pair, facts.token, facts.count, facts.words
(('u', 'g'), 'ug', 20, 3)
>>> [(share.word, share.word_count, share.times) for share in facts.shares]
[('hug', 10, 1), ('pug', 5, 1), ('hugs', 5, 1)]
"""

from dataclasses import dataclass

from bpe_core.engine.merge_history import MergeHistory
from bpe_core.merges import Pair
from bpe_core.queries.words_with_pair import Holders, WordShare, largest_shares

MOST_WORDS = 4
"""Of so many words at most it is said what they add to a pair, or what changed in them."""


@dataclass(frozen=True)
class PairFacts:
    """One pair at one count."""

    pair: Pair
    """The two symbols as they are printed."""

    ids: tuple[int, int]
    """Their ids in the vocabulary."""

    token: str
    """What the pair would become."""

    count: int
    """How often it occurs: the sum over all words of word count times occurrences."""

    words: int
    """How many distinct words hold it."""

    merged: int
    """How often merging would really merge it: less than `count` where "aaa" counts twice and merges once."""

    shares: tuple[WordShare, ...]
    """The at most four words that add most to the count, largest contribution first."""


def make_facts(film: MergeHistory, left: int, right: int, count: int, holders: Holders) -> PairFacts:
    """The facts of a pair that has this count and these holders."""
    return PairFacts(
        pair=film.pair_texts((left, right)),
        ids=token_ids(film, left, right),
        token=film.table.joined_text(left, right),
        count=count,
        words=len(holders.words),
        merged=holders.merged,
        shares=largest_shares(film, holders, MOST_WORDS),
    )


def token_ids(film: MergeHistory, left: int, right: int) -> tuple[int, int]:
    """The ids in the vocabulary of two symbols."""
    offset = len(film.config.special_tokens)
    return left + offset, right + offset
