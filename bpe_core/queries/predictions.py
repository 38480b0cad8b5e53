"""Predictions: a pair that a learner took for the next one, compared with the pair that the rule picks.

In: a history, a position and a printed pair. Out: a `Verdict` that names the mistake where there is evidence
for it: the pick is exactly what that mistake leads to, and the right answer is another.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> [stepper.view.judge(pair).kind for pair in (("u", "g"), ("h", "p"), ("g", "h"))]
['right', 'not_there', 'crosses_border']
>>> verdict = stepper.view.judge(("b", "u"))
>>> verdict.kind, verdict.pick.count, verdict.winner.pair, verdict.winner.count
('alphabetical', 4, ('u', 'g'), 20)
>>> stepper.goto(4)
>>> verdict = stepper.view.judge(("hug", "s"))
>>> verdict.kind, verdict.score, verdict.reason
('tied', 0.5, 'First seen decides: p + ug is met first, in word 2 (pug); hug + s is met in word 5 (hugs).')
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from bpe_core.engine.arrays import listed, unpack_by_age
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.merges import Pair
from bpe_core.queries.explain import tie_reason
from bpe_core.queries.pair_cache import PairCache
from bpe_core.queries.pair_table import count_of, find_pair, tied_pairs
from bpe_core.queries.records import WordShare
from bpe_core.queries.words_with_pair import find_words_with_pair
from bpe_core.symbols import SEPARATOR, SymbolPair

VerdictKind = Literal[
    "right",
    "tied",
    "not_there",
    "crosses_border",
    "counted_words",
    "close",
    "longest",
    "alphabetical",
    "other",
]
"""What a pick turns out to be; see `Verdict.kind`."""

CLOSE = 10
"""A runner-up is close where its count is below the winner's by no more than one part in this many."""

_MOST_COMPARED = 2_000
"""Most pairs counted in words, to see whether another is in more words than the pick."""


@dataclass(frozen=True)
class MeasuredPair:
    """A pair with all that is counted about it; 0 throughout where it does not occur."""

    pair: Pair
    """The two symbols as they are printed."""

    count: int = 0
    """How often it occurs."""

    words: int = 0
    """How many distinct words hold it."""

    occurrences: int = 0
    """How often it occurs if every distinct word is taken once."""

    length: int = 0
    """How many characters (or bytes) its token has, without a boundary marker."""

    shares: tuple[WordShare, ...] = ()
    """The at most four words that add most to its count, largest contribution first."""


@dataclass(frozen=True)
class Verdict:
    """What became of a prediction."""

    kind: VerdictKind
    """"right"; "tied": as frequent, but the rule picks another; "not_there": the two symbols do not stand
    side by side inside a word now; "crosses_border": neither, but one ends a word and the other begins one;
    "counted_words": the pair in most distinct words, or with most occurrences if every word is taken once;
    "close": the runner-up, and short of the winner by little (`CLOSE`); "longest": no pair makes a longer
    token, and the winner makes a shorter one; "alphabetical": the first in character order; or "other".
    Where two pairs are left or fewer, "longest" and "alphabetical" are no evidence and never named."""

    score: float
    """1 for the right pair, 0.5 for a tied one, else 0."""

    pick: MeasuredPair
    """The pair that the learner picked."""

    winner: MeasuredPair
    """The pair that the rule picks."""

    reason: str
    """For a tied pair, which rule decides and how, in one sentence; else empty."""

    border: tuple[str, str] | None
    """For "crosses_border", a word that ends with the left symbol and one that begins with the right one: two
    that follow one another in the corpus's order, if there are such."""


def judge_at(history: MergeHistory, position: int, pair: Pair, cache: PairCache) -> Verdict:
    """What a predicted pair is worth at this position, where there is a next pair."""
    [picked_by_rule] = tied_pairs(history, position, 1)
    winner = _measured(history, position, picked_by_rule, cache)
    symbols = find_pair(history, position, pair)
    border = None
    if symbols is not None and count_of(history, position, *symbols):
        pick = _measured(history, position, symbols, cache)
    else:
        pick = MeasuredPair((pair[0], pair[1]))
        border = None if symbols is None else _border(history, position, *symbols)
    kind = _kind(history, position, pick, winner, border, cache)
    reason = ""
    if kind == "tied" and symbols is not None:
        tied = cache.records.count_others_tied(position, picked_by_rule) + 1
        reason = tie_reason(history, position, picked_by_rule, symbols, tied)
    return Verdict(kind, {"right": 1.0, "tied": 0.5}.get(kind, 0.0), pick, winner, reason, border)


