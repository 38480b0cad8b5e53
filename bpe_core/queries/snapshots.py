"""All that a page shows of one position, for a window of positions at once.

In: what is known of a history, and a range of positions. Out: one frozen `Snapshot` for each.
"""

from dataclasses import dataclass

import numpy as np

from bpe_core.engine.merge_history import MergeHistory
from bpe_core.limits import vocabulary_size
from bpe_core.queries.changes import changes_of_each
from bpe_core.queries.explain import tie_reason
from bpe_core.queries.known import Known
from bpe_core.queries.pair_table import TopPairs, top_pairs
from bpe_core.queries.records import Decision, PairChange, PairFacts, RulePick, Statistics
from bpe_core.symbols import SymbolPair
from bpe_core.tie_breaks import TIE_BREAKS

MOST_CHANGES = 60
"""Most changed pairs that a snapshot lists."""

MOST_TIED = 500
"""Where more pairs than that are tied, no picks are worked out: the place of each would have to be found."""


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


def snapshots_between(known: Known, first: int, last: int, rows: int) -> list[Snapshot]:
    """The snapshots of the positions from `first` to `last`, both included, with `rows` rows."""
    known.trim_facts()
    snapshots = []
    has_ties = [tied > 0 for tied in known.history.tied_counts(last)]
    ties = sum(has_ties[:first])
    before: TopPairs | None = None
    for top in top_pairs(known.history, max(0, first - 1), last, max(2, rows), known.order):
        position = top.position
        if position >= first:
            stop_reason = known.stop_reason(position)
            tied = 0 if stop_reason else top.how_many(top.rows[0][1])
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
            )
            snapshots.append(snapshot)
            ties += position < last and has_ties[position]
        before = top
    return snapshots


def statistics_at(history: MergeHistory, position: int, ties: int) -> Statistics:
    """The numbers at this position; `ties` of the merges before it were chosen among tied pairs."""
    symbols, symbols_at_start = history.symbols_left[position], history.symbols_at_start
    return Statistics(
        position=position,
        vocabulary_size=vocabulary_size(history.config, history.table.base_size, position),
        symbols=symbols,
        symbols_at_start=symbols_at_start,
        symbols_saved=symbols_at_start - symbols,
        compression=symbols_at_start / symbols,
        distinct_pairs=int(np.count_nonzero(history.count_log.counts_at(position)[1])),
        ties=ties,
    )


def _decision(known: Known, top: TopPairs, tied: int) -> Decision:
    """Why the first row is merged next, from what is known about the rows already."""
    history, position, (pair, count) = known.history, top.position, top.rows[0]
    is_tied = tied > 1
    runner_up, lead, runner_ups, reason = None, None, 0, ""
    if len(top.rows) > 1:
        other, other_count = top.rows[1]
        [runner_up] = known.facts_of_each([(*other, other_count)], position)
        lead, runner_ups = count - other_count, top.how_many(other_count) - is_tied
        reason = tie_reason(history, position, pair, other, tied) if is_tied else ""
    return Decision(
        pair=history.pair_texts(pair),
        token=history.table.joined_text(*pair),
        count=count,
        tied=known.tied_with(position, pair) if is_tied else (),
        runner_up=runner_up,
        runner_ups=runner_ups,
        lead=lead,
        reason=reason,
    )


def _rule_picks(known: Known, top: TopPairs) -> tuple[RulePick, ...]:
    """What every rule but the history's own would take among all pairs that share the highest count."""
    history, count = known.history, top.rows[0][1]
    tied, picks = top.with_count(count), []
    for rule in TIE_BREAKS.values():
        if rule.name != history.config.tie_break:
            pair = known.order.taken_by(rule, tied, count=count, position=top.position)
            picks.append(RulePick(rule.name, history.pair_texts(pair), history.token_ids(pair)))
    return tuple(picks)


def _changes(known: Known, before: TopPairs, now: TopPairs, rows: int) -> tuple[PairChange, ...]:
    """What the merge between two tables changed: of the rows now, then of those before that are gone."""

    def count_in(top: TopPairs, pair: SymbolPair) -> int:
        count = top.count_of(pair)
        return known.history.count_log.count_of(*pair, top.position) if count is None else count

    shown = [(*pair, count_in(before, pair), count) for pair, count in now.rows[:rows]]
    gone = [(*pair, count, 0) for pair, count in before.rows[:rows] if not count_in(now, pair)]
    differing = [row for row in shown if row[2] != row[3]] + gone
    return changes_of_each(known, differing[:MOST_CHANGES], now.position)
