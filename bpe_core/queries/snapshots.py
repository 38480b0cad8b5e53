"""Snapshots: all that a page shows of a position, for several positions at once; and what merges changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bpe_core.engine.arrays import largest_first, unpack_by_age, unpacked
from bpe_core.engine.merge_history import MergeHistory
from bpe_core.engine.merge_log import Counts
from bpe_core.queries.history_facts import MOST_WORDS, HistoryFacts
from bpe_core.queries.records import Decision, PairChange, PairFacts, RulePick, Statistics, WordChange
from bpe_core.queries.standing import Standing, least_of_highest, standing
from bpe_core.queries.tie_order import tie_reason
from bpe_core.symbols import Int64Array, SymbolPair
from bpe_core.tie_breaks import TIE_BREAKS

ChangedPair = tuple[int, int, int, int]
"""A pair whose count a merge changed: left, right, count before, count after."""

MOST_CHANGES = 60
"""How many changed pairs a snapshot lists at most."""

MOST_TIED = 500
"""If more pairs are tied, the other rules' picks are left out: the place of each pair would be needed."""


@dataclass(frozen=True)
class Snapshot:
    """What a page shows of one position."""

    position: int
    """How many merges have been made."""

    rows: tuple[PairFacts, ...]
    """The top of the pair table: highest count first, then in the tie rule's order."""

    tied: int
    """How many pairs share the highest count; 0 if the training is over."""

    decision: Decision | None
    """Which pair is next, and why; None if the training is over."""

    rule_picks: tuple[RulePick, ...]
    """In a tie, what each other tie rule would take; empty without a tie, or if too many pairs are tied."""

    changes: tuple[PairChange, ...]
    """What the last merge changed: first the pairs in `rows`, in their order, then those that were in the
    rows before and no longer occur; empty at the start."""

    statistics: Statistics
    """The training in numbers."""

    stop_reason: str | None
    """Why the training is over here; None if it is not."""

    too_long: PairFacts | None
    """The most frequent pair that makes a longer token than allowed; None if there is none, or if the pair
    that is next occurs more often."""


@dataclass(frozen=True)
class _TopPairs:
    """The top of the pair table at one position."""

    position: int
    rows: list[tuple[SymbolPair, int]]
    """The first pairs with their counts: highest value first, then in the tie rule's order."""
    numbers: dict[SymbolPair, int]
    """The pairs that were searched for the rows, in the count log's order, each with its index."""
    counts: Counts
    """The count of each of these pairs."""
    values: Counts
    """What decides, of each of these pairs; see `Standing`."""

    def level_with(self, row: int) -> list[int]:
        """The indexes of the pairs that are level with this row."""
        value = self.values[self.numbers[self.rows[row][0]]]
        indexes: list[int] = np.flatnonzero(self.values == value).tolist()
        return indexes


def snapshots_between(known: HistoryFacts, first: int, last: int, rows: int) -> list[Snapshot]:
    """The snapshots of the positions from `first` to `last`, both included, with `rows` rows."""
    known.trim_facts()
    snapshots = []
    has_ties = [tied > 0 for tied in known.history.tied_counts(last)]
    ties = sum(has_ties[:first])
    before: _TopPairs | None = None
    for top in _top_pairs(known, max(0, first - 1), last, max(2, rows)):
        position = top.position
        if position >= first:
            stop_reason = known.stop_reason(position)
            tied = 0 if stop_reason else len(top.level_with(0))
            shown = [(*pair, count) for pair, count in top.rows[:rows]]
            snapshot = Snapshot(
                position=position,
                rows=tuple(known.facts_of_each(shown, position)),
                tied=tied,
                decision=None if stop_reason else _decision(known, top, tied),
                rule_picks=_rule_picks(known, top) if 2 <= tied <= MOST_TIED else (),
                changes=() if before is None else _changes(known, before, top, rows),
                statistics=statistics_at(known.history, position, ties),
                stop_reason=stop_reason,
                too_long=_most_frequent(
                    known,
                    known.history.count_log.too_long_at(position),
                    position,
                    at_least=0 if stop_reason else top.rows[0][1],
                ),
            )
            snapshots.append(snapshot)
            ties += position < last and has_ties[position]
        before = top
    return snapshots


