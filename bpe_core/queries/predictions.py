"""Predictions: compares a learner's guess of the next pair with the pair that the rule picks.

The `Verdict` names a mistake only if there is evidence for it: the guess is exactly what that mistake leads
to, and the right answer is not.

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
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Literal

import numpy as np

from bpe_core.engine.arrays import unpack_by_age, unpacked
from bpe_core.merges import Pair
from bpe_core.queries.history_facts import HistoryFacts
from bpe_core.queries.records import WordShare
from bpe_core.queries.tie_order import tie_reason
from bpe_core.symbols import SEPARATOR

VerdictKind = Literal[
    "right",
    "tied",
    "lower_score",
    "not_there",
    "crosses_border",
    "not_updated",
    "counted_words",
    "close",
    "longest",
    "alphabetical",
    "second",
    "other",
]
"""The kinds of verdicts; see `Verdict.kind`."""

CLOSE = 10
"""A runner-up is close if its count is below the winner's by no more than one part in this many."""

_MOST_COMPARED = 2_000
"""For how many pairs at most the words are counted, to see whether one is in more words than the pick."""


@dataclass(frozen=True)
class MeasuredPair:
    """A pair with its measures; all are 0 if it does not occur."""

    pair: Pair
    """The two symbols as printed."""

    count: int = 0
    """How often it occurs."""

    words: int = 0
    """How many distinct words contain it."""

    occurrences: int = 0
    """How often it occurs if each distinct word is counted once."""

    length: int = 0
    """How many characters (or bytes) its token has, without a boundary marker."""

    shares: tuple[WordShare, ...] = ()
    """The words that add most to its count, at most four, largest contribution first."""

    parts: tuple[int, int] | None = None
    """How often its symbols occur, where scores decide; see `PairCount`."""


@dataclass(frozen=True)
class Verdict:
    """How a prediction compares with the right pair."""

    kind: VerdictKind
    """"right"; "tied": as frequent, or level, but the rule picks another; "lower_score": where scores decide,
    any other pair that occurs; "not_there": the two symbols are not next
    to each other inside a word; "crosses_border": the same, but one ends a word and the other begins one;
    "not_updated": the most frequent of the other pairs before the last merge, which took some of it;
    "counted_words": the pair in most distinct words, or with most occurrences if each word is counted once;
    "close": the runner-up, with nearly the winner's count (`CLOSE`); "longest": no pair makes a longer
    token, and the winner makes a shorter one; "alphabetical": the first in character order; "second": the
    only runner-up, with fewer; or "other". If only one or two pairs are left, "longest", "alphabetical" and
    "second" are no evidence and never named."""

    score: float
    """1 for the right pair, 0.5 for a tied one, otherwise 0."""

    pick: MeasuredPair
    """The pair that the learner picked."""

    winner: MeasuredPair
    """The pair that the rule picks."""

    reason: str
    """For a tied pair, which rule decides and how, in one sentence; otherwise empty."""

    border: tuple[str, str] | None
    """For "crosses_border": a word that ends with the left symbol and one that begins with the right one, if
    possible two neighbours in the corpus's order."""

    before: int = 0
    """For "not_updated": how often the pick occurred before the last merge."""


