"""All that a page shows of one position, for a window of positions at once.

In: a history and a range of positions. Out: one frozen `Snapshot` for each.
"""

from dataclasses import dataclass

from bpe_core.engine.merge_history import MergeHistory
from bpe_core.queries.explain import MOST_TIED, picks_among, stop_reason_at, tie_reason
from bpe_core.queries.pair_cache import PairCache
from bpe_core.queries.pair_table import TopPairs, count_of, top_pairs
from bpe_core.queries.records import Decision, PairChange, PairFacts, RulePick, Statistics
from bpe_core.queries.statistics import statistics_at
from bpe_core.symbols import SymbolPair

MOST_CHANGES = 60
"""Most changed pairs that a snapshot lists."""


@dataclass(frozen=True)
class Snapshot:
    """What there is to see at one position."""

    position: int
    """How many merges have been made."""

    rows: tuple[PairFacts, ...]
    """The top of the pair table: highest count first, then in the tie rule's order."""

    tied: int
    """How many of all pairs share the highest count; 0 when training is over."""

    decision: Decision | None
    """Why the next pair is the next one; None when training is over."""

    rule_picks: tuple[RulePick, ...]
    """In a tie, what each other tie rule would take; else empty, as where too many pairs are tied."""

    changes: tuple[PairChange, ...]
    """What the merge before changed: of the pairs in `rows`, in their order, then those gone that were in the
    rows before; empty at the start."""

    statistics: Statistics
    """The state of the training in numbers."""

    stop_reason: str | None
    """Why training is over here, or None while it is not."""


def snapshots_between(
    history: MergeHistory, first: int, last: int, rows: int, cache: PairCache
) -> list[Snapshot]:
    """The snapshots of the positions from `first` to `last`, both included, with `rows` rows."""
    cache.trim()
    snapshots = []
    has_ties = [tied > 0 for tied in history.tied_counts(last)]
    ties = sum(has_ties[:first])
    before: TopPairs | None = None
    for top in top_pairs(history, max(0, first - 1), last, max(2, rows), cache.order):
        if top.position >= first:
            changes = () if before is None else _changes(history, before, top, rows, cache)
            statistics = statistics_at(history, top.position, ties)
            snapshots.append(_snapshot(history, top, rows, cache, changes, statistics))
            ties += top.position < last and has_ties[top.position]
        before = top
    return snapshots


def _snapshot(
    history: MergeHistory,
    top: TopPairs,
    rows: int,
    cache: PairCache,
    changes: tuple[PairChange, ...],
    statistics: Statistics,
) -> Snapshot:
    stop_reason = stop_reason_at(history, top.position)
    is_over = stop_reason is not None
    count = 0 if is_over else top.rows[0][1]
    tied = 0 if is_over else top.how_many(count)
    picks_from = top.with_count(count) if 2 <= tied <= MOST_TIED else []
    return Snapshot(
        position=top.position,
        rows=tuple(cache.facts_of_each([(*pair, count) for pair, count in top.rows[:rows]], top.position)),
        tied=tied,
        decision=None if is_over else _decision(history, top, tied, cache),
        rule_picks=picks_among(history, top.position, picks_from, count, cache.order),
        changes=changes,
        statistics=statistics,
        stop_reason=stop_reason,
    )


def _decision(history: MergeHistory, top: TopPairs, tied: int, cache: PairCache) -> Decision:
    """Why the first row is merged next, from what is known about the rows already."""
    position, (pair, count) = top.position, top.rows[0]
    is_tied = tied > 1
    runner_up, lead, runner_ups, reason = None, None, 0, ""
    if len(top.rows) > 1:
        other, other_count = top.rows[1]
        runner_up = cache.facts((*other, other_count), position)
        lead, runner_ups = count - other_count, top.how_many(other_count) - is_tied
        reason = tie_reason(history, position, pair, other, tied) if is_tied else ""
    return Decision(
        pair=history.pair_texts(pair),
        token=history.table.joined_text(*pair),
        count=count,
        tied=cache.records.tied_with(position, pair) if is_tied else (),
        runner_up=runner_up,
        runner_ups=runner_ups,
        lead=lead,
        reason=reason,
    )


def _changes(
    history: MergeHistory, before: TopPairs, now: TopPairs, rows: int, cache: PairCache
) -> tuple[PairChange, ...]:
    """What the merge between two tables changed: of the rows now, then of those before that are gone."""
    shown = [(*pair, _count_in(history, before, pair), count) for pair, count in now.rows[:rows]]
    gone = [(*pair, count, 0) for pair, count in before.rows[:rows] if not _count_in(history, now, pair)]
    differing = [row for row in shown if row[2] != row[3]] + gone
    return tuple(cache.changes_of_each(differing[:MOST_CHANGES], now.position))


def _count_in(history: MergeHistory, top: TopPairs, pair: SymbolPair) -> int:
    count = top.count_of(pair)
    return count_of(history, top.position, *pair) if count is None else count
