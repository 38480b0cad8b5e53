"""A read-only view of one position: all questions about the training there.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.run()
>>> view = stepper.at(4)
>>> view.next_pair(), view.tied_pairs(), view.splits(["hugs"])
(('p', 'ug'), (('p', 'ug'), ('hug', 's')), {'hugs': ('hug', 's')})
>>> [view.pair for view in stepper.at(1).find_pairs("ug", limit=10)]
[('h', 'ug'), ('p', 'ug'), ('ug', 's')]
"""

from collections.abc import Iterable

import numpy as np

from bpe_core.errors import ConfigError, CorpusError, NothingToMergeError
from bpe_core.merges import Pair
from bpe_core.queries.history_facts import HistoryFacts
from bpe_core.queries.pair_search import search_pairs
from bpe_core.queries.predictions import PredictionJudge, Verdict
from bpe_core.queries.records import (
    Decision,
    PairChange,
    PairCount,
    PairFacts,
    Statistics,
    WordShare,
)
from bpe_core.queries.snapshots import (
    changes_before,
    snapshots_between,
    statistics_at,
)
from bpe_core.queries.standing import parts_of_each, standing
from bpe_core.queries.words import index_of
from bpe_core.queries.words_with_pair import count_words_with_pairs, largest_shares
from bpe_core.symbols import SEPARATOR
from bpe_core.validation import checked_integer, is_listing, shown