class PredictionJudge:
    """Compares predictions with the right pair at one position, where there is a next pair."""

    def __init__(self, known: HistoryFacts, position: int) -> None:
        self._known, self._history, self._position = known, known.history, position
        [self._picked_by_rule] = known.order.tied_pairs(position, 1)
        self._winner = self._measured(*self._picked_by_rule)

    def verdict(self, pair: Pair) -> Verdict:
        """The verdict on a predicted pair; raises `PairNotFoundError` if it is not a pair of texts."""
        symbols = self._known.find(pair, self._position)
        pick, border = MeasuredPair((pair[0], pair[1])), None
        if symbols is not None and self._history.count_log.count_of(*symbols, self._position):
            pick = self._measured(*symbols)
        elif symbols is not None:
            border = self._border(*symbols)
        before = self._count_before(*symbols) if symbols is not None else 0
        kind = self._kind(pick, border, before)
        reason = ""
        if kind == "tied" and symbols is not None:
            tied = self._known.order.count_others(self._position, self._picked_by_rule) + 1
            reason = tie_reason(self._history, self._position, self._picked_by_rule, symbols, tied)
        score = {"right": 1.0, "tied": 0.5}.get(kind, 0.0)
        return Verdict(
            kind, score, pick, self._winner, reason, border, before if kind == "not_updated" else 0
        )

    def _measured(self, left: int, right: int) -> MeasuredPair:
        counted = (left, right, self._history.count_log.count_of(left, right, self._position))
        [found] = self._known.words_with_each([counted], self._position)
        [facts] = self._known.facts_of_each([counted], self._position)
        occurrences = int(found.times.sum())
        length = sum(map(self._history.table.literal_length, (left, right)))
        return MeasuredPair(
            facts.pair, facts.count, facts.words, occurrences, length, facts.shares, facts.parts
        )

    def _count_before(self, left: int, right: int) -> int:
        """How often a pair occurred before the last merge, if it was then the most frequent one beside the
        merged pair, and more frequent than the pair that wins now; otherwise 0."""
        position, history = self._position, self._history
        if not position or (left, right) == history.pairs[position - 1]:
            return 0
        before = history.count_log.count_of(left, right, position - 1)
        if history.count_log.count_of(*self._picked_by_rule, position - 1) >= before:
            return 0
        rivals = int((history.count_log.counts_at(position - 1)[1] > before).sum())
        merged_counts_more = history.count_log.count_of(*history.pairs[position - 1], position - 1) > before
        return before if rivals == merged_counts_more else 0

    def _kind(self, pick: MeasuredPair, border: tuple[str, str] | None, before: int) -> VerdictKind:
        """The first kind, in this order, that there is evidence for."""
        winner = self._winner
        if not pick.count:
            return "not_there" if border is None else "crosses_border"
        if pick.pair == winner.pair:
            return "right"
        if pick.parts is not None and winner.parts is not None:
            one = Fraction(pick.count, prod(pick.parts))
            other = Fraction(winner.count, prod(winner.parts))
            least = self._history.config.min_frequency
            return "tied" if one == other and pick.count >= least else "lower_score"
        if pick.count == winner.count:
            return "tied"
        if before > pick.count:
            return "not_updated"
        if self._counted_words(pick):
            return "counted_words"
        counts = self._history.count_log.counts_at(self._position)[1]
        is_second = pick.count == counts[counts < winner.count].max()
        is_alone = np.count_nonzero(counts == pick.count) == 1
        if is_second and (winner.count - pick.count) * CLOSE <= winner.count:
            return "close"
        longest, first_pair = self._longest_and_first
        if pick.length == longest > winner.length:
            return "longest"
        if pick.pair == first_pair:
            return "alphabetical"
        return "second" if is_second and is_alone and first_pair is not None else "other"

    def _border(self, left: int, right: int) -> tuple[str, str] | None:
        """A word that ends with the left symbol, one that begins with the right; neighbours if possible."""
        tokens = self._history.timeline.tokens(self._position)
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
        return self._history.words[first], self._history.words[second]

    def _counted_words(self, pick: MeasuredPair) -> bool:
        """Whether the pick would win if each distinct word counted once, by words or by occurrences, and the
        winner would not."""
        most_words = pick.words > self._winner.words
        most_occurrences = pick.occurrences > self._winner.occurrences
        if not (most_words or most_occurrences):
            return False
        packed, counts = self._history.count_log.counts_at(self._position)
        # A pair counts at least once in every word, so a rarer one is in fewer words than the pick.
        rivals = np.flatnonzero(counts > pick.words)
        if len(rivals) > _MOST_COMPARED:
            return False
        rivals = rivals[np.argsort(-counts[rivals], kind="stable")]
        for pair, count in zip(unpacked(packed[rivals]), counts[rivals].tolist(), strict=True):
            [rival] = self._known.words_with_each([(*pair, count)], self._position)
            most_words = most_words and len(rival.words) <= pick.words
            most_occurrences = most_occurrences and int(rival.times.sum()) <= pick.occurrences
            if not (most_words or most_occurrences):
                return False
        return True

    @cached_property
    def _longest_and_first(self) -> tuple[int, Pair | None]:
        """The length of the longest token that a pair makes, and the first pair in character order; 0 and
        None if only one or two pairs are left."""
        history = self._history
        packed, counts = history.count_log.counts_at(self._position)
        left, right = unpack_by_age(packed[counts > 0])
        if len(left) <= 2:
            return 0, None
        symbols = range(history.table.base_size + self._position)
        lengths = np.array(list(map(history.table.literal_length, symbols)))
        place = self._known.order.symbol_keys().place  # as "Smallest pair" compares
        first = int(np.argmin(place[left] * len(place) + place[right]))
        first_pair = history.pair_texts((int(left[first]), int(right[first])))
        return int((lengths[left] + lengths[right]).max()), first_pair
