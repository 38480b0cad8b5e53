"""Tie order: sorts tied pairs as a tie rule does, for one position after another, and says why.

It caches what stays the same:
- what most rules compare, the texts and the ids of two symbols, never changes;
- the first place of a pair stays the same while its count does. Only where `aaa` counts once may it move: if
  `b` joins the first a of `baaa`, the two left still count once, one symbol further on, and no other pair is
  in between.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> from bpe_core.tie_breaks import TIE_BREAKS
>>> example = EXAMPLES["hug_pug_pun"]
>>> history = BPEStepper(example.corpus, example.config)._history
>>> u, n, g = history.table.find("u", 7), history.table.find("n", 7), history.table.find("g", 7)
>>> order, pairs = TieOrder(history), [(u, g), (u, n)]
>>> tied = pack_by_age(*np.array(pairs).T)
>>> [history.pair_texts(pair) for pair in order.ordered(tied, count=16, position=0, limit=2)]
[('u', 'g'), ('u', 'n')]
>>> history.pair_texts(order.taken_by(TIE_BREAKS["greatest_pair"], pairs, count=16, position=0))
('u', 'n')
"""

from collections.abc import Sequence
from heapq import nsmallest
from itertools import pairwise
from typing import Any

import numpy as np

from bpe_core.encoding.spelling import printed_word
from bpe_core.engine.arrays import (
    group_bounds,
    group_starts,
    pack,
    pack_by_age,
    unpack,
    unpack_by_age,
    unpacked,
)
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.merges import Pair
from bpe_core.phrases import Phrase
from bpe_core.queries.standing import Standing, standing
from bpe_core.symbols import Int64Array, SymbolPair
from bpe_core.tie_breaks import TIE_BREAKS, Candidate, DecidedTie, PairInWords, SymbolKeys, TieBreak

_LOOKED_UP = 200
"""Up to this many new places are looked up one by one; more are found by reading through the words."""

_SURELY_MANY = 5_000
"""For more pairs than this, it is not checked which places are known."""

_KEPT = 200_000
"""How many places, and how many keys, are cached at most."""

_LONGEST_WORD = 40
"""How many characters of a word or symbol a reason names."""


