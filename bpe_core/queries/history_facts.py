"""What is known of a history: merges and pairs as records, cached for every position until the history is
cut.

It knows at any position what the rules pick, which pairs are tied, and which words a pair's count comes from.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> known = HistoryFacts(BPEStepper(EXAMPLES["hug_pug_pun"].corpus, EXAMPLES["hug_pug_pun"].config)._history)
>>> u_g = known.find_counted(("u", "g"), position=0)
>>> [facts] = known.facts_of_each([u_g], position=0)
>>> facts.count, facts.words
(20, 3)
"""

import weakref
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from bpe_core.engine.limits import BELOW_MINIMUM_FREQUENCY, NO_PAIRS_LEFT, ONLY_LONGER_TOKENS
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.errors import PairNotFoundError
from bpe_core.merges import Merge, Pair, TiedPairs
from bpe_core.queries.records import PairFacts
from bpe_core.queries.standing import parts_of_each
from bpe_core.queries.tie_order import TieOrder
from bpe_core.queries.words_with_pair import NOWHERE, WordsWithPair, find_words_with_pairs, largest_shares
from bpe_core.symbols import SymbolPair
from bpe_core.validation import shown

CountedPair = tuple[int, int, int]
"""A pair with its count: left, right, count. It is the key to the words with the pair, at whatever position.

A pair can first occur when the newer of its two symbols is created. From then on it only loses occurrences,
and every word counts at least once. So while the count of a pair stays the same, the words that contain it
stay the same, and so do its occurrences in each. This also holds where `aaa` counts once: a run of one symbol
loses symbols only at its ends, so what it counts falls or stays; and if the sum stays, so does the part of
every word."""

MOST_WORDS = 4
"""How many words facts and changes name at most."""

_FACTS_KEPT = 4_000
_WORDS_KEPT = 2_000_000
"""How many facts, and words with a pair (16 MB), are cached at most before all are dropped."""