def statistics_at(history: MergeHistory, position: int, ties: int) -> Statistics:
    """The numbers at this position, where `ties` of the merges before were chosen from tied pairs."""
    symbols, symbols_at_start = history.symbols_left[position], history.symbols_left[0]
    counts = history.count_log.counts_at(position)[1]
    return Statistics(
        position=position,
        vocabulary_size=history.vocabulary_size(position),
        symbols=symbols,
        symbols_at_start=symbols_at_start,
        symbols_saved=symbols_at_start - symbols,
        compression=symbols_at_start / symbols,
        pairs=int(counts.sum()),
        distinct_pairs=int(np.count_nonzero(counts)),
        ties=ties,
    )


def _most_frequent(
    known: HistoryFacts, pairs: tuple[Int64Array, Counts], position: int, at_least: int
) -> PairFacts | None:
    """The first of the pairs that occur most often, if they do so at least so often, and at all."""
    packed, counts = pairs
    highest = int(counts.max(initial=0))
    if highest < max(1, at_least):
        return None
    tied = packed[counts == highest]
    [pair] = known.order.ordered(tied, count=highest, position=position, limit=1)
    return known.facts_of_each([(*pair, highest)], position)[0]


def _decision(known: HistoryFacts, top: _TopPairs, tied: int) -> Decision:
    """Why the first row is merged next, from what is already known about the rows."""
    history, position, (pair, count) = known.history, top.position, top.rows[0]
    is_tied = tied > 1
    runner_up, lead, runner_ups, reason = None, None, 0, ""
    if len(top.rows) > 1:
        other, other_count = top.rows[1]
        [runner_up] = known.facts_of_each([(*other, other_count)], position)
        lead, runner_ups = count - other_count, len(top.level_with(1)) - is_tied
        reason = tie_reason(history, position, pair, other, tied) if is_tied else ""
    more_frequent = None
    if history.config.is_wordpiece:
        more_frequent = _most_frequent(
            known, history.count_log.counts_at(position), position, at_least=count + 1
        )
    return Decision(
        pair=history.pair_texts(pair),
        token=history.table.joined_text(*pair),
        count=count,
        tied=known.tied_with(position, pair) if is_tied else (),
        runner_up=runner_up,
        runner_ups=runner_ups,
        lead=lead,
        most_frequent=more_frequent,
        reason=reason,
    )


def _rule_picks(known: HistoryFacts, top: _TopPairs) -> tuple[RulePick, ...]:
    """What every other rule would take from the pairs that share the highest count."""
    history, count = known.history, top.rows[0][1]
    pairs, picks = list(top.numbers), []
    tied = [pairs[index] for index in top.level_with(0)]
    for rule in TIE_BREAKS.values():
        if rule.name != history.config.tie_break:
            pair = known.order.taken_by(rule, tied, count=count, position=top.position)
            picks.append(RulePick(rule.name, history.pair_texts(pair), history.token_ids(pair)))
    return tuple(picks)


def _changes(known: HistoryFacts, before: _TopPairs, now: _TopPairs, rows: int) -> tuple[PairChange, ...]:
    """What the merge between two tables changed: the rows now, then the rows before that are gone."""

    def count_in(top: _TopPairs, pair: SymbolPair) -> int:
        number = top.numbers.get(pair)
        if number is None:
            return known.history.count_log.count_of(*pair, top.position)
        return int(top.counts[number])

    shown = [(*pair, count_in(before, pair), count) for pair, count in now.rows[:rows]]
    gone = [(*pair, count, 0) for pair, count in before.rows[:rows] if not count_in(now, pair)]
    differing = [row for row in shown if row[2] != row[3]] + gone
    return _changes_of_each(known, differing[:MOST_CHANGES], now.position)