class TieOrder:
    """Sorts tied pairs and caches what it needs; must be cleared when the history is cut."""

    def __init__(self, history: MergeHistory) -> None:
        """Order the pairs of a history by its config's rule."""
        self._history = history
        self._rule = TIE_BREAKS[history.config.tie_break]
        self._places: dict[tuple[int, int, int], int] = {}
        self._keys: dict[tuple[str, int, int], Any] = {}
        self._numbers = SymbolKeys((), (), ())

    def clear(self) -> None:
        """Forget everything: after a cut, symbols and counts may mean something else."""
        self._places.clear()
        self._keys.clear()
        self._numbers = SymbolKeys((), (), ())

    def tied_pairs(self, position: int, limit: int | None = None) -> list[SymbolPair]:
        """The pairs that share the highest count, or score, at this position, in the rule's order."""
        tied, counts, _ = standing(self._history, position, 1)
        limit = len(tied) if limit is None else limit
        return self.ordered(tied, count=int(counts.max(initial=0)), position=position, limit=limit)

    def others(self, position: int, pair: SymbolPair, limit: int | None) -> tuple[Pair, ...]:
        """The other pairs that share the highest count with this one, as printed; at most `limit`."""
        tied = self.tied_pairs(position, None if limit is None else limit + 1)
        others = [each for each in tied if each != pair]
        return tuple(map(self._history.pair_texts, others[:limit]))

    def count_others(self, position: int, pair: SymbolPair) -> int:
        """How many other pairs share the highest count with this one, without listing them."""
        history = self._history
        if position < len(history) and history.pairs[position] == pair:
            return history.tied_counts(position + 1)[position]
        return len(standing(history, position, 1).packed) - 1

    def ordered(self, packed: Int64Array, *, count: int, position: int, limit: int) -> list[SymbolPair]:
        """Pairs that are level at this position, with this count, in the rule's order; at most `limit`.

        They are given packed by age, ascending, as in the count log.
        """
        count = self._unchanged_while(count, position)
        if len(packed) < 2:
            return unpacked(packed)[:limit]
        if self._rule.is_by_ids:
            by_ids = pack(*unpack_by_age(packed))
            first = np.sort(np.partition(by_ids, limit)[:limit] if limit < len(by_ids) else by_ids)
            left, right = unpack(first)
            return list(zip(left.tolist(), right.tolist(), strict=True))
        if self._rule.drift == "rises" and (
            len(packed) > _SURELY_MANY
            or (len(packed) > _LOOKED_UP and len(self._unknown(unpacked(packed), count)) > _LOOKED_UP)
        ):
            # Of so many, the first are found early when the words are read; the rest are not needed.
            met = list(first_places(self._history, position, packed, limit))
            return unpacked(packed[met[:limit]])
        if self._rule.rough_keys_of_many is not None and len(packed) > max(_SURELY_MANY, limit):
            rough = self._rule.rough_keys_of_many(self.symbol_keys(), *unpack_by_age(packed))
            packed = packed[rough <= np.partition(rough, limit - 1)[limit - 1]]
        pairs = unpacked(packed)
        if self._rule.looks_at_places:
            self._find_places(pairs, count, position)
        return [pair for _, pair in nsmallest(limit, self._keyed(self._rule, pairs, count, position))]

    def by_value(self, pairs: Standing, *, position: int, limit: int | None) -> list[tuple[SymbolPair, int]]:
        """Pairs with their counts at this position: highest value first, then in the rule's order.

        At most `limit` of them; None means all.
        """
        packed, counts, values = pairs
        highest_first = np.argsort(-values, kind="stable")
        alone = unpacked(
            packed[highest_first[:limit]]
        )  # most pairs in a table share their value with no other
        rows: list[tuple[SymbolPair, int]] = []
        for start, stop in pairwise(group_bounds(values[highest_first]).tolist()):
            tied, count = highest_first[start:stop], int(counts[highest_first[start]])
            missing = len(tied) if limit is None else limit - len(rows)
            if not missing:
                break
            if len(tied) == 1:
                rows.append((alone[start], count))
                continue
            ordered = self.ordered(packed[tied], count=count, position=position, limit=missing)
            if not self._history.config.is_wordpiece:
                rows += [(pair, count) for pair in ordered]
            else:  # level pairs may have different counts
                count_of = dict(zip(unpacked(packed[tied]), counts[tied].tolist(), strict=True))
                rows += [(pair, count_of[pair]) for pair in ordered]
        return rows

    def taken_by(
        self, rule: TieBreak, pairs: Sequence[SymbolPair], *, count: int, position: int
    ) -> SymbolPair:
        """The pair that a rule takes from these, which are level at this position, with this count."""
        count = self._unchanged_while(count, position)
        if rule.looks_at_places:
            self._find_places(pairs, count, position)
        return min(self._keyed(rule, pairs, count, position))[1]

    def _unchanged_while(self, count: int, position: int) -> int:
        """A number with which the first places of level pairs are kept: they stay while the count does. Level
        scores have no common count: then it stands for the position."""
        return -1 - position if self._history.config.is_wordpiece and count >= 0 else count

    def _keyed(
        self, rule: TieBreak, pairs: Sequence[SymbolPair], count: int, position: int
    ) -> list[tuple[Any, SymbolPair]]:
        """Each pair with its key; of equal keys, the smaller ids come first."""
        table, seed, keys = self._history.table, self._history.config.tie_seed, self._keys
        if rule.drift != "fixed":
            places = self._places
            return [
                (rule.key(Candidate(*pair, places.get((*pair, count), 0), position), table, seed), pair)
                for pair in pairs
            ]
        if len(keys) > _KEPT:
            keys.clear()
        for pair in pairs:
            if (rule.name, *pair) not in keys:
                keys[rule.name, *pair] = rule.key(Candidate(*pair, 0, position), table, seed)
        return [(keys[rule.name, *pair], pair) for pair in pairs]

    def _find_places(self, pairs: Sequence[SymbolPair], count: int, position: int) -> None:
        if len(self._places) > _KEPT:
            self._places.clear()
        missing = self._unknown(pairs, count)
        if len(missing) <= _LOOKED_UP:
            found = dict(enumerate(_first_of_each(self._history, missing, position)))
        else:
            packed = pack_by_age(*np.array(missing, dtype=np.int64).T)
            found = first_places(self._history, position, packed)
        for index, place in found.items():
            self._places[*missing[index], count] = place

    def symbol_keys(self) -> SymbolKeys:
        """What tie-breaks compare of the history's symbols, as numbers; computed anew once it has grown."""
        table = self._history.table
        if len(self._numbers.place) < len(table):
            keys = [table.sort_key(symbol) for symbol in range(len(table))]
            in_order = sorted(range(len(keys)), key=keys.__getitem__)
            is_next = [False, *(keys[one] != keys[other] for one, other in pairwise(in_order))]
            place = np.empty(len(keys), dtype=np.int64)
            place[in_order] = np.cumsum(is_next)
            lengths = np.array([table.key_length(symbol) for symbol in range(len(table))])
            first = np.array([ord((key if isinstance(key, str) else key.start)[:1] or "\0") for key in keys])
            self._numbers = SymbolKeys(place, lengths, first)
        return self._numbers

    def _unknown(self, pairs: Sequence[SymbolPair], count: int) -> list[SymbolPair]:
        """The pairs whose first place at this count is not known."""
        places = self._places
        return [(left, right) for left, right in pairs if (left, right, count) not in places]