class HistoryFacts:
    """Computes facts about merges and pairs, and caches them; must be told before the history is cut."""

    def __init__(self, history: MergeHistory) -> None:
        self.history = history
        """The history that is asked about."""
        self.order = TieOrder(history)
        """The order of tied pairs."""
        self._merges: dict[int, Merge] = {}
        self._tied: weakref.WeakValueDictionary[int, TiedPairs] = weakref.WeakValueDictionary()
        self._facts: dict[CountedPair, PairFacts] = {}
        self._words: dict[CountedPair, WordsWithPair] = {}
        self._words_kept = 0

    def __reduce__(self) -> tuple[Any, ...]:
        return HistoryFacts, (self.history,)  # what it cached is soon computed again

    def forget_from(self, position: int) -> None:
        """Forget what a cut at this position makes untrue: other merges may lead to the same counts."""
        for tied in list(self._tied.values()):
            if tied.position > position:
                tied.resolve()  # it is still in use
        self._merges = {rank: merge for rank, merge in self._merges.items() if rank < position}
        self.order.clear()
        self._facts.clear()
        self._forget_words()

    def forget_merge(self, rank: int) -> None:
        """Forget one merge: it is now chosen by the rule instead of the user, or the reverse."""
        self._merges.pop(rank, None)

    # What the rules pick

    def picked(self, position: int) -> SymbolPair | None:
        """The pair that the rules merge at this position; None if the training is over."""
        history = self.history
        if history.limit(position) is not None:
            return None
        if position == len(history):
            return history.next_pair()
        if not history.by_user[position]:
            return history.pairs[position]
        if history.highest[position] < history.config.min_frequency:
            return None
        return self.order.tied_pairs(position, 1)[0]

    def stop_reason(self, position: int) -> str | None:
        """Why the training is over at this position; None if it is not."""
        if self.picked(position) is not None:
            return None
        history = self.history
        limit = history.limit(position)
        has_pairs = history.count_log.counts_at(position)[1].any()
        without = ONLY_LONGER_TOKENS if history.count_log.too_long_at(position)[1].any() else NO_PAIRS_LEFT
        return limit or (BELOW_MINIMUM_FREQUENCY if has_pairs else without)

    # Merges

    def merge(self, rank: int) -> Merge:
        """The record of one merge."""
        if rank not in self._merges:
            history, pair = self.history, self.history.pairs[rank]
            symbol = history.table.base_size + rank
            chosen_by: Literal["user", "rule", "given"] = "user" if history.by_user[rank] else "rule"
            if rank < len(history.given_ranks):
                chosen_by = "given"
            self._merges[rank] = Merge(
                rank=rank,
                pair=history.pair_texts(pair),
                token=history.table.text(symbol),
                token_id=history.table.ids[symbol],
                count=history.counts[rank],
                merged=history.symbols_left[rank] - history.symbols_left[rank + 1],
                tied=self.tied_with(rank, pair) if history.is_best(rank) else (),
                chosen_by=chosen_by,
            )
        return self._merges[rank]

    def tied_with(self, position: int, pair: SymbolPair) -> TiedPairs:
        """The pairs that share the highest count, or score, at this position, without the given one."""
        order = self.order  # not `self`: it caches what is made here, and the cycle would keep both alive
        tied = TiedPairs(
            position,
            lambda: order.count_others(position, pair),
            lambda limit: order.others(position, pair, limit),
        )
        self._tied[id(tied)] = tied  # by id: hashing it would list its pairs
        return tied

    # Pairs

    def find(self, pair: Pair, position: int) -> SymbolPair | None:
        """A printed pair as symbols; None if one of its texts is no symbol at this position.

        Raises `PairNotFoundError` if it is not a pair of texts.
        """
        is_pair = isinstance(pair, tuple | list) and len(pair) == 2
        if not is_pair or not all(isinstance(text, str) for text in pair):
            raise PairNotFoundError(f"`pair` must be a pair of texts such as ('u', 'g'), got {shown(pair)}.")
        table = self.history.table
        left, right = (table.find(text, table.base_size + position) for text in pair)
        return None if left is None or right is None else (left, right)

    def find_counted(self, pair: Pair, position: int) -> CountedPair:
        """A printed pair as symbols, with its count; raises `PairNotFoundError` if it does not occur."""
        found = self.find(pair, position)
        count = 0 if found is None else self.history.count_log.count_of(*found, position)
        longest = self.history.config.longest_token
        if (
            found is not None
            and longest
            and sum(map(self.history.table.lengths.__getitem__, found)) > longest
        ):
            raise PairNotFoundError(
                f"The pair {shown(pair[0])} + {shown(pair[1])} makes a token of more than {longest:,} base "
                "symbols, which the rules do not allow."
            )
        if found is None or not count:
            raise PairNotFoundError(
                f"The pair {shown(pair[0])} + {shown(pair[1])} does not occur in the current splits; "
                "`pair` must be one of pair_counts()."
            )
        return *found, count

    def facts_of_each(self, counted: Sequence[CountedPair], position: int) -> list[PairFacts]:
        """The facts about some pairs, which have these counts at this position."""
        missing = [each for each in counted if each not in self._facts]
        for each, words in zip(missing, self.words_with_each(missing, position), strict=True):
            left, right, count = each
            self._facts[each] = PairFacts(
                pair=self.history.pair_texts((left, right)),
                ids=self.history.token_ids((left, right)),
                token=self.history.table.joined_text(left, right),
                count=count,
                words=len(words.words),
                merged=words.merged,
                shares=largest_shares(self.history, words, MOST_WORDS),
            )
        facts = [self._facts[each] for each in counted]
        if not self.history.config.is_wordpiece:
            return facts
        parts = parts_of_each(self.history, [each[:2] for each in counted], position)
        return [replace(each, parts=of_parts) for each, of_parts in zip(facts, parts, strict=True)]

    def trim_facts(self) -> None:
        """Forget facts if there are many; called before an answer, which computes each fact only once."""
        if len(self._facts) > _FACTS_KEPT:
            self._facts.clear()

    def words_with_each(self, counted: Sequence[CountedPair], position: int) -> list[WordsWithPair]:
        """The words with each of some pairs, which have these counts at this position.

        They are searched together, which takes a fraction of the time.
        """
        if self._words_kept > _WORDS_KEPT:
            self._forget_words()
        missing = [each for each in counted if each[2] and each not in self._words]
        if missing:
            found = find_words_with_pairs(self.history, [each[:2] for each in missing], position)
            self._words_kept += sum(len(words.words) for words in found)
            self._words.update(zip(missing, found, strict=True))
        return [self._words.get(each, NOWHERE) for each in counted]

    def _forget_words(self) -> None:
        self._words.clear()
        self._words_kept = 0