class PositionView:
    """The training at one position.

    A stepper is a view that moves. Any other view stays where it is, and is valid until the stepper leaves
    the branch of the history that leads there.
    """

    def __init__(self, known: HistoryFacts, position: int) -> None:
        self._known = known
        self._history = known.history
        self._position = position

    @property
    def position(self) -> int:
        """How many merges have been made; 0 at the start."""
        return self._position

    # The decision

    @property
    def is_done(self) -> bool:
        """Whether the rules allow no further merge."""
        return self._known.picked(self._position) is None

    @property
    def stop_reason(self) -> str | None:
        """Why the training is over; None if it is not."""
        return self._known.stop_reason(self._position)

    def next_pair(self) -> Pair | None:
        """The pair that the rule picks; None if the training is over."""
        picked = self._known.picked(self._position)
        return None if picked is None else self._history.pair_texts(picked)

    def tied_pairs(self) -> tuple[Pair, ...]:
        """Every pair that shares the highest count, or score, the picked one first; empty at the end."""
        if self.is_done:
            return ()
        return tuple(map(self._history.pair_texts, self._known.order.tied_pairs(self._position)))

    def decision(self) -> Decision | None:
        """Which pair is next, and why; None if the training is over."""
        [snapshot] = snapshots_between(self._known, self._position, self._position, 2)
        return snapshot.decision

    def judge(self, pair: Pair) -> Verdict:
        """Compare a prediction of the next pair with the right one, and name the mistake.

        Any two texts may be given, even if they are no symbols. Raises `PairNotFoundError` for anything else,
        and `NothingToMergeError` if the training is over.
        """
        [verdict] = self.judge_each([pair])
        return verdict

    def judge_each(self, pairs: Iterable[Pair]) -> list[Verdict]:
        """Verdicts on several predictions, faster than one by one."""
        if self.stop_reason is not None:
            raise NothingToMergeError(f"There is nothing to predict: {self.stop_reason}.")
        judge = PredictionJudge(self._known, self._position)
        return [judge.verdict(pair) for pair in pairs]

    # The pair table

    def pair_counts(self, limit: int | None = None) -> list[PairCount]:
        """The rows of the pair table: highest count, or score, first, then in the tie rule's order.

        Raises `ConfigError` if `limit` is not an integer >= 0.
        """
        if limit is not None:
            limit = checked_integer("limit", limit, ConfigError)
        history, position = self._history, self._position
        pairs = standing(history, position, limit)
        rows = self._known.order.by_value(pairs, position=position, limit=limit)
        symbols = [pair for pair, _ in rows]
        words = count_words_with_pairs(history, symbols, position)
        parts = parts_of_each(history, symbols, position)
        text, joined = history.pair_texts, history.table.joined_text
        return [
            PairCount(text(pair), joined(*pair), count, in_words, parts=of_parts)
            for (pair, count), in_words, of_parts in zip(rows, words, parts, strict=True)
        ]

    def word_shares(self, pair: Pair) -> tuple[WordShare, ...]:
        """What each word adds to a pair's count, largest contribution first.

        Raises `PairNotFoundError` if the pair does not occur.
        """
        counted = self._known.find_counted(pair, self._position)
        [words] = self._known.words_with_each([counted], self._position)
        return largest_shares(self._history, words)

    def words_with(self, pair: Pair) -> list[int]:
        """The indexes of the words that contain a pair, ascending.

        Raises `PairNotFoundError` if the pair does not occur.
        """
        counted = self._known.find_counted(pair, self._position)
        [found] = self._known.words_with_each([counted], self._position)
        words: list[int] = found.words.tolist()
        return words

    def pair_facts(self, pair: Pair) -> PairFacts:
        """The facts about one pair, as in a snapshot; raises `PairNotFoundError` if it does not occur."""
        counted = self._known.find_counted(pair, self._position)
        return self._known.facts_of_each([counted], self._position)[0]

    def find_pairs(self, text: str, limit: int) -> list[PairFacts]:
        """The rows of the pair table that match a text, best matches first.

        First comes the pair itself ("left + right" or "left right"), then pairs that would make the text,
        then those with it as a symbol, then those whose token contains it. An empty text matches nothing.
        Raises `ConfigError` if `text` is not a text or `limit` not an integer >= 0.
        """
        if not isinstance(text, str):
            raise ConfigError(f"`text` must be a string, got {shown(text)}.")
        limit = checked_integer("limit", limit, ConfigError)
        return search_pairs(self._known, self._position, text, limit)

    def changes(self) -> tuple[PairChange, ...]:
        """What the last merge changed in the pair table, largest change first; empty at the start."""
        return changes_before(self._known, self._position)

    # The words

    def splits(self, words: Iterable[str] | None = None) -> dict[str, tuple[str, ...]]:
        """The symbols of all words, or of some; raises `CorpusError` if a word is not in the corpus."""
        if words is not None and not is_listing(words):
            raise CorpusError(f"`words` must be a list of words, got {shown(words)}.")
        history = self._history
        chosen = history.words if words is None else list(words)
        indexes = range(len(chosen)) if words is None else [index_of(history, word) for word in chosen]
        splits = history.timeline.splits(indexes, self._position)
        text = history.table.text
        return {word: tuple(map(text, symbols)) for word, symbols in zip(chosen, splits, strict=True)}

    # The vocabulary

    def vocabulary(self) -> dict[str, int]:
        """Token -> id, in id order: special and byte tokens, base symbols, merges."""
        table = self._history.table
        return self._history.numbering.vocabulary(table.base_size + self._position)

    @property
    def vocabulary_size(self) -> int:
        """How many tokens the vocabulary has."""
        return self._history.vocabulary_size(self._position)

    def statistics(self) -> Statistics:
        """The current numbers of the training."""
        ties = sum(tied > 0 for tied in self._history.tied_counts(self._position))
        return statistics_at(self._history, self.position, ties)

    def token_lengths(self) -> list[int]:
        """How many base symbols each symbol has: base symbols, then the tokens of the merges."""
        lengths = [1] * self._history.table.base_size
        for left, right in self._history.pairs[: self._position]:
            lengths.append(lengths[left] + lengths[right])
        return lengths

    def token_uses(self) -> list[int]:
        """How often each symbol occurs in the corpus: base symbols, then the tokens of the merges.

        A token with 0 uses is only a part of other tokens now.
        """
        symbols = self._history.timeline.tokens(self._position).symbols
        is_token = symbols != SEPARATOR
        words = np.cumsum(~is_token)[is_token] - 1
        size = self._history.table.base_size + self._position
        uses = np.bincount(symbols[is_token], weights=self._history.word_counts[words], minlength=size)
        counts: list[int] = uses.astype(np.int64).tolist()
        return counts