def _top_pairs(known: HistoryFacts, first: int, last: int, rows: int) -> Iterator[_TopPairs]:
    """The tables of the positions from `first` to `last`, both included, with at least one row each.

    All pairs are searched once for the whole range: a pair's count only falls, so a pair near the top has a
    high count at the start of the range, or is created within it. A score may rise: there each position is
    searched by itself.
    """
    if known.history.config.is_wordpiece:
        for position in range(first, last + 1):
            pairs = standing(known.history, position, rows)
            numbers = {pair: number for number, pair in enumerate(unpacked(pairs.packed))}
            in_order = known.order.by_value(pairs, position=position, limit=rows)
            yield _TopPairs(position, in_order, numbers, pairs.counts, pairs.values)
        return
    count_log, base_size = known.history.count_log, known.history.table.base_size
    packed, counts = count_log.counts_at(last)
    least = least_of_highest(counts, rows)
    born = np.searchsorted(packed, [(base_size + first) << 32, (base_size + last) << 32])
    old = np.flatnonzero(count_log.counts_at(first)[1][: born[0]] >= least)
    chosen = np.concatenate((old, np.arange(*born)))
    packed = count_log.counts_at(last)[0][chosen]
    numbers = {pair: number for number, pair in enumerate(unpacked(packed))}
    for position in range(first, last + 1):
        counts = count_log.counts_at(position)[1][chosen]
        if least == 1 or np.count_nonzero(counts >= least) >= rows:
            found = np.flatnonzero(counts >= least_of_highest(counts, rows))
            top = Standing(packed[found], counts[found], counts[found])
            in_order = known.order.by_value(top, position=position, limit=rows)
            yield _TopPairs(position, in_order, numbers, counts, counts)
        else:
            # New pairs have since filled the table down to a higher count than it reaches here.
            yield from _top_pairs(known, position, position, rows)


def changes_before(known: HistoryFacts, position: int) -> tuple[PairChange, ...]:
    """All changes made by the merge before a position, the largest first; empty at the start."""
    if not position:
        return ()
    count_log = known.history.count_log
    before = count_log.counts_at(position - 1)[1].copy()
    packed, after = count_log.counts_at(position)
    differing = np.flatnonzero(after != before)
    differing = differing[np.argsort(-abs(after - before)[differing], kind="stable")]
    left, right = (symbols.tolist() for symbols in unpack_by_age(packed[differing]))
    changed = zip(left, right, before[differing].tolist(), after[differing].tolist(), strict=True)
    return _changes_of_each(known, list(changed), position)


def _changes_of_each(
    known: HistoryFacts, changed: Sequence[ChangedPair], position: int
) -> tuple[PairChange, ...]:
    """How the merge before a position changed the counts of these pairs."""
    history, changes = known.history, []
    all_before = known.words_with_each([(left, right, was) for left, right, was, _ in changed], position - 1)
    all_after = known.words_with_each([(left, right, now) for left, right, _, now in changed], position)
    for (left, right, was, now), before, after in zip(changed, all_before, all_after, strict=True):
        # A pair is new (no words before), or it only loses words: one of the two has all words of both.
        words = (before if was else after).words
        times = np.zeros(len(words), dtype=np.int64)
        times[np.searchsorted(words, after.words)] += after.times
        times[np.searchsorted(words, before.words)] -= before.times
        differ = np.flatnonzero(times)
        words, deltas = words[differ], times[differ] * history.word_counts[words[differ]]
        chosen = largest_first(abs(deltas), MOST_WORDS)
        largest = zip(words[chosen].tolist(), deltas[chosen].tolist(), strict=True)
        change = PairChange(
            pair=history.pair_texts((left, right)),
            ids=history.token_ids((left, right)),
            token=history.table.joined_text(left, right),
            before=was,
            after=now,
            words=tuple(WordChange(history.words[word], delta) for word, delta in largest),
            words_total=len(words),
        )
        changes.append(change)
    return tuple(changes)