def _measured(history: MergeHistory, position: int, symbols: SymbolPair, cache: PairCache) -> MeasuredPair:
    counted = (*symbols, count_of(history, position, *symbols))
    [found] = cache.words_with_each([counted], position)
    facts = cache.facts(counted, position)
    occurrences, length = int(found.times.sum()), sum(map(history.table.literal_length, symbols))
    return MeasuredPair(facts.pair, facts.count, facts.words, occurrences, length, facts.shares)


def _kind(
    history: MergeHistory,
    position: int,
    pick: MeasuredPair,
    winner: MeasuredPair,
    border: tuple[str, str] | None,
    cache: PairCache,
) -> VerdictKind:
    """The first of these that there is evidence for."""
    if not pick.count:
        return "not_there" if border is None else "crosses_border"
    if pick.pair == winner.pair:
        return "right"
    if pick.count == winner.count:
        return "tied"
    if _counted_words(history, position, pick, winner):
        return "counted_words"
    if _is_close(history, position, pick, winner):
        return "close"
    packed, counts = history.count_log.counts_at(position)
    left, right = unpack_by_age(packed[counts > 0])
    if len(left) <= 2:
        return "other"
    lengths = np.array(
        [history.table.literal_length(symbol) for symbol in range(history.table.base_size + position)]
    )
    if pick.length == (lengths[left] + lengths[right]).max() > winner.length:
        return "longest"
    place = cache.order.symbol_keys().place  # as "Smallest pair" compares
    first = int(np.argmin(place[left] * len(place) + place[right]))
    first_pair = history.pair_texts((int(left[first]), int(right[first])))
    return "alphabetical" if pick.pair == first_pair else "other"


def _border(history: MergeHistory, position: int, left: int, right: int) -> tuple[str, str] | None:
    """A word that ends with the left symbol and one that begins with the right, neighbours if possible."""
    tokens = history.timeline.tokens(position)
    separators = np.flatnonzero(tokens.symbols == SEPARATOR)
    ends = tokens.symbols[separators[1:] - 1] == left  # by the index of the word
    begins = tokens.symbols[separators[:-1] + 1] == right
    if not ends.any() or not begins.any():
        return None
    neighbours = np.flatnonzero(ends[:-1] & begins[1:])
    if len(neighbours):
        first, second = int(neighbours[0]), int(neighbours[0]) + 1
    else:
        first, second = int(np.argmax(ends)), int(np.argmax(begins))
    return history.words[first], history.words[second]


def _counted_words(history: MergeHistory, position: int, pick: MeasuredPair, winner: MeasuredPair) -> bool:
    """Whether no pair is in more words than the pick, or none occurs more often if every word is taken once;
    and the winner falls short of it."""
    most_words, most_occurrences = pick.words > winner.words, pick.occurrences > winner.occurrences
    packed, counts = history.count_log.counts_at(position)
    # A pair counts in every word at least once, so a rarer one is in fewer words than the pick.
    rivals = np.flatnonzero(counts > pick.words)
    if len(rivals) > _MOST_COMPARED:
        return False
    rivals = rivals[np.argsort(-counts[rivals], kind="stable")]
    for pair in listed(packed[rivals]):
        if not (most_words or most_occurrences):
            break
        rival = find_words_with_pair(history, pair, position)
        most_words = most_words and len(rival.words) <= pick.words
        most_occurrences = most_occurrences and int(rival.times.sum()) <= pick.occurrences
    return most_words or most_occurrences


def _is_close(history: MergeHistory, position: int, pick: MeasuredPair, winner: MeasuredPair) -> bool:
    """Whether the pick falls short of the winner by little, and no pair comes between the two."""
    counts = history.count_log.counts_at(position)[1]
    is_runner_up = pick.count == counts[counts < winner.count].max()
    return bool(is_runner_up) and (winner.count - pick.count) * CLOSE <= winner.count