def first_places(
    history: MergeHistory, position: int, packed: Int64Array, limit: int | None = None
) -> dict[int, int]:
    """Where ascending packed pairs first occur: index in `packed` -> place, in order of place.

    With a limit, the search ends soon after that many are found.
    """
    if len(packed) <= _LOOKED_UP:
        places = _first_of_each(history, unpacked(packed), position)
        return {index: places[index] for index in sorted(range(len(places)), key=places.__getitem__)}
    met: dict[int, int] = {}
    for tokens in history.timeline.tokens_in_parts(position):
        pairs = pack_by_age(tokens.symbols[:-1], tokens.symbols[1:])
        index = np.minimum(np.searchsorted(packed, pairs), len(packed) - 1)
        here = np.flatnonzero(packed[index] == pairs)
        found, first = np.unique(index[here], return_index=True)
        for number in np.argsort(first).tolist():
            met.setdefault(int(found[number]), int(tokens.starts[here[first[number]]]))
        if len(met) >= (len(packed) if limit is None else limit):
            break
    return met


def _first_of_each(history: MergeHistory, pairs: Sequence[SymbolPair], position: int) -> list[int]:
    """The first place of each of these pairs, which all occur at this position."""
    places, pair_of = history.occurrences.of_pairs(pairs, position)
    firsts: list[int] = places[group_starts(pair_of)].tolist()
    return firsts


def tie_reason(
    history: MergeHistory, position: int, picked: SymbolPair, other: SymbolPair, tied: int
) -> Phrase:
    """How a tie of `tied` pairs was decided for one pair and against another, in one sentence."""
    rule = TIE_BREAKS[history.config.tie_break]
    taken, left = (_in_words(history, position, pair, rule) for pair in (picked, other))
    return rule.reason(DecidedTie(rule.title, taken, left, tied, history.config.tie_seed))


def _in_words(history: MergeHistory, position: int, pair: SymbolPair, rule: TieBreak) -> PairInWords:
    """A pair, and the word where it first occurs (2, pug), as a reason names them."""
    texts = history.pair_texts(pair)
    left, right = (text[:_LONGEST_WORD] + "…" * (len(text) > _LONGEST_WORD) for text in texts)
    number, word = 0, ""
    if rule.looks_at_places:
        number = history.timeline.word_at(int(history.occurrences.of_pair(*pair, position)[0])) + 1
        whole = history.words[number - 1]  # the whole corpus may be one word
        word = printed_word(whole[:_LONGEST_WORD], history.config) + "…" * (len(whole) > _LONGEST_WORD)
    are_bytes = history.config.alphabet == "bytes"
    return PairInWords(
        pair=(left, right),
        number=number,
        word=word,
        ids=history.token_ids(pair),
        length=Phrase(
            "{n} {n:byte|bytes}" if are_bytes else "{n} {n:character|characters}",
            n=sum(map(history.table.key_length, pair)),
        ),
    )
